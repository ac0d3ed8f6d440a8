"""Intervals of so many standard errors to either side, on the scale where the value is nearly normal."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import isinf, isnan, nan

import numpy as np

from probative.evidence import ConfusionMatrix, Ladder, Outcomes
from probative.inference import mover
from probative.inference.areas import delong_variance
from probative.inference.delta import variance, varies
from probative.inference.estimate import UPPER_BOUND
from probative.inference.methods import interval, preferred
from probative.inference.number_clusters import NumberClusters
from probative.inference.proportion import normal_quantile, t_quantile
from probative.inference.scales import SCALES, symmetric_on
from probative.inference.skewed import Spread, heavy_tail
from probative.inference.task import Limits, Task
from probative.measurement.registry import Measure

ROUNDING = 1e-13
"""Standard errors below this share of what was added up are rounding."""
LEAST_PER_BIN = 5
"""Rows in each bin of a calibration error from which on its interval covers."""


def symmetric(task: Task) -> Limits:
    """Student's or the delta method's interval; square and add where these see no spread."""
    if task.clusters is not None:
        spread = task.clusters.variance(task.measure, task.parameters)
        if task.losses is not None and not task.given:
            # Clusters cannot know more than their rows do; with few of them it may look so by chance.
            spread = max(spread, float(task.losses.standard_error) ** 2)
    elif task.losses is not None:
        spread = float(task.losses.standard_error) ** 2
    else:
        spread = variance(task.measure, task.evidence, task.parameters)
    base, _, scale = task.method.partition("-")
    found = _with_errors(task, spread, _quantile(task, base), scale or "identity")
    if base != "t" or isnan(found.low):
        return found
    seen = Spread.of(task)  # errors have two sides, either of which may have the heavy tail
    return replace(found, why=heavy_tail(replace(seen, skewness=abs(seen.skewness))))


def _quantile(task: Task, base: str) -> float:
    """Student's t where whole clusters or the rows of a mean vary, else normal."""
    if isinstance(task.clusters, NumberClusters):
        return t_quantile(task.level, task.clusters.freedom(task.measure, task.parameters))
    if task.clusters is not None:
        return t_quantile(task.level, task.clusters.size - 1)
    if base == "t" and task.losses is not None:
        return t_quantile(task.level, float(task.losses.effective_n) - 1)
    return normal_quantile(task.level)


def _with_errors(task: Task, spread: float, quantile: float, scale: str = "identity") -> Limits:
    """The limits from a variance, or the reason why there are none."""
    if np.isnan(spread):
        return Limits(nan, nan, "too few rows for a variance")
    # Rounding leaves a trace of variance where there is none.
    trace = ROUNDING * _size(task)
    if spread > trace * trace:
        ends = symmetric_on(scale, task.value, spread**0.5, quantile)
        if ends is not None:
            return Limits(*ends)
    if not task.given and isinstance(task.evidence, Outcomes | ConfusionMatrix | Ladder) and task.clusters is None:
        low, high = mover.moved(task)
        if low < high:
            return Limits(low, high, method="mover")
    return Limits(nan, nan, "the sample shows no spread from which an interval could be made")


def _size(task: Task) -> float:
    """The size of the numbers behind a value: its own where it has no bounds, in any unit; else that of its range."""
    width = task.measure.high - task.measure.low
    return abs(task.value) if isinf(width) else width


def _on_scale(scale: str, means: bool, measure: Measure, clustered: bool) -> bool:
    return measure.scale == scale and (measure.losses is not None) == means


for _scale in SCALES:
    if _scale != "identity":
        interval(f"t-{_scale}", fits=partial(_on_scale, _scale, True))(symmetric)
        interval(f"delta-{_scale}", fits=partial(_on_scale, _scale, False))(symmetric)
interval("t", fits=lambda measure, clustered: measure.losses is not None)(symmetric)
interval("delta", fits=lambda measure, clustered: varies(measure))(symmetric)


@interval("delong", fits=preferred("area-score"))
def delong(task: Task) -> Limits:
    """DeLong's variance of the area, and normal quantiles."""
    assert isinstance(task.evidence, Ladder)
    return _with_errors(task, delong_variance(task.evidence), normal_quantile(task.level))


@interval("scheffe", fits=preferred("folded-normal"))
def scheffe(task: Task) -> Limits:
    """Allows for errors in all bins at once: their absolute values add up to more than they should."""
    from scipy.special import chdtri

    bins = int(np.asarray(task.parameters.get("bins", task.measure.parameters["bins"])))
    if not task.given and task.evidence.effective_n < LEAST_PER_BIN * bins:
        # Simulated: with two rows in each of ten bins the true error is missed in a fifth of the samples.
        return Limits(nan, nan, f"fewer than {LEAST_PER_BIN} rows in each of {bins} bins, on average")
    gaps = bins if task.measure.gaps is None else task.measure.gaps(task.evidence, **task.parameters)
    quantile = float(np.sqrt(chdtri(gaps, 1 - task.level)))
    return _with_errors(task, variance(task.measure, task.evidence, task.parameters), quantile)


@interval(UPPER_BOUND, fits=preferred(UPPER_BOUND))
def upper_bound(task: Task) -> Limits:
    """Only the upper limit says something: even where there is nothing to find, a sample shows a little."""
    spread = variance(task.measure, task.evidence, task.parameters)
    found = _with_errors(replace(task, given=True), spread, normal_quantile(task.level))
    if isnan(found.high):
        return Limits(nan, nan, found.why)
    return Limits(0.0, found.high, task.measure.caution)
