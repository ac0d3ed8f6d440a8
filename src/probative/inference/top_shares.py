"""Intervals of the top rows: how many rows are positive bounds them, and how well the classes are ranked moves them.

With more positives than top rows no ranking finds all of them, and with fewer no ranking fills the top. What is found
then depends on the share of positives alone, by a bend that no variance sees: of strong models with about as many
positives as top rows, Wilson's limits at the linearised variance held the truth in 83 to 90 of 100 samples. So the
share of positives is moved to its limits with both classes ranked as they are, the ranking is given limits of its own
by the variance inside the classes, and the moves are squared and added (Zou and Donner 2008): 92 to 100 of 100.
"""

from __future__ import annotations

from dataclasses import replace
from math import hypot, isnan

import numpy as np

from probative.evidence import Ladder
from probative.evidence.arrays import inner
from probative.inference.linearised import linearised
from probative.inference.methods import interval
from probative.inference.proportion import effective_trials, modified_wilson
from probative.inference.task import Limits, Task

NEVER = 1e-9
"""The least share of a class that a class is moved to: without any row of it there would be nothing to rank."""


@interval("mover-top", fits=lambda measure, clustered: measure.method == "mover-top")
def mover_top(task: Task) -> Limits:
    """The value at the limits of the share of positives, and Wilson's limits of the ranking, squared and added."""
    plain = linearised(task)
    if task.clusters is not None:
        return replace(plain, method="linearised")
    assert isinstance(task.evidence, Ladder)
    assert task.measure.as_share is not None
    ladder = task.evidence.gathered
    if isnan(plain.low) or not min(ladder.totals) > 0:
        return plain
    _, unit, rows = task.measure.as_share(ladder, **task.parameters)
    value = task.value / unit
    at_ends = [_with_share(ladder, share, task) / unit for share in _share_limits(ladder, task.level)]
    spread, room = _within_classes(ladder, task) / unit**2, value * (1 - value)
    if room > 1e-12 and spread > 1e-12 * room / rows:
        rows = room / spread
    low, high = modified_wilson(min(value, 1.0) * rows, rows, task.level)
    below, above = hypot(value - low, value - min(*at_ends, value)), hypot(high - value, max(*at_ends, value) - value)
    # Both moves may go together, with weights above all: the variance of the whole bounds the limits from inside.
    return Limits(min(unit * (value - below), plain.low), max(unit * (value + above), plain.high))


def _share_limits(ladder: Ladder, level: float) -> tuple[float, float]:
    """Of the share of positives, widened beside 1 to 3 of them."""
    squares = ladder.squared_totals
    found, trials = effective_trials(
        ladder.totals[0], ladder.n, (squares[0], sum(squares)) if ladder.weighted else None
    )
    low, high = modified_wilson(found, trials, level)
    return max(low, NEVER), min(high, 1 - NEVER)


def _with_share(ladder: Ladder, share: float, task: Task) -> float:
    """The value if so many rows were positive and both classes had the scores that they have."""
    part = ladder.totals[0] / ladder.n
    up, down = share / part, (1 - share) / (1 - part)
    moved = replace(ladder, positives=ladder.positives * up, negatives=ladder.negatives * down)
    return float(task.measure(moved, **task.parameters))


def _within_classes(ladder: Ladder, task: Task) -> float:
    """The variance of the value among samples with as many rows of each class: influences less their class's mean."""
    slopes = task.measure.slopes
    assert slopes is not None
    p = n = 0.0
    for step, of_p, of_n in slopes(ladder, **task.parameters):
        p, n = p + inner(step.p, of_p), n + inner(step.n, of_n)
    p, n = p / ladder.totals[0], n / ladder.totals[1]
    return sum(
        inner(step.p_squared, np.square(of_p - p)) + inner(step.n_squared, np.square(of_n - n))
        for step, of_p, of_n in slopes(ladder, **task.parameters)
    )
