"""The pen of files and notebooks: a chart on axes of matplotlib."""

from __future__ import annotations

from functools import singledispatch
from math import isfinite
from typing import Any

import numpy as np

from probative.errors import in_number
from probative.evidence.arrays import Floats
from probative.pictures import shapes
from probative.pictures.chart import Chart
from probative.pictures.figure import log_shades, new_axes, one_colour, two_colours
from probative.pictures.looks import colour, dash, mark
from probative.pictures.matplotlib_frame import around, inches, legend, settle
from probative.pictures.shapes import Shape, Values
from probative.pictures.words import short_names, undirected

GREY, PALE, BLACK = "#999999", "#bbbbbb", "#000000"
MARKERS: dict[str, Any] = {
    "disc": "o",
    "diamond": "D",
    "square": "s",
    "triangle": "^",
    "triangle down": "v",
    "cross": "P",
    "star": (4, 1, 0),
}
SIDES = {"start": "left", "middle": "center", "end": "right"}
POINT = 0.75
"""Points of a unit."""
Style = dict[str, Any]
BARS: dict[str, Style] = {"null": {"color": "#565c66", "alpha": 0.45}, "overlaid": {"alpha": 0.35}}
"""Bars that stand back, and bars that show what is behind them."""


def draw(chart: Chart, ax: Any = None, *, below: bool = False, **style: Any) -> Any:
    """Draw a chart on the axes given, or on new ones, and return the axes; `below` puts the legend there.

    So does a new picture of rows, between which there is no room for it. A further chart on the same axes gets the
    next colours, dashes and marks.

    >>> from probative.pictures import Axis, Line
    >>> chart = Chart("Squares", Axis.over("x", [0, 2]), Axis.over("x²", [0, 4]), (Line([0, 1, 2], [0, 1, 4]),))
    >>> draw(chart).lines[0].get_ydata().tolist()
    [0.0, 1.0, 4.0]
    """
    below = below or (ax is None and bool(chart.y.beside))
    axes = new_axes(inches(chart, below)) if ax is None else ax
    if ax is None:
        settle(chart, axes)
    pen = MatplotlibPen(chart, axes, style, short_names(chart.names(), 30 if below else 200))
    for shape in chart.every_shape():
        draw_shape(shape, pen)
    pen.explain()
    axes._probative_series = pen.first + chart.series
    around(chart, axes)
    legend(chart, axes, below)
    return axes


class MatplotlibPen:
    """Axes of matplotlib, the series that are on them already, and how the user wants the new ones."""

    def __init__(self, chart: Chart, axes: Any, style: Style, names: dict[str, str]) -> None:
        self.chart, self.axes, self.style, self.names = chart, axes, style, names
        self.first: int = getattr(axes, "_probative_series", 0)
        self.hints: dict[str, Style] = {}
        self.hinted: dict[str, set[Any]] = {}

    def series(self, shape: Shape) -> int:
        """The number of a shape's series among all that are on the axes."""
        return self.first + (shape.series or 0)

    def colour(self, shape: Shape) -> Any:
        """The colour of a shape: its series', unless the user wants another."""
        return self.style.get("color", colour(self.series(shape))) if shape.series is not None else BLACK

    def marker(self, shape: Shape) -> Any:
        """The marker of a shape's series."""
        return MARKERS[mark(self.series(shape))]

    def label(self, shape: Shape) -> Style:
        """What the legend says of a shape; what starts with an underscore would be left out."""
        name = self.names.get(shape.name, "")
        detail = in_number(shape.detail)
        words = undirected(f"{name}: {detail}" if name and detail else name or in_number(shape.hint))
        return {"label": f" {words}" if words.startswith("_") else words} if words else {}

    def hint(self, shape: Shape, **look: Any) -> None:
        """Remember what the legend must explain once, though several series may have one."""
        if shape.hint:
            self.hints.setdefault(shape.hint, look)
            self.hinted.setdefault(shape.hint, set()).add(self.colour(shape))

    def explain(self) -> None:
        """Entries of the legend for what has no name: grey where several series have it, else in the colour of one."""
        for words, look in self.hints.items():
            colours = self.hinted[words]
            only = next(iter(colours)) if len(colours) == 1 else "#777777"
            self.axes.plot([], [], color=only, label=words, **look)


