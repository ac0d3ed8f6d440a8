"""A ladder with fewer rungs, for drawing: curves of it run through points of the full curves."""

from __future__ import annotations

import numpy as np

from probative.evidence.arrays import Array, read_only
from probative.evidence.ladder import Ladder
from probative.evidence.mapped import picked
from probative.evidence.steps import steps

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
    chosen = [np.arange(min(TOP, ladder.length)), *ladder.walked(evenly, points)]
    ends = np.unique(np.concatenate([*chosen, [ladder.length - 1], np.zeros(0, int) if keep is None else keep]))
    starts = np.concatenate([[0], ends[:-1] + 1])
    return Ladder(read_only(picked(ladder.scores, ends)), *ladder.joined(starts))


def evenly(stretch: Ladder, points: int) -> Array:
    """Rungs of a stretch between which the ROC curve goes equal ways."""
    positives, negatives = (max(total, 1.0) for total in stretch.totals)
    chosen = [np.zeros(0, np.intp)]
    for step in steps(stretch):
        way = (step.tp / positives + step.fp / negatives) * (points / 2)
        before = way[0] - (step.p[0] / positives + step.n[0] / negatives) * (points / 2)
        # The rungs on which the way passes a whole number.
        chosen.append(step.first + np.searchsorted(way, np.arange(np.floor(before) + 1, np.floor(way[-1]) + 1)))
    found = np.concatenate(chosen)
    # The highest rungs are points of every drawn curve.
    stretch.note(np.concatenate([np.arange(TOP), found]))
    return found
