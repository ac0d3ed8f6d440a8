"""The jackknife: how far a value moves when a row is left out, and Student's t for what a few rows leave open."""

from __future__ import annotations

from math import nan

import numpy as np

from probative.evidence import ValuePairs
from probative.evidence.arrays import Floats, inner
from probative.inference.delta import gradient
from probative.inference.methods import interval, preferred
from probative.inference.scales import SCALES
from probative.inference.task import Limits, Task

MOST = 500
"""Distinct rows up to which each is left out in turn; beyond, the derivative by its weight says the same."""


@interval("jackknife", fits=preferred("jackknife"))
def jackknife(task: Task) -> Limits:
    """Symmetric on the measure's scale, with degrees of freedom after Satterthwaite.

    Where few rows decide the value, as in squares of skewed numbers, its variance is itself hardly known: the fourth
    power of the rows' influence tells how many degrees of freedom that leaves. In simulations from 20 rows on this
    covers where normal quantiles of the delta method do not.
    """
    assert isinstance(task.evidence, ValuePairs)
    n = task.evidence.effective_n
    if n <= 1:
        return Limits(nan, nan, "too few rows for a variance")
    influence, squares = _influences(task), task.evidence.squared
    spread = inner(squares, influence**2)
    change = SCALES[task.measure.scale]
    with np.errstate(divide="ignore"):
        middle = float(change.forward(np.float64(task.value)))
    if not (np.isfinite(middle) and spread > 1e-18):
        return Limits(nan, nan, "the sample shows no spread from which an interval could be made")
    half = _quantile(task.level, _freedom(influence, task.evidence)) * (spread * n / (n - 1)) ** 0.5
    with np.errstate(over="ignore"):
        ends = float(change.back(middle - half)), float(change.back(middle + half))
    return Limits(*(ends[::-1] if change.flips else ends))


def _influences(task: Task) -> Floats:
    """The change of the value, on its scale, per unit of each distinct row."""
    assert isinstance(task.evidence, ValuePairs)
    if len(task.evidence.mass) <= MOST:
        left_out = _left_out(task, task.evidence)
        if np.isfinite(left_out).all():
            return left_out
    with np.errstate(divide="ignore", invalid="ignore"):
        slope = abs(SCALES[task.measure.scale].slope(np.float64(task.value)))
        changes = _changes(task, task.evidence) * slope
    return changes if np.isfinite(changes).all() else np.zeros(len(changes))


def _changes(task: Task, pairs: ValuePairs) -> Floats:
    """The derivative by the weight of each row; of a mean, how far its loss lies from it."""
    if task.measure.row_loss is None:
        return gradient(task.measure, pairs, task.parameters)
    losses = task.measure.row_loss(pairs.truth, pairs.predicted, **task.parameters)
    return (losses - task.value) / pairs.n


def _left_out(task: Task, pairs: ValuePairs) -> Floats:
    """The same from leaving one row of each kind out."""
    unit, n = pairs.squared / pairs.mass, pairs.effective_n
    values = np.empty(len(unit))
    for i, weight in enumerate(unit):
        mass = pairs.mass.copy()
        # What is left of the last row of its kind is rounding, not weight.
        mass[i] = mass[i] - weight if mass[i] > 1.5 * weight else 0.0
        values[i] = task.measure(pairs.with_cells(mass), **task.parameters) if mass.any() else nan
    with np.errstate(divide="ignore", invalid="ignore"):
        scaled = SCALES[task.measure.scale].forward(values)
        middle = np.average(scaled, weights=pairs.mass / unit)
        moves: Floats = (middle - scaled) * (n - 1) / n / unit
    return moves


def _freedom(influence: Floats, pairs: ValuePairs) -> float:
    """Twice the squared variance over the variance of the variance, within what n rows and any interval allow."""
    n, rows = pairs.effective_n, pairs.mass**2 / pairs.squared
    pull = influence * pairs.squared / pairs.mass
    second, fourth = inner(rows, pull**2), inner(rows, pull**4)
    excess = fourth / second**2 - 1 / n
    found = 2 / excess if excess > 0 else n - 1
    return float(min(max(found, 2.0), n - 1))


def _quantile(level: float, freedom: float) -> float:
    from scipy.special import stdtrit

    return float(stdtrit(freedom, (1 + level) / 2))
