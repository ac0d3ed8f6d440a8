"""The pen of the page: a chart as SVG text, with classes that a style sheet colours and names that a script finds."""

from __future__ import annotations

from functools import singledispatch
from itertools import pairwise
from math import isfinite
from zlib import crc32

import numpy as np

from probative.pictures import shapes
from probative.pictures.chart import Chart
from probative.pictures.looks import SERIES, dash, mark, shade
from probative.pictures.shapes import Shape, Values
from probative.pictures.simplify import kept_vertices
from probative.pictures.svg_frame import INK, TOP, Frame, points, text

TOLERANCE, CROWD, FAINT = 0.3, 0.6, 1.4
"""Units by which a line of many points may cut corners, one of many, and a faint one."""
FEW = 3
"""Lines that are drawn finely."""
MANY = 64
"""Points of an edge, from which on some are left out."""
SHADES = 8
BARE = ' fill="none" stroke="currentColor"'
"""Where a server's policy forbids the style sheet, lines must not become blots."""
OUTLINES = {
    "disc": "M-4.5 0a4.5 4.5 0 1 0 0-.01Z",
    "diamond": "M0-5.5L5.5 0L0 5.5L-5.5 0Z",
    "square": "M-4-4H4V4H-4Z",
    "triangle": "M0-5L5 4H-5Z",
    "triangle down": "M0 5L5-4H-5Z",
    "cross": "M-2-5H2V-2H5V2H2V5H-2V2H-5V-2H-2Z",
    "star": "M0-6L2-2L6 0L2 2L0 6L-2 2L-6 0L-2-2Z",
}
"""Marks around (0, 0)."""


def svg(chart: Chart, *, name: str = "", more: str = "", alone: bool = False) -> str:
    """The chart as SVG text; `name` tells a page's script which it is, `alone` makes it a file of its own.

    >>> from probative.pictures import Axis
    >>> chart = Chart("Squares", Axis.over("x", [0, 2]), Axis.over("x²", [0, 4]), (shapes.Line([0, 1, 2], [0, 1, 4]),))
    >>> svg(chart).startswith('<svg viewBox="0 0 ')
    True
    """
    frame = Frame(chart)
    named = f' data-chart="{name}" data-frame="{frame.ends()}"{" data-window" * chart.window}' if name else ""
    file = ' xmlns="http://www.w3.org/2000/svg" font-family="sans-serif" font-size="12"' if alone else ""
    title = f"<title>{text(chart.title)}</title>" if alone else ""
    size = f'viewBox="0 0 {frame.wide:g} {frame.high:g}" width="{frame.wide:g}" height="{frame.high:g}"'
    drawn = _glass(frame) + "".join(_seen(shape, frame) for shape in chart.shapes)
    head = f'<svg{file} {size}{BARE} role="img" aria-label="{text(chart.title)}"{named}>{title}'
    return f"{head}{frame.behind()}{drawn}{frame.above()}{more}</svg>"


def _glass(frame: Frame) -> str:
    """What the lines of a chart that is a window are cut off by."""
    chart = frame.chart
    box = f'x="{frame.left}" y="{TOP}" width="{chart.width:g}" height="{chart.height:g}"'
    return f'<clipPath id="window"><rect {box}/></clipPath>' if chart.window else ""


def _seen(shape: Shape, frame: Frame) -> str:
    """One shape as SVG text, as far as it is seen."""
    drawn = drawn_shape(shape, frame)
    cut = frame.chart.window and isinstance(shape, shapes.Line | shapes.Band | shapes.Guide)
    return f'<g clip-path="url(#window)">{drawn}</g>' if cut else drawn


def key(series: int) -> str:
    """A short line with the mark of a series, as a picture of its own."""
    return _key(f'<path class="line {look_class(series)}"{_dashes(series)} d="M1 7H33"/>{_key_mark(series)}')


