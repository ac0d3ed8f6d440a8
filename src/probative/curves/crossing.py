"""Two ROC curves that cross: which of them is higher depends on the false positive rate."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from probative.curves.roc import roc, thinned_ladder
from probative.evidence import Ladder

CLEAR = 0.02
"""True positive rate by which each curve must be the higher one somewhere; less is how samples waver."""


@dataclass(frozen=True, slots=True)
class Crossing:
    """Where one curve is furthest above the other, and the other above it: false positive rates and gaps of TPR."""

    first_at: float
    first_by: float
    second_at: float
    second_by: float


def roc_crossing(first: Ladder, second: Ladder) -> Crossing | None:
    """Where each of two ROC curves is furthest above the other; None where one is never clearly higher.

    >>> a = Ladder.from_scores([1, 1, 1, 1, 0, 0, 0, 0], [9, 8, 2, 1, 7, 6, 5, 4])
    >>> b = Ladder.from_scores([1, 1, 1, 1, 0, 0, 0, 0], [7, 6, 5, 4, 9, 8, 2, 1])
    >>> roc_crossing(a, b)
    Crossing(first_at=0.0, first_by=0.5, second_at=0.5, second_by=0.5)
    """
    if not (all(first.totals) and all(second.totals)):
        return None
    one, other = (roc(thinned_ladder(ladder)) for ladder in (first, second))
    grid = np.union1d(one.fpr, other.fpr)
    gap = one.at(grid) - other.at(grid)
    most, least = int(gap.argmax()), int(gap.argmin())
    if gap[most] < CLEAR or gap[least] > -CLEAR:
        return None
    return Crossing(float(grid[most]), float(gap[most]), float(grid[least]), float(-gap[least]))
