"""The harmonic mean of any number of values, of which F is the one of precision and recall."""

from __future__ import annotations

import numpy as np

from probative.errors import BadScores, EmptyData
from probative.evidence.arrays import numbers


def harmonic_mean(values: object) -> float:
    """N / sum(1/x): nearer to the smallest value than the arithmetic mean, and 0 if any value is 0.

    >>> round(harmonic_mean([1.0, 0.2]), 4), harmonic_mean([0.9, 0.8, 0.0])
    (0.3333, 0.0)
    """
    x = numbers(values, "values")
    if not len(x):
        raise EmptyData("a mean needs values.", found="none")
    if not (x >= 0).all():
        raise BadScores("a harmonic mean is of values of at least 0.", found=float(x[~(x >= 0)][0]))
    with np.errstate(divide="ignore"):
        return float(len(x) / (1 / x).sum())