def key_to(shape: Shape) -> str:
    """A key that looks as the shape itself: a line without a mark, a mark without a line, or a patch.

    >>> "mark" in key_to(shapes.Line([0, 1], [0, 1], series=1)), "line" in key_to(shapes.Marks([0], [1], series=1))
    (False, False)
    """
    look = f"{look_class(shape.series)} {shape.role}".rstrip()
    match shape:
        case shapes.Line(series=None):
            return _key(f'<path{BARE} stroke-width="{shape.weight:g}" d="M1 7H33"/>')
        case shapes.Line():
            dashes = _dashes(shape.series or 0) if shape.dashed else ""
            line = f'<path class="line {look}"{dashes} d="M1 7H33"/>'
            return _key(line + (_key_mark(shape.series or 0) if shape.marked else ""))
        case shapes.Segments():
            return _key(f'<path class="line {look}" d="M1 7H33"/>')
        case shapes.Cloud():
            return _key(_key_mark(shape.series or 0, "mark hollow" if shape.hollow else "mark"))
        case shapes.Dots():
            return _key(f'<path class="dots {look}" d="M17 7h0"/>')
        case shapes.Marks():
            return _key(_key_mark(shape.series or 0, "mark hollow" if shape.hollow else "mark"))
        case shapes.Band() | shapes.Bars():
            kind = "band" if isinstance(shape, shapes.Band) else "bar"
            return _key(f'<rect class="{kind} {look}" x="6" y="1" width="22" height="12"/>')
        case shapes.Guide():
            return _key('<path class="guide" d="M1 7H33"/>')
    return key(shape.series or 0)


def _key(drawn: str) -> str:
    return f'<svg class="key" width="34" height="14"{BARE} aria-hidden="true">{drawn}</svg>'


def _key_mark(series: int, kind: str = "mark") -> str:
    return f'<path class="{kind} {look_class(series)}" transform="translate(17 7)" d="{OUTLINES[mark(series)]}"/>'


def look_class(series: int | None) -> str:
    """The class that gives a series its colour."""
    return f"s{(series or 0) % SERIES}"


@singledispatch
def drawn_shape(shape: Shape, frame: Frame) -> str:
    """One shape as SVG text."""
    raise AssertionError(f"no pen draws a {type(shape).__name__}")


@drawn_shape.register
def _line(line: shapes.Line, frame: Frame) -> str:
    path = frame.steps(*_fewer(frame.chart, line)) if line.fine else frame.path(line.x, line.y)
    if line.series is None:
        return f'<path class="{line.role}"{BARE} stroke-width="{line.weight:g}"{_data(line)} d="{path}"/>'
    if line.thin:
        return f'<path class="{_classes("thin", line)}"{_data(line)} d="{path}"/>'
    dashes = _dashes(line.series) if line.dashed else ""
    drawn = f'<path class="{_classes("line", line)}"{dashes}{_data(line)} d="{path}"/>'
    return drawn + (_spots(frame, line.x, line.y, _classes("mark", line), line.series) if line.marked else "")


@drawn_shape.register
def _guide(guide: shapes.Guide, frame: Frame) -> str:
    many = len(guide.x) >= MANY and not guide.data
    path = frame.steps(*_fewer(frame.chart, guide)) if many else frame.path(guide.x, guide.y)
    return f'<path class="guide"{_data(guide)} d="{path}"/>'


@drawn_shape.register
def _segments(joins: shapes.Segments, frame: Frame) -> str:
    lines = "".join(frame.path(x, y) for x, y in zip(joins.x, joins.y, strict=True))
    if joins.series is not None and lines:
        return f'<path class="line {look_class(joins.series)}" d="{lines}"/>'
    # Thin lines in the page's own ink, whatever its colours.
    return f'<path class="{joins.role}"{BARE} stroke-opacity="{joins.opacity}" d="{lines}"/>' if lines else ""


@drawn_shape.register
def _band(band: shapes.Band, frame: Frame) -> str:
    # A script draws those that it moves again from all of their points.
    (x, high), (back, low) = (
        (band.x, edge) if band.data else _corners(frame, band.x, edge) for edge in (band.high, band.low)
    )
    around = [*x, *reversed(back)], [*high, *reversed(low)]
    outline = frame.steps(*around) if band.data else frame.path(*around)
    return f'<path class="{_classes("band", band)}"{_data(band)} d="{outline}Z"/>'


