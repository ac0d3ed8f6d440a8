"""The ticks of a slider that moves the thresholds of several models: few, true to the rows, and easy to write."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from probative.curves.decimals import shortest
from probative.curves.hull import ladder_hull
from probative.evidence import Ladder
from probative.evidence.arrays import Array, Floats
from probative.evidence.mapped import picked
from probative.evidence.steps import steps_where

TICKS = 1001
CLASS_TICKS = 401
"""Of one class among several: every class has a slider of its own, and a page holds those of all."""
ENDS = np.array([0.005, 0.995])
"""Shares of the scores that nearly all lie between."""
CROWDED = 0.2
"""A part of the range from 0 to 1 that is small for nearly all probabilities to lie in."""
ROUND = (
    *(k / 100 for k in range(1, 100)),
    *(0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005),
    *(0.995, 0.998, 0.999, 0.9995, 0.9998, 0.9999),
)
"""Probabilities that people type."""
SHARES = np.linspace(0, 1, TICKS // 2)
"""Of either class: where half of the ticks would lie if one model had them all."""
# Rungs on which nothing lies are no ends.
SHARES[0] = np.finfo(np.float64).tiny


def unit_ticks() -> Floats:
    """1, 0.999, ..., 0."""
    return np.arange(TICKS - 1, -1, -1) / (TICKS - 1)


def shared_ticks(ladders: Sequence[Ladder], include: Sequence[float] = (), most: int = TICKS) -> Floats | None:
    """At most so many ticks for the scores of all models together; None: from 1 to 0 in steps of 0.001.

    They are those of `quantile_ticks`, and thresholds to include, 0, and the round probabilities that people type are
    among them if they lie among the scores. Even steps are taken where nothing is lost by them: where each of those
    ticks calls the rows that some even step calls too.

    >>> rounded, close = Ladder.from_scores([1, 0], [0.7, 0.2]), Ladder.from_scores([1, 0], [0.99995, 0.9999])
    >>> shared_ticks([rounded]) is None, shared_ticks([close])[[0, -1]].tolist()
    (True, [0.99995, 0.9999])
    """
    probabilities = all(ladder.scores[-1] >= 0 and ladder.scores[0] <= 1 for ladder in ladders)
    ticks = quantile_ticks(ladders, (*include, 0.0, *(ROUND if probabilities else ())), most)
    even = probabilities and all(
        np.isin(ladder.rungs_above(ticks), ladder.rungs_above(unit_ticks())).all() for ladder in ladders
    )
    return None if even else ticks


def quantile_ticks(ladders: Sequence[Ladder], include: Sequence[float] = (), most: int = TICKS) -> Floats:
    """At most so many scores of all the ladders together, high to low.

    The thresholds to include are among them, and the vertices of all hulls (some of them where there are more than have
    room). Of the others half are spaced so that each step moves about as many positives, half so that it moves about as
    many negatives: whichever class is rare is cut finely. All but the ends and those to include are rounded: vertices
    so that they call the same rows of their model, others by at most half a step.
    """
    spreads = zip(*(_spreads(ladder) for ladder in ladders), strict=True)
    pooled = [np.unique(np.concatenate(found)) if any(map(len, found)) else np.zeros(1) for found in spreads]
    low, high = min(found[0] for found in pooled), max(found[-1] for found in pooled)
    typed = [value for value in dict.fromkeys(include) if low <= value <= high][: most // 2]
    corners = _thinned(np.unique(np.concatenate([_corners(ladder) for ladder in ladders])), most - 2 - len(typed))
    chosen = _halves(pooled, most - 2 - len(typed) - len(corners))
    # Halved first: the distance of the largest floats is infinite.
    middles = np.append(low, chosen[:-1]) / 2 + chosen / 2
    inner = (chosen > low) & (chosen < high)
    written = written_cuts(chosen[inner], ladders, middles[inner])
    ticks = np.unique(np.concatenate([written, corners, typed, [low, high]]))[::-1]
    return np.asarray(ticks[np.linspace(0, len(ticks) - 1, most).round().astype(np.intp)])


def written_cuts(cuts: Floats, ladders: Sequence[Ladder], least: Floats | None = None) -> Floats:
    """Each cut as the shortest number that calls the same rows of all the ladders, or is above a number beside it.

    >>> written_cuts(np.array([0.71234]), [Ladder.from_scores([1, 0, 1], [0.9, 0.71234, 0.6])]).tolist()
    [0.7]
    """
    below = np.full(len(cuts), -np.inf)
    for ladder in ladders:
        place = ladder.rungs_above(cuts)
        inside = place < len(ladder.scores)
        below[inside] = np.maximum(below[inside], picked(ladder.scores, place[inside]))
    # An infinite cut has no digits, and one below which nothing lies needs no rounding.
    finite = np.isfinite(cuts) & np.isfinite(below)
    least = below if least is None else np.minimum(below, least)
    pairs = zip(least.tolist(), np.asarray(cuts).tolist(), finite, strict=True)
    return np.array([float(shortest(low, cut)) if known else cut for low, cut, known in pairs])


def crowded(ladder: Ladder) -> tuple[float, float] | None:
    """The ends between which 99 % of the scores lie, if they are close together."""
    high, low = _quantiles(ladder, ENDS, 0, ladder.length)
    return (float(low), float(high)) if 0 < high - low < CROWDED else None


def _corners(ladder: Ladder) -> Floats:
    """The finite thresholds of the vertices of the hull, where there is one, as they are printed."""
    if not all(ladder.totals):
        return np.zeros(0)
    found = ladder_hull(ladder).thresholds
    return written_cuts(found[np.isfinite(found)], [ladder])


def finite_rungs(ladder: Ladder) -> tuple[int, int]:
    """The first rung with a finite score, and the one behind the last: scores fall, infinite ones are at the ends."""
    return int(ladder.rungs_above(np.inf)), int(ladder.rungs_above(-np.inf, "right"))


def _spreads(ladder: Ladder) -> list[Floats]:
    """The ends of the finite scores, and some between any two of which lie about as many rows of either class."""
    first, last = finite_rungs(ladder)
    ends = _quantiles(ladder, SHARES[[0, -1]], first, last)
    return [np.concatenate([ends, _quantiles(ladder, SHARES, first, last, label)]) for label in (False, True)]


def _halves(columns: Sequence[Floats], most: int) -> Floats:
    """At most so many values of two rising columns: half of each, or all of the shorter one and more of the other."""
    short, long = sorted(columns, key=len)
    kept = _thinned(short, max(most // 2, most - len(long)))
    return np.union1d(kept, _thinned(long, most - len(kept)))


def _thinned(values: Floats, most: int) -> Floats:
    """At most so many of some rising values, evenly, with both ends."""
    if len(values) <= most:
        return values
    return np.asarray(values[np.linspace(0, len(values) - 1, most).round().astype(np.intp)])


def _quantiles(ladder: Ladder, shares: Floats, first: int, last: int, label: bool | None = None) -> Floats:
    """The scores above which these shares of the rows, or of a class, between two rungs lie; none without any."""
    tp, fp = ladder.down_to(np.array([first, last]))[:2]
    above, upto = _rows(tp, fp, label)
    if not upto > above:
        return np.zeros(0)
    rungs = np.full(len(shares), last - 1)
    for here, found in ladder.walked(reached, tuple(shares.tolist()), float(above), float(upto), label):
        rungs[here] = found
    return picked(ladder.scores, rungs.clip(first, last - 1))


def reached(
    stretch: Ladder, wanted: tuple[float, ...], above: float, upto: float, label: bool | None
) -> tuple[Array, Array]:
    """Which shares of the rows (or of a class) between two sums are reached on a stretch, and on which rungs."""
    shares = np.array(wanted)
    some, rungs = [np.zeros(0, np.intp)], [np.zeros(0, np.intp)]

    def here(tp: Floats, fp: Floats) -> Array:
        found = np.unique(np.searchsorted((_rows(tp, fp, label)[1:] - above) / (upto - above), shares))
        return found[found < len(tp) - 1]

    for step in steps_where(stretch, here):
        before = _rows(*step.before, label)
        # One class alone is summed up where only that one counts.
        way = step.called if label is None else step.tp if label else step.fp
        way -= above
        way /= upto - above
        passed = shares <= way[-1]
        inside = np.flatnonzero(passed & (shares > (before - above) / (upto - above)) if step.first else passed)
        some.append(inside)
        rungs.append(step.first + np.searchsorted(way, shares[inside]))
        stretch.note(rungs[-1])
    return np.concatenate(some), np.concatenate(rungs)


def _rows(tp: Any, fp: Any, label: bool | None) -> Any:
    """The rows of a class, or of both."""
    return tp + fp if label is None else tp if label else fp
