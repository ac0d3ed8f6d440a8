"""A plot: a frame with two axes, lines, marks, bars and intervals in it, as SVG text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isfinite

from probative.report.drawing.axis import Axis
from probative.report.drawing.looks import dash, mark, series_class
from probative.report.words import text

RIGHT, TOP, BOTTOM = 14, 10, 44
BARE = ' fill="none" stroke="currentColor"'
INK = ' fill="currentColor" stroke="none"'
"""Where a server's policy forbids the style sheet: lines that are not blots, and words that are not outlines."""
LETTER = 6.6
"""Pixels of a letter of the axis labels, for margins."""


class Plot:
    """A picture under way: add to it, then take `svg()`.

    All coordinates are values of the axes; series numbers choose colour, dash and mark.

    >>> plot = Plot("Squares", Axis.over("x", [0, 2]), Axis.over("x squared", [0, 4]))
    >>> plot.line([0, 1, 2], [0, 1, 4], 0)
    >>> plot.svg().startswith('<svg viewBox=')
    True
    """

    def __init__(self, title: str, x: Axis, y: Axis, *, width: float = 300, height: float = 300) -> None:
        self.title, self.x_axis, self.y_axis, self.width, self.height = title, x, y, width, height
        longest = max((len(label) for label in y.labels()), default=1)
        self.left = round(26 + LETTER * longest) if y.name else round(10 + LETTER * longest)
        # The last number under the frame is centred on its right edge.
        last = x.labels()[-1] if x.labels() and x.ticks[-1] == x.high else ""
        self.right = max(RIGHT, round(3 + LETTER * len(last) / 2))
        self.parts: list[str] = []

    def x(self, value: float) -> float:
        """Pixels from the left; values outside the frame stand at its edge."""
        return round(self.left + min(max(self.x_axis.share(value), 0.0), 1.0) * self.width, 2)

    def y(self, value: float) -> float:
        """Pixels from the top; values outside the frame stand at its edge."""
        return round(TOP + (1 - min(max(self.y_axis.share(value), 0.0), 1.0)) * self.height, 2)

    def add(self, svg: str) -> None:
        """Anything else, in pixels."""
        self.parts.append(svg)

    def path(self, xs: Iterable[float], ys: Iterable[float]) -> str:
        """Path data through the points; those that are not finite are left out."""
        points = [(a, b) for a, b in zip(xs, ys, strict=True) if a is not None and b is not None]
        known = [f"{self.x(a):g} {self.y(b):g}" for a, b in points if isfinite(a) and isfinite(b)]
        return "M" + "L".join(known) if known else ""

    def line(self, xs: Iterable[float], ys: Iterable[float], series: int, *, kind: str = "", data: str = "") -> None:
        """A line in the look of a series; `kind` adds a class, `data` further attributes."""
        dashes = f' stroke-dasharray="{dash(series)}"' if dash(series) else ""
        classes = f"line {series_class(series)} {kind}".rstrip()
        self.parts.append(f'<path class="{classes}"{dashes}{data} d="{self.path(xs, ys)}"/>')

    def guide(self, xs: Iterable[float], ys: Iterable[float]) -> None:
        """A thin dotted line to compare with."""
        self.parts.append(f'<path class="guide" d="{self.path(xs, ys)}"/>')

    def area(self, xs: Sequence[float], low: Sequence[float], high: Sequence[float], series: int) -> None:
        """A pale band between two lines."""
        outline = self.path([*xs, *reversed(xs)], [*high, *reversed(low)])
        self.parts.append(f'<path class="band {series_class(series)}" d="{outline}Z"/>')

    def marks(
        self, xs: Iterable[float], ys: Iterable[float], series: int, *, hollow: bool = False, kind: str = ""
    ) -> None:
        """Marks in the shape of a series."""
        classes = f"mark {'hollow ' if hollow else ''}{series_class(series)} {kind}".rstrip()
        for a, b in zip(xs, ys, strict=True):
            if a is not None and b is not None and isfinite(a) and isfinite(b):
                self.parts.append(
                    f'<path class="{classes}" transform="translate({self.x(a):g} {self.y(b):g})" d="{mark(series)}"/>'
                )

    def dots(self, xs: Iterable[float], ys: Iterable[float], series: int) -> None:
        """Many small dots, as one path."""
        known = [(a, b) for a, b in zip(xs, ys, strict=True) if isfinite(a) and isfinite(b)]
        places = "".join(f"M{self.x(a):g} {self.y(b):g}h0" for a, b in known)
        self.parts.append(f'<path class="dots {series_class(series)}" d="{places}"/>')

    def interval(self, low: float, high: float, at: float, series: int, *, across: bool = True) -> None:
        """A bar from low to high: along x at the height `at`, or along y (across=False)."""
        if not (isfinite(low) and isfinite(high)):
            return
        ends = self.path([low, high], [at, at]) if across else self.path([at, at], [low, high])
        self.parts.append(f'<path class="interval {series_class(series)}" d="{ends}"/>')

    def bar(self, left: float, right: float, low: float, high: float, series: int, *, kind: str = "") -> None:
        """A filled box between values of both axes."""
        x, y = self.x(left), self.y(high)
        size = f'width="{self.x(right) - x:g}" height="{self.y(low) - y:g}"'
        classes = f"bar {series_class(series)} {kind}".rstrip()
        self.parts.append(f'<rect class="{classes}" x="{x:g}" y="{y:g}" {size}/>')

    def note(self, x: float, y: float, words: str, *, anchor: str = "start") -> None:
        """Words at a place; they must be escaped already."""
        self.parts.append(f'<text x="{self.x(x):g}" y="{self.y(y):g}" text-anchor="{anchor}"{INK}>{words}</text>')

    def svg(self, *, chart: str = "") -> str:
        """The picture; `chart` names it for the page's script, with the frame's place."""
        width, height = self.left + self.width + self.right, TOP + self.height + (BOTTOM if self.x_axis.name else 26)
        frame = (
            self.left,
            TOP,
            self.width,
            self.height,
            self.x_axis.low,
            self.x_axis.high,
            self.y_axis.low,
            self.y_axis.high,
        )
        named = f' data-chart="{chart}" data-frame="{" ".join(f"{v:.10g}" for v in frame)}"' if chart else ""
        return (
            f'<svg viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"{BARE} role="img" '
            f'aria-label="{text(self.title)}"{named}>'
            f"{self._frame()}{''.join(self.parts)}</svg>"
        )

    def _frame(self) -> str:
        bottom, right = TOP + self.height, self.left + self.width
        lines, words = [], []
        for tick, label in zip(self.x_axis.ticks, self.x_axis.labels(), strict=True):
            lines.append(f"M{self.x(tick):g} {bottom:g}V{TOP}")
            words.append(f'<text x="{self.x(tick):g}" y="{bottom + 15:g}" text-anchor="middle">{label}</text>')
        for tick, label in zip(self.y_axis.ticks, self.y_axis.labels(), strict=True):
            lines.append(f"M{self.left} {self.y(tick):g}H{right:g}")
            words.append(f'<text x="{self.left - 5}" y="{self.y(tick) + 4:g}" text-anchor="end">{label}</text>')
        across, down = f"{self.left + self.width / 2:g}", f"{TOP + self.height / 2:g}"
        for name, place in (
            (self.x_axis.name, f'x="{across}" y="{bottom + 34:g}"'),
            (self.y_axis.name, f'x="12" y="{down}" transform="rotate(-90 12 {down})"'),
        ):
            words.append(f'<text {place} text-anchor="middle">{text(name)}</text>' if name else "")
        box = f'<rect class="frame" x="{self.left}" y="{TOP}" width="{self.width:g}" height="{self.height:g}"/>'
        return f'<path class="grid" d="{"".join(lines)}"/>{box}<g class="words"{INK}>{"".join(words)}</g>'


