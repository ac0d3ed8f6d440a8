"""Sorting scores into rungs: the one expensive step, done once and in parallel.

Sorting positives and negatives apart keeps NumPy's vectorised sort (which carries no payload) in use; a
stable argsort of the two sorted runs is then a single linear merge. An argsort of all rows costs several times more.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from probative.evidence.arrays import Array, Floats

PARALLEL_FROM = 200_000
"""Fewer rows than this sort faster than a thread starts."""


def rungs_of_rows(scores: Floats, positive: Array) -> tuple[Floats, Array, Array]:
    """Distinct scores, descending, with the number of positives and negatives at each."""
    # Negated scores in ascending order are the scores in descending order, with no reversed copies.
    run_positive, run_negative = scores[positive], scores[~positive]
    np.negative(run_positive, out=run_positive)
    np.negative(run_negative, out=run_negative)
    _sort_both(run_positive, run_negative)
    negatives_from = len(run_positive)
    both = np.concatenate([run_positive, run_negative])
    del run_positive, run_negative
    order = both.argsort(kind="stable") if 0 < negatives_from < len(both) else np.arange(len(both))
    values = both[order]
    # 0 - x turns the values back, and both zeros into the same zero.
    np.subtract(0.0, values, out=values)
    del both
    return _counted(values, order < negatives_from)


def _sort_both(a: Floats, b: Floats) -> None:
    if len(a) + len(b) < PARALLEL_FROM or (os.cpu_count() or 1) < 2:
        a.sort()
        b.sort()
        return
    small, large = (a, b) if len(a) < len(b) else (b, a)
    # The larger run is sorted in two halves, so that no thread waits long for the other.
    half = (len(a) + len(b)) // 2
    parts = [small, large[:half], large[half:]] if len(small) < half // 2 else [small, large]
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(np.ndarray.sort, parts))
    if len(parts) == 3:
        large.sort(kind="stable")


def _counted(values: Floats, is_positive: Array) -> tuple[Floats, Array, Array]:
    """Counts per distinct value of a descending array."""
    last = np.empty(len(values), bool)
    last[-1:] = True
    np.not_equal(values[1:], values[:-1], out=last[:-1])
    if last.all():
        positives = is_positive.astype(np.int64)
        return values, positives, 1 - positives
    ends = np.flatnonzero(last)
    positives = np.diff(np.cumsum(is_positive, dtype=np.int64)[ends], prepend=0)
    return values[ends], positives, np.diff(ends, prepend=-1) - positives


def sums_at_distinct(values: Floats, *columns: Array) -> tuple[Floats, list[Any]]:
    """Distinct values, descending, and the sum of each column at each of them."""
    order = np.argsort(values, kind="stable")[::-1]
    ranked = values[order]
    first = np.empty(len(ranked), bool)
    first[:1] = True
    np.not_equal(ranked[1:], ranked[:-1], out=first[1:])
    starts = np.flatnonzero(first)
    return ranked[starts], [np.add.reduceat(column[order], starts) for column in columns]
