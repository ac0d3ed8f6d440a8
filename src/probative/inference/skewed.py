"""Intervals of mean losses: losses are at least 0, most are small and a few large, so that means lean to the low side.

Two intervals are made with Student's t: one symmetric on the log scale, one by Hall's transformation (1992), which
removes the skewness that the sample shows. The first fails where the sample's skewness is large, the second where it is
underestimated; the interval reaches from the lower of their lower to the higher of their upper limits. R² is treated
through 1 - R², RMSE through MSE.
"""

from __future__ import annotations

from dataclasses import replace
from math import exp, inf, nan

import numpy as np

from probative.evidence import Residuals
from probative.inference.delta import acceleration, variance
from probative.inference.methods import interval, preferred
from probative.inference.task import Limits, Task
from probative.measurement.residuals import mse

ROUNDING = 1e-7
"""Standard errors below this share of the mean are rounding: a variance of 1e-16 of the squared mean is one unit in the
last place of what was subtracted for it."""
LEAST_SHARE = 0.45
"""Up to here the intervals were seen to hold: as if one row carried this share of the variance of the losses, which is
more than the heaviest row has, since others add to the skewness too."""
ORDINARY_SKEWNESS = 4.2
"""What squares of 50 or more normal errors hardly ever show (2 samples of 100)."""
HEAVY_TAIL = "the losses have a heavy tail"
NOTHING_SEEN = "the sample shows no spread from which an interval could be made"


def hall_limits(mean: float, error: float, skewness: float, n: float, quantile: float) -> tuple[float, float]:
    """Mean less and plus so many standard errors as Hall's cubic transformation of the t statistic asks for.

    >>> [round(end, 3) for end in hall_limits(1.0, 0.1, 2.0, 100, 1.96)]
    [0.828, 1.234]
    """
    if abs(skewness) < 1e-8:
        return mean - quantile * error, mean + quantile * error

    def undone(t: float) -> float:
        inside = 1 + skewness * (t / n**0.5 - skewness / (6 * n))
        return float(3 * n**0.5 / skewness * (np.cbrt(inside) - 1))

    return mean - undone(quantile) * error, mean - undone(-quantile) * error


def skewed_limits(mean: float, error: float, skewness: float, n: float, level: float) -> tuple[float, float]:
    """The limits of a mean of losses that are at least 0, by both ways."""
    from scipy.special import stdtrit

    quantile = float(stdtrit(n - 1, (1 + level) / 2))
    low, high = hall_limits(mean, error, skewness, n, quantile)
    ratio = quantile * error / mean
    least, most = mean * exp(-ratio), mean * exp(ratio) if ratio < 700 else inf
    # Hall's limit may fall below 0, where no loss can be; the other one never does.
    return min(low, least) if low > 0 else least, max(high, most)


@interval("t-skewed", fits=preferred("t-skewed"))
def skewed(task: Task) -> Limits:
    """The interval of a mean loss, or of a measure that is 1 less a ratio of mean losses."""
    complement = task.measure.scale == "log-complement"
    loss = 1 - task.value if complement else task.value
    n = float(task.evidence.effective_n) if task.losses is None else float(task.losses.effective_n)
    if not n > 1 + 1e-9:
        return Limits(nan, nan, "too few rows for a variance")
    error = variance(task.measure, task.evidence, task.parameters) ** 0.5
    if not (loss > 0 and error > ROUNDING * loss):
        return Limits(nan, nan, NOTHING_SEEN)
    lean = acceleration(task.measure, task.evidence, task.parameters) * 6 * n**0.5
    low, high = skewed_limits(loss, error, -lean if complement else lean, n, task.level)
    why = _heavy(-lean if complement else lean, n)
    return Limits(1 - high, 1 - low, why) if complement else Limits(low, high, why)


def _heavy(skewness: float, n: float) -> str | None:
    """What must be said where single rows decide the mean: no method holds for such tails.

    A row that carried a share s of the variance would by itself make the skewness s^1.5 sqrt(n), its largest being
    sqrt(n); the evidence keeps no rows, but their third moment.
    """
    ratio = skewness / n**0.5
    if not ratio > max(LEAST_SHARE**1.5, min(0.75, ORDINARY_SKEWNESS / n**0.5)):
        return None
    share = min(ratio, 1.0) ** (2 / 3)
    return (
        f"{HEAVY_TAIL}, as if one row carried {share:.0%} of their variance: "
        "other samples may show a far larger mean than this interval allows; look at the median"
    )


@interval("root-t-skewed", fits=preferred("root-t-skewed"))
def root(task: Task) -> Limits:
    """The interval of a root mean squared error: the roots of the limits of the mean squared error."""
    assert isinstance(task.evidence, Residuals)
    assert mse.losses is not None
    found = skewed(replace(task, measure=mse, value=task.value**2, losses=mse.losses(task.evidence)))
    return replace(found, low=float(np.sqrt(found.low)), high=float(np.sqrt(found.high)))
