"""Two forecasts of one series: errors that follow one another depend on each other."""

from __future__ import annotations

from dataclasses import replace
from math import nan, sqrt

import numpy as np

from probative.errors import BadParameter
from probative.evidence.arrays import Floats
from probative.stats.facts import Facts
from probative.stats.inputs import checked, chosen, count, paired, positive, sample
from probative.stats.means import CONSTANT, EQUAL, ONE, Contrast, t_result
from probative.stats.paired_means import AVERAGED
from probative.stats.registry import Function, Test
from probative.stats.result import TestResult
from probative.stats.taken import Two

FEW = 10
"""Rows of a series below which the dependence of its errors cannot be seen."""


def _of_losses(test: Function, two: Two) -> TestResult:
    result = test(two.a, two.b, h=two.horizon, power=None, **two.asked)
    return replace(result, effect_name=f"difference of {two.measure}")


def _no_series(facts: Facts) -> str | None:
    if not facts.ordered:
        return "the rows have no order in time, one row at a time (time=, --time)"
    return f"{facts.n} rows are too few for it, under {FEW}" if facts.n < FEW else None


@Test(
    "diebold-mariano",
    title="Diebold-Mariano test",
    takes="series",
    column="losses",
    prefer=0,
    null="the mean losses of both forecasts are equal",
    assumes=("differences of losses have one mean and spread at all times",),
    effect="difference of {measure}",
    about=lambda facts: None if facts.form in AVERAGED else f"it is about mean losses, not {facts.measure}",
    invalid=lambda facts: "right or wrong has a test of its own" if facts.form != "mean" else _no_series(facts),
    because=lambda facts: (
        f"{facts.measure} is a mean over a series of {facts.n} rows, whose errors may depend on those just before"
    ),
    run=_of_losses,
)
def diebold_mariano(
    a: object,
    b: object,
    *,
    h: int = 1,
    power: float | None = 2.0,
    variance: str = "acf",
    alternative: str = "two-sided",
    level: float = 0.95,
) -> TestResult:
    """Diebold and Mariano's test of two forecasts of one series, as corrected by Harvey, Leybourne and Newbold (1997).

    `a` and `b` are errors of forecasts `h` steps ahead, in the order of time, whose losses are |error| to the
    `power`; with `power=None` they are losses. The variance of the mean difference adds the autocovariances of h - 1
    lags, each a sum over n ("acf"), or weighted down by lag ("bartlett"); t has n - 1 degrees of freedom. As R's
    forecast::dm.test, whose "greater" says as here that a loses more; where the variance by "acf" is not positive R
    takes h = 1, and we "bartlett", which cannot be negative.

    >>> a, b = [0.4, -1.2, 0.9, 1.5, -0.3, 0.8, -1.1, 0.2], [0.5, -0.6, 0.7, 0.9, -0.4, 0.2, -0.8, 0.3]
    >>> found = diebold_mariano(a, b, h=2)
    >>> round(found.statistic, 4), found.df, round(found.p, 4), round(found.effect, 4)
    (3.0472, 7, 0.0187, 0.475)
    """
    side = checked(alternative, level)
    chosen(variance, ("acf", "bartlett"), "variance")
    if not (steps := count(h, "h")) >= 1:
        raise BadParameter("a forecast is made a step ahead at least.", found=h)
    if power is not None:
        exponent = positive(power, "power")
        a, b = (np.abs(sample(errors, name)) ** exponent for errors, name in ((a, "a"), (b, "b")))
    _, _, d = paired(a, b)
    contrast, notes = _contrast(d, steps, variance)
    result = t_result(contrast, "Diebold-Mariano test", side, level, notes)
    result.details["h"] = steps
    return result


def _contrast(d: Floats, h: int, variance: str) -> tuple[Contrast, tuple[str, ...]]:
    """The mean difference of losses with a standard error that allows for h - 1 dependent lags."""
    n, mean = len(d), float(d.mean())
    if not d.any():
        return Contrast(0.0, 0.0, n - 1, n, EQUAL), ()
    if np.ptp(d) == 0:
        return Contrast(mean, 0.0, n - 1, n, ONE if n == 1 else CONSTANT), ()
    factor = (n + 1 - 2 * h + h * (h - 1) / n) / n
    if h >= n or factor <= 0:
        return Contrast(mean, nan, n - 1, n, f"{n} rows are too few for forecasts {h} steps ahead"), ()
    notes: tuple[str, ...] = ()
    lags = _autocovariances(d - mean, h)
    spread = _sum(lags, variance)
    if not spread > 1e-14 * lags[0]:
        spread, notes = _sum(lags, "bartlett"), ("the variance came out negative, and lags were weighted (Bartlett)",)
    return Contrast(mean, sqrt(spread / n / factor), n - 1, n), notes


def _autocovariances(centred: Floats, h: int) -> Floats:
    """Of lags 0 to h - 1, each a sum over n."""
    n = len(centred)
    return np.array([float((centred[lag:] * centred[: n - lag]).sum()) / n for lag in range(h)])


def _sum(lags: Floats, variance: str) -> float:
    """N times the variance of the mean: every lag counts on both sides."""
    places = np.arange(1, len(lags))
    weights = 1 - places / len(lags) if variance == "bartlett" else np.ones(len(places))
    return float(lags[0] + 2 * (weights * lags[1:]).sum())
