"""Calibration: how well predicted probabilities agree with what happened."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from probative.curves.curve import Curve
from probative.curves.planes import calibration_plane, steps
from probative.errors import BadParameter
from probative.evidence import Ladder
from probative.evidence.arrays import Array, Floats, inner
from probative.evidence.steps import steps as rungs
from probative.inference import Estimate, estimate
from probative.inference.proportion import normal_quantile, share_limits
from probative.measurement.isotonic import isotonic_pools
from probative.measurement.ladder import one_class
from probative.pictures import Chart, Intervals, Line


@dataclass(frozen=True, slots=True)
class Fit:
    """A test of calibration: statistic, degrees of freedom (None: normal), p-value, and why there is none."""

    name: str
    statistic: float
    df: int | None
    p: float
    why: str | None = None


@dataclass(frozen=True, slots=True)
class CalibrationCurve(Curve):
    """Mean predicted probability and observed frequency per bin, with Wilson limits."""

    predicted: Floats
    observed: Floats
    low: Floats
    high: Floats
    n: Floats
    level: float
    ladder: Ladder

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
        label = name or f"bins with {self.level:.0%} limits"
        line = Line(self.predicted, self.observed, marked=True, series=0, name=label)
        limits = Intervals(self.low, self.high, self.predicted, across=False, series=0)
        scores, rates = self.isotonic()
        middles = np.concatenate([scores[:1], (scores[1:] + scores[:-1]) / 2, scores[-1:]])
        x, y = steps(middles, np.append(rates, rates[-1:]))
        fit = Line(x, y, thin=True, series=0, role="fit", hint="isotonic (ROC hull)")
        return calibration_plane("Calibration curve", line, limits, fit)

    def error(self, bins: int = 10) -> Estimate:
        """Expected calibration error with its interval."""
        return estimate("expected_calibration_error", self.ladder, level=self.level, bins=bins)

    def isotonic(self) -> tuple[Floats, Floats]:
        """The recalibrated probability of every score: the slopes of the ROC hull, as rates."""
        pools = isotonic_pools(self.ladder)
        return self.ladder.scores, pools.rates_of(0, len(self.ladder.scores))

    def line(self) -> tuple[Estimate, Estimate]:
        """Intercept and slope of what happened on the predicted log odds: (0, 1) for calibrated scores."""
        return _recalibration(self.ladder, self.level)

    def hosmer_lemeshow(self, bins: int = 10) -> Fit:
        """Chi-square of observed against expected counts by bins; bins - 2 degrees of freedom."""
        return _hosmer_lemeshow(self.ladder, bins)

    def spiegelhalter(self) -> Fit:
        """Z test of whether the Brier score is what calibrated scores would give."""
        return _spiegelhalter(self.ladder)


def calibration(ladder: Ladder, *, bins: int = 10, strategy: str = "mass", level: float = 0.95) -> CalibrationCurve:
    """The reliability curve: bins of equal mass (or "width"), tied scores never split.

    >>> import probative as pv
    >>> curve = pv.calibration(pv.Ladder.from_scores([0, 0, 1, 1], [0.1, 0.1, 0.8, 0.8]), bins=2)
    >>> curve.predicted.tolist(), curve.observed.tolist()
    ([0.1, 0.8], [0.0, 1.0])
    """
    ladder.require_probabilities()
    predicted, observed, mass, squares = _binned(ladder, bins, strategy)
    weighted = [None if squares is None else (float(a), float(b)) for a, b in squares] if squares is not None else None
    limits = [
        share_limits("wilson", p, m, level, None if weighted is None else weighted[i])[0]
        for i, (p, m) in enumerate(zip(observed * mass, mass, strict=True))
    ]
    low, high = np.array(limits).T
    return CalibrationCurve(predicted, observed, low, high, mass, level, ladder)


def _binned(ladder: Ladder, bins: int, strategy: str) -> tuple[Floats, Floats, Floats, Array | None]:
    """Mean score, share of positives and mass of every bin that is not empty; squared weights where there are any."""
    if not isinstance(bins, int) or bins < 1 or strategy not in ("mass", "width"):
        raise BadParameter(
            "bins must be a whole number of at least 1, strategy 'mass' or 'width'.", found=f"{bins}, {strategy!r}"
        )
    sums = np.zeros((5, bins))
    for step in rungs(ladder):
        mass = step.p + step.n
        middle = (step.tp + step.fp - mass / 2) / ladder.n
        place = np.minimum(((middle if strategy == "mass" else step.scores) * bins).astype(np.intp), bins - 1)
        columns = (mass, mass * step.scores, step.p, step.p_squared, step.p_squared + step.n_squared)
        for total, column in zip(sums, columns, strict=True):
            total += np.bincount(place, column, bins)
    sums = sums[:, sums[0] > 0]
    # Equal mass is counted from the top; the curve runs from low to high scores.
    sums = sums[:, np.argsort(sums[1] / sums[0], kind="stable")]
    squares = np.stack([sums[3], sums[4]], axis=1) if ladder.weighted else None
    return sums[1] / sums[0], sums[2] / sums[0], sums[0], squares


def _recalibration(ladder: Ladder, level: float) -> tuple[Estimate, Estimate]:
    """Logistic regression of the outcome on the log odds of the score, by Newton's method on the rungs."""
    ladder.require_probabilities()
    inside = (ladder.scores > 0) & (ladder.scores < 1)
    certain = float((ladder.positives + ladder.negatives)[~inside].sum())
    why = one_class(ladder) or ("scores of exactly 0 or 1 have no log odds" if certain else "")
    x = np.log(ladder.scores[inside] / (1 - ladder.scores[inside]))
    if not why and len(x) < 2:
        why = "all scores are equal"
    if why:
        none = Estimate(np.nan, np.nan, np.nan, level, None, ladder.n, why)
        return none, none
    p, mass = ladder.positives[inside].astype(np.float64), (ladder.positives + ladder.negatives)[inside]
    design = np.stack([np.ones_like(x), x])
    beta, information = _logistic_fit(design, p, mass.astype(np.float64))
    if information is None:
        none = Estimate(np.nan, np.nan, np.nan, level, None, ladder.n, "the scores separate the classes: no finite fit")
        return none, none
    errors = np.sqrt(np.diag(np.linalg.inv(information)))
    z = normal_quantile(level)
    intercept, slope = (
        Estimate(float(b), float(b - z * e), float(b + z * e), level, "wald", ladder.n)
        for b, e in zip(beta, errors, strict=True)
    )
    return intercept, slope


