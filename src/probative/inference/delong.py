"""DeLong's variance of the AUC from the ladder: one pass, no pairs, ties included."""

from __future__ import annotations

import numpy as np

from probative.evidence import Ladder
from probative.measures.ladder import auc, placements


def delong_variance(ladder: Ladder) -> float:
    """Variance of the AUC by the variances of the placements (DeLong, DeLong, Clarke-Pearson 1988).

    nan with fewer than two positives or negatives. With weights, squared weights take the place of
    counts and effective numbers that of n - 1.
    """
    area = auc(ladder)
    below, above = placements(ladder)
    total = 0.0
    for counts, squares, placed in zip(
        (ladder.positives, ladder.negatives), ladder.squared, (below, above), strict=True
    ):
        mass, square = float(counts.sum()), float(squares.sum())
        rows = mass**2 / square
        if rows <= 1:
            return float("nan")
        placed -= area
        np.square(placed, out=placed)
        total += float(np.dot(squares, placed)) / mass**2 * rows / (rows - 1)
    return total
