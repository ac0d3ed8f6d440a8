"""Intervals of mean losses: losses are at least 0, most are small and a few large, so that means lean to the low side.

Two intervals are made with Student's t: one symmetric on the log scale, one by Hall's transformation (1992), which
removes the skewness that the sample shows. The first fails where the sample's skewness is large, the second where it is
underestimated; the interval reaches from the lower of their lower to the higher of their upper limits. R² is treated
through 1 - R², RMSE through MSE. Numbers that may be negative have no log scale: Student's interval takes its place.
Losses of probabilities also take into account what the scores foretell.
Where whole clusters vary, they take the place of rows: their standard error, skewness, number and degrees of freedom.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import exp, inf, nan

import numpy as np

from probative.evidence import Ladder, Moments, Residuals
from probative.inference.delta import acceleration, variance
from probative.inference.doubting import HEAVY_TAIL
from probative.inference.foretold import Foretold
from probative.inference.methods import interval, preferred
from probative.inference.proportion import normal_quantile, t_quantile, wilson
from probative.inference.task import Limits, Task
from probative.inference.varying_clusters import skewness_of, spread_of
from probative.measurement.residuals import mse

ROUNDING = 1e-7
"""Standard errors below this share of the mean are rounding: a variance of 1e-16 of the squared mean is one unit in the
last place of what was subtracted for it."""
LEAST_SHARE = 0.45
"""Up to here the intervals were seen to hold: as if one row carried this share of the variance of the losses, which is
more than the heaviest row has, since others add to the skewness too."""
EXACT = 1e-13
"""The same for numbers whose squared distances from their mean were added up, with nothing subtracted."""
ORDINARY_SKEWNESS = 4.2
"""What squares of 50 or more normal errors hardly ever show (2 samples of 100)."""
FEWEST, FEW, RARE = 5, 20, 0.1
"""Rows of the rarer class below which the skill of probabilities is not known well enough: 20 where it is less than a
tenth of all, 5 elsewhere."""
UNDEFINED_WITHOUT = "the measure is undefined without one of the clusters"
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


@dataclass(frozen=True, slots=True)
class Spread:
    """How a mean varies: its standard error, the skewness of what it is a mean of, of how many, and Student's t."""

    error: float
    skewness: float
    n: float
    freedom: float
    level: float
    unit: str = "row"

    @classmethod
    def of(cls, task: Task) -> Spread:
        """Of the rows, or of whole clusters where those vary."""
        measure, parameters, clusters = task.measure, task.parameters, task.clusters
        n = float(task.evidence.effective_n) if task.losses is None else float(task.losses.effective_n)
        if not n > 1 + 1e-9:
            return cls(nan, nan, n, nan, task.level)
        alone = variance(measure, task.evidence, parameters)
        if clusters is None:
            lean = acceleration(measure, task.evidence, parameters) * 6 * n**0.5
            return cls(alone**0.5, lean, n, n - 1, task.level)
        moves = clusters.influence(measure, parameters)
        # Clusters cannot know more than their rows do; with few of them it may look so by chance.
        error = max(spread_of(moves), alone) ** 0.5 if np.isfinite(moves).all() else nan
        told = (skewness_of(moves), clusters.effective_size, clusters.freedom_of(moves))
        return cls(error, *told, task.level, "cluster")

    def with_foretold(self, told: Foretold | None) -> Spread:
        """The spread that was seen, or the larger one that lies between it and what is foretold."""
        if told is None:
            return self
        seen = 1 - told.share
        variance = max(self.error**2, seen * self.error**2 + told.share * told.variance)
        skewness = seen * self.skewness + told.share * told.skewness
        return replace(self, error=variance**0.5, skewness=max(self.skewness, skewness, key=abs))

    @property
    def quantile(self) -> float:
        """Student's, with as many degrees of freedom as the standard error has."""
        return t_quantile(self.level, self.freedom)


