"""Codes of labels are those of NumPy's sorted distinct values, whatever way they are found by."""

import numpy as np
import pytest

from probative.evidence.labels import encode
from probative.evidence.words import _telling

LETTERS = np.array(list("abcäö日"))


def _texts(count, length, rng):
    return np.array(["".join(rng.choice(LETTERS, length)) for _ in range(count)])


@pytest.mark.parametrize(
    ("words", "length", "rows"), [(3, 1, 40), (300, 5, 4_000), (20_000, 12, 50_000), (60_000, 40, 70_000)]
)
def test_texts(words, length, rows):
    rng = np.random.default_rng(words)
    column = _texts(words, length, rng)[rng.integers(0, words, rows)]
    labels, codes = encode(column, "y")
    distinct, places = np.unique(column, return_inverse=True)
    assert list(labels) == distinct.tolist()
    np.testing.assert_array_equal(codes, places)


@pytest.mark.parametrize("unit", ["D", "s", "ms", "us", "ns"])
def test_dates_of_every_unit(unit):
    column = np.array(["2020-01-02", "2020-01-01", "2020-01-02"], f"M8[{unit}]")
    labels, codes = encode(column, "y")
    assert [str(label)[:10] for label in labels] == ["2020-01-01", "2020-01-02"]
    assert codes.tolist() == [1, 0, 1]


@pytest.mark.parametrize("words", [["ab", "ac"], ["xa", "xb", "xc"], ["aa", "ab", "ba"]])
def test_the_letters_that_are_looked_at_tell_all_words_apart(words):
    letters = np.array(words).view(np.uint32).reshape(len(words), -1)
    chosen = _telling(letters)
    assert len({tuple(row[chosen].tolist()) for row in letters}) == len(words)
