"""Calibration as a line: how far predicted probabilities are off on the whole, and whether they are too extreme."""

from __future__ import annotations

from functools import partial

import numpy as np

from probative.errors import BadParameter
from probative.evidence import Ladder, Moments
from probative.evidence.arrays import Floats, Number, inner
from probative.evidence.evidence import remembered
from probative.evidence.steps import CHUNK, steps
from probative.measurement.declaring import measure
from probative.measurement.ladder import one_class
from probative.measurement.logistic import SEPARATED, LogisticFit, common_weight, log_odds, logistic_fit
from probative.measurement.probabilities import Losses, mean_loss, no_rows
from probative.measurement.registry import Parameter, Slopes

_measure = partial(measure, needs=Ladder, probabilities=True, better="neither", low=-np.inf, high=np.inf)

COARSE = 2000
"""Rungs that are enough to begin with."""


def _surplus(ladder: Ladder) -> Losses:
    for step in steps(ladder):
        yield step, 1 - step.scores, -step.scores


def _sums(ladder: Ladder) -> tuple[float, float]:
    """Positives observed, and expected: the sum of the scores."""
    mass = (ladder.positives + ladder.negatives).astype(np.float64)
    return ladder.totals[0], inner(mass, ladder.scores)


def _in_the_large_share(ladder: Ladder) -> tuple[float, float, float]:
    expected = _sums(ladder)[1]
    return -expected / ladder.n, 1.0, ladder.effective_n


@measure(
    needs=Ladder,
    probabilities=True,
    kind="mean",
    better="neither",
    low=-1.0,
    formula="mean of y - mean of scores",
    reason=no_rows,
    slopes=lambda ladder: _surplus_slopes(ladder),
    as_share=_in_the_large_share,
    method="linearised",
    aka=("citl", "mean_calibration"),
    title="Calibration in the large",
    row_loss=lambda positive, score: positive - score,
)
def calibration_in_the_large(ladder: Ladder) -> Moments:
    """Observed share of positives minus the mean predicted probability: above 0 the scores are too low."""
    return mean_loss(ladder, _surplus(ladder))


def _surplus_slopes(ladder: Ladder) -> Slopes:
    mean, n = float(mean_loss(ladder, _surplus(ladder)).mean), ladder.n
    for step, of_positives, of_negatives in _surplus(ladder):
        yield step, (of_positives - mean) / n, (of_negatives - mean) / n


def _nothing_expected(ladder: Ladder) -> str:
    return no_rows(ladder) or ("all scores are 0" if not _sums(ladder)[1] else "")


def _ratio_share(ladder: Ladder) -> tuple[float, float, float]:
    return 0.0, ladder.n / _sums(ladder)[1], ladder.effective_n


def _ratio_slopes(ladder: Ladder) -> Slopes:
    observed, expected = _sums(ladder)
    for step in steps(ladder):
        share = step.scores * observed / expected
        yield step, (1 - share) / expected, -share / expected


@_measure(
    formula="positives / sum of scores",
    low=0.0,
    reason=_nothing_expected,
    slopes=_ratio_slopes,
    as_share=_ratio_share,
    method="linearised",
    aka=("oe_ratio", "o_e", "observed_to_expected"),
    title="Observed / expected",
)
def observed_expected_ratio(ladder: Ladder) -> Number:
    """Positives that happened for each that was predicted: above 1 the scores are too low."""
    observed, expected = _sums(ladder)
    return observed / expected if expected else np.nan


def no_line(ladder: Ladder, **_: Parameter) -> str:
    """Why there is no logistic regression on the log odds of the scores, if so."""
    some = (ladder.positives + ladder.negatives) > 0
    certain = some & ((ladder.scores <= 0) | (ladder.scores >= 1))
    if why := one_class(ladder):
        return why
    return "scores of exactly 0 or 1 have no log odds" if certain.any() else ""


def _no_slope(ladder: Ladder, **_: Parameter) -> str:
    if why := no_line(ladder):
        return why
    if int(((ladder.positives + ladder.negatives) > 0).sum()) < 2:
        return "all scores are equal"
    return "" if recalibration(ladder) else SEPARATED


def _no_intercept(ladder: Ladder, slope: float | None = 1.0) -> str:
    return _no_slope(ladder) if slope is None else no_line(ladder)


