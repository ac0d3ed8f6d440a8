"""Wilson's interval for values that are no shares but lie between 0 and 1 like one: on effective trials.

How much the value varies says how many trials of a share would vary as much. With few rows of a class that number is
itself uncertain, and more so the nearer the value is to 0 or 1; it is then held close to what a share of those rows
would have.
"""

from __future__ import annotations

from probative.evidence import Ladder
from probative.inference.delta import variance
from probative.inference.methods import interval, preferred
from probative.inference.proportion import normal_quantile, t_quantile, wilson
from probative.inference.task import Limits, Task

TRUST = 20.0
"""Rows' worth of trust in the number of rows against a larger one that was observed; by simulation."""


@interval("wilson-effective", fits=preferred("wilson-effective"))
def effective_wilson(task: Task) -> Limits:
    """Wilson's interval with Student's t, on the trials that would vary as much."""
    assert isinstance(task.evidence, Ladder)
    value = task.value
    # The rows of the smaller class, effective ones where weighted.
    rows = min(rows for rows in task.evidence.effective_totals if rows)
    spread = variance(task.measure, task.evidence, task.parameters)
    if spread > 0 and 0 < value < 1:
        observed = spread / (value * (1 - value))
        per_trial = max(observed, (rows * observed + TRUST / rows) / (rows + TRUST))
        quantile = t_quantile(task.level, max(rows - 1, 1.0))
    else:
        per_trial, quantile = 1 / rows, normal_quantile(task.level)
    trials = (normal_quantile(task.level) / quantile) ** 2 / per_trial
    return Limits(*wilson(value * trials, trials, task.level))
