"""Codes of text are those of NumPy's own sort of all strings."""

import numpy as np
import pytest

from probative.evidence import words
from probative.evidence.labels import encode
from probative.evidence.words import word_codes

RNG = np.random.default_rng(11)


def drawn(pool, n):
    return np.array(pool)[RNG.integers(0, len(pool), n)]


CASES = {
    "five words": drawn(["ash", "beech", "cedar", "elm", "oak"], 20_000),
    "one word": np.array(["same"] * 9000),
    "one letter and none": drawn(["", "a"], 9000),
    "bytes": drawn([b"yes", b"no", b"maybe"], 9000),
    "beyond ASCII": drawn(["\u00e4\u00f6", "\u00e4\u00fc", "\U0001f332x", "\U0001f332"], 9000),
    "alike but for two letters": drawn([f"{i // 16:x}____{i % 16:x}" for i in range(256)], 30_000),
    "numbers": np.arange(20_000).astype(str),
    "other byte order": drawn(["a", "bc"], 5000).astype(">U2"),
    "not side by side": drawn(["a", "bc", "d"], 12_000)[::3],
    "one row": np.array(["a"]),
    "a rare word": np.where(np.arange(50_000) == 49_999, "rare", drawn(["a", "b"], 50_000)),
    "ever new words": np.repeat(np.arange(300), 500).astype(str),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("long", [1, 10**9])
def test_codes_are_those_of_sorting_all_strings(name, long, monkeypatch):
    monkeypatch.setattr("probative.evidence.threads.LONG", long)
    array = CASES[name]
    wanted, places = np.unique(array, return_inverse=True)
    labels, codes = encode(array, "labels")
    texts = [text.decode() if isinstance(text, bytes) else text for text in wanted.tolist()]
    assert [labels[code] for code in codes] == [texts[place] for place in places]


def test_many_words_are_left_to_hashing():
    assert word_codes(CASES["numbers"]) is None


def test_ever_new_words_end(monkeypatch):
    monkeypatch.setattr(words, "SAMPLE", 1)
    assert word_codes(CASES["ever new words"]) is None
