"""Confidence bands of a ROC curve, at single points or for the whole curve at once."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from probative.curves.curve import Curve
from probative.curves.exact_band import exact_limits
from probative.curves.planes import roc_plane
from probative.curves.roc import roc
from probative.errors import BadParameter
from probative.evidence import Ladder
from probative.evidence.arrays import Array, Floats
from probative.inference.bootstrap import resampled_ladders
from probative.inference.levels import checked_level
from probative.inference.proportion import share_limits
from probative.inference.replicates import checked_replicates
from probative.pictures import Band, Chart, Line

FEW_ROWS = 100
"""Rows of a class below which a simultaneous band is that of order statistics."""


@dataclass(frozen=True, slots=True)
class RocBand(Curve):
    """TPR with limits at every FPR of a grid; `simultaneous` limits hold the whole curve with the level given."""

    fpr: Floats
    tpr: Floats
    low: Floats
    high: Floats
    level: float
    simultaneous: bool
    seed: int | None = None
    """The seed of the resampled curves; None where nothing was drawn."""

    def columns(self) -> dict[str, Array]:
        """The curve and its limits."""
        return {"fpr": self.fpr, "tpr": self.tpr, "low": self.low, "high": self.high}

    def picture(self, name: str = "") -> Chart:
        """The curve in its band."""
        kind = "simultaneous" if self.simultaneous else "pointwise"
        band = Band(self.fpr, self.low, self.high, series=0, hint=f"{self.level:.0%} {kind} band")
        return roc_plane("ROC curve with a band", band, Line(self.fpr, self.tpr, series=0, name=name))


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
    of the resampled curves inside everywhere; with fewer than 100 rows of a class they are exact (order statistics of
    both classes) and nothing is drawn, since resampled curves then vary too little.

    >>> import probative as pv
    >>> ladder = pv.Ladder.from_scores([1, 0, 1, 0, 1, 0], [0.9, 0.8, 0.7, 0.4, 0.3, 0.1])
    >>> band = pv.roc_band(ladder, replicates=50)
    >>> bool((band.low <= band.tpr).all() and (band.tpr <= band.high).all())
    True
    """
    checked_level(level)
    replicates = checked_replicates(replicates)
    if not isinstance(points, int | np.integer) or points < 2:
        raise BadParameter("a band needs at least two points.", found=repr(points))
    grid = np.linspace(0.0, 1.0, points)
    curve = roc(ladder).at(grid)
    if simultaneous and min(ladder.effective_totals) < FEW_ROWS * (1 - 1e-9):
        low, high = exact_limits(ladder, grid, level)
        return RocBand(grid, curve, np.minimum(low, curve), np.maximum(high, curve), level, True)
    drawn = np.stack(
        [roc(resample).at(grid) for resample in resampled_ladders(ladder, replicates=replicates, seed=random_state)]
    )
    if not simultaneous:
        low, high = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2], axis=0)
        return replace(_floored(ladder, grid, curve, low, high, level, False), seed=random_state)
    # A floor keeps points where no resample differs from narrowing the band to nothing.
    spread = np.maximum(drawn.std(axis=0), 0.5 / ladder.effective_totals[0])
    worst = (np.abs(drawn - curve) / spread).max(axis=1)
    width = np.quantile(worst, level) * spread
    low, high = (np.clip(curve + sign * width, 0, 1) for sign in (-1, 1))
    return replace(_floored(ladder, grid, curve, low, high, level, True), seed=random_state)


def _floored(
    ladder: Ladder, grid: Floats, curve: Floats, low: Floats, high: Floats, level: float, simultaneous: bool
) -> RocBand:
    """At least as wide as the rate of found positives alone is uncertain; resamples cannot see beyond 0 and 1.

    At FPR 0 the curve climbs from the origin, so the band there reaches down to 0.
    """
    total = ladder.effective_totals[0]
    # A whole curve has about ten places that vary independently.
    floor = 1 - (1 - level) / 10 if simultaneous else level
    limits = np.array([share_limits("wilson", tpr * total, total, floor)[0] for tpr in curve])
    low, high = np.minimum(low, limits[:, 0]), np.maximum(high, limits[:, 1])
    low[0] = 0.0
    return RocBand(grid, curve, low, high, level, simultaneous)
