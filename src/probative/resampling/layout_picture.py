"""The picture of a plan: a line of rows for every split, in the colours of their roles; classes and groups below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

import numpy as np

from probative.evidence.arrays import Array
from probative.pictures import Axis, Bars, Chart, Shape
from probative.pictures.words import clipped

TRAIN, VALIDATION, TEST = 1, 2, 3
MOST_LINES, MOST_ROWS = 60, 300
"""Splits and rows that a picture can show; of more rows every so many-th is drawn."""
MOST_NAMES = 6
"""Classes that a legend names."""
OUTER, INNER = 0.42, 0.26
"""Half the height of a bar; splits inside a training part are thinner."""
LETTERS = 76
"""Letters of a line of the heading."""


@dataclass(frozen=True, slots=True, eq=False)
class Strip:
    """What is known of every row: the name of it, its values, and the value of each row by number."""

    title: str
    names: tuple[str, ...]
    codes: Array


@dataclass(frozen=True, slots=True, eq=False)
class Lane:
    """One split: its place in words, its repeat, whether it lies inside a training part, and the role of every row."""

    place: str
    repeat: int
    inner: bool
    roles: Array


def layout_chart(about: str, lanes: Sequence[Lane], order: Array, strips: Sequence[Strip]) -> Chart:
    """A chart of splits, rows in that order.

    >>> chart = layout_chart("2-fold", [Lane("1.1", 0, False, np.array([3, 1]))], np.arange(2), [])
    >>> chart.y.words, chart.names()
    (('1.1',), ['training', 'test'])
    """
    drawn, every = lanes[:MOST_LINES], max(1, -(-len(order) // MOST_ROWS))
    seen = order[::every]
    words = [f"inner {lane.place}" if lane.inner else lane.place for lane in drawn]
    shapes = _roles(drawn, seen, every)
    for number, strip in enumerate(strips, len(drawn)):
        words.append(strip.title)
        shapes += _strip(strip, strip.codes[seen], number, every)
    across = Axis.over(f"Rows{_sorted_by(order, strips)}", [0, len(order)], width=300)
    notes = []
    if len(drawn) < len(lanes):
        notes.append(f"The first {len(drawn)} of {len(lanes):,} splits.")
    if every > 1:
        notes.append(f"One of every {every} rows is drawn, of {len(order):,}.")
    heading = "\n".join([*wrap(about, LETTERS), *notes])
    height = max(60.0, 14.0 * len(words))
    return Chart(about, across, Axis.rows(words), tuple(shapes), about, heading, tuple(notes), 420, height)


def _roles(lanes: Sequence[Lane], seen: Array, every: int) -> list[Shape]:
    """Bars of every role; tests of every other repeat have a colour of their own."""
    repeated = len({lane.repeat for lane in lanes if not lane.inner}) < sum(not lane.inner for lane in lanes)
    several = repeated and any(lane.repeat for lane in lanes)
    looks: list[tuple[int, int | None, int, str]] = [(TRAIN, None, 4, "training"), (VALIDATION, None, 1, "validation")]
    looks += [(TEST, 0, 0, "test, odd repeats"), (TEST, 1, 6, "test, even repeats")] if several else []
    looks += [] if several else [(TEST, None, 0, "test")]
    shapes: list[Shape] = []
    for role, parity, series, name in looks:
        runs = [
            (line, INNER if lane.inner else OUTER, lane.roles[seen] == role)
            for line, lane in enumerate(lanes)
            if parity is None or lane.repeat % 2 == parity
        ]
        if any(rows.any() for _, _, rows in runs):
            shapes.append(_bars(runs, series, name, every, pale=role == TRAIN))
    return shapes


def _strip(strip: Strip, codes: Array, line: int, every: int) -> list[Shape]:
    """Classes by colour and name; groups, which are many, dark and pale in turn."""
    if strip.title == "class" and len(strip.names) <= MOST_NAMES:
        looks = zip(range(MOST_NAMES), strip.names, (2, 3, 5, 6, 4, 1), strict=False)
        return [
            _bars([(line, OUTER, codes == code)], series, f"{strip.title} {clipped(name, 20)}", every)
            for code, name, series in looks
        ]
    turns = [codes % 2 == turn for turn in (0, 1)]
    return [_bars([(line, OUTER, rows)], 6, "", every, pale=bool(turn)) for turn, rows in enumerate(turns)]


def _bars(lines: Sequence[tuple[int, float, Array]], series: int, name: str, every: int, *, pale: bool = False) -> Bars:
    """All runs of neighbouring rows that are marked, of all lines with their heights."""
    left, right, low, high = [], [], [], []
    for line, half, marked in lines:
        edges = np.flatnonzero(np.diff(np.concatenate([[0], marked.astype(np.int8), [0]])))
        left += (edges[::2] * every).tolist()
        right += (edges[1::2] * every).tolist()
        low += [line + half] * (len(edges) // 2)
        high += [line - half] * (len(edges) // 2)
    return Bars(left, right, low, high, series=series, name=name, role="overlaid" if pale else "")


def _sorted_by(order: Array, strips: Sequence[Strip]) -> str:
    if np.array_equal(order, np.arange(len(order))):
        return ", as in the table"
    return ", sorted by " + " and ".join(strip.title for strip in reversed(strips)) if strips else ", by time"
