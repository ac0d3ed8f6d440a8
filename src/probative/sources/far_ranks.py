"""Ranks of rows that lie in files, for rank correlations: sorted by prediction, and sorted back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from probative.evidence import ValuePairs
from probative.evidence.arrays import Array, Floats
from probative.evidence.mapped import ColumnFile, let_go
from probative.evidence.placing import rungs_after
from probative.evidence.rank_columns import RankColumns
from probative.evidence.rung_files import Rungs, complete_rungs
from probative.sources.limits import Limits
from probative.sources.spool import Spool


def ranked_on_disk(pairs: ValuePairs, limits: Limits) -> RankColumns:
    """Of pairs by falling truth: in the same order, in files."""
    n = pairs.n
    above = Above((Rungs(pairs.truth[rows], (pairs.mass[rows],)) for rows in pairs.stretches()), 1, limits)
    of_truth = _File(limits)
    for rows in pairs.stretches():
        of_truth.add(0.5 - above(pairs.truth[rows])[0] / n)
    y = of_truth.mapped()
    by_truth = _sorted_back(_by_prediction(pairs, y, limits), limits)
    h, lifts, lifts_predicted = (_File(limits) for _ in range(3))

    def entries(by_truth: Spool) -> Iterator[Rungs]:
        first = 0
        for _, of_predicted, lift, own in by_truth.falling(0):
            rows = slice(first, first + len(lift))
            for file, column in zip((h, lifts, lifts_predicted), (of_predicted, lift, own), strict=True):
                file.add(column)
            mass = pairs.mass[rows]
            yield Rungs(pairs.truth[rows].copy(), (of_predicted * mass, y[rows] * mass))
            let_go(pairs.truth[rows], mass, y[rows])
            first = rows.stop

    above = Above(entries(by_truth), 2, limits)
    del by_truth
    lifted, both, lifts_truth = lifts.mapped(), _File(limits), _File(limits)
    for rows in pairs.stretches():
        by_h, by_y = above(pairs.truth[rows])
        both.add(lifted[rows] + by_h / n)
        lifts_truth.add(2 * by_y / n)
        let_go(lifted[rows])
    return RankColumns(y, h.mapped(), both.mapped(), lifts_truth.mapped(), lifts_predicted.mapped())


def _by_prediction(pairs: ValuePairs, y: Array, limits: Limits) -> Iterator[tuple[Array, ...]]:
    """Rows by falling prediction: their number from the last, ridit of the prediction, and its lifts."""
    n, size, spool = pairs.n, len(pairs.truth), Spool(limits, 4)
    for rows in pairs.stretches():
        ridits = y[rows].copy()
        # Numbers of rows fall, so that falling order is theirs.
        places = size - 1 - np.arange(rows.start, rows.start + len(ridits))
        spool.add(pairs.predicted[rows].copy(), places, ridits, pairs.mass[rows].copy())
        let_go(y[rows])
    by, numbers, mass = _File(limits), ColumnFile(np.int64, limits.folder), _File(limits)

    def entries(spool: Spool) -> Iterator[Rungs]:
        for predicted, place, ridits, weight in spool.falling(0):
            for file, column in zip((by, numbers, mass), (predicted, place, weight), strict=True):
                file.add(column)
            yield Rungs(predicted, (weight, ridits * weight))

    above = Above(entries(spool), 2, limits)
    del spool
    columns = by.mapped(), mass.mapped()
    h, lifts = _File(limits), _File(limits)

    def ranked() -> Iterator[Rungs]:
        for predicted, weight in _windows(columns):
            rows_above, ridits_above = above(predicted)
            found = 0.5 - rows_above / n
            h.add(found)
            lifts.add(ridits_above / n)
            yield Rungs(predicted, (found * weight,))

    own = Above(ranked(), 1, limits)
    for predicted, place, ridits, lift in _windows((columns[0], numbers.mapped(), h.mapped(), lifts.mapped())):
        yield place, ridits, lift, 2 * own(predicted)[0] / n


def _sorted_back(rows: Iterator[tuple[Array, ...]], limits: Limits) -> Spool:
    spool = Spool(limits, 4)
    for columns in rows:
        spool.add(*columns)
    return spool


ROWS = 1 << 16
"""Rows that are looked at together."""


def _windows(columns: tuple[Array, ...]) -> Iterator[tuple[Array, ...]]:
    """Copies of the rows of columns on disk, part after part."""
    for first in range(0, len(columns[0]), ROWS):
        windows = [column[first : first + ROWS] for column in columns]
        yield tuple(window.copy() for window in windows)
        let_go(*windows)


class _File(ColumnFile):
    """A column of floats in the folder for large columns."""

    def __init__(self, limits: Limits) -> None:
        super().__init__(np.float64, limits.folder)


class Above:
    """Sums over the rows with larger values, half of those with equal ones: rows come by falling value, in batches.

    >>> entries = [Rungs(np.array([3.0, 2.0, 2.0]), (np.ones(3),)), Rungs(np.array([2.0, 1.0]), (np.ones(2),))]
    >>> above = Above(entries, 1, Limits())
    >>> [found.tolist() for values in ([3.0, 2.0], [2.0, 2.0, 1.0]) for found in above(np.array(values))]
    [[0.5, 2.5], [2.5, 2.5, 4.5]]
    """

    def __init__(self, entries: Iterable[Rungs], sums: int, limits: Limits) -> None:
        """Entries: all these rows in this order, with what is summed up."""
        files, so_far = [_File(limits) for _ in range(sums)], np.zeros(sums)
        for part in complete_rungs(entries):
            for i, (file, at) in enumerate(zip(files, part.counts, strict=True)):
                running = so_far[i] + np.cumsum(at)
                file.add(running - at / 2)
                so_far[i] = running[-1]
        self._columns = [file.mapped() for file in files]
        self._rung = 0
        self._last: float | None = None

    def __call__(self, values: Floats) -> list[Floats]:
        """Of the rows of the next batch."""
        rungs = rungs_after(self._last, values)
        window = slice(self._rung, self._rung + int(rungs[-1]) + 1)
        found = [column[window][rungs] for column in self._columns]
        let_go(*(column[window] for column in self._columns))
        self._rung, self._last = window.stop - 1, float(values[-1])
        return found
