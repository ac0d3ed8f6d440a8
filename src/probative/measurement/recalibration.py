"""Calibration as a line: how far predicted probabilities are off on the whole, and whether they are too extreme."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from probative.errors import BadParameter
from probative.evidence import Ladder, Moments
from probative.evidence.arrays import Floats, Number, inner
from probative.evidence.evidence import remembered
from probative.evidence.steps import Step, steps
from probative.measurement.declaring import measure
from probative.measurement.ladder import one_class
from probative.measurement.logistic import (
    SEPARATED,
    Block,
    Blocks,
    LogisticFit,
    common_weight,
    log_odds,
    logistic_fit,
)
from probative.measurement.probabilities import Losses, certain_and_wrong, mean_loss, no_rows
from probative.measurement.registry import Parameter, Slopes

_measure = partial(measure, needs=Ladder, probabilities=True, better="neither", low=-np.inf, high=np.inf)

COARSE = 2000
"""Rungs that are enough to begin with."""
TOLD = 1.96
"""Standard errors that a slope lies from 1 where it is told from it."""


def _surplus(ladder: Ladder) -> Losses:
    for step in steps(ladder):
        yield step, 1 - step.scores, -step.scores


@remembered
def _sums(ladder: Ladder) -> tuple[float, float]:
    """Positives observed, and expected: the sum of the scores."""
    return ladder.totals[0], sum(inner(step.p + step.n, step.scores) for step in steps(ladder))


@remembered
def _surplus_mean(ladder: Ladder) -> Moments:
    return mean_loss(ladder, _surplus(ladder))


@measure(
    needs=Ladder,
    probabilities=True,
    kind="mean",
    better="neither",
    low=-1.0,
    formula="mean of y - mean of scores",
    reason=no_rows,
    slopes=lambda ladder: _surplus_slopes(ladder),
    method="square-and-add",
    aka=("citl", "mean_calibration"),
    title="Calibration in the large",
    row_loss=lambda positive, score: positive - score,
    smooth=True,
)
def calibration_in_the_large(ladder: Ladder) -> Moments:
    """Observed share of positives minus the mean predicted probability: above 0 the scores are too low."""
    return _surplus_mean(ladder)


def _surplus_slopes(ladder: Ladder) -> Slopes:
    mean, n = float(_surplus_mean(ladder).mean), ladder.n
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
    smooth=True,
)
def observed_expected_ratio(ladder: Ladder) -> Number:
    """Positives that happened for each that was predicted: above 1 the scores are too low."""
    observed, expected = _sums(ladder)
    return observed / expected if expected else np.nan


@remembered
def _certain(ladder: Ladder) -> tuple[int, int]:
    """The first rung below a score of 1, and the first one of a score of 0: scores fall, so these stand at the ends."""
    return int(ladder.rungs_above(1.0)), int(ladder.rungs_above(0.0, "right"))


def no_line(ladder: Ladder, **_: Parameter) -> str:
    """Why there is no logistic regression on the log odds of the scores, if so."""
    if why := one_class(ladder) or certain_and_wrong(ladder):
        return why
    between = slice(*_certain(ladder))
    p, n = ladder.positives[between].any(), ladder.negatives[between].any()
    return "" if p and n else "no positives and negatives with scores between 0 and 1"


def no_odds(ladder: Ladder) -> str:
    """Why there is no curve over the log odds of all scores, if so."""
    sure, never = _certain(ladder)
    certain = ladder.positives[:sure].any() or ladder.negatives[never:].any()
    return no_line(ladder) or ("scores of exactly 0 or 1 have no log odds" if certain else "")


def one_score(ladder: Ladder) -> bool:
    """Whether all rows that are not certain have the same score."""
    occupied = 0
    for step in map(uncertain, steps(ladder)):
        occupied += int(np.count_nonzero(step.p + step.n))
        if occupied > 1:
            return False
    return True


def uncertain(step: Step) -> Step:
    """A stretch without its rows of probability 0 and 1, which happened as foretold.

    Whatever the intercept and a positive slope, a line gives them probability 1: they add nothing to its likelihood.
    """
    if step.scores[-1] > 0 and step.scores[0] < 1:
        return step
    inside = (step.scores > 0) & (step.scores < 1)
    p, n = (column * inside for column in step.counts)
    squares = None if step.squares is None else (step.squares[0] * inside, step.squares[1] * inside)
    return replace(step, counts=(p, n), squares=squares)


def _no_slope(ladder: Ladder, **_: Parameter) -> str:
    if why := no_line(ladder):
        return why
    if one_score(ladder):
        return "all scores are equal"
    return "" if recalibration(ladder) else SEPARATED


def _no_intercept(ladder: Ladder, slope: float | None = 1.0) -> str:
    return _no_slope(ladder) if slope is None else no_line(ladder)


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """A fitted line: its coefficients, their covariance, and the skewness of the rows' influences on each."""

    fit: LogisticFit
    covariance: Floats
    lean: Floats

    @property
    def beta(self) -> Floats:
        """Intercept and, where it was fitted, slope."""
        return self.fit.beta


def odds_of(step: Step) -> Floats:
    """Log odds of the scores of rungs; 0 on empty and on certain ones, which have no weight."""
    some = ((step.p + step.n) > 0) & (step.scores > 0) & (step.scores < 1)
    return log_odds(step.scores if some.all() else np.where(some, step.scores, 0.5))


