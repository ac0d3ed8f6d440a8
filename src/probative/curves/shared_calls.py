"""Rows that two models call positive together, at the pairs of cuts that the locks of a page lead to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from probative.curves.outline import Outline
from probative.curves.packing import pack, unpack
from probative.curves.paired_cuts import PairedCells
from probative.errors import BadFormat
from probative.evidence.arrays import Array, Floats
from probative.evidence.placed import Placed
from probative.records import Document, Record

SLACK = 1e-12
"""By how much a rate may exceed another and still be called equal."""


@dataclass(frozen=True, slots=True)
class SharedCalls(Record):
    """Two models on the same rows: for each pair of cuts on a path, the negatives and positives that both call.

    With the counts of either model at its own cut, which the outlines have, these are all that paired intervals need.
    Columns are packed, see `packing`.
    """

    a: str
    b: str
    same: tuple[str, ...]
    """Both at the same tick, from the highest down."""
    fpr: tuple[str, ...]
    """A at a tick, B at its lowest tick with at most the same false positive rate; none: nobody is called."""
    alert: tuple[str, ...]
    """The same for the share of rows that are called."""
    cheapest: tuple[str, ...]
    """Vertices of both hulls, A's and B's, that one slope of equal costs touches, and then the rows that both call."""
    evaluated: tuple[float, ...] | None = None
    """The rows that both call as evaluated."""

    @classmethod
    def of(
        cls,
        names: tuple[str, str],
        outlines: tuple[Outline, Outline],
        placed: Sequence[Placed],
        called: tuple[Array, Array] | None = None,
    ) -> SharedCalls:
        """What two models call together, whose scores place the rows so; and what rows were taken for.

        >>> y, s = np.array([True, False, True, False]), (np.array([.9, .4, .6, .1]), np.array([.8, .7, .3, .2]))
        >>> placed = [Placed.of(y, known) for known in s]
        >>> outlines = tuple(Outline.of(rows.ladder) for rows in placed)
        >>> shared = SharedCalls.of(("A", "B"), outlines, placed)
        >>> [int(column[1000 - 300]) for column in map(unpack, shared.same)]
        [1, 2]
        """
        a, b = outlines
        # The first tick at which a row is called, counted from the highest.
        at = [_first_reached(o.ticks, rows) for o, rows in zip(outlines, placed, strict=True)]
        corners = [_first_reached(o.hull_thresholds, rows) for o, rows in zip(outlines, placed, strict=True)]
        size = len(a.ticks)
        rates = [(o.fp / o.negatives, (o.fp + o.tp) / (o.positives + o.negatives)) for o in outlines]
        fpr, alert = (_partners(rates[0][i], rates[1][i]) for i in (0, 1))
        va, vb = _slopes(a, b)
        return cls(
            *names,
            _both(at[0], at[1], size),
            _both(at[0], _reached(fpr, at[1], size), size),
            _both(at[0], _reached(alert, at[1], size), size),
            (
                pack(va),
                pack(vb),
                *_both(_turned(va, corners[0]), _turned(vb, corners[1]), len(va)),
            ),
            None if called is None else _together(placed[0].positive, called),
        )

    @classmethod
    def restored(cls, fields: Document) -> SharedCalls:
        """What a file holds; damaged columns are refused here, not where they are drawn."""
        made = cls(**fields)
        for columns, wanted in ((made.same, 2), (made.fpr, 2), (made.alert, 2), (made.cheapest, 4)):
            lengths = {len(unpack(column)) for column in columns}
            if len(columns) != wanted or len(lengths) != 1:
                raise BadFormat("the columns of shared calls differ in length.", remedy="save the findings again")
        return made

    def at_tick(self, tick: int, a: Outline, b: Outline) -> PairedCells:
        """Both models at the same tick, counted from the highest."""
        fp, tp = (int(unpack(column)[tick]) for column in self.same)
        return PairedCells(
            int(a.positives),
            int(a.negatives),
            (int(a.tp[tick]), int(b.tp[tick]), tp),
            (int(a.fp[tick]), int(b.fp[tick]), fp),
        )

    def at_vertices(self, vertices: tuple[int, int], a: Outline, b: Outline) -> PairedCells | None:
        """Each model at a vertex of its hull; None where no slope of equal costs touches both."""
        va, vb, fp, tp = (unpack(column) for column in self.cheapest)
        places = ((va == vertices[0]) & (vb == vertices[1])).nonzero()[0]
        if not len(places):
            return None
        alarms, found = (
            [round(float(hull[vertex])) for hull, vertex in zip(hulls, vertices, strict=True)]
            for hulls in ((a.hull_fp, b.hull_fp), (a.hull_tp, b.hull_tp))
        )
        both = round(float(tp[places[0]])), round(float(fp[places[0]]))
        return PairedCells(
            round(a.positives), round(a.negatives), (found[0], found[1], both[0]), (alarms[0], alarms[1], both[1])
        )


def _first_reached(thresholds: Floats, placed: Placed) -> Array:
    """Of falling thresholds the first at which each row is called: twice its place, and 1 more for a positive row."""
    rungs = len(placed.ladder.scores)
    above = placed.ladder.rungs_above(thresholds)
    last = 2 * len(thresholds)
    # Small numbers: rows lie on rungs without order, and what is looked up for them should stay near the processor.
    small = np.min_scalar_type(last + 1)
    places = np.repeat(np.arange(0, last + 1, 2, dtype=small), np.diff(above, prepend=0, append=rungs))
    found = places[placed.rungs]
    found += placed.positive
    return found


def _partners(wanted: Floats, rates: Floats) -> Array:
    """For each rate the last place whose own rate does not exceed it; -1 where even the first does."""
    return np.asarray(np.searchsorted(rates, wanted + SLACK, side="right") - 1)


def _reached(partners: Array, at: Array, size: int) -> Array:
    """The first place of the path at which the partner has come down to each row's own tick."""
    return _replaced(np.searchsorted(partners, np.arange(size + 1)), at)


