"""Intervals of a proportion; trials may be fractional (effective numbers of weighted rows)."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, nan, sqrt

Limits = tuple[float, float]


def normal_quantile(level: float) -> float:
    """The z with `level` of the standard normal distribution between -z and z."""
    from scipy.special import ndtri

    return float(ndtri((1 + level) / 2))


def t_quantile(level: float, freedom: float) -> float:
    """The t with `level` of Student's distribution between -t and t; normal where freedom is infinite."""
    from scipy.special import stdtrit

    return normal_quantile(level) if freedom == inf else float(stdtrit(freedom, (1 + level) / 2))


def wilson(successes: float, trials: float, level: float = 0.95) -> Limits:
    """Score interval (Wilson 1927): the shares whose score test does not reject.

    >>> low, high = wilson(85, 100)
    >>> round(low, 4), round(high, 4)
    (0.7672, 0.9069)
    """
    return wilson_at(successes, trials, normal_quantile(level))


def wilson_at(successes: float, trials: float, z: float) -> Limits:
    """Score interval of so many standard errors.

    >>> [round(limit, 4) for limit in wilson_at(85, 100, 1.959964)]
    [0.7672, 0.9069]
    """
    z2, p = z * z, successes / trials
    centre = (p + z2 / (2 * trials)) / (1 + z2 / trials)
    half = z / (1 + z2 / trials) * sqrt(p * (1 - p) / trials + z2 / (4 * trials**2))
    # At the edges the formula is exact in theory and off by rounding in practice.
    return (0.0 if successes == 0 else max(centre - half, 0.0), 1.0 if successes == trials else min(centre + half, 1.0))


def modified_wilson(successes: float, trials: float, level: float = 0.95) -> Limits:
    """Wilson's interval, with a limit from the Poisson distribution beside 1 to 3 successes or failures.

    Wilson's covers too little where less than one event is expected: a single one then excludes the truth. The nearer
    limit is widened as Brown, Cai and DasGupta (2001) do.

    >>> [round(limit, 4) for limit in wilson(1, 20)], [round(limit, 4) for limit in modified_wilson(1, 20)]
    ([0.0089, 0.2361], [0.0026, 0.2361])
    """
    low, high = wilson(successes, trials, level)
    return (
        min(low, _rare(successes, trials, level) / trials),
        max(high, 1 - _rare(trials - successes, trials, level) / trials),
    )


def _rare(events: float, trials: float, level: float) -> float:
    """The lowest expected number of events at which so many are no surprise; infinite where Wilson's limit is good."""
    from scipy.special import gammaincinv

    return float(gammaincinv(events, 1 - level)) if 0 < events <= min(3, trials / 2) * (1 + 1e-9) else inf


def clopper_pearson(successes: float, trials: float, level: float = 0.95) -> Limits:
    """Exact interval (Clopper and Pearson 1934): never covers less than its level.

    >>> [round(limit, 4) for limit in clopper_pearson(0, 10)]
    [0.0, 0.3085]
    """
    return _beta(successes, trials, level, 1.0)


def jeffreys(successes: float, trials: float, level: float = 0.95) -> Limits:
    """Equal-tailed posterior under Jeffreys' prior; 0 or 1 at the edges (Brown, Cai, DasGupta 2001).

    >>> [round(limit, 4) for limit in jeffreys(0, 10)]
    [0.0, 0.2172]
    """
    return _beta(successes, trials, level, 0.5)


def agresti_coull(successes: float, trials: float, level: float = 0.95) -> Limits:
    """Wald interval after adding z^2 / 2 successes and failures (Agresti and Coull 1998).

    >>> [round(limit, 4) for limit in agresti_coull(85, 100)]
    [0.766, 0.9081]
    """
    z = normal_quantile(level)
    n = trials + z * z
    p = (successes + z * z / 2) / n
    half = z * sqrt(p * (1 - p) / n)
    return max(p - half, 0.0), min(p + half, 1.0)


def _beta(successes: float, trials: float, level: float, prior: float) -> Limits:
    from scipy.special import betaincinv

    failures, tail = trials - successes, (1 - level) / 2
    extra = 1.0 - prior  # Clopper-Pearson (prior 1) shifts one count between the tails, Jeffreys adds half to both.
    low = 0.0 if successes <= 0 else float(betaincinv(successes + extra, failures + prior, tail))
    high = 1.0 if failures <= 0 else float(betaincinv(successes + prior, failures + extra, 1 - tail))
    return low, high


METHODS: dict[str, Callable[[float, float, float], Limits]] = {
    "wilson": wilson,
    "modified-wilson": modified_wilson,
    "clopper-pearson": clopper_pearson,
    "jeffreys": jeffreys,
    "agresti-coull": agresti_coull,
}


def effective_trials(successes: float, trials: float, squares: tuple[float, float] | None) -> tuple[float, float]:
    """Successes and trials of the unweighted sample that would vary as much as the weighted one."""
    if squares is None or not trials:
        return successes, trials
    p, kish = successes / trials, trials**2 / squares[1]
    variance = (squares[0] * (1 - p) ** 2 + (squares[1] - squares[0]) * p**2) / trials**2
    # Where the few rows of one kind happen to weigh little, more rows seem to be there than Kish counts.
    n = min(p * (1 - p) / variance, kish) if variance > 0 and 0 < p < 1 else kish
    return p * n, n


def share_limits(
    method: str, successes: float, trials: float, level: float, squares: tuple[float, float] | None = None
) -> tuple[Limits, float]:
    """The interval of a (weighted) share by one of METHODS, and the number of rows behind it."""
    part, whole = effective_trials(float(successes), float(trials), squares)
    if not whole:
        return (nan, nan), 0.0
    low, high = METHODS[method](min(part, whole), whole, level)
    return (low, high), whole
