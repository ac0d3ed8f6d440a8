"""Regression errors against those of the best constant: what a model adds to knowing the targets' middle."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import inf, nan

import numpy as np

from probative.errors import BadParameter
from probative.evidence import ValuePairs
from probative.evidence.arrays import Floats, Number
from probative.evidence.evidence import remembered
from probative.measurement.declaring import measure
from probative.measurement.deviances import outside, unit_deviance
from probative.measurement.registry import Parameter

_against = partial(measure, needs=ValuePairs, method="jackknife")
Losses = Callable[[Floats, Floats], Floats]
"""What rows lose, from their targets and predictions."""
Both = tuple[Losses, Losses]
"""Losses of the model, and of the best constant, which looks at no prediction."""
ALL = slice(None)


@remembered
def _mean_target(pairs: ValuePairs) -> float:
    return pairs.mean_of(lambda rows: pairs.truth[rows])


def _constant(pairs: ValuePairs, **_: Parameter) -> str:
    if pairs.truth[0] != pairs.truth[-1]:
        return ""
    return "fewer than two rows" if pairs.effective_n <= 1 else "all targets are equal"


def _of(pairs: ValuePairs, losses: Losses) -> Callable[[slice], Floats]:
    return lambda rows: losses(pairs.truth[rows], pairs.predicted[rows])


def _ratio(pairs: ValuePairs, both: Both) -> float:
    return nan if _constant(pairs) else pairs.sum_of(_of(pairs, both[0])) / pairs.sum_of(_of(pairs, both[1]))


def _ratio_moves(pairs: ValuePairs, both: Both, moved: Losses | None = None) -> Callable[[slice], Floats]:
    """Change of the ratio per unit of each row; `moved` is what a row does to the constant's loss by moving it.

    A constant that is best by its own loss has none: there the loss is flat.
    """
    total, ratio = pairs.sum_of(_of(pairs, both[1])), _ratio(pairs, both)

    def moves(rows: slice) -> Floats:
        y, h = pairs.truth[rows], pairs.predicted[rows]
        base = both[1](y, h) if moved is None else both[1](y, h) + moved(y, h)
        return (both[0](y, h) - ratio * base) / total

    return moves


def _absolute(pairs: ValuePairs) -> Both:
    mean = _mean_target(pairs)
    return lambda y, h: np.abs(y - h), lambda y, _: np.abs(y - mean)


@remembered
def _absolute_moves(pairs: ValuePairs) -> Callable[[slice], Floats]:
    mean = _mean_target(pairs)
    lean = pairs.sum_of(lambda rows: np.sign(pairs.truth[rows] - mean)) / pairs.n
    return _ratio_moves(pairs, _absolute(pairs), lambda y, _: -lean * (y - mean))


@_against(
    formula="sum |y - h| / sum |y - mean y|",
    better="lower",
    high=inf,
    scale="log",
    reason=_constant,
    gradient=lambda pairs, rows=ALL: _absolute_moves(pairs)(rows),
    aka=("rae",),
    on_request=True,
)
def relative_absolute_error(pairs: ValuePairs) -> Number:
    """Absolute errors as a share of those of always predicting the mean target; above 1 is worse than that."""
    return _ratio(pairs, _absolute(pairs))


def _squared(pairs: ValuePairs) -> Both:
    mean = _mean_target(pairs)
    return lambda y, h: (y - h) ** 2, lambda y, _: (y - mean) ** 2


@remembered
def _root_moves(pairs: ValuePairs) -> Callable[[slice], Floats]:
    both = _squared(pairs)
    root, moves = np.sqrt(_ratio(pairs, both)), _ratio_moves(pairs, both)
    return lambda rows: moves(rows) / (2 * root) if root else np.zeros(len(pairs.mass[rows]))


@_against(
    pull="square",
    formula="sqrt(sum (y - h)^2 / sum (y - mean y)^2)",
    better="lower",
    high=inf,
    scale="log",
    reason=_constant,
    gradient=lambda pairs, rows=ALL: _root_moves(pairs)(rows),
    aka=("rrse", "rsr"),
    on_request=True,
)
def root_relative_squared_error(pairs: ValuePairs) -> Number:
    """RMSE as a share of that of always predicting the mean target: the square root of 1 - R2."""
    return float(np.sqrt(_ratio(pairs, _squared(pairs))))


@remembered
def _skill_moves(pairs: ValuePairs, both: Callable[..., Both], parameter: float) -> Callable[[slice], Floats]:
    """How far each row moves 1 - the ratio of two losses."""
    moves = _ratio_moves(pairs, both(pairs, parameter))
    return lambda rows: -moves(rows)


def _quantiles_loss(pairs: ValuePairs, alpha: float) -> Both:
    if not 0 <= alpha <= 1:
        raise BadParameter("alpha lies between 0 and 1.", found=alpha)
    best = float(pairs.targets.quantile(alpha))
    return (
        lambda y, h: np.maximum(alpha * (y - h), (alpha - 1) * (y - h)),
        lambda y, _: np.maximum(alpha * (y - best), (alpha - 1) * (y - best)),
    )


def _deviances(pairs: ValuePairs, power: float) -> Both:
    mean = _mean_target(pairs)
    return (
        lambda y, h: unit_deviance(y, h, power),
        lambda y, _: unit_deviance(y, np.full(len(y), mean), power),
    )


@_against(
    formula="1 - sum |y - h| / sum |y - median y|",
    low=-inf,
    scale="log-complement",
    reason=_constant,
    gradient=lambda pairs, rows=ALL: _skill_moves(pairs, _quantiles_loss, 0.5)(rows),
    aka=("d2_absolute_error_score",),
    title="D² of absolute errors",
)
def d2_absolute(pairs: ValuePairs) -> Number:
    """Share of the absolute errors of always predicting the median target that is removed."""
    return 1 - _ratio(pairs, _quantiles_loss(pairs, 0.5))


@_against(
    formula="1 - pinball loss / pinball loss of the alpha-quantile of y",
    low=-inf,
    scale="log-complement",
    reason=lambda pairs, alpha=0.5: (
        _constant(pairs) or ("" if 0 < alpha < 1 else "the best constant makes no error at this alpha")
    ),
    gradient=lambda pairs, alpha=0.5, rows=ALL: _skill_moves(pairs, _quantiles_loss, alpha)(rows),
    aka=("d2_pinball_score",),
    title="D² of pinball losses",
    on_request=True,
)
def d2_pinball(pairs: ValuePairs, alpha: float = 0.5) -> Number:
    """Share of the pinball loss of always predicting the targets' alpha-quantile that is removed."""
    return 1 - _ratio(pairs, _quantiles_loss(pairs, alpha)) if 0 < alpha < 1 else nan


@_against(
    formula="1 - Tweedie deviance / Tweedie deviance of the mean of y",
    low=-inf,
    scale="log-complement",
    reason=lambda pairs, power=0.0: _no_deviance(pairs, power),
    gradient=lambda pairs, power=0.0, rows=ALL: _skill_moves(pairs, _deviances, power)(rows),
    aka=("d2_tweedie_score",),
    title="D² of Tweedie deviances",
    on_request=True,
)
def d2_tweedie(pairs: ValuePairs, power: float = 0.0) -> Number:
    """Share of the Tweedie deviance of always predicting the mean target that is removed; power 0 is R2."""
    return nan if _no_deviance(pairs, power) else 1 - _ratio(pairs, _deviances(pairs, power))


def _no_deviance(pairs: ValuePairs, power: float) -> str:
    found = outside(pairs, power) or _constant(pairs)
    return found or ("the mean target is not above 0" if power < 0 and _mean_target(pairs) <= 0 else "")
