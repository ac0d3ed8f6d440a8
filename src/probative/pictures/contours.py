"""Contours: where a function of two variables has a value, as many short lines."""

from __future__ import annotations

from typing import Any

import numpy as np

from probative.evidence.arrays import Array, Floats
from probative.pictures.shapes import Segments


def contour(x: Floats, y: Floats, values: Floats, level: float = 0.0, **look: Any) -> Segments:
    """The lines on which values (a row for each y) are at that level, straight inside each cell of the grid.

    >>> side = np.linspace(-1, 1, 21)
    >>> lines = contour(side, side, side[None, :] - side[:, None])
    >>> max(abs(a - b) for ends, others in zip(lines.x, lines.y) for a, b in zip(ends, others)) < 1e-12
    True
    """
    height = values - level
    sides = _crossings(x, y, height)
    found = [one[0] for one in sides], [one[1] for one in sides]
    across, up, there = np.stack(found[0]), np.stack(found[1]), np.stack([one[2] for one in sides])
    lines: list[tuple[Floats, Floats]] = []
    counts = there.sum(axis=0)
    for i, j in np.argwhere(counts >= 2):
        at = np.flatnonzero(there[:, i, j])
        # A saddle has four crossings: below and left, above and right belong together, whichever way it really is.
        for a, b in ((0, 1), (2, 3)) if len(at) == 4 else ((0, 1),):
            pair = at[[a, b]]
            lines.append((across[pair, i, j], up[pair, i, j]))
    xs, ys = ([(float(line[k][0]), float(line[k][1])) for line in lines] for k in (0, 1))
    return Segments(xs, ys, 1.0, **look)


def _crossings(x: Floats, y: Floats, height: Floats) -> list[tuple[Floats, Floats, Array]]:
    """For every cell and side (lower, left, upper, right): where 0 is crossed, and whether it is."""
    left, right, low, high = x[None, :-1], x[None, 1:], y[:-1, None], y[1:, None]
    corners = height[:-1, :-1], height[:-1, 1:], height[1:, :-1], height[1:, 1:]
    shape = corners[0].shape
    made = []
    for (a, b), along in (((0, 1), "x"), ((0, 2), "y"), ((2, 3), "x"), ((1, 3), "y")):
        with np.errstate(divide="ignore", invalid="ignore"):
            share = corners[a] / (corners[a] - corners[b])
        there = (corners[a] >= 0) != (corners[b] >= 0)
        if along == "x":
            place = left + share * (right - left), np.broadcast_to(low if a == 0 else high, shape)
        else:
            place = np.broadcast_to(left if a == 0 else right, shape), low + share * (high - low)
        made.append((*place, there & np.isfinite(share)))
    return made
