"""Half widths of intervals that are not yet computed."""

from __future__ import annotations

from math import sqrt

from probative.inference.proportion import normal_quantile, wilson
from probative.planning.two_areas import area_variance
from probative.stats.tails import t_critical


def rate_half_width(n: int, expected: float, level: float) -> float:
    """Half the Wilson interval's length if the rate comes out as expected.

    >>> round(rate_half_width(138, 0.9, 0.95), 4)
    0.0505
    """
    low, high = wilson(expected * n, n, level)
    return (high - low) / 2


def area_half_width(n: int, expected: float, positives: float, level: float, method: str) -> float:
    """Half the length of DeLong's interval if area and variance come out as expected.

    >>> round(area_half_width(100, 0.8, 0.5, 0.95, "hanley-mcneil"), 4)
    0.0872
    """
    return normal_quantile(level) * sqrt(area_variance(expected, positives, n, method))


def mean_half_width(n: int, sd: float, level: float) -> float:
    """Half the length of Student's interval of a mean if the standard deviation comes out as expected.

    >>> round(mean_half_width(100, 1.0, 0.95), 4)
    0.1984
    """
    return t_critical(n - 1, 1 - level) * sd / sqrt(n)
