"""The smooth calibration curve: what happened over what was predicted, without bins, in a band."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from probative.curves.curve import Curve
from probative.curves.planes import calibration_plane
from probative.errors import BadInput
from probative.evidence import Ladder, Ledger
from probative.evidence.arrays import Array, Floats
from probative.evidence.needed import need
from probative.inference import Estimate, estimate
from probative.inference.levels import checked_level
from probative.inference.proportion import normal_quantile
from probative.measurement.registry import find
from probative.measurement.smooth_calibration import smooth_fit
from probative.pictures import Band, Chart, Line, Shape


@dataclass(frozen=True, slots=True)
class SmoothCalibration(Curve):
    """A logistic regression on a spline of the log odds, at scores from the least to the largest, with limits."""

    predicted: Floats
    observed: Floats
    low: Floats
    high: Floats
    level: float
    knots: int
    ladder: Ladder
    why: str | None = None
    """Why there is no band."""

    def columns(self) -> dict[str, Array]:
        """The curve and its band."""
        return {"predicted": self.predicted, "observed": self.observed, "low": self.low, "high": self.high}

    def picture(self, name: str = "") -> Chart:
        """The curve in its band."""
        drawn: list[Shape] = [Line(self.predicted, self.observed, series=0, name=name or "smooth calibration curve")]
        if not self.why:
            hint = f"{self.level:.0%} pointwise band"
            drawn.insert(0, Band(self.predicted, self.low, self.high, series=0, hint=hint))
        return calibration_plane("Smooth calibration curve", *drawn)

    def index(self, measure: str = "integrated_calibration_index", random_state: int = 0) -> Estimate:
        """The mean distance from the diagonal (ICI), or "e50", "e90", with its interval."""
        return estimate(measure, self.ladder, level=self.level, random_state=random_state)


def smooth_calibration(
    evidence: Ladder | Ledger, *, knots: int | None = None, points: int = 101, level: float = 0.95
) -> SmoothCalibration:
    """The calibration curve by logistic regression on a restricted cubic spline of the scores' log odds.

    Knots: 2 (a line) to 5, at Harrell's quantiles; without a number, one for every ten rows of the rarer class. The
    band is pointwise, from the coefficients' covariance; of clustered rows (a Ledger) there is none.

    >>> import probative as pv
    >>> ladder = pv.Ladder.from_scores([0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.6, 0.7, 0.9])
    >>> curve = pv.smooth_calibration(ladder)
    >>> curve.knots, bool((curve.low < curve.observed).all())
    (2, True)
    """
    need(evidence, Ladder, Ledger)
    checked_level(level)
    ladder: Ladder = evidence.total() if isinstance(evidence, Ledger) else evidence
    ladder.require_probabilities()
    fit = smooth_fit(ladder, knots)
    if fit is None:
        why = find("integrated_calibration_index", ladder).why(ladder, knots=knots)
        raise BadInput("there is no smooth calibration curve.", found=why, remedy="look at the bins: calibration(...)")
    scores = _grid(ladder, points)
    low, high = fit.band(scores, normal_quantile(level))
    why_not = None
    if isinstance(evidence, Ledger):
        low = high = np.full(len(scores), np.nan)
        why_not = "rows of a cluster are alike: a band that takes them for independent would be too narrow"
    return SmoothCalibration(scores, fit.rates(scores), low, high, level, len(fit.knots), ladder, why_not)


def _grid(ladder: Ladder, points: int) -> Floats:
    """Scores between the least and the largest that there are, close where they are many and nowhere far apart."""
    some = np.flatnonzero((ladder.positives + ladder.negatives) > 0)
    known = ladder.scores[some][::-1]
    even = np.linspace(known[0], known[-1], max(points // 2, 2))
    many = known[np.linspace(0, len(known) - 1, max(points - len(even), 2)).astype(int)]
    return np.unique(np.concatenate([even, many]))
