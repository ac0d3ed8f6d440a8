"""Intervals from ranks: of a median, and of a maximum."""

from __future__ import annotations

from math import floor, inf, isnan, nan

import numpy as np

from probative.evidence import Residuals
from probative.inference.methods import interval, preferred
from probative.inference.number_clusters import NumberClusters, Numbers
from probative.inference.proportion import normal_quantile, t_quantile
from probative.inference.task import Limits, Task
from probative.inference.varying_clusters import spread_of


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
    if isinstance(task.clusters, NumberClusters):
        return _of_clusters(task, task.evidence, task.clusters)
    low, high = median_limits(task.evidence, task.level)
    return Limits(low, high, "too few rows for this level" if isnan(low) else None)


def _of_clusters(task: Task, residuals: Residuals, clusters: NumberClusters) -> Limits:
    """Woodruff's interval (1952): the share of errors up to the median varies by cluster; its limits, taken back."""
    if residuals.errors is None:
        return Limits(nan, nan, "this evidence kept no single errors")
    below = np.array([_up_to(part, task.value) for part in clusters.parts])
    moves = clusters.share * (below - float((clusters.share * below).sum())) / (1 - clusters.share)
    half = t_quantile(task.level, clusters.freedom_of(moves)) * spread_of(moves) ** 0.5
    if not 0 < half < 0.5:
        return Limits(nan, nan, "too few clusters for this level" if half else "errors are alike in all clusters")
    return Limits(float(residuals.errors.quantile(0.5 - half)), float(residuals.errors.quantile(0.5 + half)))


def _up_to(part: Numbers, median: float) -> float:
    """The share of a cluster's absolute errors that are at most the median; half of those that are equal to it."""
    assert isinstance(part, Residuals)
    assert part.errors is not None
    errors, mass = part.errors.values, part.errors.mass
    return float((mass * ((errors < median) + 0.5 * (errors == median))).sum() / mass.sum())


@interval("lower-bound", fits=preferred("lower-bound"), alone=True)
def lower_bound(task: Task) -> Limits:
    """The largest value seen bounds the largest there is from below, and nothing bounds it from above."""
    return Limits(task.value, inf, task.measure.caution)
