"""A ladder with fewer rungs, for drawing: curves of it run through points of the full curves."""

from __future__ import annotations

from math import floor

import numpy as np

from probative.evidence.arrays import Array, read_only
from probative.evidence.evidence import remembered
from probative.evidence.ladder import Ladder
from probative.evidence.mapped import picked
from probative.evidence.steps import steps

FINEST = 4000
"""Ways of which all shorter ones that are asked for consist."""
TOP = 32
"""Rungs that are kept whatever the way, from the highest."""


def thinned(ladder: Ladder, points: int = 500, keep: Array | None = None) -> Ladder:
    """About that many rungs, chosen evenly along the ROC curve, and those to keep; counts down to each are exact.

    For drawing, and not for measures.

    >>> long = Ladder.from_scores([0, 1] * 2000, np.linspace(0, 1, 4000))
    >>> len(long.scores), 500 < len(thinned(long).scores) < 600
    (4000, True)
    """
    if ladder.length <= points:
        return ladder.gathered
    # Every so many of the finest ways: all who thin a ladder share one walk.
    ways = FINEST if FINEST % points == 0 else points
    chosen = _evenly(ladder, ways)[ways // points - 1 :: ways // points]
    kept = np.zeros(0, int) if keep is None else keep
    ends = np.unique(np.concatenate([np.arange(min(TOP, ladder.length)), chosen, [ladder.length - 1], kept]))
    starts = np.concatenate([[0], ends[:-1] + 1])
    return Ladder(read_only(picked(ladder.scores, ends)), *ladder.joined(starts))


@remembered
def _evenly(ladder: Ladder, points: int) -> Array:
    return np.concatenate(ladder.walked(evenly, points))


def evenly(stretch: Ladder, points: int) -> Array:
    """Rungs of a stretch between which the ROC curve goes equal ways."""
    a_positive, a_negative = (points / 2 / max(total, 1.0) for total in stretch.totals)
    above = stretch.beginning.positives * a_positive + stretch.beginning.negatives * a_negative
    chosen, passed = [np.zeros(0, np.intp)], floor(above)
    for step in steps(stretch):
        way = step.tp
        way *= a_positive
        fp = step.fp
        fp *= a_negative
        way += fp
        # The rungs on which the way passes a whole number, each of them once.
        upto = floor(way[-1])
        chosen.append(step.first + np.searchsorted(way, np.arange(passed + 1, upto + 1)))
        passed = upto
    found = np.concatenate(chosen)
    # The highest rungs are points of every drawn curve.
    stretch.note(np.concatenate([np.arange(TOP), found]))
    return found
