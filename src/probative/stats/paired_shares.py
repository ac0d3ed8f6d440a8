"""The difference of two shares counted on the same rows."""

from __future__ import annotations

from math import sqrt

from probative.inference.proportion import normal_quantile


def score_limits(only_first: int, only_second: int, n: int, level: float = 0.95) -> tuple[float, float]:
    """Score interval of a paired difference (Tango 1998): the differences whose score test does not reject.

    >>> [round(limit, 4) for limit in score_limits(28, 12, 200)]
    [0.0188, 0.1439]
    """
    z = normal_quantile(level)
    high = _root(only_first, only_second, n, z)
    low = -_root(only_second, only_first, n, z)
    return low, high


def _root(more: int, fewer: int, n: int, z: float) -> float:
    """The difference above the observed one at which the score statistic reaches z."""
    from scipy.optimize import brentq

    gap = (more - fewer) / n
    if gap >= 1:
        return 1.0

    def excess(delta: float) -> float:
        return delta - gap - z * sqrt(_null_variance(more, fewer, n, delta) / n)

    # At the observed difference itself the variance may vanish, and the statistic with it: start just above.
    start = gap + 1e-14
    return float(brentq(excess, start, 1.0, xtol=1e-15)) if excess(start) < 0 < excess(1.0) else start


def _null_variance(more: int, fewer: int, n: int, delta: float) -> float:
    """Variance of one row's difference where the true difference is delta, by restricted maximum likelihood."""
    a = 2 * n
    b = -more - fewer + (2 * n - more + fewer) * delta
    c = -fewer * delta * (1 - delta)
    share = (sqrt(max(b * b - 4 * a * c, 0.0)) - b) / (2 * a)
    return max(2 * share + delta - delta**2, 0.0)