def figure(plot: Plot, caption: str, *, below: str = "", chart: str = "", kind: str = "") -> str:
    """A card with a caption above the picture and words below it; both are escaped already."""
    words = f"<p>{below}</p>" if below else ""
    classes = f"card {kind}".rstrip()
    return f'<figure class="{classes}"><figcaption>{caption}</figcaption>{plot.svg(chart=chart)}{words}</figure>'


def legend(names: Sequence[str]) -> str:
    """A key to the series: a line with its mark, and the name (escaped already)."""
    items = [f"<li>{key(i)}{name}</li>" for i, name in enumerate(names)]
    return f'<ul class="legend">{"".join(items)}</ul>'


def key(series: int) -> str:
    """A short line with the mark of a series, as a picture of its own."""
    return (
        f'<svg class="key" viewBox="0 0 34 14" width="34" height="14"{BARE} aria-hidden="true">{sample(series)}</svg>'
    )


def sample(series: int) -> str:
    """A short line with the mark of a series."""
    dashes = f' stroke-dasharray="{dash(series)}"' if dash(series) else ""
    look = series_class(series)
    return (
        f'<path class="line {look}"{dashes} d="M1 7H33"/>'
        f'<path class="mark {look}" transform="translate(17 7)" d="{mark(series)}"/>'
    )
