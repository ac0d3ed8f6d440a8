"""Fewer vertices for the same picture (Douglas and Peucker 1973)."""

from __future__ import annotations

import numpy as np

from probative.evidence.arrays import Array, Floats


def kept_vertices(x: Floats, y: Floats, keep: Array, tolerance: float) -> Array:
    """Which vertices to draw so that no other lies farther than the tolerance from the line; `keep` always stay.

    >>> kept_vertices(np.array([0., 1, 2, 3]), np.array([0., 0.01, 0, 1]), np.zeros(4, bool), 0.1).tolist()
    [True, False, True, True]
    """
    chosen = np.array(keep, bool)
    chosen[[0, -1]] = True
    corners = np.flatnonzero(chosen)
    a, b = corners[:-1], corners[1:]
    # All stretches between vertices found so far at once: each that has a place too far away is parted there.
    while len(a):
        a, b = a[b - a > 1], b[b - a > 1]
        worst, away = _farthest(x, y, a, b)
        far = away > tolerance
        a, middle, b = a[far], worst[far], b[far]
        chosen[middle] = True
        a, b = np.concatenate([a, middle]), np.concatenate([middle, b])
    return chosen


def _farthest(x: Floats, y: Floats, a: Array, b: Array) -> tuple[Array, Floats]:
    """Inside each stretch the first of the vertices that lie farthest from the line between its ends, and how far."""
    if not len(a):
        return a, np.zeros(0)
    sizes = b - a - 1
    starts = np.cumsum(sizes) - sizes
    at = np.arange(sizes.sum()) + np.repeat(a + 1 - starts, sizes)
    dx, dy, first_x, first_y = (np.repeat(column, sizes) for column in (x[b] - x[a], y[b] - y[a], x[a], y[a]))
    px, py, square = x[at] - first_x, y[at] - first_y, dx * dx + dy * dy
    # The nearest place of the stretch that is drawn: beyond its ends there is no line to be near to.
    way = np.clip(np.divide(px * dx + py * dy, square, out=np.zeros(len(at)), where=square > 0), 0.0, 1.0)
    away = np.hypot(px - way * dx, py - way * dy)
    most = np.maximum.reduceat(away, starts)
    ties = np.where(away == np.repeat(most, sizes), at, len(x))
    return np.minimum.reduceat(ties, starts), most
