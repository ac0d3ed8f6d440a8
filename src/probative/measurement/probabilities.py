"""Measures of scores that are probabilities: proper losses and calibration."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from probative.errors import BadParameter
from probative.evidence import Ladder, Moments
from probative.evidence.arrays import Array, Floats, Number, inner
from probative.evidence.condensed import condensed
from probative.evidence.evidence import remembered
from probative.evidence.steps import Step, steps
from probative.measurement.declaring import measure
from probative.measurement.isotonic import isotonic_pools
from probative.measurement.ladder import one_class
from probative.measurement.registry import Parameter, Slopes
from probative.measurement.ruled_out import ruled_out

Losses = Iterator[tuple[Step, Floats, Floats]]
"""Chunk by chunk, the loss of a positive and of a negative on each rung."""
LOSS_ORDER = 3
"""A mean needs its losses' second power for a standard error and the third for its skewness."""


def no_rows(ladder: Ladder, **_: Parameter) -> str:
    """The reason why nothing exists without rows, if so."""
    return "" if ladder.n else "no rows"


_measure = partial(measure, needs=Ladder, probabilities=True)
_mean = partial(measure, needs=Ladder, kind="mean", probabilities=True)


def mean_loss(ladder: Ladder, losses: Losses) -> Moments:
    """Moments of a loss that depends on rung and class."""
    total: Moments | None = None
    for step, of_positives, of_negatives in losses:
        has_p, has_n = step.p > 0, step.n > 0
        if not (has_p.any() or has_n.any()):
            continue
        values = np.concatenate([of_positives[has_p], of_negatives[has_n]])
        if np.isinf(values).any():
            nothing = np.full(LOSS_ORDER + 1, np.nan)
            nothing[0] = ladder.n
            return Moments(np.inf, nothing)
        counts = np.concatenate([step.p[has_p], step.n[has_n]])
        squares = np.concatenate([step.p_squared[has_p], step.n_squared[has_n]]) if ladder.weighted else None
        part = Moments.from_groups(values, counts, squares, LOSS_ORDER)
        total = part if total is None else total + part
    return Moments(np.nan, np.full(LOSS_ORDER + 1, np.nan)) if total is None else total


def _loss_moves(losses: Callable[..., Losses], mean_of: Callable[..., float]) -> Callable[..., Slopes]:
    """How far the loss of either outcome lies from the mean, for every rung."""

    def moves(ladder: Ladder, **parameters: Parameter) -> Slopes:
        mean, n = mean_of(ladder, **parameters), ladder.n
        if np.isinf(mean):
            # No row moves an infinite mean, and no loss has a distance from it: there are no slopes.
            mean = np.nan
        for step, of_positives, of_negatives in losses(ladder, **parameters):
            yield step, (of_positives - mean) / n, (of_negatives - mean) / n

    return moves


def _of_those_seen(moves: Callable[..., Slopes]) -> Callable[..., Slopes]:
    """The slopes of what happened: the loss of a class that is not on the rung may be infinite; it has no weight."""

    def slopes(ladder: Ladder, **parameters: Parameter) -> Slopes:
        for step, of_positives, of_negatives in moves(ladder, **parameters):
            unseen = np.where(np.isnan(of_positives), np.nan, 0.0)
            yield step, np.where(step.p > 0, of_positives, unseen), np.where(step.n > 0, of_negatives, unseen)

    return slopes


def _squared(ladder: Ladder) -> Losses:
    for step in steps(ladder):
        yield step, np.square(1 - step.scores), np.square(step.scores)


def _recalibrated(ladder: Ladder) -> Losses:
    pools = isotonic_pools(ladder)
    for step in steps(ladder):
        rate = pools.rates_of(step.first, len(step.p))
        yield step, np.square(1 - rate), np.square(rate)


@remembered
def _squared_mean(ladder: Ladder) -> Moments:
    return mean_loss(ladder, _squared(ladder))