def skewed_limits(mean: float, spread: Spread, *, positive: bool = True) -> tuple[float, float]:
    """The limits of a mean by both ways; `positive`: of losses that are at least 0."""
    error, quantile = spread.error, spread.quantile
    # What a few clusters decide shows in their skewness, which Hall's transformation is for: it takes all of them.
    hall = t_quantile(spread.level, max(spread.n - 1, spread.freedom))
    low, high = hall_limits(mean, error, spread.skewness, spread.n, hall)
    if not positive:
        return min(low, mean - quantile * error), max(high, mean + quantile * error)
    ratio = quantile * error / mean
    least, most = mean * exp(-ratio), mean * exp(ratio) if ratio < 700 else inf
    # Hall's limit may fall below 0, where no loss can be; the other one never does.
    return min(low, least) if low > 0 else least, max(high, most)


@interval("t-skewed", fits=preferred("t-skewed"))
def skewed(task: Task) -> Limits:
    """The interval of a mean loss, or of a measure that is 1 less a ratio of mean losses."""
    complement = task.measure.scale == "log-complement"
    loss = 1 - task.value if complement else task.value
    spread = Spread.of(task)
    if np.isnan(spread.error):
        return Limits(nan, nan, "too few rows for a variance" if task.clusters is None else UNDEFINED_WITHOUT)
    graded = task.measure.needs is Moments and task.losses is not None
    positive = not graded or (task.losses is not None and float(task.losses.least) >= 0)
    foretold = Foretold.of(task.measure, task.evidence, task.parameters) if task.clusters is None else None
    seen, spread = spread, spread.with_foretold(foretold)
    if not (spread.error > (EXACT if graded else ROUNDING) * abs(loss) and (loss > 0 or not positive)):
        return Limits(nan, nan, NOTHING_SEEN)
    if graded and task.losses is not None and task.losses.zero_or_one:
        return _share(task, spread)
    if complement:
        seen, spread = (replace(one, skewness=-one.skewness) for one in (seen, spread))
    low, high = skewed_limits(loss, spread, positive=positive)
    why = heavy_tail(seen)
    return Limits(1 - high, 1 - low, why) if complement else Limits(low, high, why)


def _share(task: Task, spread: Spread) -> Limits:
    """Wilson's interval of numbers that are all 0 or 1, at the number of rows that would vary as much."""
    rows = spread.n
    if task.clusters is not None:
        few = (normal_quantile(task.level) / spread.quantile) ** 2
        rows = few * min(task.value * (1 - task.value) / spread.error**2, float(task.evidence.effective_n))
    return Limits(*wilson(task.value * rows, rows, task.level), method="wilson")


def heavy_tail(spread: Spread) -> str | None:
    """What must be said where single rows decide the mean: no method holds for such tails.

    A row that carried a share s of the variance would by itself make the skewness s^1.5 sqrt(n), its largest being
    sqrt(n); the evidence keeps no rows, but their third moment.
    """
    root = spread.n**0.5
    ratio = spread.skewness / root
    if not ratio > max(LEAST_SHARE**1.5, min(0.75, ORDINARY_SKEWNESS / root)):
        return None
    share = min(ratio, 1.0) ** (2 / 3)
    return (
        f"{HEAVY_TAIL}, as if one {spread.unit} carried {share:.0%} of their variance: "
        "other samples may show a far larger mean than this interval allows; look at the median"
    )


@interval("skill", fits=preferred("skill"))
def skill(task: Task) -> Limits:
    """The same for a loss beside that of predicting the prevalence, which few rows of a rare class do not tell."""
    assert isinstance(task.evidence, Ladder)
    fewer, rows = min(task.evidence.totals), float(task.evidence.n)
    effective = fewer / rows * float(task.evidence.effective_n)
    if effective < FEWEST * (1 - 1e-9) or (effective < FEW * (1 - 1e-9) and fewer < RARE * rows):
        return Limits(nan, nan, f"with so few rows of a class ({effective:.3g}) no interval is known to hold")
    return skewed(task)


@interval("root-t-skewed", fits=preferred("root-t-skewed"))
def root(task: Task) -> Limits:
    """The interval of a root mean squared error: the roots of the limits of the mean squared error."""
    assert isinstance(task.evidence, Residuals)
    assert mse.losses is not None
    found = skewed(replace(task, measure=mse, value=task.value**2, losses=mse.losses(task.evidence)))
    return replace(found, low=float(np.sqrt(found.low)), high=float(np.sqrt(found.high)))
