"""Two scores of every row, placed on the ladders of their models: on the workers of a cluster, or on disk here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from probative.evidence import Ladder
from probative.evidence.arrays import Array
from probative.evidence.labels import Label
from probative.evidence.paired_places import PairedPlaces
from probative.evidence.placing import Placing
from probative.sources.parts import BESIDE, KEY, VALUE, Ranges, Table, rows_in
from probative.sources.spool import Spool
from probative.sources.spread_rows import SpreadRows
from probative.sources.staying import Staying

Pair = tuple[str, str]
Counts = tuple[int, int]
"""Positives and negatives."""


def paired_places(
    rows: Staying,
    scores: tuple[str, str],
    truth: str,
    positive: Callable[[Label], bool],
    ladders: tuple[Ladder, Ladder],
) -> PairedPlaces:
    """DeLong's sums of two models, whose ladders are those of the same rows."""
    sizes = int(ladders[0].totals[0]), int(ladders[0].totals[1])
    held = rows.pairs(scores, truth, positive) if isinstance(rows, SpreadRows) else None
    if held is None:
        return PairedPlaces.together(sizes, _on_disk(rows, scores, truth, positive, ladders))
    return places_in_ranges(held, sizes)


def places_in_ranges(by_one: Ranges, sizes: Counts) -> PairedPlaces:
    """Rows by the score of one model, each beside its place; then by that of the other, with both places."""
    by_other = by_one.again(_Placed(sizes), beginnings(by_one.each(Ends.of)))
    return PairedPlaces.together(sizes, by_other.each(_Summed(sizes), beginnings(by_other.each(Ends.of))))


def _on_disk(
    rows: Staying,
    scores: tuple[str, str],
    truth: str,
    positive: Callable[[Label], bool],
    ladders: tuple[Ladder, Ladder],
) -> Iterator[PairedPlaces]:
    """The same two sorts where one machine has all rows."""
    sizes = int(ladders[0].totals[0]), int(ladders[0].totals[1])
    spool, placing = Spool(rows.source.limits, 3), Placing(ladders[0].gathered)
    for first, second, yes in rows.falling(scores[0], [scores[1]], truth, positive):
        spool.add(second, yes, placing(first, yes > 0))
    placing = Placing(ladders[1].gathered)
    for second, yes, place in spool.falling(0):
        yield PairedPlaces.of(sizes, yes > 0, place, placing(second, yes > 0))


class End(NamedTuple):
    """The score at an end of a range, and what the range counts there."""

    score: float
    counts: Counts


class Ends(NamedTuple):
    """What a range counts, and at its ends. Rows of one score may lie in several ranges, at the ends of each."""

    counts: Counts
    first: End
    last: End

    @classmethod
    def of(cls, table: Table, _: object) -> Ends | None:
        """Those of the lines of a range; None where there are none."""
        if not rows_in(table):
            return None
        at = [(_sums(table, table[VALUE] == score), score) for score in (table[VALUE][0], table[VALUE][-1])]
        first, last = (End(float(score), counts) for counts, score in at)
        return cls(_sums(table, slice(None)), first, last)


class Start(NamedTuple):
    """What a range must know of the others: what lies above it, and above and on the scores at its ends, everywhere."""

    above: Counts
    ends: tuple[tuple[Counts, Counts], tuple[Counts, Counts]]


def beginnings(ranges: Iterator[Ends | None]) -> list[Start | None]:
    """What every range must know, from the ends of all.

    >>> high, low = End(0.9, (1, 0)), End(0.4, (0, 2))
    >>> found = beginnings(iter([Ends((1, 2), high, low), None, Ends((0, 5), End(0.4, (0, 5)), End(0.4, (0, 5)))]))
    >>> found[2]
    Start(above=(1, 2), ends=(((1, 0), (0, 7)), ((1, 0), (0, 7))))
    """
    found = list(ranges)
    above = [(0, 0), *accumulate((one.counts if one else (0, 0) for one in found), _plus)]
    over: dict[float, Counts] = {}
    on: dict[float, Counts] = {}
    for one, before in zip(found, above, strict=False):
        if one is None:
            continue
        over.setdefault(one.first.score, before)
        on[one.first.score] = _plus(on.get(one.first.score, (0, 0)), one.first.counts)
        if one.last.score != one.first.score:
            rest = one.counts[0] - one.last.counts[0], one.counts[1] - one.last.counts[1]
            over[one.last.score], on[one.last.score] = _plus(before, rest), one.last.counts
    return [
        one and Start(before, tuple((over[end.score], on[end.score]) for end in (one.first, one.last)))  # type: ignore[arg-type]
        for one, before in zip(found, above, strict=False)
    ]


def _plus(a: Counts, b: Counts) -> Counts:
    return a[0] + b[0], a[1] + b[1]


def _sums(table: Table, rows: Array | slice) -> Counts:
    return int(table["p"][rows].sum()), int(table["n"][rows].sum())


def _twice(table: Table, start: Start, sizes: Counts) -> tuple[Array, Array]:
    """Of every line, twice the negatives below its score and twice the positives above; ties count half."""
    new = np.ones(rows_in(table), bool)
    np.not_equal(table[VALUE][1:], table[VALUE][:-1], out=new[1:])
    starts = np.flatnonzero(new)
    columns = []
    for side, name in enumerate(("p", "n")):
        tied = np.add.reduceat(table[name], starts)
        over = start.above[side] + np.cumsum(tied) - tied
        # What ties with either end lies in other ranges, too.
        for place, (above, on) in zip((0, -1), start.ends, strict=True):
            over[place], tied[place] = above[side], on[side]
        columns.append(2 * over + tied)
    rungs = np.cumsum(new) - 1
    return (2 * sizes[1] - columns[1])[rungs], columns[0][rungs]


@dataclass(frozen=True, slots=True)
class _Placed:
    """The lines of a range by the score that lies beside, with twice their placements by their own."""

    sizes: Counts

    def __call__(self, table: Table, start: Start | None) -> Table:
        if start is None:
            return {name: table[name] for name in (KEY, VALUE, BESIDE, "p", "n")}
        below, above = _twice(table, start, self.sizes)
        yes, no = table["p"] > 0, table["n"] > 0
        none = np.zeros(rows_in(table), np.int64)
        other = table[BESIDE]
        parts = ((yes, below, table["p"], none), (no, above, none, table["n"]))
        columns = zip(*((other[kept], place[kept], p[kept], n[kept]) for kept, place, p, n in parts), strict=True)
        score, place, p, n = (np.concatenate(column) for column in columns)
        # Whole numbers below 2^53.
        return {KEY: np.zeros(len(p), np.int64), VALUE: score, BESIDE: place.astype(np.float64), "p": p, "n": n}


@dataclass(frozen=True, slots=True)
class _Summed:
    """DeLong's sums of the lines of a range."""

    sizes: Counts

    def __call__(self, table: Table, start: Start | None) -> PairedPlaces:
        if start is None:
            return PairedPlaces(self.sizes)
        below, above = _twice(table, start, self.sizes)
        yes, no = table["p"] > 0, table["n"] > 0
        positive = np.repeat([True, False], [np.count_nonzero(yes), np.count_nonzero(no)])
        first, counts = (
            np.concatenate([table[one][yes], table[two][no]]) for one, two in ((BESIDE, BESIDE), ("p", "n"))
        )
        second = np.concatenate([below[yes], above[no]])
        return PairedPlaces.of(self.sizes, positive, first.astype(np.int64), second, counts)
