"""Regression losses that depend on the size of the target, not on the error alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import inf, nan

import numpy as np

from probative.errors import BadParameter
from probative.evidence import Moments, ValuePairs
from probative.evidence.arrays import Array, Floats, Number, numbers
from probative.measurement.declaring import measure
from probative.measurement.registry import Parameter

_mean = partial(measure, needs=ValuePairs, kind="mean", better="lower", high=inf, scale="log", method="jackknife")


def mean_of_rows(pairs: ValuePairs, loss: Callable[..., Floats], **parameters: Parameter) -> Moments:
    """Moments of a loss of every distinct row; undefined if one of them is."""
    total: Moments | None = None
    for rows in pairs.stretches():
        losses = loss(pairs.truth[rows], pairs.predicted[rows], **parameters)
        if np.isnan(losses).any():
            return Moments(nan, np.full(4, nan))
        part = Moments.from_groups(losses, pairs.mass[rows], None if pairs.squares is None else pairs.squares[rows])
        total = part if total is None else total + part
    assert total is not None, "there are rows"
    return total


def told_of(pairs: ValuePairs, odd: Callable[[Floats, Floats], Array], what: str) -> str:
    """How many rows are odd, and in what way; nothing where none is."""
    found = [(here, pairs.mass[rows]) for rows in pairs.stretches() for here in [_odd(pairs, rows, odd)] if here.any()]
    return f"{sum(mass[here].sum() for here, mass in found):g} {what}" if found else ""


def _odd(pairs: ValuePairs, rows: slice, odd: Callable[[Floats, Floats], Array]) -> Array:
    return odd(pairs.truth[rows], pairs.predicted[rows])


def _log_errors(y: Floats, h: Floats) -> Floats:
    inside = (y > -1) & (h > -1)
    return np.where(inside, (np.log1p(np.where(inside, y, 0)) - np.log1p(np.where(inside, h, 0))) ** 2, nan)


def _no_logarithm(pairs: ValuePairs, **_: Parameter) -> str:
    return told_of(pairs, lambda y, h: np.isnan(_log_errors(y, h)), "targets or predictions are -1 or less")


@_mean(
    formula="mean (ln(1 + y) - ln(1 + h))^2",
    reason=_no_logarithm,
    aka=("mean_squared_log_error",),
    title="MSLE",
    on_request=True,
    row_loss=_log_errors,
)
def msle(pairs: ValuePairs) -> Moments:
    """Mean squared difference of the logarithms of 1 + target and 1 + prediction."""
    return mean_of_rows(pairs, _log_errors)


@measure(
    needs=ValuePairs,
    formula="sqrt(MSLE)",
    better="lower",
    high=inf,
    scale="log",
    method="jackknife",
    reason=_no_logarithm,
    gradient=lambda pairs, rows=slice(None): _root_gradient(pairs, rows),
    aka=("root_mean_squared_log_error",),
    title="RMSLE",
    on_request=True,
)
def rmsle(pairs: ValuePairs) -> Number:
    """Square root of the mean squared logarithmic error."""
    return float(np.sqrt(msle(pairs)))


def _root_gradient(pairs: ValuePairs, rows: slice) -> Floats:
    losses = _log_errors(pairs.truth[rows], pairs.predicted[rows])
    mean = float(msle(pairs))
    return (losses - mean) / (2 * np.sqrt(mean) * pairs.n) if mean else np.zeros(len(losses))


def _symmetric_errors(y: Floats, h: Floats) -> Floats:
    size = np.abs(y) + np.abs(h)
    return np.where(size > 0, 2 * np.abs(y - h) / np.where(size > 0, size, 1.0), nan)


@measure(
    needs=ValuePairs,
    kind="mean",
    pull="bounded",
    formula="mean of 2 |y - h| / (|y| + |h|)",
    better="lower",
    high=2.0,
    scale="log",
    method="jackknife",
    reason=lambda pairs, **_: told_of(
        pairs, lambda y, h: np.isnan(_symmetric_errors(y, h)), "rows have both target and prediction 0"
    ),
    aka=("symmetric_mean_absolute_percentage_error",),
    title="Symmetric MAPE",
    row_loss=_symmetric_errors,
)
def smape(pairs: ValuePairs) -> Moments:
    """Mean absolute error as a share of the mean size of target and prediction: 0 to 2, undefined where both are 0."""
    return mean_of_rows(pairs, _symmetric_errors)


def naive_scale(y_train: object, *, lag: int = 1) -> float:
    """Mean absolute error, on ordered training targets, of predicting each from the one `lag` rows before it.

    The scale of Hyndman and Koehler's MASE: lag 1 for series without seasons, else the length of a season.

    >>> naive_scale([1, 3, 2, 6])
    2.3333333333333335
    """
    series = numbers(y_train, "y_train")
    if not 1 <= lag < len(series):
        raise BadParameter("lag lies between 1 and the number of rows.", found=f"lag {lag}, {len(series)} rows")
    return float(np.abs(series[lag:] - series[:-lag]).mean())


def _scaled_errors(y: Floats, h: Floats, scale: float | None = None) -> Floats:
    if scale is None:
        return np.full(np.shape(y), nan)
    if not 0 < scale < inf:
        raise BadParameter(
            "scale is the error of a naive forecast, above 0.", found=scale, remedy="naive_scale(y_train)"
        )
    return np.abs(y - h) / scale


@_mean(
    formula="mean |y - h| / scale",
    reason=lambda pairs, scale=None: "needs scale, the error of a naive forecast: naive_scale(y_train)",
    aka=("mean_absolute_scaled_error",),
    title="MASE",
    on_request=True,
    row_loss=_scaled_errors,
)
def mase(pairs: ValuePairs, scale: float | None = None) -> Moments:
    """Mean absolute error in units of the naive forecast's on the training rows (`scale`, which is taken as known)."""
    return mean_of_rows(pairs, _scaled_errors, scale=scale)
