"""Means over resampled test sets, with intervals that admit that the training sets overlap."""

from __future__ import annotations

from dataclasses import replace
from math import inf, nan, sqrt

import numpy as np

from probative.errors import BadParameter
from probative.evidence.arrays import Array, Floats
from probative.inference.estimate import Estimate
from probative.inference.proportion import normal_quantile
from probative.inference.scales import symmetric_on

FEW_FOLDS = 10
"""Folds below which their spread is too uncertain to be believed where it is small."""


def fold_mean(
    values: object,
    *,
    test_over_train: float,
    level: float = 0.95,
    bounds: tuple[float, float] = (-inf, inf),
    why: str = "undefined",
) -> Estimate:
    """Mean over folds with Nadeau and Bengio's corrected interval: variance (1/J + n_test/n_train) S^2, J - 1 df.

    Folds without a value are left out, counted and named; the variance of fewer than two values does not exist.
    Limits outside the measure's `bounds` are cut there.

    >>> print(fold_mean([0.8, 0.9, 0.85, 0.95], test_over_train=1 / 3))
    0.88 (95 % interval 0.72 to 1.03, corrected-t, n = 4)
    """
    folds = np.asarray(values, np.float64).ravel()
    if not test_over_train > 0:
        raise BadParameter("the ratio of test to training rows must be greater than 0.", found=test_over_train)
    known = folds[~np.isnan(folds)]
    gaps = len(folds) - len(known)
    said = f"{gaps} of {len(folds)} folds undefined: {why}" if gaps else None
    if not len(known):
        return Estimate(nan, level=level, n=0, why=said or "no folds")
    value = float(known.mean())
    if not np.isfinite(known).all():
        return Estimate(value, level=level, n=len(known), why="a fold's value is infinite")
    if len(known) < 2:
        return Estimate(value, level=level, n=1, why=said or "a single split shows no variation between training sets")
    if test_over_train == inf:
        return Estimate(value, level=level, n=len(known), why="how many rows the models were trained on is not known")
    error = corrected_error(known, test_over_train)
    if error <= 1e-12 * abs(value):
        return Estimate(
            value, level=level, n=len(known), why="all folds have the same value: its variation is not seen"
        )
    from scipy.special import stdtrit

    half = float(stdtrit(len(known) - 1, 0.5 + level / 2)) * error
    low, high = max(value - half, bounds[0]), min(value + half, bounds[1])
    return Estimate(value, low, high, level, "corrected-t", len(known), said)


def no_narrower(mean: Estimate, rows: Estimate, bounds: tuple[float, float] = (-inf, inf)) -> Estimate:
    """A mean over few folds with an interval that is no narrower than that of the same rows, pooled.

    The variance of three folds can be near 0 by accident; that of the rows which they test cannot.

    >>> folds = Estimate(0.979, 0.978, 0.980, 0.95, "corrected-t", 3)
    >>> print(no_narrower(folds, Estimate(0.979, 0.955, 0.990, 0.95, "wilson", 344)))
    0.979 (95 % interval 0.955 to 0.990, corrected-t, n = 3)
    """
    if not (mean.n and mean.n < FEW_FOLDS and mean.high - mean.low < rows.high - rows.low < inf):
        return mean
    low, high = (
        min(mean.low, mean.value - (rows.value - rows.low)),
        max(mean.high, mean.value + rows.high - rows.value),
    )
    said = f"{mean.n:g} folds vary less than chance in their rows: the interval is as wide as that of the rows"
    why = said if mean.why is None else f"{mean.why}; {said}"
    return replace(mean, low=max(low, bounds[0]), high=min(high, bounds[1]), why=why)


def corrected_error(values: Floats, test_over_train: float) -> float:
    """Standard error of a mean over overlapping training sets (Nadeau and Bengio)."""
    return sqrt((1 / len(values) + test_over_train) * float(values.var(ddof=1)))


def spread(values: Floats, repeat: Array) -> tuple[float, float]:
    """Standard deviation within repeats (between folds) and between the means of repeats; nan where there is none.

    Folds without a value are left out. With an infinite one there is none: it would be infinite, and not that of the
    other folds.
    """
    means, within = [], []
    if np.isinf(values).any():
        return nan, nan
    for number in np.unique(repeat):
        mine = values[(repeat == number) & ~np.isnan(values)]
        if len(mine):
            means.append(mine.mean())
        if len(mine) > 1:
            within.append(_variance(mine))
    between = sqrt(_variance(np.array(means))) if len(means) > 1 else nan
    return (sqrt(float(np.mean(within))) if within else nan), between


def _variance(values: Floats) -> float:
    """The variance; 0 of values that are equal but for the rounding of their last digits."""
    apart = values - values[0]
    return 0.0 if np.abs(apart).max() <= 1e-14 * np.abs(values).max() else float(apart.var(ddof=1))


def pair_mean(table: Floats, level: float = 0.95) -> Estimate:
    """Mean over all pairs of a positive (row) and a negative (column), varied over both as a U-statistic is.

    >>> pair_mean(np.array([[1.0, 1.0], [1.0, 0.0]])).value
    0.75
    """
    p, n = table.shape
    value = float(table.mean())
    if p < 2 or n < 2:
        return Estimate(value, level=level, n=table.size, why="a single positive or negative row")
    error = sqrt(float(table.mean(axis=1).var(ddof=1) / p + table.mean(axis=0).var(ddof=1) / n))
    seen = 0 < value < 1 and error > 1e-12
    limits = symmetric_on("logit", value, error, normal_quantile(level)) if seen else None
    if limits is None:
        return Estimate(value, level=level, n=table.size, why="all pairs agree: how far the value varies does not show")
    return Estimate(value, *limits, level, "pairs-logit", table.size)
