"""Axes whose numbers fit: as many ticks as there is room for, and none that is cut off at the edge."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import isfinite

from probative.report.drawing import Axis
from probative.report.drawing.plot import LETTER, RIGHT

AIR = 0.05
"""The share of the range that is left free on both sides, so that nothing is drawn on the frame."""


def fitting(
    name: str, values: Iterable[float], *, width: float, left: float, include: Iterable[float] = (), ticks: int = 5
) -> Axis:
    """An axis over all finite values with air around them; `left` are the pixels before the frame.

    >>> fitting("AUC", [0.81, 0.93], width=300, left=40).ticks
    (0.825, 0.85, 0.875, 0.9, 0.925)
    """
    known = [float(value) for value in (*values, *include) if isfinite(value)] or [0.0, 1.0]
    plain = Axis.over(name, known)
    low, high = (min(known), max(known)) if min(known) < max(known) else (plain.low, plain.high)
    air = (high - low) * AIR
    axis = Axis(name, low - air, high + air, ())
    for count in range(ticks, 1, -1):
        tried = Axis.over(name, [axis.low, axis.high], ticks=count)
        inside = tuple(tick for tick in tried.ticks if axis.low <= tick <= axis.high)
        axis = _without_cut(replace(axis, ticks=inside), width, left)
        if _apart(axis, width):
            break
    return axis if len(axis.ticks) > 1 else plain


def _without_cut(axis: Axis, width: float, left: float) -> Axis:
    """The axis without the ticks whose words would leave the picture."""
    kept = []
    for tick, words in zip(axis.ticks, axis.labels(), strict=True):
        half, at = LETTER * len(words) / 2, axis.share(tick) * width
        if half <= at + left and half <= width - at + RIGHT:
            kept.append(tick)
    return replace(axis, ticks=tuple(kept))


def _apart(axis: Axis, width: float) -> bool:
    """Whether the words at neighbouring ticks leave a gap."""
    if len(axis.ticks) < 2:
        return True
    step = (axis.share(axis.ticks[1]) - axis.share(axis.ticks[0])) * width
    return LETTER * (max(len(words) for words in axis.labels()) + 1) <= step
