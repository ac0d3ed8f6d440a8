"""Names at curves: each where its own curve is farthest from the others, so that no legend is needed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from probative.evidence.arrays import Floats
from probative.pictures import Axis, Line, Shape, Words
from probative.pictures.words import clipped, width

PLACES = np.linspace(0.0613, 0.9017, 43)
"""Shares of the width at which a name may begin: none at which a curve is likely to step."""
LETTER, TALL = 7.4, 14.0
"""Units of a letter of a name, and of its height."""
ROOM = 1.3
"""How much larger the letters of a large chart become on a phone."""
WIDE = 400.0
"""Units from which on a chart is large."""
MOST = 12
"""Lines that have a name; of more the first, which are the best: no name can be told from the next in a crowd."""


def names_at(
    lines: Sequence[tuple[Line, str, int]],
    axes: tuple[Axis, Axis],
    size: tuple[float, float],
    *,
    values: Sequence[str] = (),
    blocked: Sequence[tuple[float, float, float, float]] = (),
) -> list[Shape]:
    """A name for each line (line, name, number for the script), up to `MOST`, in the room that the others leave.

    A value stands behind each name where there is one; nothing stands where the picture is blocked.

    >>> flat = Line([0, 1], [0.2, 0.2], series=0), Line([0, 1], [0.8, 0.8], series=1)
    >>> made = names_at([(flat[0], "low", 0), (flat[1], "high", 1)], (Axis.unit(""), Axis.unit("")), (300, 300))
    >>> [(word.text, word.y) for word in made]
    [('low', 0.2), ('high', 0.8)]
    """
    wide, high = size
    lines = lines[:MOST]
    letter, tall = (part * (ROOM if wide > WIDE else 1.0) for part in (LETTER, TALL))
    curves = [_drawn(line, axes, size) for line, _, _ in lines]
    taken = list(blocked)
    found: list[Shape] = []
    for i, (line, name, number) in enumerate(lines):
        words = " ".join([clipped(name, 24), *values[i : i + 1]])
        long = letter * width(words)
        best: tuple[float, float, float] | None = None
        for share in PLACES:
            x = share * wide
            if x + long > wide - 4:
                continue
            for up in (True, False):
                span = np.linspace(x, x + long, 6)
                own = np.interp(span, *curves[i])
                y = float(own.max() + 5 if up else own.min() - 5 - tall)
                room = _room(curves, (x, y, x + long, y + tall), taken, high)
                if best is None or room > best[0] + 1e-9:
                    best = (room, x, y)
        _, x, y = best or (0.0, 4.0, high / 2)
        taken.append((x, y, x + long, y + tall))
        at = x / wide * (axes[0].high - axes[0].low) + axes[0].low
        on = float(np.interp(x, *curves[i]))
        value = on / high * (axes[1].high - axes[1].low) + axes[1].low
        shift = (0.0, -(y - on) - 3.0)
        found.append(
            Words(float(at), value, words, shift=shift, series=line.series, role="name", data={"name": number})
        )
    return found


def _drawn(line: Line, axes: tuple[Axis, Axis], size: tuple[float, float]) -> tuple[Floats, Floats]:
    """The line in units from the lower left corner, rising in x."""
    x, y = (_dense(np.asarray(part, np.float64)) for part in (line.x, line.y))
    known = np.isfinite(x) & np.isfinite(y)
    px, py = (
        np.clip((part[known] - axis.low) / (axis.high - axis.low), 0, 1) * room
        for part, axis, room in zip((x, y), axes, size, strict=True)
    )
    order = np.argsort(px, kind="stable")
    return px[order], py[order]


def _dense(part: Floats) -> Floats:
    """More places between few corners: of a long step only a part may be in sight."""
    more = max(1, 200 // max(len(part), 1))
    return np.interp(np.arange((len(part) - 1) * more + 1) / more, np.arange(len(part)), part)


def _room(
    curves: Sequence[tuple[Floats, Floats]],
    box: tuple[float, float, float, float],
    taken: Sequence[tuple[float, float, float, float]],
    high: float,
) -> float:
    """How far a box is from all curves and from the names that stand already; less than 0 where it overlaps."""
    left, low, right, top = box
    if low < 2 or top > high - 2:
        return -1e9
    span = np.linspace(left, right, 8)
    found = [40.0]
    for x, y in curves:
        line = np.interp(span, x, y)
        inside = np.maximum(low - line, line - top)
        found.append(float(inside.min()))
    for a, b, c, d in taken:
        found.append(max(left - c, a - right, low - d, b - top))
    return min(found)
