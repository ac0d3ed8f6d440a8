"""Intervals of so many standard errors to either side, on the scale where the value is nearly normal."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import nan

import numpy as np

from probative.evidence import ConfusionMatrix, Ladder, Outcomes
from probative.inference import mover
from probative.inference.delong import delong_variance
from probative.inference.delta import variance
from probative.inference.methods import interval, preferred
from probative.inference.proportion import normal_quantile
from probative.inference.scales import SCALES, symmetric_on
from probative.inference.task import Limits, Task
from probative.measurement.registry import Measure


def symmetric(task: Task) -> Limits:
    """Student's or the delta method's interval; square and add where these see no spread."""
    if task.clusters is not None:
        spread = task.clusters.variance(task.measure, task.parameters)
    elif task.losses is not None:
        spread = float(task.losses.standard_error) ** 2
    else:
        spread = variance(task.measure, task.evidence, task.parameters)
    base, _, scale = task.method.partition("-")
    return _with_errors(task, spread, _quantile(task, base), scale or "identity")


def _quantile(task: Task, base: str) -> float:
    """Student's t where whole clusters or the rows of a mean vary, else normal."""
    if task.clusters is not None:
        return _t_quantile(task.level, task.clusters.size - 1)
    if base == "t" and task.losses is not None:
        return _t_quantile(task.level, float(task.losses.effective_n) - 1)
    return normal_quantile(task.level)


def _with_errors(task: Task, spread: float, quantile: float, scale: str = "identity") -> Limits:
    """The limits from a variance, or the reason why there are none."""
    if np.isnan(spread):
        return Limits(nan, nan, "too few rows for a variance")
    # Rounding leaves a trace of variance where there is none.
    if spread > 1e-18 * max(task.value**2, 1.0):
        ends = symmetric_on(scale, task.value, spread**0.5, quantile)
        if ends is not None:
            return Limits(*ends)
    if not task.given and isinstance(task.evidence, Outcomes | ConfusionMatrix | Ladder) and task.clusters is None:
        low, high = mover.moved(task)
        if low < high:
            return Limits(low, high, method="mover")
    return Limits(nan, nan, "the sample shows no spread from which an interval could be made")


def _on_scale(scale: str, means: bool, measure: Measure, clustered: bool) -> bool:
    return measure.scale == scale and (measure.losses is not None) == means


for _scale in SCALES:
    if _scale != "identity":
        interval(f"t-{_scale}", fits=partial(_on_scale, _scale, True))(symmetric)
        interval(f"delta-{_scale}", fits=partial(_on_scale, _scale, False))(symmetric)
interval("t", fits=lambda measure, clustered: measure.losses is not None)(symmetric)
interval("delta", fits=lambda measure, clustered: True)(symmetric)


@interval("delong", fits=preferred("delong"))
def delong(task: Task) -> Limits:
    """DeLong's variance of the area, and normal quantiles."""
    assert isinstance(task.evidence, Ladder)
    return _with_errors(task, delong_variance(task.evidence), normal_quantile(task.level))


@interval("scheffe", fits=preferred("folded-normal"))
def scheffe(task: Task) -> Limits:
    """Allows for errors in all bins at once: their absolute values add up to more than they should."""
    from scipy.special import chdtri

    bins = task.parameters.get("bins", task.measure.parameters["bins"])
    quantile = float(np.sqrt(chdtri(bins, 1 - task.level)))
    return _with_errors(task, variance(task.measure, task.evidence, task.parameters), quantile)


@interval("upper-bound", fits=preferred("upper-bound"))
def upper_bound(task: Task) -> Limits:
    """Only the upper limit says something: even where there is nothing to find, a sample shows a little."""
    spread = variance(task.measure, task.evidence, task.parameters)
    found = _with_errors(replace(task, given=True), spread, normal_quantile(task.level))
    return Limits(0.0, found.high, task.measure.caution)


def _t_quantile(level: float, freedom: float) -> float:
    from scipy.special import stdtrit

    return float(stdtrit(freedom, (1 + level) / 2))