def _turned(path: Array, at: Array) -> Array:
    """The first place of a path of vertices at which each row is called; nobody is at the vertex where it begins."""
    return _replaced(np.searchsorted(path, np.arange(int(at.max(initial=0)) // 2 + 1).clip(1)), at)


def _replaced(places: Array, at: Array) -> Array:
    """Other places for those of the rows; positive rows stay odd."""
    return np.asarray((2 * np.repeat(places, 2) + np.tile([0, 1], len(places)))[at])


def _both(a: Array, b: Array, size: int) -> tuple[str, ...]:
    """Negatives and positives that both models call, place by place along a path."""
    counts = np.bincount(np.maximum(a, b), minlength=2 * size)[: 2 * size]
    return tuple(pack(np.cumsum(counts[positive::2])) for positive in (0, 1))


def _together(truth: Array, called: Sequence[Array]) -> tuple[float, ...]:
    both = called[0] & called[1]
    return float((both & ~truth).sum()), float((both & truth).sum())


def _slopes(a: Outline, b: Outline) -> tuple[Array, Array]:
    """The pairs of vertices that a line of equal cost touches, as it turns from upright to flat."""
    edges = [_steepness(o) for o in (a, b)]
    places = np.concatenate([np.zeros(len(edges[0])), np.ones(len(edges[1]))])
    # Of two edges that are equally steep A's is first.
    order = np.argsort(-np.concatenate(edges), kind="stable")
    steps = places[order]
    va, vb = np.cumsum(steps == 0), np.cumsum(steps == 1)
    return np.concatenate([[0], va]), np.concatenate([[0], vb])


def _steepness(outline: Outline) -> Floats:
    x, y = outline.hull_rates
    across, up = np.diff(x), np.diff(y)
    return np.asarray(np.divide(up, across, out=np.full(len(up), np.inf), where=across > 0))