@singledispatch
def draw_shape(shape: Shape, pen: MatplotlibPen) -> None:
    """Draw one shape."""
    raise AssertionError(f"no pen draws a {type(shape).__name__}")


@draw_shape.register
def _line(line: shapes.Line, pen: MatplotlibPen) -> None:
    look: Style = {"color": pen.colour(line), "linewidth": line.weight, "solid_capstyle": "butt"}
    if line.series is not None:
        pattern = dash(pen.series(line)) if line.dashed else ()
        # A pattern is for lines two units wide; matplotlib multiplies it with the width.
        look = {"color": pen.colour(line), "linewidth": 2.0 if line.role == "observed" else 1.5}
        look["linestyle"] = (0, tuple(part / 2 for part in pattern)) if pattern else "-"
        look |= {"marker": pen.marker(line), "markersize": 5} if line.marked else {}
        look |= {} if line.thin else pen.style
    if line.thin:
        look |= {"linewidth": 0.8, "linestyle": "-", "alpha": 0.7, "markersize": 3}
        pen.hint(line, linewidth=0.8)
    pen.axes.plot(_floats(line.x), _floats(line.y), **({} if line.thin else pen.label(line)) | look)


@draw_shape.register
def _guide(guide: shapes.Guide, pen: MatplotlibPen) -> None:
    """Once, however many charts on these axes have it."""
    drawn: frozenset[tuple[float, ...]] = getattr(pen.axes, "_probative_guides", frozenset())
    place = (*_floats(guide.x).tolist(), *_floats(guide.y).tolist())
    if place not in drawn:
        pen.axes._probative_guides = drawn | {place}
        look = {"color": GREY, "linewidth": 1, "linestyle": ":", "zorder": 1}
        pen.axes.plot(_floats(guide.x), _floats(guide.y), **pen.label(guide) | look)


@draw_shape.register
def _segments(joins: shapes.Segments, pen: MatplotlibPen) -> None:
    """One line with gaps."""
    gaps = np.full((len(joins.x), 1), np.nan)
    x, y = (np.hstack([np.asarray(ends, np.float64).reshape(-1, 2), gaps]).ravel() for ends in (joins.x, joins.y))
    look: Style = {"color": PALE, "linewidth": 0.7, "zorder": 1}
    if joins.series is not None:
        pattern = dash(pen.series(joins))
        look = {"color": pen.colour(joins), "linewidth": 1.8, "zorder": 2.5}
        # Short pieces cannot be dashed: the dashes of the legend would not be seen in them.
        look |= {"linestyle": "-"} if not pattern else {"alpha": 0.9}
    pen.axes.plot(x, y, **look, **pen.label(joins))


@draw_shape.register
def _band(band: shapes.Band, pen: MatplotlibPen) -> None:
    look = {"color": pen.colour(band), "alpha": 0.55 if band.role == "rejected" else 0.18, "linewidth": 0}
    pen.axes.fill_between(_floats(band.x), _floats(band.low), _floats(band.high), **look, **pen.label(band))


@draw_shape.register
def _marks(marks: shapes.Marks, pen: MatplotlibPen) -> None:
    face = {"markerfacecolor": "white"} if marks.hollow else {"markeredgecolor": "white", "markeredgewidth": 0.7}
    look = {"color": pen.colour(marks), "marker": pen.marker(marks), "markersize": 9 if marks.large else 8} | face
    pen.hint(marks, linestyle="", marker="o", markersize=8, **face)
    look |= {"zorder": 3} | pen.style | {"linestyle": ""}
    x, y = _floats(marks.x), _floats(marks.y)
    some = np.isfinite(x) & np.isfinite(y)
    if some.any():
        pen.axes.plot(x[some], y[some], **({} if marks.hint else pen.label(marks)) | look)


@draw_shape.register
def _dots(dots: shapes.Dots, pen: MatplotlibPen) -> None:
    look = {"color": pen.colour(dots), "marker": pen.marker(dots), "markersize": 4, "alpha": 0.6}
    pen.axes.plot(_floats(dots.x), _floats(dots.y), **pen.label(dots) | look | pen.style | {"linestyle": ""})


