"""A ladder with fewer rungs, for drawing: curves of it run through points of the full curves."""

from __future__ import annotations

import numpy as np

from probative.evidence.arrays import Array, read_only
from probative.evidence.ladder import Ladder
from probative.evidence.steps import steps


def thinned(ladder: Ladder, points: int = 500, keep: Array | None = None) -> Ladder:
    """About that many rungs, chosen evenly along the ROC curve, and those to keep; counts down to each are exact.

    For drawing, and not for measures.

    >>> long = Ladder.from_scores([0, 1] * 2000, np.linspace(0, 1, 4000))
    >>> len(long.scores), 500 < len(thinned(long).scores) < 600
    (4000, True)
    """
    if len(ladder.scores) <= points:
        return ladder
    positives, negatives = (max(total, 1.0) for total in ladder.totals)
    chosen = [np.arange(min(32, len(ladder.scores)))]
    for step in steps(ladder):
        way = (step.tp / positives + step.fp / negatives) * (points / 2)
        before = way[0] - (step.p[0] / positives + step.n[0] / negatives) * (points / 2)
        # The rungs on which the way passes a whole number.
        chosen.append(step.first + np.searchsorted(way, np.arange(np.floor(before) + 1, np.floor(way[-1]) + 1)))
    ends = np.unique(np.concatenate([*chosen, [len(ladder.scores) - 1], np.zeros(0, int) if keep is None else keep]))
    starts = np.concatenate([[0], ends[:-1] + 1])
    return Ladder(read_only(ladder.scores[ends]), *ladder.joined(starts))
