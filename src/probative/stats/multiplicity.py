"""Many tests at once: adjusted p-values, and the chance of a false alarm without them."""

from __future__ import annotations

from math import expm1, log1p

import numpy as np

from probative.errors import BadParameter
from probative.evidence.arrays import Floats, vector
from probative.stats.adjustments import ADJUSTMENTS, ALL_PAIRS
from probative.stats.exports import public
from probative.stats.inputs import chosen, count, floats

METHODS = tuple(ADJUSTMENTS)


@public
def adjust(p: object, method: str = "holm") -> Floats:
    """p-values that may be compared with the level although there are many.

    "holm" and "bonferroni" bound the chance of any false alarm whatever the tests (Holm rejects no less, and is the
    default). "sidak" and "holm-sidak" do so for independent tests, "hochberg" and the more powerful "hommel" for
    independent or positively dependent ones, "shaffer" for all pairs of several models (1, 3, 6, 10, ... p-values;
    it rejects no less than Holm's). "bh" (Benjamini and Hochberg) bounds the expected share of false alarms among the
    rejections for independent or positively dependent tests, "by" (Benjamini and Yekutieli) for any.
    An undefined p stays undefined and does not count, except that it is still one of all pairs.

    >>> adjust([0.01, 0.04, 0.03]).tolist(), adjust([0.01, 0.04, 0.03], "shaffer").tolist()
    ([0.03, 0.06, 0.06], [0.03, 0.04, 0.03])
    """
    chosen(method, METHODS, "method")
    given = floats(vector(p, "p"), "p")
    known = ~np.isnan(given)
    values = given[known]
    if ((values < 0) | (values > 1)).any():
        raise BadParameter("p-values lie between 0 and 1.", found=f"{values.min():g} to {values.max():g}")
    result = given.copy()
    if method in ALL_PAIRS:
        # A pair that could not be tested is not rejected, and still belongs to all pairs.
        result[known] = _adjusted(np.where(known, given, 1.0), method)[known]
    else:
        result[known] = _adjusted(values, method)
    return result


def _adjusted(values: Floats, method: str) -> Floats:
    order = np.argsort(values, kind="stable")
    result = np.empty(len(values))
    result[order] = np.minimum(ADJUSTMENTS[method](values[order]), 1.0)
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