@drawn_shape.register
def _marks(marks: shapes.Marks, frame: Frame) -> str:
    classes = _classes("mark hollow" if marks.hollow else "mark", marks)
    if not marks.movable:
        return _spots(frame, marks.x, marks.y, classes, marks.series or 0)
    (x,), (y,), chart = marks.x, marks.y, frame.chart
    inside = chart.x.holds(x) and chart.y.holds(y)
    x, y = (x, y) if inside else (chart.x.low, chart.y.low)
    at = f"translate({frame.x(x):g} {frame.y(y):g}){' scale(1.6)' if marks.large else ''}"
    look = f'class="{classes}"{_data(marks)}{"" if inside else " hidden"}'
    return f'<path {look} transform="{at}" d="{OUTLINES[mark(marks.series or 0)]}"/>'


@drawn_shape.register
def _dots(dots: shapes.Dots, frame: Frame) -> str:
    places = "".join(f"M{frame.x(a):g} {frame.y(b):g}h0" for a, b in points(dots.x, dots.y))
    return f'<path class="{_classes("dots", dots)}" d="{places}"/>'


@drawn_shape.register
def _cloud(cloud: shapes.Cloud, frame: Frame) -> str:
    """One path with a marker at every corner: a few bytes a row, and a script moves them all at once."""
    kind = "hollow" if cloud.hollow else "full"
    told = crc32(frame.chart.title.encode(errors="surrogatepass"))
    marker = f"{kind}-{cloud.series or 0}-{told:x}"
    shape = f'<path class="spot {kind} {look_class(cloud.series)}" d="{OUTLINES[mark(cloud.series or 0)]}"/>'
    box = 'viewBox="-7 -7 14 14" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse"'
    ends = "".join(f' marker-{place}="url(#{marker})"' for place in ("start", "mid", "end"))
    path = frame.path(cloud.x, cloud.y, digits=1)
    return (
        f'<defs><marker id="{marker}" {box}>{shape}</marker></defs>'
        f'<path class="{_classes("cloud", cloud)}" fill="none" stroke="none"{_data(cloud)}{ends} d="{path}"/>'
    )


@drawn_shape.register
def _intervals(bars: shapes.Intervals, frame: Frame) -> str:
    drawn, along = [], frame.chart.x if bars.across else frame.chart.y
    for low, high, at in zip(bars.low, bars.high, bars.at, strict=True):
        if low <= high and isfinite(at):
            # An infinite end lies beyond the frame: the bar goes up to its edge.
            ends = [end if isfinite(end) else edge for end, edge in ((low, along.low), (high, along.high))]
            path = frame.path(ends, [at, at]) if bars.across else frame.path([at, at], ends)
            drawn.append(f'<path class="{_classes("interval", bars)}" d="{path}"/>')
    return "".join(drawn)


@drawn_shape.register
def _bars(bars: shapes.Bars, frame: Frame) -> str:
    drawn = []
    for left, right, low, high in zip(bars.left, bars.right, bars.low, bars.high, strict=True):
        (x, end), (y, foot) = sorted(map(frame.x, (left, right))), sorted(map(frame.y, (low, high)))
        size = f'width="{end - x:g}" height="{foot - y:g}"'
        drawn.append(f'<rect class="{_classes("bar", bars)}" x="{x:g}" y="{y:g}" {size}/>')
    return "".join(drawn)


@drawn_shape.register
def _cells(cells: shapes.Cells, frame: Frame) -> str:
    """One path a shade, in units of cells."""
    k, chart = len(cells.shares), frame.chart
    levels = np.ceil(shade(np.nan_to_num(cells.shares), cells.log) * SHADES).astype(int)
    paths = []
    for level in range(1, SHADES + 1):
        places = "".join(f"M{j} {i}h1v1h-1z" for i, j in np.argwhere(levels == level).tolist())
        if places:
            paths.append(f'<path class="heat" fill-opacity="{level / SHADES:g}" d="{places}"/>')
    scale = f"translate({frame.left} {TOP}) scale({chart.width / k:g} {chart.height / k:g})"
    return f'<g transform="{scale}"{INK}>{"".join(paths)}</g>'


