"""Binormal scores: those of negatives are normal, those of positives the same, moved up."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from math import log, sqrt

import numpy as np
from scipy.special import expit, ndtr, ndtri, xlogy
from scipy.stats import norm

from probative.evidence import Ladder, Outcomes
from probative.evidence.arrays import Array, Floats
from probative.validation.worlds.world import POPULATION, by_definition

FAR = 9.0
"""Standard deviations beyond which nothing is integrated."""


@dataclass(frozen=True)
class Binormal:
    """A signal x that is N(0, 1) for negatives and N(separation, 1) for positives, and the calibrated score of it.

    >>> world = Binormal(prevalence=0.3, auc=0.8)
    >>> round(world.separation, 4), round(float(world.score(world.middle)), 4)
    (1.1902, 0.3)
    """

    prevalence: float
    auc: float

    @cached_property
    def separation(self) -> float:
        """How far apart the classes are, in standard deviations: AUC = Phi(separation / sqrt 2)."""
        return sqrt(2) * float(ndtri(self.auc))

    @property
    def middle(self) -> float:
        """The signal halfway between the classes, where both error rates are equal."""
        return self.separation / 2

    def score(self, x: Floats | float) -> Floats:
        """The probability that a row with this signal is positive: scores are calibrated."""
        odds = log(self.prevalence / (1 - self.prevalence))
        return np.asarray(expit(odds + self.separation * (np.asarray(x) - self.middle)), np.float64)

    def tpr(self, fpr: Floats) -> Floats:
        """The ROC curve."""
        return np.asarray(ndtr(self.separation + ndtri(fpr)), np.float64)

    def rows(self, n: int, rng: np.random.Generator) -> tuple[Array, Floats]:
        """Truths and signals of independent rows."""
        truth = rng.random(n) < self.prevalence
        return truth, rng.normal(size=n) + self.separation * truth

    def shares(self, cut: float | None = None) -> Floats:
        """The population's share of true positives, false negatives, false positives and true negatives at a cut."""
        at = self.middle if cut is None else cut
        recall, fpr = float(ndtr(self.separation - at)), float(ndtr(-at))
        p = self.prevalence
        return np.array([p * recall, p * (1 - recall), (1 - p) * fpr, (1 - p) * (1 - fpr)])

    def gridded(self, steps: int = 20_000) -> Ladder:
        """The population as a ladder: the signal on a fine grid."""
        x = np.linspace(-6.0, self.separation + 6.0, steps)
        width = x[1] - x[0]
        p = np.rint(POPULATION * self.prevalence * width * norm.pdf(x - self.separation)).astype(np.int64)
        n = np.rint(POPULATION * (1 - self.prevalence) * width * norm.pdf(x)).astype(np.int64)
        kept = p + n > 0
        return Ladder.from_counts(self.score(x[kept]), p[kept], n[kept])

    def __str__(self) -> str:
        return f"prevalence {self.prevalence:g}, AUC {self.auc:g}"


@cache
def cell_truths(scores: Binormal) -> dict[str, float]:
    """Measures of outcomes at the middle cut."""
    tp, fn, fp, tn = (float(share) * POPULATION for share in scores.shares())
    return by_definition(Outcomes, lambda: Outcomes.trusted(tp, fn, fp, tn))


@cache
def score_truths(scores: Binormal) -> dict[str, float]:
    """Measures of scores: in closed form or by quadrature; others by definition on a fine grid of the signal.

    >>> round(score_truths(Binormal(0.3, 0.8))["ks"], 4)
    0.4482
    """
    p, d = scores.prevalence, scores.separation
    x = np.linspace(-FAR, d + FAR, 8001)
    up, down = p * norm.pdf(x - d), (1 - p) * norm.pdf(x)
    s = scores.score(x)
    called, found = (1 - p) * ndtr(-x), p * ndtr(d - x)
    brier = _integral((up + down) * s * (1 - s), x)
    known = {
        "auc": scores.auc,
        "gini": 2 * scores.auc - 1,
        "ks": float(2 * ndtr(d / 2) - 1),
        "equal_error_rate": float(ndtr(-d / 2)),
        "average_precision": _integral(found / (found + called) * up, x) / p,
        "brier": brier,
        "brier_uncertainty": p * (1 - p),
        "brier_resolution": p * (1 - p) - brier,
        "brier_reliability": 0.0,
        "brier_skill_score": 1 - brier / (p * (1 - p)),
        "log_loss": -_integral((up + down) * (xlogy(s, s) + xlogy(1 - s, 1 - s)), x),
        "expected_calibration_error": 0.0,
        "debiased_calibration_error": 0.0,
        "calibration_intercept": 0.0,
        "calibration_slope": 1.0,
        "observed_expected_ratio": 1.0,
        "sensitivity_at_specificity": float(ndtr(d - ndtri(0.9))),
        "specificity_at_sensitivity": float(ndtr(d - ndtri(0.9))),
    }
    return known | by_definition(Ladder, scores.gridded, besides=known)


def _integral(values: Floats, x: Floats) -> float:
    """By the trapezium rule, which for smooth functions that vanish at both ends is exact to rounding."""
    return float(values.sum() * (x[1] - x[0]))
