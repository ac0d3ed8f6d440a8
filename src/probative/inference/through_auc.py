"""The interval of twice the AUC less 1: that of the AUC, on the other scale."""

from __future__ import annotations

from dataclasses import replace

from probative.inference.methods import default_method, interval, method_named
from probative.inference.task import Limits, Task
from probative.measurement.registry import find


@interval("through-auc", fits=lambda measure, clustered: measure.method == "through-auc")
def through_auc(task: Task) -> Limits:
    """The AUC's own interval, whatever its method, times 2 less 1."""
    area = find("auc", task.evidence)
    method = default_method(area, clustered=task.clusters is not None)
    found = method_named(method).limits(replace(task, measure=area, value=(task.value + 1) / 2, method=method))
    low, high = area.within(found.low, found.high)
    return Limits(2 * low - 1, 2 * high - 1, found.why)
