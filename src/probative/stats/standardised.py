"""Differences of means in standard deviations: Cohen's d and its kin, with limits from the non-central t."""

from __future__ import annotations

from math import exp, inf, isnan, lgamma, log, nan, sqrt

from probative.evidence.needed import a_number
from probative.inference.estimate import Estimate
from probative.inference.roots import root
from probative.stats.exports import public
from probative.stats.inputs import checked, chosen, sample
from probative.stats.meaning import Alternative
from probative.stats.means import Contrast, deviation, of_pairs, of_samples
from probative.stats.result import TestResult, beside
from probative.stats.tails import beyond

METHOD = "non-central t"
FAR = 1e4
"""Beyond this t only the spread of the standard deviation matters, and limits grow in proportion to t."""


@public
def cohens_d(a: object, b: object, *, variances: str = "equal", level: float = 0.95) -> Estimate:
    """Cohen's d of two independent samples: the difference of the means over their standard deviation.

    That is the pooled one, or with `variances="unequal"` the root of the mean of both variances, with Welch's degrees
    of freedom for the limits (as R's effectsize).

    >>> print(cohens_d([80, 82, 85, 78, 85], [81, 81, 86, 80, 88]))
    -0.4 (95 % interval -1.6 to 0.9, non-central t, n = 10)
    """
    contrast, sd = _independent(a, b, variances, level)
    return standardised(contrast, sd, level)


@public
def hedges_g(a: object, b: object, *, variances: str = "equal", level: float = 0.95) -> Estimate:
    """Hedges' g of two independent samples: Cohen's d times J, which takes away its bias in small samples.

    J is the exact factor of gamma functions (Hedges 1981), not its approximation 1 - 3 / (4 df - 1).

    >>> print(hedges_g([80, 82, 85, 78, 85], [81, 81, 86, 80, 88]))
    -0.3 (95 % interval -1.4 to 0.8, non-central t, n = 10)
    """
    contrast, sd = _independent(a, b, variances, level)
    return standardised(contrast, sd, level, unbiased=True)


@public
def cohens_d_paired(a: object, b: object, *, by: str = "difference", level: float = 0.95) -> Estimate:
    """Cohen's d of pairs: the mean difference over the standard deviation of the differences (d_z).

    With `by="average"` it is over the root of the mean of the variances of `a` and `b` (d_av), which can be compared
    with the d of independent samples; its limits are Algina and Keselman's (2003).

    >>> print(cohens_d_paired([80, 82, 85, 78, 85], [81, 81, 86, 80, 88]))
    -0.8 (95 % interval -1.8 to 0.3, non-central t, n = 5)
    """
    checked("two-sided", level)
    chosen(by, ("difference", "average"), "by")
    contrast = of_pairs(a, b)
    if by == "difference":
        return standardised(contrast, contrast.details.get("sd", nan), level)
    return standardised(contrast, _average(deviation(sample(a, "a")), deviation(sample(b, "b"))), level)


@public
def hedges_factor(df: float) -> float:
    """The factor J by which Cohen's d with so many degrees of freedom is too large on average.

    >>> round(hedges_factor(8), 6)
    0.902703
    """
    df = a_number(df, "df")
    if not df > 1:
        return nan
    if df > 1e6:
        return 1 - 3 / (4 * df - 1)  # where the logarithms of gamma functions lose more digits than this
    return exp(lgamma(df / 2) - lgamma((df - 1) / 2) - log(df / 2) / 2)


def standardised(
    contrast: Contrast, sd: float, level: float, side: Alternative = "two-sided", *, unbiased: bool = False
) -> Estimate:
    """A difference in units of a standard deviation: whatever that is, the limits are those of t in its units."""
    if contrast.same:
        return Estimate(0.0, nan, nan, level, None, contrast.n, contrast.why)
    if contrast.why or not sd > 0:
        return Estimate(nan, nan, nan, level, None, contrast.n, contrast.why or "no spread to measure it by")
    factor = hedges_factor(contrast.df) if unbiased else 1.0
    if isnan(factor):
        return Estimate(nan, nan, nan, level, None, contrast.n, "one degree of freedom: the correction does not exist")
    unit = factor * contrast.error / sd
    low, high = (limit * unit for limit in noncentral_limits(contrast.t(), contrast.df, level, side))
    return Estimate(factor * contrast.effect / sd, low, high, level, METHOD, contrast.n)


def noncentral_limits(t: float, df: float, level: float, side: Alternative = "two-sided") -> tuple[float, float]:
    """The non-centralities under which a t is neither too large nor too small.

    >>> [round(limit, 4) for limit in noncentral_limits(2.0, 9, 0.95)]
    [-0.2059, 4.1162]
    """
    tail = beyond(level, side)
    low = -inf if side == "less" else _noncentrality(t, df, 1 - tail)
    return low, inf if side == "greater" else _noncentrality(t, df, tail)


def _noncentrality(t: float, df: float, share: float) -> float:
    """The non-centrality under which `share` of all t are at most this one."""
    from scipy.special import nctdtr, ndtri

    if t < 0:
        return -_noncentrality(-t, df, 1 - share)
    if t > FAR:
        return t / FAR * _noncentrality(FAR, df, share)

    def excess(at: float) -> float:
        below = float(nctdtr(df, at, t))
        # SciPy has no answer for t far above a negative non-centrality, where it is 1 to all digits.
        return (1.0 if isnan(below) and at < 0 else below) - share

    step = sqrt(1 + t * t / (2 * df))
    low = high = t - float(ndtri(share)) * step
    while excess(low) <= 0:
        low -= step
    while excess(high) >= 0:
        high += step
    return root(excess, low, high, within=1e-12)


def _independent(a: object, b: object, variances: str, level: float) -> tuple[Contrast, float]:
    """The difference of two samples and the standard deviation to measure it by."""
    checked("two-sided", level)
    pooled = chosen(variances, ("equal", "unequal"), "variances") == "equal"
    contrast = of_samples(a, b, pooled=pooled)
    return contrast, spread_of(contrast)


def spread_of(contrast: Contrast) -> float:
    """The standard deviation of independent samples: pooled where their variances were taken to be equal."""
    known = contrast.details
    return known["sd"] if "sd" in known else _average(known["sd_a"], known["sd_b"])


def _average(first: float, second: float) -> float:
    """The root of the mean of two variances."""
    larger = max(first, second)
    return larger * sqrt((1 + (min(first, second) / larger) ** 2) / 2) if larger > 0 else nan


def with_hedges_g(result: TestResult, contrast: Contrast) -> TestResult:
    """The t-test of two samples with Hedges' g (and Cohen's d) in its details."""
    sd, level, side = spread_of(contrast), result.level, result.alternative
    plain, unbiased = (standardised(contrast, sd, level, side, unbiased=which) for which in (False, True))
    result.details.update({"cohens_d": plain.value, **beside("Hedges' g", unbiased.value, unbiased.low, unbiased.high)})
    return result


def with_d_z(result: TestResult, contrast: Contrast) -> TestResult:
    """The paired t-test with Cohen's d of the differences in its details."""
    found = standardised(contrast, contrast.details.get("sd", nan), result.level, result.alternative)
    result.details.update(beside("Cohen's d_z", found.value, found.low, found.high))
    return result
