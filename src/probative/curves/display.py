"""Thinning a curve for display: fewer points, the same picture."""

from __future__ import annotations

import numpy as np

from probative.evidence.arrays import Array, Floats


def thinned_indices(x: Floats, y: Floats, points: int) -> Array:
    """Indices of points evenly spread along the curve, the first and the last among them."""
    if len(x) <= points:
        return np.arange(len(x))
    way = np.concatenate([[0.0], np.cumsum(np.abs(np.diff(x)) + np.abs(np.diff(y)))])
    marks = np.linspace(0.0, way[-1], points)
    return np.unique(np.concatenate([[0], np.searchsorted(way, marks[1:-1]), [len(x) - 1]]))
