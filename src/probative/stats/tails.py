"""Tail probabilities and critical values of the distributions that tests refer to."""

from __future__ import annotations

from math import inf

from probative.errors import BadParameter
from probative.evidence.needed import a_number
from probative.stats.exports import public
from probative.stats.inputs import chosen
from probative.stats.meaning import Alternative


def t_tail(t: float, df: float, alternative: Alternative = "two-sided") -> float:
    """Probability of a Student's t at least as extreme.

    >>> round(t_tail(-3.0, 4), 4)
    0.0399
    """
    from scipy.special import stdtr

    if alternative == "two-sided":
        return float(2 * stdtr(df, -abs(t)))
    return float(stdtr(df, -t if alternative == "greater" else t))


def z_tail(z: float, alternative: Alternative = "two-sided") -> float:
    """Probability of a standard normal z at least as extreme.

    >>> round(z_tail(1.959964), 6)
    0.05
    """
    from scipy.special import ndtr

    if alternative == "two-sided":
        return float(2 * ndtr(-abs(z)))
    return float(ndtr(-z if alternative == "greater" else z))


def f_tail(f: float, df: tuple[float, float]) -> float:
    """Probability of an F at least as large.

    >>> round(f_tail(2.793103448276, (10, 5)), 6)
    0.134219
    """
    from scipy.special import fdtrc

    return float(fdtrc(*df, f))


def chi2_tail(x: float, df: float) -> float:
    """Probability of a chi-squared at least as large.

    >>> round(chi2_tail(5.625, 1), 6)
    0.017706
    """
    from scipy.special import chdtrc

    return float(chdtrc(df, x))


def binomial_p(wins: int, total: int, side: Alternative = "two-sided", *, mid: bool = False) -> float:
    """Exact p of `wins` out of `total` fair tosses; `mid` counts outcomes as extreme as this one half.

    >>> binomial_p(6, 7), round(binomial_p(6, 7, mid=True), 7)
    (0.125, 0.0703125)
    """
    if not total:
        return 1.0
    fewer = min(wins, total - wins) if side == "two-sided" else wins if side == "less" else total - wins
    p, beyond = at_most(fewer, total), at_most(fewer - 1, total)
    if side != "two-sided":
        return (p + beyond) / 2 if mid else p
    if 2 * wins == total:
        # Every outcome is as extreme as this one, which alone counts half.
        return 1.0 - (p - beyond) / 2 if mid else 1.0
    return p + beyond if mid else min(1.0, 2 * p)


def at_most(wins: int, total: int) -> float:
    """Chance of at most so many wins in fair tosses, to all digits also for billions of them.

    >>> at_most(1, 3)
    0.5
    """
    from scipy.special import betainc

    if not 0 <= wins < total:
        return float(wins >= 0)
    return float(betainc(total - wins, wins + 1, 0.5))


@public
def t_critical(df: float, significance: float = 0.05, alternative: Alternative = "two-sided") -> float:
    """The size of t beyond which "no difference" is rejected.

    >>> round(t_critical(4), 3), round(t_critical(4, 0.05, "greater"), 3)
    (2.776, 2.132)
    """
    from scipy.special import stdtrit

    return float(-stdtrit(a_number(df, "df"), _one_tail(significance, alternative)))


@public
def acceptance_region(
    standard_error: float, df: float, significance: float = 0.05, alternative: Alternative = "two-sided"
) -> tuple[float, float]:
    """Where a sample mean may lie without "no difference" being rejected: (-a, a), or (-inf, a) for "greater".

    It is a region of the mean if there is no difference, and no confidence interval: that lies around the mean seen.

    >>> [round(end, 4) for end in acceptance_region(0.663325, 4)]
    [-1.8417, 1.8417]
    >>> [round(end, 4) for end in acceptance_region(0.663325, 4, alternative="greater")]
    [-inf, 1.4141]
    """
    standard_error = a_number(standard_error, "a standard error")
    if not standard_error > 0:
        raise BadParameter("a standard error lies above 0.", found=standard_error)
    a = t_critical(df, significance, alternative) * standard_error
    return (-inf if alternative == "greater" else -a), (inf if alternative == "less" else a)


@public
def chi2_critical(df: float = 1, significance: float = 0.05, alternative: Alternative = "two-sided") -> float:
    """The chi-squared beyond which "no difference" is rejected.

    With one degree of freedom the square hides a sign: a one-sided test takes twice the significance, and must
    check the sign as well.

    >>> round(chi2_critical(), 3), round(chi2_critical(significance=0.01, alternative="greater"), 3)
    (3.841, 5.412)
    """
    from scipy.special import chdtri

    return float(chdtri(a_number(df, "df"), 2 * _one_tail(significance, alternative)))


def _one_tail(significance: float, alternative: Alternative) -> float:
    significance = a_number(significance, "a significance")
    if not 0 < significance < 0.5:
        raise BadParameter("a significance lies between 0 and 0.5.", found=significance, remedy="0.05")
    two_sided = chosen(alternative, ("two-sided", "greater", "less"), "alternative") == "two-sided"
    return significance / 2 if two_sided else significance


def beyond(level: float, alternative: Alternative) -> float:
    """The probability outside the interval on the side (or on each side) where it has an end."""
    return (1 - level) / 2 if alternative == "two-sided" else 1 - level


def around(centre: float, half: float, alternative: Alternative) -> tuple[float, float]:
    """The interval centre -/+ half; open on the side that a one-sided alternative says nothing about."""
    low, high = centre - half, centre + half
    return (-inf if alternative == "less" else low), (inf if alternative == "greater" else high)
