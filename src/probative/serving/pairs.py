"""Which models of two runs are compared with each other, and what they are called there."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

MOST = 10
"""Pairs that are compared at most: with more, adjusting leaves nothing to be seen."""
BASELINE = "baseline"
"""The trivial model that every run holds: it is there to be beaten, and says nothing about two runs."""
SIDES = ("A", "B")


def model_pairs(a: Iterable[str], b: Iterable[str]) -> tuple[list[tuple[str, str]], str]:
    """The models of the same name on both sides, or else each of one side with each of the other; and that in words.

    >>> model_pairs(["knn", "baseline"], ["knn", "tree", "baseline"])[0]
    [('knn', 'knn')]
    >>> model_pairs(["knn", "baseline"], ["tree", "svm", "baseline"])[0]
    [('knn', 'tree'), ('knn', 'svm')]
    """
    first, second = _judged(a), _judged(b)
    shared = [(name, name) for name in first if name in second]
    pairs = shared or list(product(first, second))
    words = "models of the same name" if shared else "no model has the same name in both: each of A with each of B"
    if len(pairs) > MOST:
        words += f"; the first {MOST} of {len(pairs)} pairs"
    return pairs[:MOST], words


def _judged(names: Iterable[str]) -> list[str]:
    given = list(names)
    return [name for name in given if name != BASELINE] or given


def called(name: str, side: int) -> str:
    """A model's name with the side it stands on, so that equal names stay apart."""
    return f"{name} ({SIDES[side]})"