@drawn_shape.register
def _heat(heat: shapes.Heat, frame: Frame) -> str:
    """One path for each shade of each side of 0; cells of a row that have the same shade are one box."""
    rows, columns = heat.values.shape
    levels = np.rint(np.nan_to_num(np.clip(np.abs(heat.values), 0, 1)) * SHADES).astype(int)
    levels = np.where(heat.values < 0, -levels, levels)
    (left, right), (foot, top) = map(frame.x, heat.x), map(frame.y, heat.y)
    boxes: dict[int, list[str]] = {}
    for i, row in enumerate(levels):
        ends = [0, *(np.flatnonzero(np.diff(row)) + 1), columns]
        for start, end in pairwise(ends):
            boxes.setdefault(int(row[start]), []).append(f"M{start} {rows - 1 - i}h{end - start}v1h{start - end}z")
    strength = 0.3 if heat.pale else 0.9
    paths = [
        f'<path class="heat {look_class(int(level < 0) if heat.series is None else heat.series)}" '
        f'fill-opacity="{strength * abs(level) / SHADES:g}" '
        f'd="{"".join(d)}"/>'
        for level, d in sorted(boxes.items())
        if level
    ]
    scale = f"translate({left:g} {top:g}) scale({(right - left) / columns:g} {(foot - top) / rows:g})"
    return f'<g transform="{scale}"{INK}>{"".join(paths)}</g>'


@drawn_shape.register
def _words(words: shapes.Words, frame: Frame) -> str:
    x, y = frame.x(words.x) + words.shift[0], frame.y(words.y) + words.shift[1]
    look = "" if words.series is None else f" {look_class(words.series)}"
    kind = f' class="{words.role}{look}"' if words.role else ""
    anchor = f' text-anchor="{words.anchor}"' if words.anchor != "start" else ""
    return f'<text{kind} x="{round(x, 2):g}" y="{round(y, 2):g}"{anchor}{INK}{_data(words)}>{text(words.text)}</text>'


@drawn_shape.register
def _group(group: shapes.Group, frame: Frame) -> str:
    inside = "".join(_seen(shape, frame) for shape in group.shapes)
    return f'<g class="{group.role}"{_data(group)}>{inside}</g>'


def _classes(kind: str, shape: Shape) -> str:
    return f"{kind} {look_class(shape.series)} {shape.role}".rstrip()


def _dashes(series: int) -> str:
    return f' stroke-dasharray="{" ".join(map(str, dash(series)))}"' if dash(series) else ""


def _data(shape: Shape) -> str:
    return "".join(
        f' {name if name == "id" else f"data-{name}"}="{text(str(value))}"' for name, value in shape.data.items()
    )


def _spots(frame: Frame, xs: Values, ys: Values, classes: str, series: int) -> str:
    places = (f"translate({frame.x(a):g} {frame.y(b):g})" for a, b in points(xs, ys))
    return "".join(f'<path class="{classes}" transform="{at}" d="{OUTLINES[mark(series)]}"/>' for at in places)


def _fewer(chart: Chart, line: shapes.Line | shapes.Guide) -> tuple[Values, Values]:
    """As few of the points as draw the same line to three tenths of a unit, or more where there are many."""
    xs, ys = np.asarray(line.x, np.float64), np.asarray(line.y, np.float64)
    down = chart.height / (chart.y.high - chart.y.low)
    across = np.array([chart.x.share(x) for x in xs.tolist()]) * chart.width
    many = sum(isinstance(shape, shapes.Line) and shape.fine and not shape.thin for shape in chart.shapes) > FEW
    most = FAINT if line.role in ("fold", "pooled") else CROWD if many else TOLERANCE
    keep = kept_vertices(across, ys * down, np.zeros(len(xs), bool), most)
    return xs[keep], ys[keep]


def _corners(frame: Frame, x: Values, y: Values) -> tuple[Values, Values]:
    """As few points of an edge as draw it to three tenths of a unit; those that have no place are left out."""
    known = list(points(x, y))
    if len(known) < MANY:
        return x, y
    places = np.array([(frame.x(a), frame.y(b)) for a, b in known])
    keep = np.flatnonzero(kept_vertices(places[:, 0], places[:, 1], np.zeros(len(places), bool), TOLERANCE))
    return [known[i][0] for i in keep], [known[i][1] for i in keep]
