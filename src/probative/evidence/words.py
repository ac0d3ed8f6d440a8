"""Text of fixed width to codes: few words are told apart by few of their letters, and every row is checked."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from probative.evidence.arrays import Array
from probative.evidence.threads import in_stretches

SAMPLE, CHUNK = 4096, 1 << 15
"""Rows that show the words, and rows that stay in the processor's cache."""
MOST_WORDS, BITS = 256, 16
"""Words that find places of their own in a table of so many binary digits."""
TRIES, ROUNDS = 50, 8
"""Tables that are tried, and how often a row may hold a word that was not known before."""


def word_codes(array: Array) -> tuple[Array, Array] | None:
    """The distinct words, sorted, and the number of each row's; None where there are many words.

    >>> words, codes = word_codes(np.array(["b", "a", "b"]))
    >>> words.tolist(), codes.tolist()
    (['a', 'b'], [1, 0, 1])
    """
    array = np.ascontiguousarray(array)
    kind: type[np.unsignedinteger[Any]] = np.uint32 if array.dtype.kind == "U" else np.uint8
    letters: Array = array.view(kind).reshape(len(array), array.dtype.itemsize // np.dtype(kind).itemsize)
    words, codes = np.unique(array[:: len(array) // SAMPLE + 1]), np.empty(len(array), np.intp)
    for _ in range(ROUNDS):
        table = _Table.of(words, kind)
        if table is None:
            return None
        unseen = [row for row in in_stretches(len(array), partial(table.look_up, letters, codes)) if row is not None]
        if not unseen:
            return words, codes
        words = np.unique(np.concatenate([words, *(array[row : row + SAMPLE] for row in unseen)]))
    return None


class _Table:
    """A place for every word, found from some of its letters."""

    def __init__(self, words: Array, positions: list[int], factors: Array, codes: Array) -> None:
        self.words, self.positions, self.factors, self.codes = words, positions, factors, codes

    @classmethod
    def of(cls, words: Array, kind: type[np.unsignedinteger[Any]]) -> _Table | None:
        """A table in which no two words share a place; None where none is found."""
        if not 0 < len(words) <= MOST_WORDS:
            return None
        letters: Array = words.view(kind).reshape(len(words), -1)
        positions = _telling(letters)
        rng = np.random.default_rng(0)
        for _ in range(TRIES):
            factors = rng.integers(1 << 31, 1 << 32, len(positions), dtype=np.uint32) | np.uint32(1)
            places = _places(letters, positions, factors)
            if len(np.unique(places)) == len(words):
                codes = np.zeros(1 << BITS, np.intp)
                codes[places] = np.arange(len(words))
                return cls(letters, positions, factors, codes)
        return None

    def look_up(self, letters: Array, codes: Array, first: int, last: int) -> int | None:
        """Write down the codes of a stretch of rows; the first row that holds an unknown word, if one does."""
        for start in range(first, last, CHUNK):
            stop = min(start + CHUNK, last)
            part = letters[start:stop]
            found = self.codes.take(_places(part, self.positions, self.factors))
            same = self.words.take(found, axis=0) == part
            if not same.all():
                return start + int(same.all(axis=1).argmin())
            codes[start:stop] = found
        return None


def _places(letters: Array, positions: list[int], factors: Array) -> Array:
    key: Array = np.multiply(letters[:, positions[0]], factors[0], dtype=np.uint32)
    for position, factor in zip(positions[1:], factors[1:], strict=True):
        key += np.multiply(letters[:, position], factor, dtype=np.uint32)
    key >>= np.uint32(32 - BITS)
    return key


def _telling(letters: Array) -> list[int]:
    """The positions of letters that tell words apart, the most telling first."""
    chosen: list[int] = []
    apart, seen = 1, np.zeros(len(letters), np.intp)
    while apart < len(letters):
        told = [np.unique(seen * (1 << 32) + column, return_inverse=True)[1] for column in letters.T]
        best = int(np.argmax([codes.max() for codes in told]))
        chosen.append(best)
        seen, apart = told[best], int(told[best].max()) + 1
    return chosen or [0]
