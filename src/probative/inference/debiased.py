"""Entropies and mutual information: values that lean to one side in every finite sample.

A table of counts shows more dependence than there is, and less uncertainty (Miller 1955). The interval reaches to both
sides of the value as counted, of the value without its bias (which the measure declares) and of the adjusted one. With
fewer than five rows for each cell, or fifty in all, the correction itself fails, for classes that were not seen most of
all, and with it every interval that was tried.
"""

from __future__ import annotations

from math import isfinite, nan

from probative.evidence import ConfusionMatrix
from probative.inference.adjusted import NOTHING_VARIES, adjusted
from probative.inference.methods import interval, preferred
from probative.inference.task import Limits, Task

ROWS_PER_CELL = 5
"""The old rule for tests of such tables, of which mutual information is the statistic."""
LEAST_ROWS = 50


@interval("debiased-t", fits=preferred("debiased-t"))
def debiased_t(task: Task) -> Limits:
    """From the lowest of the three values less t standard errors to the highest plus as many."""
    assert isinstance(task.evidence, ConfusionMatrix)
    assert task.measure.bias is not None
    least = max(ROWS_PER_CELL * len(task.evidence.labels) ** 2, LEAST_ROWS)
    if task.evidence.effective_n < least * (1 - 1e-9):
        return Limits(nan, nan, f"fewer than {least} rows: too few for the bias of a table of this size")
    found = adjusted(task)
    if not isfinite(found.half):
        return Limits(nan, nan, NOTHING_VARIES)
    centres = (task.value, task.value - task.measure.bias(task.evidence), found.value)
    return Limits(min(centres) - found.half, max(centres) + found.half)
