"""Wilson's interval of the share that would vary as much: for shares of rows that a quantile or a mean is taken off."""

from __future__ import annotations

import numpy as np

from probative.inference.delta import variance
from probative.inference.methods import interval
from probative.inference.proportion import modified_wilson, normal_quantile
from probative.inference.task import Limits, Task


@interval("linearised", fits=lambda measure, clustered: measure.as_share is not None)
def linearised(task: Task) -> Limits:
    """Wilson's limits at the number of rows whose share would have the linearised variance of the value.

    Beside 1 to 3 events they are widened, since often less than one is expected. Where the share is 0 or 1, or the
    sample shows no spread, the rows that the share is of are taken as they are. Whole clusters that vary have Student's
    quantile, as fewer rows (Korn and Graubard 1998).
    """
    assert task.measure.as_share is not None
    shift, unit, rows = task.measure.as_share(task.evidence, **task.parameters)
    if np.isnan(rows):
        return Limits(np.nan, np.nan, "too few rows to know where the threshold lies")
    square = unit * unit
    if not np.isfinite(square):
        return Limits(np.nan, np.nan, "the value is too large for a variance")
    share = min(max((task.value - shift) / unit, 0.0), 1.0)
    if task.clusters is not None:
        spread = task.clusters.variance(task.measure, task.parameters)
        rows = min(rows, task.clusters.size)
    else:
        spread = variance(task.measure, task.evidence, task.parameters)
    room = share * (1 - share)
    if room > 1e-12 and spread > 1e-12 * room * square / max(rows, 1.0):
        rows = room * square / spread
    if task.clusters is not None:
        from scipy.special import stdtrit

        rows *= (normal_quantile(task.level) / float(stdtrit(task.clusters.size - 1, (1 + task.level) / 2))) ** 2
    if not (rows > 0 and np.isfinite(rows)):
        return Limits(np.nan, np.nan, "too few rows for a variance")
    low, high = modified_wilson(share * rows, rows, task.level)
    return Limits(shift + unit * low, shift + unit * high)
