"""Intervals of what the share of positives decides alone: between the values at the limits of that share."""

from __future__ import annotations

from probative.evidence import Ladder
from probative.inference.methods import interval, preferred
from probative.inference.proportion import share_limits
from probative.inference.task import Limits, Task


@interval("of-prevalence", fits=preferred("of-prevalence"))
def of_prevalence(task: Task) -> Limits:
    """P (1 - p) over Wilson's interval of p, widened beside 1 to 3 events; it is largest at one half."""
    ladder = task.evidence
    assert isinstance(ladder, Ladder)
    squares = ladder.squared_totals
    (low, high), _ = share_limits(
        "modified-wilson",
        ladder.totals[0],
        ladder.n,
        task.level,
        (squares[0], sum(squares)) if ladder.weighted else None,
    )
    ends = sorted(p * (1 - p) for p in (low, high))
    return Limits(ends[0], 0.25 if low < 0.5 < high else ends[1])
