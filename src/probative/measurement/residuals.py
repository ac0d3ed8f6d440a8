"""Regression measures: functions of the residuals."""

from __future__ import annotations

from functools import partial
from math import inf, nan

import numpy as np

from probative.errors import BadParameter
from probative.evidence import Moments, Residuals
from probative.evidence.arrays import Floats, Number
from probative.evidence.powers import recentred
from probative.measurement.declaring import measure
from probative.measurement.registry import Parameter

_measure = partial(measure, needs=Residuals)
_mean = partial(measure, needs=Residuals, kind="mean")
_mean_loss = partial(_mean, better="lower", high=inf, scale="log", method="t-skewed")
_explained = partial(_measure, low=-inf, scale="log-complement", method="t-skewed")


def _about_zero_error(powers: Floats, r: Residuals) -> Floats:
    """Joint powers of (truth - its mean) and of the error itself."""
    return recentred(powers, r.centres[1], axis=1)


@_mean_loss(
    pull="square",
    formula="mean (y - h)^2",
    aka=("mean_squared_error",),
    title="MSE",
    skill="r2",
    places=("default", "folds"),
    row_loss=lambda y, h: (y - h) ** 2,
)
def mse(r: Residuals) -> Moments:
    """Mean squared error."""
    return Moments(*_squared_errors(r))


def _squared_errors(r: Residuals) -> tuple[float, Floats, Floats | None]:
    even = _about_zero_error(r.powers, r)[0, ::2]
    # The mean from centred sums: no cancellation where errors are small against their mean.
    mean = float(r.powers[0, 2] / r.n + r.centres[1] ** 2)
    squares = None if r.squares is None else _even_about(_about_zero_error(r.squares, r)[0, ::2], mean)
    return mean, _even_about(even, mean), squares


def _even_about(even: Floats, mean: float) -> Floats:
    moved = recentred(even, -mean)
    moved[2] = max(moved[2], 0.0)
    return moved


@_measure(
    pull="square",
    formula="sqrt(MSE)",
    better="lower",
    high=inf,
    scale="log",
    method="root-t-skewed",
    spread=lambda r: _root_spread(r),
    row_moves=lambda r, y, h: _root_moves(r, y, h),
    aka=("root_mean_squared_error",),
    title="RMSE",
    skill="r2",
    places=("summary", "slices", "folds"),
)
def rmse(r: Residuals) -> Number:
    """Square root of the mean squared error, in the units of the target."""
    return float(np.sqrt(_squared_errors(r)[0]))


def _root_spread(r: Residuals) -> tuple[float, float]:
    losses = mse.losses(r)  # type: ignore[misc]
    root = np.sqrt(losses.mean)
    error = losses.standard_error / (2 * root) if root else 0.0
    return float(error**2), acceleration_of_mean(losses)


def acceleration_of_mean(losses: Moments) -> float:
    """BCa's acceleration of a mean: its skewness over 6 sqrt(n)."""
    skewness = float(losses.skewness)
    return 0.0 if np.isnan(skewness) else skewness / (6 * float(np.sqrt(losses.effective_n)))


@_mean_loss(
    formula="mean |y - h|",
    aka=("mean_absolute_error",),
    title="MAE",
    skill="d2_absolute",
    places=("summary", "headline", "slices", "folds"),
    row_loss=lambda y, h: np.abs(y - h),
)
def mae(r: Residuals) -> Moments:
    """Mean absolute error."""
    return r.absolute


@_mean(
    formula="mean (y - h)",
    better="neither",
    low=-inf,
    high=inf,
    aka=("bias",),
    row_loss=lambda y, h: y - h,
    places=("summary",),
)
def mean_error(r: Residuals) -> Moments:
    """Mean error: positive where predictions are too low on average."""
    return Moments(r.centres[1], r.powers[0], None if r.squares is None else r.squares[0])


@_measure(
    pull="bounded",
    formula="median |y - h|",
    better="lower",
    high=inf,
    method="order-statistics",
    reason=lambda r, **_: "" if r.errors is not None else "this evidence kept no single errors (medians=False)",
    aka=("medae",),
    places=("summary",),
)
def median_absolute_error(r: Residuals) -> Number:
    """Median of the absolute errors."""
    return nan if r.errors is None else float(r.errors.quantile(0.5))


def _constant_target(r: Residuals, **_: Parameter) -> str:
    if r.powers[2, 0] > 0:
        return ""
    return "fewer than two rows" if r.n <= 1 else "all targets are equal"


def _ratio_spread(residual: float, total: float, squares: Floats, powers: Floats) -> tuple[float, float]:
    """Variance and acceleration of 1 - residual/total, from the joint powers behind both sums."""
    a, b = -1 / total, residual / total**2
    variance = a * a * squares[0, 4] + 2 * a * b * squares[2, 2] + b * b * squares[4, 0]
    second = a * a * powers[0, 4] + 2 * a * b * powers[2, 2] + b * b * powers[4, 0]
    third = a**3 * powers[0, 6] + 3 * a * a * b * powers[2, 4] + 3 * a * b * b * powers[4, 2] + b**3 * powers[6, 0]
    # Rows count by their effective number, so that a weight of 10 for all is no more than a weight of 1.
    doubled = squares[0, 0] / powers[0, 0]
    acceleration = third * np.sqrt(doubled) / (6 * second**1.5) if second > 0 else 0.0
    return max(float(variance), 0.0), float(acceleration)


def _r2_spread(r: Residuals) -> tuple[float, float]:
    powers = _about_zero_error(r.powers, r)
    squares = powers if r.squares is None else _about_zero_error(r.squares, r)
    return _ratio_spread(_squared_errors(r)[0] * r.n, r.powers[2, 0], squares, powers)