def _recalibrated_brier(ladder: Ladder) -> float:
    if not ladder.n:
        return np.nan
    pools = isotonic_pools(ladder)
    return inner(pools.p, pools.n / (pools.p + pools.n)) / ladder.n


_squared_moves = _loss_moves(_squared, lambda ladder: float(_squared_mean(ladder).mean))
_squared_slopes = _of_those_seen(_squared_moves)
_recalibrated_slopes = _of_those_seen(_loss_moves(_recalibrated, _recalibrated_brier))


@_mean(
    formula="mean (score - y)^2",
    better="lower",
    scale="log",
    method="t-skewed",
    reason=no_rows,
    slopes=_squared_slopes,
    foretold=_squared_moves,
    aka=("brier_score", "brier_score_loss"),
    title="Brier score",
    places=(
        "summary",
        "folds",
    ),
    row_loss=lambda positive, score: (positive - score) ** 2,
    smooth=True,
)
def brier(ladder: Ladder) -> Moments:
    """Mean squared distance of the predicted probability from what happened."""
    return _squared_mean(ladder)


def _uncertainty(ladder: Ladder) -> float:
    positives, negatives = ladder.totals
    return (positives / ladder.n) * (negatives / ladder.n) if ladder.n else np.nan


def _uncertainty_slopes(ladder: Ladder) -> Slopes:
    positives, negatives = ladder.totals
    n = ladder.n
    slope = (negatives - positives) / n / n
    for step in steps(ladder):
        ones = np.ones(len(step.p))
        yield step, slope * negatives / n * ones, -slope * positives / n * ones


def _combined(*terms: tuple[Callable[[Ladder], float], Callable[[Ladder], Slopes]]) -> Callable[[Ladder], Slopes]:
    """Slopes of a weighted sum of values."""

    def slopes(ladder: Ladder) -> Slopes:
        factors = [factor(ladder) for factor, _ in terms]
        for parts in zip(*(walk(ladder) for _, walk in terms), strict=True):
            of_p = sum(f * part[1] for f, part in zip(factors, parts, strict=True))
            of_n = sum(f * part[2] for f, part in zip(factors, parts, strict=True))
            yield parts[0][0], np.asarray(of_p), np.asarray(of_n)

    return slopes


def _skill_slopes(squared: Callable[[Ladder], Slopes]) -> Callable[[Ladder], Slopes]:
    return _combined(
        (lambda ladder: -1 / _uncertainty(ladder), squared),
        (lambda ladder: float(_squared_mean(ladder).mean) / _uncertainty(ladder) ** 2, _uncertainty_slopes),
    )


@_measure(
    formula="1 - Brier / (prevalence (1 - prevalence))",
    low=-np.inf,
    scale="log-complement",
    method="skill",
    reason=one_class,
    slopes=_skill_slopes(_squared_slopes),
    foretold=_skill_slopes(_squared_moves),
    aka=("bss",),
    smooth=True,
)
def brier_skill_score(ladder: Ladder) -> Number:
    """How much of the Brier score of always predicting the prevalence is removed."""
    base = _uncertainty(ladder)
    return 1 - _squared_mean(ladder).mean / base if base > 0 else np.nan


@remembered
def _recalibration_gap(ladder: Ladder) -> float:
    return float(_squared_mean(condensed(ladder)).mean) - _recalibrated_brier(ladder)


def reliability_slopes(ladder: Ladder) -> Slopes:
    """What a row's own loss changes by recalibration, less what all rows' losses do."""
    pools, n, gap = isotonic_pools(ladder), ladder.n, _recalibration_gap(ladder)
    for step in steps(ladder):
        rate = pools.rates_of(step.first, len(step.p))
        # Of a negative s^2 - r^2, of a positive (1 - s)^2 - (1 - r)^2.
        apart, both = step.scores - rate, step.scores + rate
        of_negatives = apart * both
        yield step, (of_negatives - 2 * apart - gap) / n, (of_negatives - gap) / n


