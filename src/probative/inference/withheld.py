"""No interval, and the reason: for measures of which no method is known to cover; others may be asked for by name."""

from __future__ import annotations

from math import nan

from probative.inference.methods import interval
from probative.inference.task import Limits, Task


@interval("withheld", fits=lambda measure, clustered: measure.method == "withheld")
def withheld(task: Task) -> Limits:
    """None, with what the measure says about itself."""
    return Limits(nan, nan, task.measure.caution)
