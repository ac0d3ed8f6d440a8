"""What every test asks of its input: finite numbers, equal lengths, known words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

from probative.errors import BadCounts, BadParameter, BadScores, EmptyData, LengthMismatch, MissingValues, nearest
from probative.evidence.arrays import Array, Floats, vector
from probative.stats.meaning import Alternative

Option = TypeVar("Option")

ROUNDING = 4 * np.finfo(np.float64).eps
"""Relative size of what the subtraction of two decimal numbers may leave behind."""


def sample(values: object, name: str) -> Floats:
    """A column of finite numbers; NaN is refused by position, since a fold without a result is no result."""
    array = vector(values, name)
    if not len(array):
        raise EmptyData(f"{name} has no values.", remedy="pass one number per fold, data set or row")
    return finite(array, name)


def floats(array: Array, name: str) -> Floats:
    """The array as float64, gaps as NaN."""
    try:
        if array.dtype.kind not in "biufO":  # a complex number would lose a part, a span of time its unit
            raise ValueError
        return array.astype(np.float64)
    except (TypeError, ValueError, OverflowError):
        raise BadScores(f"{name} must be numbers.", found=f"{array.dtype} values") from None


def finite(array: Array, name: str) -> Floats:
    """The array as finite float64."""
    result = floats(array, name)
    gaps = np.argwhere(np.isnan(result))
    if len(gaps):
        places = ", ".join(str(tuple(gap.tolist()) if len(gap) > 1 else int(gap[0])) for gap in gaps[:10])
        raise MissingValues(
            f"{name} has missing values.",
            found=f"NaN at position {places} (counted from 0)",
            remedy="find out why those are missing; drop the same ones from every model",
        )
    if not np.isfinite(result).all():
        raise BadScores(f"{name} must be finite.", found="an infinity", remedy="remove those from every model")
    return result + 0.0


def paired(a: object, b: object) -> tuple[Floats, Floats, Floats]:
    """Both columns and their differences a - b.

    0.9 - 0.8 and 0.8 - 0.7 are one difference: what tells them apart is rounding, and ranks must not see it.
    """
    first, second = sample(a, "a"), sample(b, "b")
    if len(first) != len(second):
        raise LengthMismatch(
            "paired results need as many values of a as of b.",
            found=f"{len(first)} and {len(second)}",
            remedy="pair them by fold, or use welch_t or mann_whitney for independent samples",
        )
    return first, second, settled(first - second, np.abs(first) + np.abs(second))


def noise(a: Floats, b: Floats) -> Floats:
    """How far rounding may have moved each difference a - b."""
    return np.asarray(ROUNDING * (np.abs(a) + np.abs(b)), np.float64)


def settled_ranges(values: Floats) -> Floats:
    """The range of every row, those equal that only rounding tells apart.

    >>> settled_ranges(np.array([[0.9, 0.8], [0.8, 0.7]])).tolist()
    [0.09999999999999998, 0.09999999999999998]
    """
    return settled(np.ptp(values, axis=1), 2 * np.abs(values).max(axis=1))


def settled(differences: Floats, scale: Floats) -> Floats:
    """Differences without rounding noise: 0 if smaller than it, and equal in size if equal but for it."""
    size, noise = np.abs(differences).ravel(), ROUNDING * scale.ravel()
    size = np.where(size <= noise, 0.0, size)
    order = np.argsort(size, kind="stable")
    # Either of two neighbours may be the one that rounding moved; what is 0 has no neighbours.
    near = np.where(size > 0, noise, 0.0)[order]
    new = np.ones(len(size), bool)
    new[1:] = np.diff(size[order]) > np.maximum(near[1:], near[:-1])
    joined = size[order][new][np.cumsum(new) - 1]
    result = np.empty_like(size)
    result[order] = joined
    return np.copysign(result, differences.ravel()).reshape(differences.shape) + 0.0


def chosen(value: object, options: Sequence[Option], name: str) -> Option:
    """The value, if it is one of the options."""
    for option in options:
        if option == value:
            return option
    known = ", ".join(repr(option) for option in options)
    near = nearest(str(value), [option for option in options if isinstance(option, str)])
    raise BadParameter(f"{name} must be one of {known}.", found=repr(value), remedy=near)


def checked(alternative: str, level: float) -> Alternative:
    """The alternative, once both are known to be sensible."""
    known: Alternative = chosen(alternative, ("two-sided", "greater", "less"), "alternative")
    if not 0 < level < 1 or (known != "two-sided" and level <= 0.5):
        raise BadParameter("a level lies between 0 and 1, and above 0.5 for one side.", found=level, remedy="0.95")
    return known


def count(value: object, name: str) -> int:
    """A whole number of at least 0."""
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        raise BadCounts(f"{name} must be a number.", found=repr(value)) from None
    if not (number >= 0 and number.is_integer()):
        raise BadCounts(f"{name} must be a whole number of at least 0.", found=value)
    return int(number)


def positive(value: float, name: str) -> float:
    """A finite number above 0."""
    if not (np.isfinite(value) and value > 0):
        raise BadParameter(f"{name} must be above 0.", found=value)
    return float(value)


def generator(random_state: int | np.random.Generator | None) -> np.random.Generator:
    """A generator from a seed; seed 0 if none is given, so that results repeat."""
    return np.random.default_rng(0 if random_state is None else random_state)
