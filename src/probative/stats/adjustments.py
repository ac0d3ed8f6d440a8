"""Adjusted p-values: one function per procedure, of ordered p-values."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import comb, isqrt

import numpy as np

from probative.errors import BadParameter
from probative.evidence.arrays import Floats

Procedure = Callable[[Floats], Floats]
"""From p-values in ascending order to adjusted ones, which may exceed 1."""


def _bonferroni(p: Floats) -> Floats:
    return p * len(p)


def _holm(p: Floats) -> Floats:
    return np.maximum.accumulate(p * _left(p))


def _hochberg(p: Floats) -> Floats:
    return _from_above(p * _left(p))


def _hommel(p: Floats) -> Floats:
    """Simes' test of every intersection (Hommel 1988), by Wright's algorithm of 1992."""
    n = len(p)
    result = np.full(n, float((n * p / np.arange(1, n + 1)).min())) if n else p.copy()
    for m in range(n - 1, 1, -1):
        first = n - m + 1
        least = float((m * p[first:] / np.arange(2, m + 1)).min())
        step = np.minimum(m * p[:first], least)
        result[:first] = np.maximum(result[:first], step)
        result[first:] = np.maximum(result[first:], step[-1])
    return np.maximum(result, p)


def _sidak(p: Floats) -> Floats:
    return _any_of(p, np.full(len(p), len(p)))


def _holm_sidak(p: Floats) -> Floats:
    return np.maximum.accumulate(_any_of(p, _left(p)))


def _benjamini_hochberg(p: Floats) -> Floats:
    return _from_above(p * len(p) / np.arange(1, len(p) + 1))


def _benjamini_yekutieli(p: Floats) -> Floats:
    return _benjamini_hochberg(p) * float((1 / np.arange(1, len(p) + 1)).sum())


def _shaffer(p: Floats) -> Floats:
    return np.maximum.accumulate(p * shaffer_factors(_models(len(p))))


def shaffer_factors(models: int) -> Floats:
    """What Shaffer's static procedure multiplies the ordered p-values of all pairs of that many models by.

    Once some pairs differ, not every number of the others can still be equal: of three models with one
    difference, at most one pair is.

    >>> shaffer_factors(4).tolist()
    [6.0, 3.0, 3.0, 3.0, 2.0, 1.0]
    """
    pairs = comb(models, 2)
    possible = np.array(sorted(_equal_pairs(models)))
    left = pairs - np.arange(pairs)
    return possible[np.searchsorted(possible, left, side="right") - 1].astype(np.float64)


@cache
def _equal_pairs(models: int) -> frozenset[int]:
    """How many pairs can be equal: models fall into sets of equals, and the first set has one of these sizes."""
    if models < 2:
        return frozenset({0})
    return frozenset(comb(size, 2) + rest for size in range(1, models + 1) for rest in _equal_pairs(models - size))


def _models(pairs: int) -> int:
    """The number of models that have so many pairs."""
    models = (1 + isqrt(1 + 8 * pairs)) // 2
    if comb(models, 2) != pairs:
        raise BadParameter(
            "Shaffer's procedure is for all pairs of several models: 1, 3, 6, 10, ... p-values.",
            found=f"{pairs} p-values",
            remedy="holm",
        )
    return models


def _left(p: Floats) -> Floats:
    return len(p) - np.arange(len(p), dtype=np.float64)


def _from_above(p: Floats) -> Floats:
    return np.minimum.accumulate(p[::-1])[::-1]


def _any_of(p: Floats, times: Floats) -> Floats:
    """1 - (1 - p)^times, with all digits of a small p."""
    with np.errstate(divide="ignore"):
        return -np.expm1(times * np.log1p(-p))


ADJUSTMENTS: dict[str, Procedure] = {
    "holm": _holm,
    "bonferroni": _bonferroni,
    "hochberg": _hochberg,
    "hommel": _hommel,
    "sidak": _sidak,
    "holm-sidak": _holm_sidak,
    "bh": _benjamini_hochberg,
    "by": _benjamini_yekutieli,
    "shaffer": _shaffer,
}
ALL_PAIRS = frozenset({"shaffer"})
"""Those for the p-values of all pairs of several models, and no others."""