def _root_moves(r: Residuals, y: Floats, h: Floats) -> Floats:
    """How far each row of these residuals moves their root mean square."""
    mean = _squared_errors(r)[0]
    return (np.square(y - h) - mean) / (2 * np.sqrt(mean) * r.n) if mean else np.zeros(len(y))


def _r2_moves(r: Residuals, y: Floats, h: Floats) -> Floats:
    return _ratio_moves(r, _squared_errors(r)[0] * r.n, y - r.centres[0], y - h)


def _explained_moves(r: Residuals, y: Floats, h: Floats) -> Floats:
    return _ratio_moves(r, float(r.powers[0, 2]), y - r.centres[0], y - h - r.centres[1])


def _ratio_moves(r: Residuals, errors: float, target: Floats, error: Floats) -> Floats:
    """How far each row moves 1 - sum error^2 / sum target^2."""
    total = float(r.powers[2, 0])
    return (errors / total * np.square(target) - np.square(error)) / total


@_explained(
    pull="square",
    formula="1 - sum (y - h)^2 / sum (y - mean y)^2",
    reason=_constant_target,
    spread=_r2_spread,
    row_moves=_r2_moves,
    aka=("r_squared", "r2_score", "coefficient_of_determination"),
    title="R²",
    places=("summary", "slices", "folds"),
)
def r2(r: Residuals) -> Number:
    """Share of the target's variance that is explained: 1 is perfect, 0 is as good as predicting the mean."""
    if _constant_target(r):
        return nan
    return float(1 - _squared_errors(r)[0] * r.n / r.powers[2, 0])


def _adjustment(r: Residuals, n_features: int | None) -> float:
    if n_features is None or r.effective_n - n_features - 1 <= 0:
        return nan
    return float((r.effective_n - 1) / (r.effective_n - n_features - 1))


def _cannot_adjust(r: Residuals, n_features: int | None = None) -> str:
    if n_features is None:
        return "needs n_features, the number of predictors"
    return _constant_target(r) or "no more rows than predictors"


def _adjusted_spread(r: Residuals, n_features: int | None = None) -> tuple[float, float]:
    variance, acceleration = _r2_spread(r)
    return variance * _adjustment(r, n_features) ** 2, acceleration


@_explained(
    pull="square",
    formula="1 - (1 - R2)(n - 1) / (n - p - 1)",
    reason=_cannot_adjust,
    spread=_adjusted_spread,
    aka=("adjusted_r_squared",),
    title="Adjusted R²",
    on_request=True,
)
def adjusted_r2(r: Residuals, n_features: int | None = None) -> Number:
    """R2 discounted for the number of predictors p."""
    if n_features is not None and n_features < 0:
        raise BadParameter("n_features must be at least 0.", found=n_features)
    return 1 - (1 - r2(r)) * _adjustment(r, n_features)


@_explained(
    pull="square",
    formula="1 - Var(y - h) / Var(y)",
    reason=_constant_target,
    spread=lambda r: _ratio_spread(r.powers[0, 2], r.powers[2, 0], r.squared, r.powers),
    row_moves=_explained_moves,
    aka=("explained_variance_score",),
)
def explained_variance(r: Residuals) -> Number:
    """R2 as if the mean error had been removed."""
    return nan if _constant_target(r) else float(1 - r.powers[0, 2] / r.powers[2, 0])


def _relative_errors(y: Floats, h: Floats) -> Floats:
    zero = y == 0
    return np.where(zero, nan, np.abs(y - h) / np.where(zero, 1.0, np.abs(y)))


@_mean_loss(
    formula="mean |y - h| / |y|",
    reason=lambda r, **_: f"{r.zero_targets:g} targets are 0" if r.zero_targets else "",
    aka=("mean_absolute_percentage_error",),
    title="MAPE",
    row_loss=_relative_errors,
)
def mape(r: Residuals) -> Moments:
    """Mean absolute error as a share of the target; undefined if any target is 0."""
    if r.zero_targets or r.relative is None:
        return Moments(nan, np.full(4, nan))
    return r.relative


@_measure(
    formula="max |y - h|",
    better="lower",
    high=inf,
    method="lower-bound",
    caution="a sample bounds the largest possible error only from below",
)
def max_error(r: Residuals) -> Number:
    """Largest absolute error seen."""
    return r.largest


@_mean_loss(
    formula="mean of alpha (y - h) where y > h, else (1 - alpha)(h - y)",
    aka=("pinball_loss", "quantile_loss"),
    title="Pinball loss",
    on_request=True,
    row_loss=lambda y, h, alpha=0.5: np.where(y > h, alpha * (y - h), (1 - alpha) * (h - y)),
)
def pinball(r: Residuals, alpha: float = 0.5) -> Moments:
    """Mean pinball loss, least for the alpha-quantile; alpha = 0.5 is half the mean absolute error."""
    if not 0 <= alpha <= 1:
        raise BadParameter("alpha lies between 0 and 1.", found=alpha)
    mean = alpha * r.over.mean + (1 - alpha) * r.under.mean
    over, under = (_about_zero(m) for m in (r.over, r.under))
    sums = _one_sided(over[0], under[0], alpha)
    squares = None if over[1] is None or under[1] is None else _one_sided(over[1], under[1], alpha)
    return Moments(mean, recentred(sums, -mean), None if squares is None else recentred(squares, -mean))


def _about_zero(m: Moments) -> tuple[Floats, Floats | None]:
    return recentred(m.powers, m.mean), None if m.squares is None else recentred(m.squares, m.mean)


def _one_sided(over: Floats, under: Floats, alpha: float) -> Floats:
    """Powers of the loss about 0: a row is over or under, never both."""
    k = np.arange(len(over))
    sums = alpha**k * over + (1 - alpha) ** k * under
    sums[0] = over[0]
    return sums
