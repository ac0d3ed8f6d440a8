"""Intervals of mean distances, which noise makes larger: the lower limit takes off what noise alone would show."""

from __future__ import annotations

from math import nan, pi, sqrt
from typing import Any

import numpy as np

from probative.evidence import Ladder
from probative.inference.methods import interval
from probative.inference.proportion import normal_quantile
from probative.inference.task import Limits, Task
from probative.measurement.calibration_error import calibration_gaps


@interval("folded-normal", fits=lambda measure, clustered: measure.method == "folded-normal")
def folded_normal(task: Task) -> Limits:
    """Up by so many standard errors of all gaps; down by what gaps of noise alone would seldom add up to.

    The distance seen is at most the true one and the summed sizes of the errors, which are folded normals.
    """
    if task.clusters is not None:
        return Limits(nan, nan, "the bins of clustered rows have no known spread")
    assert isinstance(task.evidence, Ladder)
    options: dict[str, Any] = dict(task.parameters)
    gaps = calibration_gaps(task.evidence, **options)
    z, error = normal_quantile(task.level), float(np.sqrt(np.square(gaps.errors).sum()))
    if not error > 0:
        return Limits(nan, nan, "the scores are all 0 or 1 and show no spread")
    low = gaps.distance - gaps.noise - z * sqrt(1 - 2 / pi) * error
    return Limits(max(low, 0.0), gaps.distance + z * error)
