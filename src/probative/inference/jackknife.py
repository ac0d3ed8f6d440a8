"""The jackknife: how far a value moves when a row is left out, and Student's t for what a few rows leave open."""

from __future__ import annotations

from dataclasses import dataclass, replace
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
    pulls = _pulls(task, task.evidence)
    freedom = _freedom(pulls, n) if pulls.spread > 0 else n - 1
    found = _around(task, pulls.spread * n / (n - 1), _quantile(task.level, freedom))
    return found if np.isnan(found.low) else replace(found, why=_decided(pulls))


@dataclass(frozen=True, slots=True)
class Pulls:
    """How far single rows pull a value, in a few sums: of squares, by how many rows each stands for, the largest."""

    spread: float = 0.0
    second: float = 0.0
    fourth: float = 0.0
    largest: float = 0.0

    @classmethod
    def of(cls, influence: Floats, mass: Floats, squares: Floats) -> Pulls:
        """Of some rows."""
        rows, pull = mass**2 / squares, influence * squares / mass
        sums = inner(squares, influence**2), inner(rows, pull**2), inner(rows, pull**4)
        return cls(*sums, float(np.square(pull).max(initial=0.0)))

    def __add__(self, other: Pulls) -> Pulls:
        sums = self.spread + other.spread, self.second + other.second, self.fourth + other.fourth
        return Pulls(*sums, max(self.largest, other.largest))


def _pulls(task: Task, evidence: Counted) -> Pulls:
    """Of all rows: each left out in turn where they are few, else from derivatives, stretch after stretch."""
    mass, squares = evidence.cells()
    some = len(mass) if isinstance(evidence, ValuePairs) else np.count_nonzero(mass)
    if some <= MOST:
        filled = np.flatnonzero(mass)
        left_out = _left_out(task, evidence, filled)
        if np.isfinite(left_out).all():
            return Pulls.of(left_out, mass[filled], squares[filled])
    with np.errstate(divide="ignore", invalid="ignore"):
        slope = abs(SCALES[task.measure.scale].slope(np.float64(task.value)))
    total = Pulls()
    for rows in evidence.stretches() if isinstance(evidence, ValuePairs) else [slice(None)]:
        there = mass[rows] > 0
        with np.errstate(divide="ignore", invalid="ignore"):
            changes = _changes(task, evidence, rows)[there] * slope
        if not np.isfinite(changes).all():
            return Pulls()
        total = total + Pulls.of(changes, mass[rows][there], squares[rows][there])
    return total


def _decided(pulls: Pulls) -> str | None:
    """What must be said where a single row decides how much the value varies: no interval holds for such tails."""
    share = pulls.largest / pulls.spread
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


def _changes(task: Task, evidence: Counted, rows: slice) -> Floats:
    """The derivative by the weight of each cell; of a mean, how far its loss lies from it."""
    if not isinstance(evidence, ValuePairs):
        return gradient(task.measure, evidence, task.parameters)
    if task.measure.row_loss is None:
        assert task.measure.gradient is not None, "measures of pairs say how rows move them"
        return np.asarray(task.measure.gradient(evidence, rows=rows, **task.parameters), np.float64)
    losses = task.measure.row_loss(evidence.truth[rows], evidence.predicted[rows], **task.parameters)
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


def _freedom(pulls: Pulls, n: float) -> float:
    """Twice the squared variance over the variance of the variance, within what n rows and any interval allow."""
    excess = pulls.fourth / pulls.second**2 - 1 / n
    found = 2 / excess if excess > 0 else n - 1
    return float(min(max(found, 2.0), n - 1))


def _quantile(level: float, freedom: float) -> float:
    from scipy.special import stdtrit

    return float(stdtrit(freedom, (1 + level) / 2))
