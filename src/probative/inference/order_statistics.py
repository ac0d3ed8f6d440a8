"""Intervals from ranks: of a median, and of a maximum."""

from __future__ import annotations

from math import floor, inf, isnan, nan

from probative.evidence import Residuals
from probative.inference.methods import interval, preferred
from probative.inference.proportion import normal_quantile
from probative.inference.task import Limits, Task


def median_limits(residuals: Residuals, level: float) -> tuple[float, float]:
    """Values at the binomial ranks around the middle: valid for every continuous distribution."""
    errors = residuals.errors
    if errors is None:
        return nan, nan
    n = residuals.effective_n
    if n > 1000:
        half = normal_quantile(level) / (2 * n**0.5)
        return float(errors.quantile(max(0.5 - half, 0.0))), float(errors.quantile(min(0.5 + half, 1.0)))
    # Sums of weights carry rounding: 239.9999999 rows are 240.
    rank = _lower_rank(floor(n * (1 + 1e-9)), level)
    if rank < 1:
        return nan, nan
    return float(errors.quantile((rank - 0.5) / n)), float(errors.quantile(1 - (rank - 0.5) / n))


def _lower_rank(n: int, level: float) -> int:
    """Largest r with P(Bin(n, 1/2) < r) <= (1 - level) / 2: the interval runs from rank r to rank n + 1 - r."""
    from scipy.special import bdtr

    rank = 0
    while rank < n // 2 and bdtr(rank, n, 0.5) <= (1 - level) / 2:
        rank += 1
    return rank


@interval("order-statistics", fits=preferred("order-statistics"), alone=True)
def ranked(task: Task) -> Limits:
    """The interval of a median."""
    assert isinstance(task.evidence, Residuals)
    low, high = median_limits(task.evidence, task.level)
    return Limits(low, high, "too few rows for this level" if isnan(low) else None)


@interval("lower-bound", fits=preferred("lower-bound"), alone=True)
def lower_bound(task: Task) -> Limits:
    """The largest value seen bounds the largest there is from below, and nothing bounds it from above."""
    return Limits(task.value, inf, task.measure.caution)
