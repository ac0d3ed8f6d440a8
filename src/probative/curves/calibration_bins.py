"""Bins of a ladder: mean score, share of positives and rows of each.

By mass, bins hold equal shares of the rows, counted from the highest score, and tied scores are never split. By width,
a bin holds the scores of [a, b), the last one also 1; scikit-learn's `calibration_curve` bins (a, b].
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from probative.errors import BadParameter
from probative.evidence import Ladder
from probative.evidence.arrays import Array, Floats
from probative.measurement.score_bins import bin_sums


@dataclass(frozen=True, slots=True, eq=False)
class Bins:
    """The bins that hold rows, from low scores to high."""

    predicted: Floats
    observed: Floats
    mass: Floats
    squares: Array | None
    """Squared weights of the positives and of all rows, bin by bin; None where rows are not weighted."""

    def squares_of(self, i: int) -> tuple[float, float] | None:
        """Squared weights of one bin."""
        return None if self.squares is None else (float(self.squares[i, 0]), float(self.squares[i, 1]))


def binned(ladder: Ladder, bins: int, strategy: str) -> Bins:
    """The bins of a ladder, by "mass" or by "width".

    >>> binned(Ladder.from_scores([0, 1, 1], [0.2, 0.5, 0.9]), 2, "width").observed.tolist()
    [0.0, 1.0]
    """
    if not isinstance(bins, int) or bins < 1 or strategy not in ("mass", "width"):
        raise BadParameter(
            "bins must be a whole number of at least 1, strategy 'mass' or 'width'.", found=f"{bins}, {strategy!r}"
        )
    sums = bin_sums(ladder, bins, strategy)
    sums = sums[:, sums[0] > 0]
    # Equal mass is counted from the top; the curve runs from low to high scores.
    sums = sums[:, np.argsort(sums[1] / sums[0], kind="stable")]
    squares = np.stack([sums[3], sums[4]], axis=1) if ladder.weighted else None
    return Bins(sums[1] / sums[0], sums[2] / sums[0], sums[0], squares)
