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
    waiting = list(zip(corners[:-1].tolist(), corners[1:].tolist(), strict=True))
    while waiting:
        a, b = waiting.pop()
        if b - a < 2:
            continue
        dx, dy = x[b] - x[a], y[b] - y[a]
        px, py = x[a + 1 : b] - x[a], y[a + 1 : b] - y[a]
        square = float(dx * dx + dy * dy)
        # The nearest place of the stretch that is drawn: beyond its ends there is no line to be near to.
        way = np.clip((px * dx + py * dy) / square, 0.0, 1.0) if square else np.zeros(len(px))
        away = np.hypot(px - way * dx, py - way * dy)
        worst = int(np.argmax(away))
        if away[worst] > tolerance:
            middle = a + 1 + worst
            chosen[middle] = True
            waiting += [(a, middle), (middle, b)]
    return chosen
