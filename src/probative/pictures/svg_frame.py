"""The frame of a chart in SVG: where values stand in the picture, the grid, and the words around it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise
from math import ceil, isfinite

from probative.pictures.axis import EDGE, LETTER, MARGIN, Axis
from probative.pictures.chart import Chart
from probative.pictures.shapes import Values, Words
from probative.pictures.words import bare, width

TOP, BOTTOM, BARE_BOTTOM = 10, 44, 26
"""Units above the frame, below it, and below it where the axis has no name."""
ROW, NAME = 14, 16
"""Units of a line of words; letters of a name beside the frame."""
INK = ' fill="currentColor" stroke="none"'
"""Where a server's policy forbids the style sheet, words must not become outlines."""


class Frame:
    """A chart's place in the picture."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        # The last number under the frame is centred on its right edge.
        last = chart.x.labels()[-1] if chart.x.ticks and chart.x.ticks[-1] == chart.x.high else ""
        self.left = max(_beside(chart.y), round(_outside(chart, "end")), round(chart.margin))
        self.right = max(
            EDGE, round(3 + LETTER * width(last) / 2), round(_outside(chart, "start")), round(0.45 * chart.margin)
        )
        self.wide = self.left + chart.width + self.right
        self.high = TOP + chart.height + (BOTTOM if chart.x.name else BARE_BOTTOM)

    def x(self, value: float) -> float:
        """Units from the left; values outside the frame stand at its edge, unless that is a window."""
        return float(round(self.left + self._inside(self.chart.x.share(value)) * self.chart.width, 2))

    def y(self, value: float) -> float:
        """Units from the top; values outside the frame stand at its edge, unless that is a window."""
        return float(round(TOP + (1 - self._inside(self.chart.y.share(value))) * self.chart.height, 2))

    def _inside(self, share: float) -> float:
        return share if self.chart.window else min(max(share, 0.0), 1.0)

    def path(self, xs: Values, ys: Values, digits: int = 2) -> str:
        """Path data through the points; those that are not finite are left out."""
        known = [f"{round(self.x(a), digits):g} {round(self.y(b), digits):g}" for a, b in points(xs, ys)]
        return "M" + "L".join(known) if known else ""

    def steps(self, xs: Values, ys: Values) -> str:
        """The same path in steps of tenths, each from where the last one ended: half the bytes of a curve."""
        places = [(round(10 * self.x(a)), round(10 * self.y(b))) for a, b in points(xs, ys)]
        if not places:
            return ""
        (x, y), *_ = places
        walked = "".join(tenths(b[0] - a[0]) + tenths(b[1] - a[1]) for a, b in pairwise(places))
        return f"M{x / 10:g} {y / 10:g}" + (f"l{walked.removeprefix(' ')}" if walked else "")

    def ends(self) -> str:
        """The frame's place and the ends of its axes, for a page's script."""
        chart = self.chart
        parts = (self.left, TOP, chart.width, chart.height, chart.x.low, chart.x.high, chart.y.low, chart.y.high)
        return " ".join(f"{part:.10g}" for part in parts) + ("" if chart.x.scale == "linear" else f" {chart.x.scale}")

    def behind(self) -> str:
        """What is drawn first: the grid, the box, and the words at the ticks and of the axes."""
        chart = self.chart
        if not chart.framed:
            return ""
        bottom, right = TOP + chart.height, self.left + chart.width
        across, down = f"{self.left + chart.width / 2:g}", f"{TOP + chart.height / 2:g}"
        lines = [] if chart.cells else [f"M{self.x(tick):g} {bottom:g}V{TOP}" for tick in chart.x.ticks]
        if not (chart.cells or chart.y.inside):
            lines += [f"M{self.left} {self.y(tick):g}H{right:g}" for tick in chart.y.ticks]
        words = [*self._below(), *([] if chart.y.inside else self._aside())]
        for name, place in (
            (chart.x.name, f'x="{across}" y="{bottom + 34:g}"'),
            (chart.y.name, f'x="12" y="{down}" transform="rotate(-90 12 {down})"'),
        ):
            words.append(f"<text {place}>{text(name)}</text>" if name else "")
        size = f'width="{chart.width:g}" height="{chart.height:g}"'
        box = f'<rect class="frame" x="{self.left}" y="{TOP}" {size}/>'
        # Most words stand in the middle of their place: said once.
        inside = f'<g class="words" text-anchor="middle"{INK}>{"".join(words)}</g>'
        return f'<path class="grid" d="{"".join(lines)}"/>{box}{inside}'

    def _below(self) -> Iterator[str]:
        """The words at the ticks of x; where they are too many, every second or third."""
        axis, y = self.chart.x, TOP + self.chart.height + 15
        room = self.chart.width / max(len(axis.ticks), 1) / LETTER
        labels = axis.shown(max(6, int(room) - 1))
        every = ceil((max(map(width, labels), default=0) + 1) / room) if axis.words else 1
        for tick, label in list(zip(axis.ticks, labels, strict=True))[:: max(every, 1)]:
            yield f'<text x="{self.x(tick):g}" y="{y:g}">{text(label)}</text>'

    def _aside(self) -> Iterator[str]:
        """The words at the ticks of y; where they are too many, every second or third."""
        axis, x = self.chart.y, self.left - 5
        every = ceil(ROW * len(axis.ticks) / self.chart.height) if axis.words else 1
        for tick, label in list(zip(axis.ticks, axis.shown(NAME), strict=True))[:: max(every, 1)]:
            yield f'<text x="{x}" y="{self.y(tick) + 4:g}" text-anchor="end">{text(label)}</text>'

    def above(self) -> str:
        """What is drawn last: the words of rows that stand inside, and the numbers that go with the others."""
        axis, made = self.chart.y, []
        if axis.inside:
            at = f'x="{self.left + 6}"'
            for tick, label in zip(axis.ticks, axis.shown(NAME), strict=True):
                made.append(f'<text class="row" {at} y="{self.y(tick) - ROW + 2:g}"{INK}>{text(label)}</text>')
        for tick, parts in zip(axis.ticks, () if axis.inside else axis.beside, strict=False):
            for line, part in enumerate(parts, 1):
                at = f'x="{self.left - 5}" y="{self.y(tick) + 4 + ROW * line:g}" text-anchor="end"'
                made.append(f'<text class="mean" {at}{INK}>{text(part)}</text>')
        return "".join(made)


def stairs(across: Sequence[float], heights: Sequence[float], ground: float) -> str:
    """Path data around bars side by side, in steps of tenths; there is one edge more than there are bars.

    >>> stairs([0, 4, 8.5], [3, 1.5], 10)
    'M0 10v-7h4v-1.5h4.5V10Z'
    """
    y, x = round(10 * ground), round(10 * across[0])
    made = f"M{x / 10:g} {y / 10:g}"
    for edge, height in zip(across[1:], heights, strict=False):
        up, along = round(10 * height) - y, round(10 * edge) - x
        made += f"v{tenths(up).strip()}h{tenths(along).strip()}"
        y, x = y + up, x + along
    return f"{made}V{round(10 * ground) / 10:g}Z"


def tenths(step: int) -> str:
    """A number of tenths as path data takes it after another: a minus needs no blank before it.

    >>> tenths(-3), tenths(105), tenths(20), tenths(0)
    ('-.3', ' 10.5', ' 2', ' 0')
    """
    size = f"{abs(step) / 10:g}"
    return ("-" if step < 0 else " ") + (size[1:] if 0 < abs(step) < 10 else size)


def text(words: str) -> str:
    """Words that SVG takes for words."""
    # A lone surrogate, as names of files may hold, has no bytes in UTF-8.
    return escape(bare(words).encode("utf-8", "replace").decode(), quote=True)


def points(xs: Values, ys: Values) -> list[tuple[float, float]]:
    """The points that can be drawn."""
    pairs = ((float(a), float(b)) for a, b in zip(xs, ys, strict=True))
    return [(a, b) for a, b in pairs if isfinite(a) and isfinite(b)]


def _beside(axis: Axis) -> int:
    """Units left of the frame: for the words at the ticks, the numbers below them and the name of the axis."""
    if axis.inside:
        return MARGIN
    words = [*axis.shown(NAME), *(part for parts in axis.beside for part in parts)]
    return round((26 if axis.name else 10) + LETTER * max(map(width, words), default=1))


def _outside(chart: Chart, anchor: str) -> float:
    """Units of the words that start at the edge of the frame and lead away from it."""
    edge = chart.x.low if anchor == "end" else chart.x.high
    found = (shape for shape in chart.every_shape() if isinstance(shape, Words))
    leading = [word for word in found if word.anchor == anchor and word.x == edge]
    return max((4 + LETTER * width(word.text) + abs(word.shift[0]) for word in leading), default=0.0)
