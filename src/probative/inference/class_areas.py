"""Areas under the curves of several classes: each class varies by itself, and small ones are not believed blindly.

Rows are ranked among other classes; the spread of these placements within a class is what its rows add to the variance
(DeLong). A class of one or two rows shows none, or far too little. Each class is therefore given two rows more, which
spread as Hanley and McNeil's formula says for an area of this size; Student's t has the degrees of freedom of the sum
(Satterthwaite), and the interval is symmetric on the logit scale.
"""

from __future__ import annotations

from math import nan

import numpy as np

from probative.evidence import ClassScores
from probative.inference.delta import gradient
from probative.inference.methods import interval, preferred
from probative.inference.scales import symmetric_on
from probative.inference.task import Limits, Task

ADDED = 2.0
"""Rows added to every class, whose placements spread as the formula says."""


def expected_spread(area: float) -> float:
    """Variance of a row's placement for an area of this size (Hanley and McNeil 1982), the larger of the two classes'.

    >>> round(expected_spread(0.8), 4)
    0.0711
    """
    return max(area / (2 - area), 2 * area**2 / (1 + area)) - area**2


@interval("placements-t", fits=preferred("placements-t"))
def placements(task: Task) -> Limits:
    """Placements of the rows of every class, with two more each, on the logit scale."""
    from scipy.special import stdtrit

    evidence = task.evidence
    assert isinstance(evidence, ClassScores)
    k = len(evidence.labels)
    mass, squares = (np.bincount(evidence.truth, cells, k) for cells in evidence.cells())
    rows = mass**2 / squares
    # Where all pairs are ranked alike, as if half a row more were not.
    edge = 0.5 / (float(rows.sum()) + 1)
    area = min(max(task.value, edge), 1 - edge) if task.value in (0.0, 1.0) else task.value
    slopes = gradient(task.measure, evidence, task.parameters)
    seen = np.bincount(evidence.truth, evidence.squared * slopes**2, k) * rows**2
    # A row takes part as its own class and as another's: two placements, each one k-th of the mean.
    parts = (seen + ADDED * 2 * expected_spread(area) / k**2) / (rows - 1 + ADDED) / rows
    spread = float(parts.sum())
    freedom = spread**2 / float((parts**2 / (rows - 1 + ADDED)).sum())
    ends = symmetric_on("logit", area, spread**0.5, float(stdtrit(max(freedom, 1.0), (1 + task.level) / 2)))
    if ends is None:
        return Limits(nan, nan, "the sample shows no spread from which an interval could be made")
    return Limits(min(ends[0], task.value), max(ends[1], task.value))
