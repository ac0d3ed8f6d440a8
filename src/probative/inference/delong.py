"""DeLong's variance of the AUC from the ladder: one pass, no pairs, ties included."""

from __future__ import annotations

import numpy as np

from probative.evidence import Ladder
from probative.evidence.arrays import inner
from probative.measurement.ladder import auc, placements


def delong_variance(ladder: Ladder) -> float:
    """Variance of the AUC by the variances of the placements (DeLong, DeLong, Clarke-Pearson 1988).

    nan with fewer than two positives or negatives. With weights, squared weights take the place of
    counts and effective numbers that of n - 1.
    """
    area = auc(ladder)
    spread = np.zeros(2)
    for step, below, above in placements(ladder):
        spread[0] += inner(step.p_squared, np.square(below - area))
        spread[1] += inner(step.n_squared, np.square(above - area))
    total = 0.0
    for mass, squares, sum_of_squares in zip(ladder.totals, ladder.squared, spread, strict=True):
        rows = mass**2 / float(squares.sum())
        if rows <= 1:
            return float("nan")
        total += float(sum_of_squares) / mass**2 * rows / (rows - 1)
    return total
