"""Many tests at once: adjusted p-values, and the chance of a false alarm without them."""

from __future__ import annotations

from math import expm1, log1p

import numpy as np

from probative.errors import BadParameter
from probative.evidence.arrays import Floats, vector
from probative.stats.exports import public
from probative.stats.inputs import chosen, count

METHODS = ("holm", "bonferroni", "hochberg", "bh")


@public
def adjust(p: object, method: str = "holm") -> Floats:
    """p-values that may be compared with the level although there are many.

    "holm" and "bonferroni" bound the chance of any false alarm (Holm rejects no less, and is the default),
    "hochberg" does so for tests that are independent or positively dependent, "bh" (Benjamini and Hochberg) bounds
    the expected share of false alarms among the rejections. An undefined p stays undefined and does not count.

    >>> adjust([0.01, 0.04, 0.03]).tolist()
    [0.03, 0.06, 0.06]
    """
    chosen(method, METHODS, "method")
    given = vector(p, "p").astype(np.float64)
    known = ~np.isnan(given)
    values = given[known]
    if ((values < 0) | (values > 1)).any():
        raise BadParameter("p-values lie between 0 and 1.", found=f"{values.min():g} to {values.max():g}")
    result = given.copy()
    result[known] = _adjusted(values, method)
    return result


def _adjusted(values: Floats, method: str) -> Floats:
    n, order = len(values), np.argsort(values, kind="stable")
    ranked = values[order]
    if method == "bonferroni":
        return np.minimum(values * n, 1.0)
    left = n - np.arange(n)
    if method == "holm":
        steps = np.maximum.accumulate(ranked * left)
    else:
        factor = left if method == "hochberg" else n / np.arange(1, n + 1)
        steps = np.minimum.accumulate((ranked * factor)[::-1])[::-1]
    result = np.empty(n)
    result[order] = np.minimum(steps, 1.0)
    return result


@public
def false_alarm_probability(n: int, level: float = 0.05) -> float:
    """Chance of at least one false alarm among n independent tests at that level: 1 - (1 - level)^n.

    >>> round(false_alarm_probability(20, 0.05), 4)
    0.6415
    """
    return -expm1(count(n, "n") * log1p(-_level(level)))


@public
def per_test_level(n: int, level: float = 0.05, method: str = "bonferroni") -> float:
    """The level for each of n tests that keeps the chance of any false alarm at `level`.

    "bonferroni" holds for any tests, "sidak" for independent ones.

    >>> per_test_level(20), round(per_test_level(20, method="sidak"), 6)
    (0.0025, 0.002561)
    """
    tests = count(n, "n")
    if not tests:
        raise BadParameter("there must be a test.", found=n)
    if chosen(method, ("bonferroni", "sidak"), "method") == "bonferroni":
        return _level(level) / tests
    return -expm1(log1p(-_level(level)) / tests)


def _level(level: float) -> float:
    if not 0 < level < 1:
        raise BadParameter("a level of significance lies between 0 and 1.", found=level, remedy="0.05")
    return level
