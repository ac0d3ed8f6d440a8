"""Calibration: how well predicted probabilities agree with what happened."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self, cast

import numpy as np

from probative.curves import calibration_tests
from probative.curves.calibration_bins import binned
from probative.curves.calibration_tests import CalibrationTest
from probative.curves.curve import Curve
from probative.curves.from_rows import FromRows
from probative.curves.hosmer_lemeshow import hosmer_lemeshow as by_bins
from probative.curves.planes import calibration_plane, steps
from probative.evidence import Ladder, Ledger
from probative.evidence.arrays import Array, Floats
from probative.evidence.needed import need
from probative.inference import Estimate, estimate
from probative.inference.proportion import share_limits
from probative.measurement.isotonic import isotonic_pools
from probative.pictures import Chart, Intervals, Line, Shape

CLUSTERED = "rows of a cluster are alike: limits that take them for independent would be too narrow"


@dataclass(frozen=True, slots=True)
class CalibrationCurve(FromRows, Curve):
    """Mean predicted probability and observed frequency per bin, with Wilson limits."""

    predicted: Floats
    observed: Floats
    low: Floats
    high: Floats
    n: Floats
    level: float
    evidence: Ladder | Ledger
    why: str | None = None
    """Why bins have no limits."""

    @classmethod
    def of_ladder(cls, ladder: Ladder) -> Self:
        """The curve of a ladder."""
        return cast("Self", calibration(ladder))

    @property
    def ladder(self) -> Ladder:
        """All rows."""
        made: Ladder = self.evidence.total() if isinstance(self.evidence, Ledger) else self.evidence
        return made

    def columns(self) -> dict[str, Array]:
        """Bins with their limits."""
        return {
            "predicted": self.predicted,
            "observed": self.observed,
            "low": self.low,
            "high": self.high,
            "n": self.n,
        }

    def picture(self, name: str = "") -> Chart:
        """Bins with their limits, and the recalibrated probabilities."""
        bins = "bins" if self.why else f"bins with {self.level:.0%} limits"
        drawn: list[Shape] = [Line(self.predicted, self.observed, marked=True, series=0, name=name or bins)]
        if not self.why:
            drawn.append(Intervals(self.low, self.high, self.predicted, across=False, series=0))
        scores, rates = self.isotonic()
        middles = np.concatenate([scores[:1], (scores[1:] + scores[:-1]) / 2, scores[-1:]])
        x, y = steps(middles, np.append(rates, rates[-1:]))
        drawn.append(Line(x, y, thin=True, series=0, role="fit", hint="isotonic (ROC hull)"))
        return calibration_plane("Calibration curve", *drawn)

    def error(self, bins: int = 10) -> Estimate:
        """Expected calibration error with its interval."""
        return estimate("expected_calibration_error", self.evidence, level=self.level, bins=bins)

    def isotonic(self) -> tuple[Floats, Floats]:
        """The recalibrated probability of every score: the slopes of the ROC hull, as rates."""
        ladder = self.ladder
        return ladder.scores, isotonic_pools(ladder).rates_of(0, len(ladder.scores))

    def line(self) -> tuple[Estimate, Estimate]:
        """Intercept and slope of what happened on the predicted log odds: (0, 1) for calibrated scores."""
        intercept = estimate("calibration_intercept", self.evidence, level=self.level, slope=None)
        return intercept, estimate("calibration_slope", self.evidence, level=self.level)

    def test(self) -> CalibrationTest:
        """Whether intercept 0 and slope 1 fit what happened, at once, and which way the scores are off."""
        return calibration_tests.joint_test(self.evidence)

    def hosmer_lemeshow(self, bins: int = 10, *, fitted: bool = False) -> CalibrationTest:
        """Chi-square of observed against expected counts by bins; `fitted`: on the rows the model was fitted to."""
        return by_bins(self.evidence, bins, fitted=fitted)

    def spiegelhalter(self) -> CalibrationTest:
        """Z test of whether the Brier score is what calibrated scores would give."""
        return calibration_tests.spiegelhalter(self.evidence)


def calibration(
    evidence: Ladder | Ledger, *, bins: int = 10, strategy: str = "mass", level: float = 0.95
) -> CalibrationCurve:
    """The reliability curve: bins of equal mass (or "width"), tied scores never split.

    A Ledger is taken as one ladder per cluster: bins then have no limits, lines and tests let whole clusters vary.

    >>> import probative as pv
    >>> curve = pv.calibration(pv.Ladder.from_scores([0, 0, 1, 1], [0.1, 0.1, 0.8, 0.8]), bins=2)
    >>> curve.predicted.tolist(), curve.observed.tolist()
    ([0.1, 0.8], [0.0, 1.0])
    """
    need(evidence, Ladder, Ledger)
    clustered = isinstance(evidence, Ledger)
    ladder: Ladder = evidence.total() if isinstance(evidence, Ledger) else evidence
    ladder.require_probabilities()
    found = binned(ladder, bins, strategy)
    if clustered:
        low = high = np.full(len(found.mass), np.nan)
    else:
        limits = [
            share_limits("wilson", p, m, level, found.squares_of(i))[0]
            for i, (p, m) in enumerate(zip(found.observed * found.mass, found.mass, strict=True))
        ]
        low, high = np.array(limits).T
    why = CLUSTERED if clustered else None
    return CalibrationCurve(found.predicted, found.observed, low, high, found.mass, level, evidence, why)