def line_blocks(ladder: Ladder, slope: float | None = None, odds: Floats | None = None) -> Blocks:
    """The rungs with a row of ones and their log odds as columns; with a slope given, that part is fixed.

    `odds`: the log odds of all rungs, where they are at hand.
    """

    def blocks() -> Iterator[Block]:
        for step in map(uncertain, steps(ladder)):
            x = odds_of(step) if odds is None else odds[step.part]
            ones = np.ones((1, len(x)))
            yield Block(step, np.stack([ones[0], x])) if slope is None else Block(step, ones, slope * x)

    return blocks


@remembered
def _lines(ladder: Ladder) -> tuple[Line | None, Line | None]:
    """The line with slope 1, and the free one: both at once, because the log odds are laid out once for both."""
    if no_line(ladder):
        return None, None
    odds = np.concatenate([odds_of(step) for step in steps(ladder)])
    start = _start(ladder, odds)
    line = None if one_score(ladder) else _line(ladder, line_blocks(ladder, None, odds), start[1:])
    return _line(ladder, line_blocks(ladder, 1.0, odds), start[:1], right=not _bent(line)), line


def _bent(line: Line | None) -> bool:
    """Whether the slope is seen not to be 1: a model that holds it there does not know how its intercept varies.

    With log odds three times too large, its own standard error covered 0.73 of the samples.
    """
    return line is not None and abs(line.beta[1] - 1) > TOLD * line.covariance[1, 1] ** 0.5


def _line(ladder: Ladder, blocks: Blocks, start: Floats, *, right: bool = True) -> Line | None:
    """The line, whose covariance is the model's where that may be right and rows weigh the same."""
    fit, weight = logistic_fit(blocks, start), common_weight(ladder) if right else None
    return None if fit is None else Line(fit, fit.covariance(blocks, weight), fit.acceleration(blocks))


def _start(ladder: Ladder, odds: Floats) -> Floats:
    """Shift, intercept and slope of a few joined rungs: nearly those of all, so that few steps are left to go."""
    size = len(odds) // COARSE
    if size < 10:
        return np.zeros(3)
    parts = []
    for step in map(uncertain, steps(ladder)):
        rows, firsts = step.p + step.n, np.arange(0, len(step.p), size)
        columns = (step.p, step.n, rows * odds[step.part])
        parts.append(np.stack([np.add.reduceat(column, firsts) for column in columns]))
    p, n, weighed = np.concatenate(parts, axis=1)
    few, x = Step(0, ladder.scores[:0], (p, n)), weighed / np.maximum(p + n, 1e-300)
    ones = np.ones((1, len(x)))
    shift = logistic_fit(lambda: iter([Block(few, ones, x)]), np.zeros(1))
    line = logistic_fit(lambda: iter([Block(few, np.stack([ones[0], x]))]), np.zeros(2))
    return np.concatenate([np.zeros(k) if fit is None else fit.beta for k, fit in ((1, shift), (2, line))])


def moved(ladder: Ladder) -> Line | None:
    """Logistic regression on the log odds of the scores with the slope held at 1: the intercept alone is fitted."""
    return _lines(ladder)[0]


def recalibration(ladder: Ladder) -> Line | None:
    """Logistic regression of what happened on the log odds of the scores: intercept and slope, (0, 1) if calibrated."""
    return _lines(ladder)[1]


def _fit(ladder: Ladder, slope: float | None) -> Line | None:
    if slope is None:
        return recalibration(ladder)
    if slope == 1:
        return moved(ladder)
    return None if no_line(ladder) else _line(ladder, line_blocks(ladder, slope), np.zeros(1))


def fit_slopes(ladder: Ladder, slope: float | None, place: int) -> Slopes:
    """The slopes of one coefficient: chunk by chunk, what a row of each class on each rung would change."""
    line = _fit(ladder, slope)
    for block in line_blocks(ladder, slope)():
        if line is None:
            yield block.step, *np.zeros((2, len(block.step.p)))
        else:
            of_p, of_n = line.fit.influences(block)
            inside = (block.step.scores > 0) & (block.step.scores < 1)
            yield block.step, of_p[place] * inside, of_n[place] * inside


def _spread(line: Line | None, place: int) -> tuple[float, float]:
    """Variance of a coefficient, and the skewness of the rows' influences for BCa."""
    return (np.nan, 0.0) if line is None else (float(line.covariance[place, place]), float(line.lean[place]))


@_measure(
    formula="a of logit P(y = 1) = a + slope logit(score)",
    reason=_no_intercept,
    slopes=lambda ladder, slope=1.0: fit_slopes(ladder, slope, 0),
    spread=lambda ladder, slope=1.0: _spread(_fit(ladder, slope), 0),
    smooth=True,
)
def calibration_intercept(ladder: Ladder, slope: float | None = 1.0) -> Number:
    """Shift of the log odds that would calibrate the scores on the whole: above 0 they are too low.

    The slope is held at 1 (calibration in the large on the log odds scale), or at another number; slope=None fits both,
    as the intercept of a calibration plot's line is.
    """
    if slope is not None and not np.isfinite(slope):
        raise BadParameter("the slope must be a finite number, or None to fit it.", found=slope)
    line = _fit(ladder, slope)
    return float(line.beta[0]) if line is not None else np.nan


@_measure(
    formula="b of logit P(y = 1) = a + b logit(score)",
    reason=_no_slope,
    slopes=lambda ladder: fit_slopes(ladder, None, 1),
    spread=lambda ladder: _spread(recalibration(ladder), 1),
    smooth=True,
)
def calibration_slope(ladder: Ladder) -> Number:
    """Slope of what happened on the predicted log odds: under 1 the scores are too extreme (overconfident)."""
    line = recalibration(ladder)
    return float(line.beta[1]) if line is not None else np.nan
