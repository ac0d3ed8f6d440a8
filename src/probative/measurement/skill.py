"""Regression errors against those of the best constant: what a model adds to knowing the targets' middle."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import inf, nan

import numpy as np

from probative.errors import BadParameter
from probative.evidence import ValuePairs
from probative.evidence.arrays import Floats, Number, inner
from probative.evidence.powers import stable_mean
from probative.evidence.value_ladder import ValueLadder
from probative.measurement.declaring import measure
from probative.measurement.deviances import outside, unit_deviance
from probative.measurement.registry import Parameter

_against = partial(measure, needs=ValuePairs, method="jackknife")
Both = tuple[Floats, Floats]
"""Losses of every distinct row: of the model, and of the best constant."""


def _mean_target(pairs: ValuePairs) -> float:
    return stable_mean(pairs.truth, pairs.mass)


def _constant(pairs: ValuePairs, **_: Parameter) -> str:
    if pairs.truth[0] < pairs.truth[-1]:
        return ""
    return "fewer than two rows" if pairs.effective_n <= 1 else "all targets are equal"


def _ratio(pairs: ValuePairs, both: Both) -> float:
    return nan if _constant(pairs) else inner(both[0], pairs.mass) / inner(both[1], pairs.mass)


def _ratio_gradient(pairs: ValuePairs, both: Both, moved: Floats | float = 0.0) -> Floats:
    """Change of the ratio per unit of each row; `moved` is what a row does to the constant's loss by moving it.

    A constant that is best by its own loss has none: there the loss is flat.
    """
    total = inner(both[1], pairs.mass)
    return (both[0] - _ratio(pairs, both) * (both[1] + moved)) / total


def _absolute(pairs: ValuePairs) -> Both:
    return np.abs(pairs.truth - pairs.predicted), np.abs(pairs.truth - _mean_target(pairs))


def _absolute_gradient(pairs: ValuePairs) -> Floats:
    gap = pairs.truth - _mean_target(pairs)
    lean = inner(np.sign(gap), pairs.mass) / pairs.n
    return _ratio_gradient(pairs, _absolute(pairs), -lean * gap)


@_against(
    formula="sum |y - h| / sum |y - mean y|",
    better="lower",
    high=inf,
    scale="log",
    reason=_constant,
    gradient=_absolute_gradient,
    aka=("rae",),
    on_request=True,
)
def relative_absolute_error(pairs: ValuePairs) -> Number:
    """Absolute errors as a share of those of always predicting the mean target; above 1 is worse than that."""
    return _ratio(pairs, _absolute(pairs))


def _squared(pairs: ValuePairs) -> Both:
    return (pairs.truth - pairs.predicted) ** 2, (pairs.truth - _mean_target(pairs)) ** 2


def _root_gradient(pairs: ValuePairs) -> Floats:
    both = _squared(pairs)
    root = np.sqrt(_ratio(pairs, both))
    return _ratio_gradient(pairs, both) / (2 * root) if root else np.zeros(len(pairs.mass))


@_against(
    pull="square",
    formula="sqrt(sum (y - h)^2 / sum (y - mean y)^2)",
    better="lower",
    high=inf,
    scale="log",
    reason=_constant,
    gradient=_root_gradient,
    aka=("rrse", "rsr"),
    on_request=True,
)
def root_relative_squared_error(pairs: ValuePairs) -> Number:
    """RMSE as a share of that of always predicting the mean target: the square root of 1 - R2."""
    return float(np.sqrt(_ratio(pairs, _squared(pairs))))


def _skill(both: Callable[..., Both]) -> tuple[Callable[..., float], Callable[..., Floats]]:
    """1 - the ratio of two losses, and its gradient."""
    return (
        lambda pairs, **parameters: 1 - _ratio(pairs, both(pairs, **parameters)),
        lambda pairs, **parameters: -_ratio_gradient(pairs, both(pairs, **parameters)),
    )


def _quantiles_loss(pairs: ValuePairs, alpha: float = 0.5) -> Both:
    if not 0 <= alpha <= 1:
        raise BadParameter("alpha lies between 0 and 1.", found=alpha)
    best = float(ValueLadder.from_values(pairs.truth, pairs.mass).quantile(alpha))
    error, base = pairs.truth - pairs.predicted, pairs.truth - best
    return np.maximum(alpha * error, (alpha - 1) * error), np.maximum(alpha * base, (alpha - 1) * base)


def _deviances(pairs: ValuePairs, power: float = 0.0) -> Both:
    mean = np.full(len(pairs.mass), _mean_target(pairs))
    return unit_deviance(pairs.truth, pairs.predicted, power), unit_deviance(pairs.truth, mean, power)


_d2_absolute, _d2_absolute_gradient = _skill(_quantiles_loss)
_d2_deviance, _d2_deviance_gradient = _skill(_deviances)


@_against(
    formula="1 - sum |y - h| / sum |y - median y|",
    low=-inf,
    scale="log-complement",
    reason=_constant,
    gradient=_d2_absolute_gradient,
    aka=("d2_absolute_error_score",),
    title="D² of absolute errors",
)
def d2_absolute(pairs: ValuePairs) -> Number:
    """Share of the absolute errors of always predicting the median target that is removed."""
    return _d2_absolute(pairs)


@_against(
    formula="1 - pinball loss / pinball loss of the alpha-quantile of y",
    low=-inf,
    scale="log-complement",
    reason=lambda pairs, alpha=0.5: (
        _constant(pairs) or ("" if 0 < alpha < 1 else "the best constant makes no error at this alpha")
    ),
    gradient=_d2_absolute_gradient,
    aka=("d2_pinball_score",),
    title="D² of pinball losses",
    on_request=True,
)
def d2_pinball(pairs: ValuePairs, alpha: float = 0.5) -> Number:
    """Share of the pinball loss of always predicting the targets' alpha-quantile that is removed."""
    return _d2_absolute(pairs, alpha=alpha) if 0 < alpha < 1 else nan


@_against(
    formula="1 - Tweedie deviance / Tweedie deviance of the mean of y",
    low=-inf,
    scale="log-complement",
    reason=lambda pairs, power=0.0: _no_deviance(pairs, power),
    gradient=_d2_deviance_gradient,
    aka=("d2_tweedie_score",),
    title="D² of Tweedie deviances",
    on_request=True,
)
def d2_tweedie(pairs: ValuePairs, power: float = 0.0) -> Number:
    """Share of the Tweedie deviance of always predicting the mean target that is removed; power 0 is R2."""
    return nan if _no_deviance(pairs, power) else _d2_deviance(pairs, power=power)


def _no_deviance(pairs: ValuePairs, power: float) -> str:
    found = outside(pairs, power) or _constant(pairs)
    return found or ("the mean target is not above 0" if power < 0 and _mean_target(pairs) <= 0 else "")
