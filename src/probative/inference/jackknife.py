"""The jackknife: how far a value moves when a row is left out, and Student's t for what a few rows leave open."""

from __future__ import annotations

from dataclasses import replace
from math import nan

import numpy as np

from probative.evidence import ValuePairs
from probative.evidence.arrays import Array, Floats, inner
from probative.evidence.kinds import Counted
from probative.inference.delta import gradient
from probative.inference.doubting import HEAVY_TAIL
from probative.inference.methods import interval, preferred
from probative.inference.number_clusters import NumberClusters
from probative.inference.scales import SCALES, ScaleMap
from probative.inference.skewed import LEAST_SHARE
from probative.inference.task import Limits, Task
from probative.inference.varying_clusters import spread_of

MOST = 500
"""Distinct rows up to which each is left out in turn; beyond, the derivative by its weight says the same."""


TRUST_RANKS = "other samples may show a far other value than this interval allows; look at ranks or medians"


@interval("jackknife", fits=preferred("jackknife"))
def jackknife(task: Task) -> Limits:
    """Symmetric on the measure's scale, with degrees of freedom after Satterthwaite.

    Where few rows decide the value, as in squares of skewed numbers, its variance is itself hardly known: the fourth
    power of the rows' influence tells how many degrees of freedom that leaves. In simulations from 20 rows on this
    covers where normal quantiles of the delta method do not.
    """
    if isinstance(task.clusters, NumberClusters):
        return _of_clusters(task, task.clusters)
    assert isinstance(task.evidence, Counted)
    n = float(task.evidence.effective_n)
    if n <= 1:
        return Limits(nan, nan, "too few rows for a variance")
    mass, squares = task.evidence.cells()
    filled = np.flatnonzero(mass)
    influence, mass, squares = _influences(task, task.evidence, filled), mass[filled], squares[filled]
    spread = inner(squares, influence**2)
    freedom = _freedom(influence, mass, squares) if spread > 0 else n - 1
    found = _around(task, spread * n / (n - 1), _quantile(task.level, freedom))
    return found if np.isnan(found.low) else replace(found, why=_decided(influence * squares / mass, spread))


def _decided(pulls: Floats, spread: float) -> str | None:
    """What must be said where a single row decides how much the value varies: no interval holds for such tails."""
    share = float(np.square(pulls).max()) / spread
    return f"{HEAVY_TAIL}, one row carries {share:.0%} of the variance: {TRUST_RANKS}" if share > LEAST_SHARE else None


def _of_clusters(task: Task, clusters: NumberClusters) -> Limits:
    """The same where whole clusters are left out."""
    moves = clusters.left_out(task.measure, task.parameters, task.measure.scale)
    if not np.isfinite(moves).all():
        return Limits(nan, nan, "the measure is undefined without one of the clusters")
    return _around(task, spread_of(moves), _quantile(task.level, clusters.freedom_of(moves)))


def _around(task: Task, spread: float, quantile: float) -> Limits:
    """So many standard errors to either side on the measure's scale."""
    change = SCALES[task.measure.scale]
    with np.errstate(divide="ignore"):
        middle = float(change.forward(np.float64(task.value)))
    if not (np.isfinite(middle) and spread > 1e-18):
        return Limits(nan, nan, "the sample shows no spread from which an interval could be made")
    half = quantile * spread**0.5
    low, high = _ends(change, middle, half)
    if task.measure.bias is None or task.clusters is not None:
        return Limits(low, high)
    # It leans to one side by as much as a standard error where it is close to its limit: both places are reached from.
    straight = task.value - task.measure.bias(task.evidence)
    if abs(straight) >= 1:
        return Limits(min(low, straight), max(high, straight))
    below, above = _ends(change, float(change.forward(np.float64(straight))), half)
    return Limits(min(low, below), max(high, above))


def _ends(change: ScaleMap, middle: float, half: float) -> tuple[float, float]:
    with np.errstate(over="ignore"):
        ends = float(change.back(middle - half)), float(change.back(middle + half))
    return ends[::-1] if change.flips else ends


def _influences(task: Task, evidence: Counted, filled: Array) -> Floats:
    """The change of the value, on its scale, per unit of each cell with rows."""
    if len(filled) <= MOST:
        left_out = _left_out(task, evidence, filled)
        if np.isfinite(left_out).all():
            return left_out
    with np.errstate(divide="ignore", invalid="ignore"):
        slope = abs(SCALES[task.measure.scale].slope(np.float64(task.value)))
        changes: Floats = _changes(task, evidence)[filled] * slope
    return changes if np.isfinite(changes).all() else np.zeros(len(changes))


def _changes(task: Task, evidence: Counted) -> Floats:
    """The derivative by the weight of each cell; of a mean, how far its loss lies from it."""
    if task.measure.row_loss is None or not isinstance(evidence, ValuePairs):
        return gradient(task.measure, evidence, task.parameters)
    losses = task.measure.row_loss(evidence.truth, evidence.predicted, **task.parameters)
    return (losses - task.value) / evidence.n


def _left_out(task: Task, evidence: Counted, filled: Array) -> Floats:
    """The same from leaving one row of each cell out."""
    counts, squares = evidence.cells()
    unit, n = squares[filled] / counts[filled], float(evidence.effective_n)
    values = np.empty(len(filled))
    for i, (cell, weight) in enumerate(zip(filled, unit, strict=True)):
        mass = counts.astype(np.float64)
        # What is left of the last row of its cell is rounding, not weight.
        mass[cell] = mass[cell] - weight if mass[cell] > 1.5 * weight else 0.0
        values[i] = task.measure(evidence.with_cells(mass), **task.parameters) if mass.any() else nan
    with np.errstate(divide="ignore", invalid="ignore"):
        scaled = SCALES[task.measure.scale].forward(values)
        middle = np.average(scaled, weights=counts[filled] / unit)
        moves: Floats = (middle - scaled) * (n - 1) / n / unit
    return moves


def _freedom(influence: Floats, mass: Floats, squares: Floats) -> float:
    """Twice the squared variance over the variance of the variance, within what n rows and any interval allow."""
    rows, pull = mass**2 / squares, influence * squares / mass
    n = float(mass.sum() ** 2 / squares.sum())
    second, fourth = inner(rows, pull**2), inner(rows, pull**4)
    excess = fourth / second**2 - 1 / n
    found = 2 / excess if excess > 0 else n - 1
    return float(min(max(found, 2.0), n - 1))


def _quantile(level: float, freedom: float) -> float:
    from scipy.special import stdtrit

    return float(stdtrit(freedom, (1 + level) / 2))