def _logistic_fit(design: Floats, p: Floats, mass: Floats) -> tuple[Floats, Floats | None]:
    """Coefficients of a logistic regression, and their information matrix; None where there is no finite fit."""
    from scipy.special import expit

    def likelihood(b: Floats) -> float:
        z = b @ design
        return inner(p, z) - inner(mass, np.logaddexp(0.0, z))

    beta = np.zeros(len(design))
    for _ in range(100):
        rate = expit(beta @ design)
        information = (design * (mass * rate * (1 - rate))) @ design.T
        if not np.isfinite(beta).all() or np.linalg.cond(information) > 1e14:
            return beta, None
        step = np.linalg.solve(information, design @ (p - mass * rate))
        if np.abs(step).max() < 1e-10 * (1 + np.abs(beta).max()):
            return beta, information
        # Far from the solution a full step may overshoot: half of it, until the fit improves.
        now = likelihood(beta)
        while likelihood(beta + step) < now and np.abs(step).max() > 1e-12:
            step = step / 2
        beta = beta + step
    return beta, None


def _hosmer_lemeshow(ladder: Ladder, bins: int) -> Fit:
    from scipy.special import chdtrc

    predicted, observed, mass, _ = _binned(ladder, bins, "mass")
    if len(mass) < 3:
        return Fit("Hosmer-Lemeshow", np.nan, None, np.nan, f"only {len(mass)} bins hold rows; three are needed")
    variance = mass * predicted * (1 - predicted)
    if (variance <= 0).any():
        return Fit("Hosmer-Lemeshow", np.nan, None, np.nan, "a bin predicts exactly 0 or 1")
    statistic = float((np.square(mass * (observed - predicted)) / variance).sum())
    return Fit("Hosmer-Lemeshow", statistic, len(mass) - 2, float(chdtrc(len(mass) - 2, statistic)))


def _spiegelhalter(ladder: Ladder) -> Fit:
    from scipy.special import ndtr

    s = ladder.scores
    p, n = ladder.positives.astype(np.float64), ladder.negatives.astype(np.float64)
    excess = inner((1 - s) * (1 - 2 * s), p) - inner(s * (1 - 2 * s), n)
    variance = inner(np.square(1 - 2 * s) * s * (1 - s), p + n)
    if variance <= 0:
        return Fit("Spiegelhalter", np.nan, None, np.nan, "all scores are 0, 0.5 or 1")
    z = excess / variance**0.5
    return Fit("Spiegelhalter", z, None, float(2 * ndtr(-abs(z))))
