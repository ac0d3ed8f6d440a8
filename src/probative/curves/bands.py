"""Confidence bands of a ROC curve, at single points or for the whole curve at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from probative.curves.curve import Curve
from probative.curves.roc import roc
from probative.errors import BadParameter
from probative.evidence import Ladder
from probative.evidence.arrays import Array, Floats
from probative.inference.bootstrap import resampled_ladders


@dataclass(frozen=True, slots=True)
class RocBand(Curve):
    """TPR with limits at every FPR of a grid; `simultaneous` limits hold the whole curve with the level given."""

    fpr: Floats
    tpr: Floats
    low: Floats
    high: Floats
    level: float
    simultaneous: bool

    def columns(self) -> dict[str, Array]:
        """The curve and its limits."""
        return {"fpr": self.fpr, "tpr": self.tpr, "low": self.low, "high": self.high}


def roc_band(
    ladder: Ladder,
    *,
    level: float = 0.95,
    simultaneous: bool = False,
    points: int = 101,
    replicates: int = 1000,
    random_state: int = 0,
) -> RocBand:
    """Limits for TPR at equal FPR, from resamples within each class.

    Pointwise limits are percentiles. Simultaneous ones are as many standard deviations wide as keep the given share
    of the resampled curves inside everywhere.

    >>> import probative as pv
    >>> ladder = pv.Ladder.from_scores([1, 0, 1, 0, 1, 0], [0.9, 0.8, 0.7, 0.4, 0.3, 0.1])
    >>> band = pv.roc_band(ladder, replicates=50)
    >>> bool((band.low <= band.tpr).all() and (band.tpr <= band.high).all())
    True
    """
    if not 0 < level < 1:
        raise BadParameter("a level lies between 0 and 1.", found=level)
    grid = np.linspace(0.0, 1.0, points)
    curve = roc(ladder).at(grid)
    drawn = np.stack(
        [roc(resample).at(grid) for resample in resampled_ladders(ladder, replicates=replicates, seed=random_state)]
    )
    if not simultaneous:
        low, high = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2], axis=0)
        return RocBand(grid, curve, np.minimum(low, curve), np.maximum(high, curve), level, False)
    # A floor keeps points where no resample differs from narrowing the band to nothing.
    spread = np.maximum(drawn.std(axis=0), 0.5 / ladder.totals[0])
    worst = (np.abs(drawn - curve) / spread).max(axis=1)
    width = np.quantile(worst, level) * spread
    return RocBand(grid, curve, np.clip(curve - width, 0, 1), np.clip(curve + width, 0, 1), level, True)