@draw_shape.register
def _cloud(cloud: shapes.Cloud, pen: MatplotlibPen) -> None:
    face = {"markerfacecolor": "none"} if cloud.hollow else {}
    look = {"color": pen.colour(cloud), "marker": pen.marker(cloud), "markersize": 4, "alpha": 0.7} | face
    pen.axes.plot(_floats(cloud.x), _floats(cloud.y), **pen.label(cloud) | look | pen.style | {"linestyle": ""})


@draw_shape.register
def _intervals(bars: shapes.Intervals, pen: MatplotlibPen) -> None:
    """An end that is infinite reaches the edge and ends in an arrow."""
    along, look = pen.chart.x if bars.across else pen.chart.y, {"color": pen.colour(bars), "linewidth": 1.2}
    for low, high, at in zip(bars.low, bars.high, bars.at, strict=True):
        if not (low <= high and isfinite(at)):
            continue
        ends = (low if isfinite(low) else along.low, high if isfinite(high) else along.high)
        pen.axes.plot(*_turned([*ends], [at, at], bars.across), **look)
        for end, place, arrow in zip((low, high), ends, "<>" if bars.across else "v^", strict=True):
            marker = arrow if not isfinite(end) else "|" if bars.across else "_"
            pen.axes.plot(*_turned([place], [at], bars.across), marker=marker, markersize=5, **look)


@draw_shape.register
def _bars(bars: shapes.Bars, pen: MatplotlibPen) -> None:
    left, right, low, high = (_floats(part) for part in (bars.left, bars.right, bars.low, bars.high))
    look: Style = {"color": pen.colour(bars), "alpha": 0.75}
    look |= BARS.get(bars.role, {}) | pen.style
    pen.axes.bar(left, high - low, right - left, low, align="edge", **pen.label(bars) | look)


@draw_shape.register
def _cells(cells: shapes.Cells, pen: MatplotlibPen) -> None:
    norm = {"norm": log_shades()} if cells.log else {"vmin": 0, "vmax": 1}
    image = pen.axes.imshow(cells.shares, **{"cmap": "Blues", "aspect": "equal"} | norm | pen.style)
    for (i, j), share in np.ndenumerate(cells.shares) if cells.words else ():
        red, green, blue, _ = image.cmap(image.norm(share))
        dark = isfinite(share) and 0.299 * red + 0.587 * green + 0.114 * blue < 0.5
        look = {"color": "white" if dark else "black", "fontsize": 9 if len(cells.shares) <= 12 else 6}
        pen.axes.text(j, i, cells.words[i][j], ha="center", va="center", parse_math=False, **look)
    pen.axes.figure.colorbar(image, ax=pen.axes, label=cells.hint, shrink=0.75)


@draw_shape.register
def _heat(heat: shapes.Heat, pen: MatplotlibPen) -> None:
    look: Style = {
        "origin": "lower",
        "extent": (*heat.x, *heat.y),
        "aspect": "auto",
        "cmap": two_colours() if heat.series is None else one_colour(pen.colour(heat)),
        "zorder": 0,
    }
    image = pen.axes.imshow(heat.values, vmin=-1, vmax=1, alpha=0.3 if heat.pale else 1.0, **look)
    if heat.hint:
        signed = bool(np.nanmin(heat.values) < 0)
        bar = pen.axes.figure.colorbar(image, ax=pen.axes, label=heat.hint, shrink=0.75)
        bar.ax.set_ylim(-1 if signed else 0, 1)


@draw_shape.register
def _words(words: shapes.Words, pen: MatplotlibPen) -> None:
    across, down = words.shift
    place: dict[str, Any] = {
        "xytext": (across * POINT, -down * POINT),
        "textcoords": "offset points",
        "ha": SIDES[words.anchor],
    }
    if words.role == "on-line":
        place["bbox"] = {"facecolor": "white", "edgecolor": "none", "pad": 0.8}
        place["va"] = "center"
    pen.axes.annotate(undirected(words.text), (words.x, words.y), fontsize=9, parse_math=False, **place)


def _floats(values: Values) -> Floats:
    return np.asarray(values, np.float64)


def _turned(along: list[float], at: list[float], across: bool) -> tuple[list[float], list[float]]:
    return (along, at) if across else (at, along)
