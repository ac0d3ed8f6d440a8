"""The difference of two shares counted on the same rows."""

from __future__ import annotations

from math import sqrt

from probative.inference.proportion import clopper_pearson, normal_quantile, wilson
from probative.inference.roots import root

WIDEST = 1.5
"""How much wider than Tango's an interval may become for the sake of its test: as wide as a single row makes mid-p."""


def agreeing_limits(only_first: int, only_second: int, n: int, p: float, level: float = 0.95) -> tuple[float, float]:
    """Tango's interval, set so that it leaves out 0 exactly where a test with this two-sided p rejects.

    At a difference of 0 Tango's score is McNemar's z without correction. A test that is less sure than that (mid-p of
    few disagreements is) has a score smaller by some factor, taken to be the same at every difference. By enumeration
    of all tables of 20 to 200 rows it covers no less than Tango's interval, and a gate by it passes at its margin in
    at most 5.7 % (6.9 %).

    >>> [round(limit, 4) for limit in agreeing_limits(4, 0, 50, p=0.0625)]
    [-0.0079, 0.1988]
    """
    from scipy.special import ndtri

    z, total = normal_quantile(level), only_first + only_second
    score = abs(only_first - only_second) / sqrt(total) if total else 0.0
    told = -float(ndtri(p / 2)) if p > 0 else score
    reach = z * min(max(score / told, 1.0), WIDEST) if told > 0 else z * (WIDEST if score else 1.0)
    # Where the two still disagree, the limit is (all but) the border itself.
    reach = min(reach, score * (1 - 1e-12)) if told >= z else max(reach, score * (1 + 1e-12))
    return score_limits(only_first, only_second, n, z=reach)


def won_share(kind: str, wins: int, total: int, level: float) -> tuple[float, float]:
    """The shares of disagreements won that a form of McNemar's test does not reject.

    >>> [round(limit, 4) for limit in won_share("mid-p", 6, 7, 0.95)]
    [0.4698, 0.9929]
    """
    if kind == "exact":
        return clopper_pearson(wins, total, level)
    if kind == "mid-p":
        return 1 - _highest(total - wins, total, (1 - level) / 2), _highest(wins, total, (1 - level) / 2)
    # A continuity correction moves the wins by half a row towards the share that is asked about.
    half = 0.5 if kind == "chi2-corrected" else 0.0
    return wilson(max(wins - half, 0.0), total, level)[0], wilson(min(wins + half, total), total, level)[1]


def _highest(wins: int, total: int, tail: float) -> float:
    """The share at which so few wins, counted half where as few, have this chance."""
    from scipy.special import betainc

    def chance(share: float) -> float:
        fewer = betainc(total - wins + 1, wins, 1 - share) if wins else 0.0
        return float(betainc(total - wins, wins + 1, 1 - share) + fewer) / 2 - tail if wins < total else 1.0

    if wins == total:
        return 1.0
    return root(chance, 0.0, 1.0)


def score_limits(only_first: int, only_second: int, n: int, *, z: float) -> tuple[float, float]:
    """Score interval of a paired difference (Tango 1998): the differences whose score is at most z.

    >>> [round(limit, 4) for limit in score_limits(28, 12, 200, z=1.959964)]
    [0.0188, 0.1439]
    """
    high = _root(only_first, only_second, n, z)
    low = -_root(only_second, only_first, n, z)
    return low, high


def _root(more: int, fewer: int, n: int, z: float) -> float:
    """The difference above the observed one at which the score statistic reaches z."""
    gap = (more - fewer) / n
    if gap >= 1:
        return 1.0

    def excess(delta: float) -> float:
        return delta - gap - z * sqrt(_null_variance(more, fewer, n, delta) / n)

    # At the observed difference itself the variance may vanish, and the statistic with it: start just above.
    start = gap + 1e-14
    return root(excess, start, 1.0) if excess(start) < 0 < excess(1.0) else start


def _null_variance(more: int, fewer: int, n: int, delta: float) -> float:
    """Variance of one row's difference where the true difference is delta, by restricted maximum likelihood."""
    a = 2 * n
    b = -more - fewer + (2 * n - more + fewer) * delta
    c = -fewer * delta * (1 - delta)
    share = (sqrt(max(b * b - 4 * a * c, 0.0)) - b) / (2 * a)
    return max(2 * share + delta - delta**2, 0.0)
