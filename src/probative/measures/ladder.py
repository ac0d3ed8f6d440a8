"""Measures of scores: functions of the ladder."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from probative.errors import BadParameter
from probative.evidence import Ladder, Moments
from probative.evidence.arrays import Floats
from probative.measures.probabilities import (
    bins_of_equal_mass,
    isotonic_rates,
    log_losses,
    log_losses_by_rung,
    require_probabilities,
    squared_losses,
)
from probative.measures.registry import measure

_measure = partial(measure, needs=Ladder)
_mean = partial(measure, needs=Ladder, kind="mean")
_CHUNK = 1 << 16


def _one_class(ladder: Ladder, **_: Any) -> str:
    positives, negatives = ladder.totals
    if not positives:
        return "no actual positives"
    return "" if negatives else "no actual negatives"


def pairs_won(ladder: Ladder) -> float:
    """Weight of the (positive, negative) pairs that the scores order rightly, ties counted half (Mann-Whitney's U)."""
    before = won = 0.0
    # Chunks stay in the cache and need no long temporaries; floats hold counts of 10^10 rows and their products.
    for start in range(0, len(ladder.scores), _CHUNK):
        p = ladder.positives[start : start + _CHUNK].astype(np.float64)
        above = np.cumsum(p)
        above += before
        before = float(above[-1])
        p *= -0.5
        above += p
        won += float(np.dot(above, ladder.negatives[start : start + _CHUNK].astype(np.float64)))
    return won


def placements(ladder: Ladder) -> tuple[Floats, Floats]:
    """For each rung: the share of negatives below it, and of positives above it, ties counted half."""
    p, n = ladder.positives.astype(np.float64), ladder.negatives.astype(np.float64)
    above, beyond = np.cumsum(p), np.cumsum(n)
    total_p, total_n = above[-1], beyond[-1]
    return (total_n - beyond + n / 2) / total_n, (above - p / 2) / total_p


def _auc_gradient(ladder: Ladder) -> Floats:
    area = auc(ladder)
    below, above = placements(ladder)
    positives, negatives = ladder.totals
    return np.concatenate([(below - area) / positives, (above - area) / negatives])


@_measure(
    formula="P(score+ > score-) + P(score+ = score-) / 2",
    method="delong",
    reason=_one_class,
    gradient=_auc_gradient,
    aka=("roc_auc", "auroc", "c_statistic", "roc_auc_score"),
)
def auc(ladder: Ladder) -> Any:
    """Probability that a positive scores above a negative, ties counted half."""
    positives, negatives = ladder.totals
    # Two divisions: the product of 10^10-scale totals is no concern in floats, but this reads as a mean of means.
    return pairs_won(ladder) / positives / negatives if positives and negatives else np.nan


def _precision_by_rung(ladder: Ladder) -> tuple[Floats, Floats, Floats]:
    p = ladder.positives.astype(np.float64)
    tp = np.cumsum(p)
    called = tp + np.cumsum(ladder.negatives)
    return p, tp, np.maximum(called, np.finfo(float).tiny)


def _average_precision_gradient(ladder: Ladder) -> Floats:
    p, tp, called = _precision_by_rung(ladder)
    area, positives = average_precision(ladder), tp[-1]
    # A row on a rung counts at every threshold at or below it.
    gained = np.cumsum((p * (called - tp) / called**2)[::-1])[::-1]
    lost = np.cumsum((p * tp / called**2)[::-1])[::-1]
    return np.concatenate([(tp / called + gained - area) / positives, -lost / positives])


@_measure(
    formula="sum over rungs of (recall step) * precision",
    scale="logit",
    reason=lambda ladder, **_: "" if ladder.totals[0] else "no actual positives",
    gradient=_average_precision_gradient,
    aka=("ap", "pr_auc"),
)
def average_precision(ladder: Ladder) -> Any:
    """Precision averaged over the positives, at the threshold of each of them."""
    p, tp, called = _precision_by_rung(ladder)
    return float(np.dot(p, tp / called) / tp[-1]) if tp[-1] else np.nan


def _gap(ladder: Ladder) -> tuple[int, float, float]:
    """The rung at which the two score distributions differ most, with TPR and FPR there."""
    positives, negatives = ladder.totals
    tpr, fpr = np.cumsum(ladder.positives) / positives, np.cumsum(ladder.negatives) / negatives
    widest = int(np.argmax(np.abs(tpr - fpr)))
    return widest, float(tpr[widest]), float(fpr[widest])


def _ks_gradient(ladder: Ladder) -> Floats:
    widest, tpr, fpr = _gap(ladder)
    positives, negatives = ladder.totals
    above = np.arange(len(ladder.scores)) <= widest
    sign = 1.0 if tpr >= fpr else -1.0
    return sign * np.concatenate([(above - tpr) / positives, -(above - fpr) / negatives])


@_measure(
    formula="max |TPR(t) - FPR(t)|",
    scale="logit",
    reason=_one_class,
    gradient=_ks_gradient,
    aka=("ks_statistic", "kolmogorov_smirnov"),
    caution="the largest of many differences is too large on average; its interval takes the threshold as given",
)
def ks(ladder: Ladder) -> Any:
    """Largest distance between the score distributions of positives and negatives."""
    if _one_class(ladder):
        return np.nan
    _, tpr, fpr = _gap(ladder)
    return abs(tpr - fpr)


def _loss_gradient(ladder: Ladder, of_positives: Floats, of_negatives: Floats) -> Floats:
    """Gradient of the mean of a loss that depends on rung and class."""
    counts, _ = ladder.cells()
    losses = np.where(counts > 0, np.concatenate([of_positives, of_negatives]), 0.0)
    n = counts.sum()
    slopes: Floats = (losses - np.dot(losses, counts) / n) / n
    return slopes


def _squared_gradient(ladder: Ladder, rates: Floats) -> Floats:
    """Gradient of the mean squared distance of given rates from what happened."""
    return _loss_gradient(ladder, (1 - rates) ** 2, rates**2)


@_mean(
    formula="mean (score - y)^2",
    better="lower",
    scale="log",
    gradient=lambda ladder: _squared_gradient(ladder, ladder.scores),
    aka=("brier_score", "brier_score_loss"),
)
def brier(ladder: Ladder) -> Moments:
    """Mean squared distance of the predicted probability from what happened."""
    return squared_losses(ladder)


def _uncertainty(ladder: Ladder) -> float:
    positives, negatives = ladder.totals
    n = positives + negatives
    return (positives / n) * (negatives / n)


def _uncertainty_gradient(ladder: Ladder) -> Floats:
    positives, negatives = ladder.totals
    n = positives + negatives
    slope = (negatives - positives) / n / n
    ones = np.ones(len(ladder.scores))
    return np.concatenate([slope * negatives / n * ones, -slope * positives / n * ones])


def _brier_of(ladder: Ladder, rates: Floats) -> float:
    counts, _ = ladder.cells()
    return float(np.dot(np.concatenate([(1 - rates) ** 2, rates**2]), counts) / counts.sum())


def _skill_gradient(ladder: Ladder) -> Floats:
    brier_value, base = _brier_of(ladder, ladder.scores), _uncertainty(ladder)
    return -_squared_gradient(ladder, ladder.scores) / base + brier_value * _uncertainty_gradient(ladder) / base**2


@_measure(
    formula="1 - Brier / (prevalence (1 - prevalence))",
    low=-np.inf,
    scale="log-complement",
    reason=_one_class,
    gradient=_skill_gradient,
    aka=("bss",),
)
def brier_skill_score(ladder: Ladder) -> Any:
    """How much of the Brier score of always predicting the prevalence is removed."""
    require_probabilities(ladder)
    base = _uncertainty(ladder)
    return 1 - _brier_of(ladder, ladder.scores) / base if base else np.nan


@_measure(
    formula="Brier - Brier of the isotonic recalibration",
    better="lower",
    gradient=lambda ladder: (
        _squared_gradient(ladder, ladder.scores) - _squared_gradient(ladder, isotonic_rates(ladder))
    ),
    method="upper-bound",
    aka=("brier_miscalibration",),
    caution="even calibrated scores show some in a finite sample, so only the upper limit is estimated",
)
def brier_reliability(ladder: Ladder) -> Any:
    """Part of the Brier score (reliability - resolution + uncertainty) that a monotone recalibration would remove."""
    require_probabilities(ladder)
    return max(_brier_of(ladder, ladder.scores) - _brier_of(ladder, isotonic_rates(ladder)), 0.0)


@_measure(
    formula="prevalence (1 - prevalence) - Brier of the isotonic recalibration",
    gradient=lambda ladder: _uncertainty_gradient(ladder) - _squared_gradient(ladder, isotonic_rates(ladder)),
    aka=("brier_discrimination",),
    caution="recalibrating on the evaluated rows makes it a little too large in small samples",
)
def brier_resolution(ladder: Ladder) -> Any:
    """Part of the outcome's variance that the recalibrated scores explain."""
    require_probabilities(ladder)
    return max(_uncertainty(ladder) - _brier_of(ladder, isotonic_rates(ladder)), 0.0)


@_measure(formula="prevalence (1 - prevalence)", better="neither", gradient=_uncertainty_gradient)
def brier_uncertainty(ladder: Ladder) -> Any:
    """Brier score of always predicting the sample's prevalence."""
    return _uncertainty(ladder)


def _certain_and_wrong(ladder: Ladder, **_: Any) -> str:
    wrong = ladder.positives[ladder.scores <= 0].sum() + ladder.negatives[ladder.scores >= 1].sum()
    return f"{wrong:g} rows were given probability 0 for what happened" if wrong else ""


@_mean(
    formula="mean of -ln(probability given to what happened)",
    better="lower",
    high=np.inf,
    scale="log",
    reason=_certain_and_wrong,
    gradient=lambda ladder, clip=0.0: _loss_gradient(ladder, *log_losses_by_rung(ladder, clip)),
    aka=("cross_entropy", "logloss", "deviance"),
)
def log_loss(ladder: Ladder, clip: float = 0.0) -> Moments:
    """Mean negative log of the probability given to what happened; infinite if that was ever 0."""
    if not 0 <= clip < 0.5:
        raise BadParameter("clip must be at least 0 and under 0.5.", found=clip)
    return log_losses(ladder, clip)


def _calibration_gaps(ladder: Ladder, bins: int, strategy: str) -> tuple[Any, Floats, float]:
    require_probabilities(ladder)
    if bins < 1 or strategy not in ("mass", "width"):
        raise BadParameter("bins must be at least 1, strategy 'mass' or 'width'.", found=f"{bins}, {strategy!r}")
    if strategy == "mass":
        place = bins_of_equal_mass(ladder, bins)
    else:
        place = np.minimum((ladder.scores * bins).astype(np.intp), bins - 1)
    p, n = ladder.positives.astype(np.float64), ladder.negatives.astype(np.float64)
    gaps = np.bincount(place, p - (p + n) * ladder.scores, minlength=bins).astype(np.float64)
    return place, gaps, float(p.sum() + n.sum())


def _calibration_gradient(ladder: Ladder, bins: int = 10, strategy: str = "mass") -> Floats:
    place, gaps, n = _calibration_gaps(ladder, bins, strategy)
    sign = np.sign(gaps)[place]
    error = np.abs(gaps).sum() / n
    return np.concatenate([sign * (1 - ladder.scores) - error, -sign * ladder.scores - error]) / n


@_measure(
    formula="sum over bins of |positives - sum of scores| / n",
    better="lower",
    gradient=_calibration_gradient,
    method="scheffe",
    aka=("ece",),
    caution="too large on average in small samples, and it depends on the bins; its interval is conservative",
)
def expected_calibration_error(ladder: Ladder, bins: int = 10, strategy: str = "mass") -> Any:
    """Mean distance between predicted probability and observed frequency, bin by bin."""
    _, gaps, n = _calibration_gaps(ladder, bins, strategy)
    return float(np.abs(gaps).sum() / n)
