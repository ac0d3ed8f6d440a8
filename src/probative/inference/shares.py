"""Intervals of measures that are shares: every method for a proportion is one."""

from __future__ import annotations

from probative.evidence.arrays import single
from probative.inference.methods import interval
from probative.inference.proportion import METHODS, share_limits
from probative.inference.task import Limits, Task, squared_trials


@interval(*METHODS, fits=lambda measure, clustered: measure.trials is not None and not clustered)
def share(task: Task) -> Limits:
    """The interval of a proportion, by the successes and trials behind the share."""
    assert task.measure.trials is not None
    part, whole = task.measure.trials(task.evidence, **task.parameters)
    squares = squared_trials(task.measure, task.evidence, task.parameters)
    return Limits(*share_limits(task.method, single(part), single(whole), task.level, squares)[0])
