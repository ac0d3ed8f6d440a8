"""An outline: what a page needs of a ladder to move a threshold, of the same size whatever the number of rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from probative.curves.hull import ladder_hull
from probative.curves.packing import pack, unpack
from probative.curves.roc import require_both_classes, thinned_ladder
from probative.curves.ticks import TICKS, crowded, finite_rungs, unit_ticks, written_cuts
from probative.errors import BadFormat
from probative.evidence import Ladder, Outcomes
from probative.evidence.arrays import Array, Floats
from probative.evidence.mapped import picked
from probative.pictures.simplify import kept_vertices

BINS = 50
UNIT = "unit"
"""Ticks from 0 to 1 in steps of 0.001 need not be written out."""
PIXELS, TOLERANCE = 300, 0.2
_DENSE = 4000


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """Exact counts at the ticks of a slider, the exact hull, a line to draw, and the scores' distribution.

    A row is called positive if its score is at least the tick; `fp` and `tp` run from the highest tick down.

    >>> outline = Outline.of(Ladder.from_scores([1, 0, 1, 0], [0.9, 0.4, 0.4, 0.1]))
    >>> at = 1000 - 400
    >>> [float(column[at]) for column in (outline.ticks, outline.fp, outline.tp)]
    [0.4, 1.0, 2.0]
    >>> outline.hull_tp.tolist()
    [0.0, 1.0, 2.0, 2.0]
    """

    positives: float
    negatives: float
    ticks: Floats
    """Thresholds from high to low."""
    fp: Floats
    tp: Floats
    hull_fp: Floats
    hull_tp: Floats
    hull_thresholds: Floats
    """Of each vertex the shortest number that calls the same rows."""
    line_fp: Floats
    line_tp: Floats
    span: tuple[float, float]
    """The ends between which the bins lie: of the finite scores, or of nearly all where they are crowded."""
    bins_negative: Floats
    bins_positive: Floats
    """Rows in this bin and those below it; a score beyond the ends is in the bin next to it."""
    squares: tuple[Floats, Floats] | None = None
    """Sums of squared weights of the negatives and the positives, at the ticks and then at the vertices of the hull,
    the last of which has all rows; None: unit weights."""

    @classmethod
    def of(cls, ladder: Ladder, ticks: Floats | None = None) -> Outline:
        """The outline of a ladder at these ticks (high to low; None: from 1 to 0 in steps of 0.001)."""
        require_both_classes(ladder)
        chosen = unit_ticks() if ticks is None else ticks
        above = ladder.rungs_above(chosen)
        hull = ladder_hull(ladder)
        at_hull = ladder.rungs_above(hull.thresholds)
        # The hull starts where nothing is called positive, even if a score is infinite.
        at_hull[0] = 0
        squares = None
        if ladder.weighted:
            _, _, p2, n2 = ladder.down_to(np.concatenate([above, at_hull]))
            squares = n2, p2
        tp, fp = ladder.down_to(above)[:2]
        hull_tp, hull_fp = ladder.down_to(at_hull)[:2]
        line_fp, line_tp = _line(ladder, at_hull)
        hull_thresholds = written_cuts(hull.thresholds, [ladder])
        low, high, below_negative, below_positive = _binned(ladder)
        return cls(
            # The running sums' own ends: of weights, another order of adding would leave a trace of a row.
            positives=float(hull_tp[-1]),
            negatives=float(hull_fp[-1]),
            ticks=chosen,
            fp=fp,
            tp=tp,
            hull_fp=hull_fp,
            hull_tp=hull_tp,
            hull_thresholds=hull_thresholds,
            line_fp=line_fp,
            line_tp=line_tp,
            span=(low, high),
            bins_negative=below_negative,
            bins_positive=below_positive,
            squares=squares,
        )

    @property
    def prevalence(self) -> float:
        """The share of positives."""
        return self.positives / (self.positives + self.negatives)

    @property
    def line_rates(self) -> tuple[Floats, Floats]:
        """False and true positive rates along the line to draw."""
        return self.line_fp / self.negatives, self.line_tp / self.positives

    @property
    def hull_rates(self) -> tuple[Floats, Floats]:
        """False and true positive rates of the hull's vertices."""
        return self.hull_fp / self.negatives, self.hull_tp / self.positives

    def at_ticks(self) -> Outcomes:
        """The outcomes at every tick, from the highest down."""
        return Outcomes.trusted(self.tp, self.positives - self.tp, self.fp, self.negatives - self.fp)

    def at_vertices(self) -> Outcomes:
        """The outcomes at every vertex of the hull, with squared weights where rows are weighted."""
        tp, fp, squares = self.hull_tp, self.hull_fp, None
        if self.squares is not None:
            n2, p2 = (column[len(self.ticks) :] for column in self.squares)
            squares = Outcomes.trusted(p2, p2[-1] - p2, n2, n2[-1] - n2)
        return Outcomes.trusted(tp, self.positives - tp, fp, self.negatives - fp, squares)

    def at_vertex(self, vertex: int) -> Outcomes:
        """The outcomes at one vertex of the hull."""
        every = self.at_vertices()
        squares = None if every.squares is None else _entry(every.squares, vertex)
        return _entry(every, vertex, squares)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON; columns are packed, see `packing`."""
        unit = len(self.ticks) == TICKS and bool((self.ticks == unit_ticks()).all())
        hull = [pack(column) for column in (self.hull_fp, self.hull_tp, self.hull_thresholds)]
        return {
            # As packed: three thirds are one row.
            "positives": float(unpack(hull[1])[-1]),
            "negatives": float(unpack(hull[0])[-1]),
            "ticks": UNIT if unit else pack(self.ticks),
            "grid": [pack(self.fp), pack(self.tp)],
            "hull": hull,
            "line": [pack(self.line_fp), pack(self.line_tp)],
            "span": list(self.span),
            "bins": [pack(self.bins_negative), pack(self.bins_positive)],
            "squares": self._packed_squares(),
        }

    def _packed_squares(self) -> list[str] | None:
        """Each column in two parts, neither of which falls."""
        if self.squares is None:
            return None
        at = len(self.ticks)
        return [pack(part) for column in self.squares for part in (column[:at], column[at:])]

    @classmethod
    def from_dict(cls, plain: dict[str, Any]) -> Outline:
        """The outline that `to_dict` described."""
        squares = [unpack(text) for text in plain.get("squares") or ()]
        fp, tp = plain["grid"]
        hull_fp, hull_tp, hull_thresholds = (unpack(text) for text in plain["hull"])
        line_fp, line_tp = plain["line"]
        low, high = plain["span"]
        negative, positive = plain["bins"]
        if [plain["negatives"], plain["positives"]] != [column[-1] for column in (hull_fp, hull_tp) if len(column)]:
            raise BadFormat("an outline does not have as many rows as it says.", remedy="save the findings again")
        made = cls(
            # All rows, as packed: so that none are left over where all are called positive.
            positives=float(hull_tp[-1]),
            negatives=float(hull_fp[-1]),
            ticks=unit_ticks() if plain["ticks"] == UNIT else unpack(plain["ticks"]),
            fp=unpack(fp),
            tp=unpack(tp),
            hull_fp=hull_fp,
            hull_tp=hull_tp,
            hull_thresholds=hull_thresholds,
            line_fp=unpack(line_fp),
            line_tp=unpack(line_tp),
            span=(float(low), float(high)),
            bins_negative=unpack(negative),
            bins_positive=unpack(positive),
            squares=(np.concatenate(squares[:2]), np.concatenate(squares[2:])) if squares else None,
        )
        sizes = [len(made.ticks), len(made.hull_fp), len(made.line_fp), BINS]
        if [len(made.tp), len(made.hull_tp), len(made.line_tp), len(made.bins_positive)] != sizes:
            raise BadFormat("the columns of an outline differ in length.", remedy="save the findings again")
        return made


def _entry(o: Outcomes, i: int, squares: Outcomes | None = None) -> Outcomes:
    tp, fn, fp, tn = (float(np.asarray(cell)[i]) for cell in (o.tp, o.fn, o.fp, o.tn))
    return Outcomes.trusted(tp, fn, fp, tn, squares)


def _line(ladder: Ladder, at_hull: Array) -> tuple[Floats, Floats]:
    """Vertices that draw both the ROC and the precision-recall curve to a fifth of a pixel."""
    dense = thinned_ladder(ladder, _DENSE)
    at = np.concatenate([[0], ladder.rungs_above(dense.scores)])
    tp, fp = ladder.down_to(at)[:2]
    # Rungs without rows are no step.
    moved = np.concatenate([[True], (np.diff(fp) > 0) | (np.diff(tp) > 0)])
    at, fp, tp = at[moved], fp[moved], tp[moved]
    return drawn_line(fp, tp, np.isin(at, at_hull), TOLERANCE)


def drawn_line(fp: Floats, tp: Floats, keep: Array, tolerance: float) -> tuple[Floats, Floats]:
    """Those of the points that draw the ROC and the precision-recall curve to so many pixels, and those to keep."""
    x, y = fp / fp[-1] * PIXELS, tp / tp[-1] * PIXELS
    precision = np.divide(tp, tp + fp, out=np.ones(len(tp)), where=tp + fp > 0) * PIXELS
    precision[0] = precision[1]
    known = -1
    while keep.sum() > known:
        # A vertex that one curve needs bends the other.
        known = int(keep.sum())
        keep = kept_vertices(y, precision, kept_vertices(x, y, keep, tolerance), tolerance)
    return fp[keep], tp[keep]


def _binned(ladder: Ladder) -> tuple[float, float, Floats, Floats]:
    """The rows of either class up to the end of each of BINS equal bins; what lies beyond is in the outer ones."""
    # Scores fall: infinite ones stand at the ends.
    first, last = finite_rungs(ladder)
    low, high = (float(ladder.scores[last - 1]), float(ladder.scores[first])) if first < last else (0.0, 0.0)
    if low >= 0 and high <= 1:
        low, high = crowded(ladder) or (0.0, 1.0)
    # Scores of the size of the largest floats are a quarter as far apart, lest their distance be infinite.
    quarter = 1.0 if np.isfinite(high - low) else 0.25
    width = (high * quarter - low * quarter) / BINS
    starts = np.sum(ladder.walked(_bin_starts, low * quarter, quarter, width), axis=0)
    above = ladder.down_to(np.concatenate([[ladder.length], starts]))[:2]
    of_positives, of_negatives = (np.cumsum(column[:-1] - column[1:]) for column in above)
    return low, high, of_negatives, of_positives


def _bin_starts(stretch: Ladder, low: float, quarter: float, width: float) -> Array:
    """How many rungs of a stretch lie above each bin; none above the last one."""
    rungs = len(stretch.scores)
    starts, ends = np.zeros(BINS, np.intp), np.full(BINS, rungs if width > 0 else 0)
    ends[-1] = 0
    while (starts < ends).any():
        # The first rung of each bin and of those below it, between two rungs that come nearer to each other.
        middle = (starts + ends) // 2
        at = picked(stretch.scores, np.minimum(middle, rungs - 1))
        beyond = (at * quarter - low) / width >= np.arange(1, BINS + 1)
        starts, ends = np.where(beyond & (middle < ends), middle + 1, starts), np.where(beyond, ends, middle)
    return starts