@_measure(
    formula="Brier - Brier of the isotonic recalibration",
    better="lower",
    slopes=reliability_slopes,
    method="upper-bound",
    reason=no_rows,
    aka=("brier_miscalibration", "mcb"),
    caution="even calibrated scores show some in a finite sample, so only the upper limit is estimated",
)
def brier_reliability(ladder: Ladder) -> Number:
    """Part of the Brier score (reliability - resolution + uncertainty) that a monotone recalibration would remove."""
    return np.maximum(_squared_mean(condensed(ladder)).mean - _recalibrated_brier(ladder), 0.0)


@_measure(
    formula="prevalence (1 - prevalence) - Brier of the isotonic recalibration",
    slopes=_combined((lambda _: 1.0, _uncertainty_slopes), (lambda _: -1.0, _recalibrated_slopes)),
    reason=no_rows,
    method="withheld",
    aka=("brier_discrimination", "dsc"),
    caution="recalibrating on the evaluated rows makes it too large by an unknown amount: no interval is known to hold",
)
def brier_resolution(ladder: Ladder) -> Number:
    """Part of the outcome's variance that the recalibrated scores explain."""
    resolution: Number = np.maximum(_uncertainty(ladder) - _recalibrated_brier(ladder), 0.0)
    return resolution


@_measure(
    formula="prevalence (1 - prevalence)",
    better="neither",
    reason=no_rows,
    slopes=_uncertainty_slopes,
    method="of-prevalence",
    probabilities=False,
    order_only=True,
    aka=("unc",),
)
def brier_uncertainty(ladder: Ladder) -> Number:
    """Brier score of always predicting the sample's prevalence."""
    return _uncertainty(ladder)


def certain_and_wrong(ladder: Ladder, **_: Parameter) -> str:
    """The reason why a log-loss is infinite, no line fits log odds, and scores are not true, if so."""
    if not ladder.n:
        return "no rows"
    # Scores fall: those of 1 and of 0 stand at the ends.
    sure, never = int(ladder.rungs_above(1.0)), int(ladder.rungs_above(0.0, "right"))
    wrong = ladder.positives[never:].sum() + ladder.negatives[:sure].sum()
    return ruled_out(float(wrong), weighted=ladder.weighted)


def logarithmic(ladder: Ladder, clip: float = 0.0) -> Losses:
    """Negative logs of the probabilities given to a positive and to a negative."""
    for step in steps(ladder):
        p = np.clip(step.scores, clip, 1 - clip)
        with np.errstate(divide="ignore"):
            yield step, -np.log(p) + 0.0, -np.log1p(-p) + 0.0


@remembered
def _surprise_mean(ladder: Ladder, clip: float) -> Moments:
    return mean_loss(ladder, logarithmic(ladder, clip))


_surprise_moves = _loss_moves(logarithmic, lambda ladder, clip=0.0: float(_surprise_mean(ladder, clip).mean))


def _surprise(positive: Array, score: Floats, clip: float = 0.0) -> Floats:
    p = np.clip(score, clip, 1 - clip)
    with np.errstate(divide="ignore"):
        return np.where(positive, -np.log(p), -np.log1p(-p)) + 0.0


@_mean(
    formula="mean of -ln(probability given to what happened)",
    better="lower",
    high=np.inf,
    scale="log",
    method="t-skewed",
    reason=certain_and_wrong,
    slopes=_of_those_seen(_surprise_moves),
    foretold=_surprise_moves,
    aka=("cross_entropy", "logloss", "deviance"),
    title="Log-loss",
    places=(
        "summary",
        "folds",
    ),
    row_loss=_surprise,
    smooth=True,
)
def log_loss(ladder: Ladder, clip: float = 0.0) -> Moments:
    """Mean negative log of the probability given to what happened; infinite if that was ever 0."""
    if not 0 <= clip < 0.5:
        raise BadParameter("clip must be at least 0 and under 0.5.", found=clip)
    return _surprise_mean(ladder, clip)
