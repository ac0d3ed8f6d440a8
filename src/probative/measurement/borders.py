"""Borders that are a share of a total: sums of weights arrive at one only up to rounding."""

from __future__ import annotations

import numpy as np

from probative.evidence.arrays import Floats

ROUNDING = 1e-12


def settled(at: float, x: Floats) -> float:
    """The border, or the point of x (which rises) that only rounding keeps it from.

    >>> settled(0.1 + 0.2, np.array([0.0, 0.3, 1.0])), settled(0.31, np.array([0.0, 0.3, 1.0]))
    (0.3, 0.31)
    """
    place = int(np.searchsorted(x, at))
    for k in (place, place - 1):
        if 0 <= k < len(x) and abs(x[k] - at) <= ROUNDING * x[-1]:
            return float(x[k])
    return at