def occupied(ladder: Ladder) -> tuple[Floats, Floats, Floats]:
    """Log odds, positives and rows of the rungs that hold rows."""
    mass = (ladder.positives + ladder.negatives).astype(np.float64)
    some = mass > 0
    return log_odds(ladder.scores[some]), ladder.positives[some].astype(np.float64), mass[some]


@remembered
def recalibration(ladder: Ladder) -> LogisticFit | None:
    """Logistic regression of what happened on the log odds of the scores: intercept and slope, (0, 1) if calibrated."""
    if no_line(ladder):
        return None
    x, p, mass = occupied(ladder)
    if len(x) < 2:
        return None
    # The fit of a coarse ladder is nearly that of a long one, and leaves few steps to go.
    near = recalibration(ladder.coarsen(COARSE)) if len(x) > 10 * COARSE else None
    design = np.stack([np.ones_like(x), x])
    return logistic_fit(design, p, mass, start=None if near is None else near.beta)


@remembered
def moved(ladder: Ladder) -> LogisticFit | None:
    """The same with the slope held at 1: the intercept alone is fitted."""
    return _held(ladder, 1.0)


def _held(ladder: Ladder, slope: float) -> LogisticFit | None:
    if no_line(ladder):
        return None
    x, p, mass = occupied(ladder)
    return logistic_fit(np.ones((1, len(x))), p, mass, offset=slope * x)


def _fit(ladder: Ladder, slope: float | None) -> LogisticFit | None:
    if slope is None:
        return recalibration(ladder)
    return moved(ladder) if slope == 1 else _held(ladder, slope)


def fit_slopes(ladder: Ladder, fit: LogisticFit | None, place: int) -> Slopes:
    """The slopes of one coefficient: chunk by chunk, what a row of each class on each rung would change."""
    some = (ladder.positives + ladder.negatives) > 0
    whole = np.zeros((2, len(some)))
    if fit is not None:
        whole[:, some] = np.stack([column[place] for column in fit.influences()])
    for step in steps(ladder):
        part = slice(step.first, step.first + CHUNK)
        yield step, whole[0, part], whole[1, part]


def _spread(ladder: Ladder, fit: LogisticFit | None, place: int) -> tuple[float, float]:
    """Variance of a coefficient, and the skewness of the rows' influences for BCa."""
    if fit is None:
        return np.nan, 0.0
    weights = [column[(ladder.positives + ladder.negatives) > 0] for column in ladder.squared]
    variance = float(fit.covariance((weights[0], weights[1]), common_weight(ladder))[place, place])
    of_p, of_n = (column[place] for column in fit.influences())
    second = third = 0.0
    for counts, of_class in ((fit.p, of_p), (fit.mass - fit.p, of_n)):
        squares = of_class * of_class
        second, third = second + inner(counts, squares), third + inner(counts, squares * of_class)
    return variance, third / (6 * second**1.5) if second > 0 else 0.0


@_measure(
    formula="a of logit P(y = 1) = a + slope logit(score)",
    reason=_no_intercept,
    slopes=lambda ladder, slope=1.0: fit_slopes(ladder, _fit(ladder, slope), 0),
    spread=lambda ladder, slope=1.0: _spread(ladder, _fit(ladder, slope), 0),
)
def calibration_intercept(ladder: Ladder, slope: float | None = 1.0) -> Number:
    """Shift of the log odds that would calibrate the scores on the whole: above 0 they are too low.

    The slope is held at 1 (calibration in the large on the log odds scale), or at another number; slope=None fits both,
    as the intercept of a calibration plot's line is.
    """
    if slope is not None and not np.isfinite(slope):
        raise BadParameter("the slope must be a finite number, or None to fit it.", found=slope)
    fit = _fit(ladder, slope)
    return float(fit.beta[0]) if fit is not None else np.nan


@_measure(
    formula="b of logit P(y = 1) = a + b logit(score)",
    reason=_no_slope,
    slopes=lambda ladder: fit_slopes(ladder, recalibration(ladder), 1),
    spread=lambda ladder: _spread(ladder, recalibration(ladder), 1),
)
def calibration_slope(ladder: Ladder) -> Number:
    """Slope of what happened on the predicted log odds: under 1 the scores are too extreme (overconfident)."""
    fit = recalibration(ladder)
    return float(fit.beta[1]) if fit is not None else np.nan
