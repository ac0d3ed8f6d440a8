"""Neighbours: how alike rows are that stand next to each other in a table, which a shuffle would hide."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

import numpy as np

from probative.evidence.arrays import Array, Floats

CHANCE = 0.0002
"""How often rows in any order may look as if they followed each other."""
LEAST = 0.2
"""Likeness from which the order of rows matters to an estimate."""
FEW = 30
"""Rows below which nothing is said."""
BLOCKS = 3
"""Runs of every class up to which a table is sorted by class, or made of parts that are, and no series."""


def follow_each_other(y: Array, classes: int) -> float | None:
    """The likeness of neighbours in the target where it is beyond chance and rows are not just sorted; else None.

    Classes are given as codes from 0; `classes` is 0 for numbers.

    >>> walk = np.cumsum(np.random.default_rng(0).normal(size=200))
    >>> round(follow_each_other(walk, 0), 1), follow_each_other(np.sort(walk), 0)
    (1.0, None)
    >>> follow_each_other(np.random.default_rng(0).permutation(walk), 0) is None
    True
    """
    if len(y) < FEW or is_sorted(y, classes):
        return None
    strength, p = likeness(y, classes)
    return strength if p < CHANCE and strength >= LEAST else None


def is_sorted(y: Array, classes: int) -> bool:
    """Whether rows are in the order of the target; of classes, in few blocks of each."""
    if classes:
        return int((np.diff(y) != 0).sum()) + 1 <= BLOCKS * classes
    return monotone(y)


def sorted_by_any(columns: Iterable[Array]) -> bool:
    """Whether the rows are in the order of one of these columns, which explains why neighbours are alike.

    Numbers that count the rows are no such column, and neither are two values.

    >>> [sorted_by_any([np.array(column)]) for column in ([3.0, 3.5, 7.0], [3, 4, 5], [3, 1, 5])]
    [True, False, False]
    >>> sorted_by_any([np.array(["b", "b", "a", "c"])]), sorted_by_any([np.array(["b", "a", "b", "c"])])
    (True, False)
    """
    return any(_sorted(column) for column in columns)


def _sorted(column: Array) -> bool:
    if column.dtype.kind in "iuf":
        steps = np.diff(column)
        return monotone(column) and not (steps == steps[0]).all() and len(np.unique(column)) > 2
    if column.dtype.kind not in "US":
        return False
    distinct = len(np.unique(column))
    return 2 < distinct == int((column[1:] != column[:-1]).sum()) + 1


def monotone(values: Array) -> bool:
    """Whether values never fall, or never rise, and are not all the same."""
    steps = np.diff(values)
    return bool((steps >= 0).all() or (steps <= 0).all()) and bool((steps != 0).any())


def likeness(y: Array, classes: int) -> tuple[float, float]:
    """How alike neighbours are in the target, from chance (0) to equal (1), and p for chance."""
    from scipy.stats import norm

    if not classes:
        return autocorrelation(y)
    n, shares = len(y), np.bincount(y) / len(y)
    equal, cubes = float((shares**2).sum()), float((shares**3).sum())
    if equal >= 1:
        return 0.0, 1.0
    found = float((y[1:] == y[:-1]).mean())
    # Of all orders of these labels, to first order in n: neighbouring pairs share a row, and the shares are fixed.
    spread = sqrt(max(equal + equal**2 - 2 * cubes, 0.0) / (n - 1))
    # The squares of finite shares count a row as its own neighbour.
    expected = float((shares * (shares * n - 1)).sum()) / (n - 1)
    p = float(norm.sf((found - expected) / spread)) if spread else 1.0
    return (found - expected) / (1 - expected), p


def autocorrelation(values: Floats) -> tuple[float, float]:
    """The correlation of neighbours' ranks, and p for none."""
    from scipy.stats import norm, rankdata

    known = values[~np.isnan(values)]
    if len(known) < FEW or np.ptp(known) == 0:
        return 0.0, 1.0
    ranks = rankdata(known)
    ranks -= ranks.mean()
    r = float((ranks[1:] * ranks[:-1]).sum() / (ranks**2).sum())
    return r, float(norm.sf((r + 1 / len(known)) * sqrt(len(known))))
