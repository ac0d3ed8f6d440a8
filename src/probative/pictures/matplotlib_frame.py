"""What stands around a chart on axes of matplotlib: ranges, words at the ticks, the legend, and the size of it all."""

from __future__ import annotations

from typing import Any

from probative.errors import in_number
from probative.pictures.axis import Axis
from probative.pictures.chart import Chart
from probative.pictures.figure import under
from probative.pictures.shapes import Words
from probative.pictures.words import LONGEST, undirected, width

RULES = {"color": "#e3e3e3", "linewidth": 0.6}
INCH = 300 / 4.4
"""Units of an inch."""
LETTER, LINE = 0.085, 0.2
"""Inches of a letter and of a line of the legend."""
MOST_WORDS = 60
"""Words at an axis; of more, every second or third."""
GAP = 0.55
"""Inches from the axes down to the legend: room for ticks and a label."""


def inches(chart: Chart, below: bool) -> tuple[float, float]:
    """The size of a new figure: the frame, the words around it and the legend below."""
    wide, high = chart.width / INCH + 0.8, chart.height / INCH + 0.8
    wide += LETTER * (_widest(chart.y.shown(LONGEST)) + _widest(" ".join(parts) for parts in chart.y.beside))
    wide += 0 if chart.framed else 2 * _side(chart)
    wide += 1 if chart.cells else 0
    labels = {shape.name or shape.hint: shape.detail.count("\n") + 1 for shape in chart.every_shape()}
    lines = sum(count for label, count in labels.items() if label) + chart.heading.count("\n") + 1
    return round(wide, 2), round(high + (LINE * lines if below else 0), 2)


def settle(chart: Chart, axes: Any) -> None:
    """Leave room at both sides of new axes that are all but a frame: what stands there is no label of theirs."""
    wide, _ = axes.figure.get_size_inches()
    if not chart.framed:
        axes.figure.set_layout_engine("none")
        axes.set_position(((_side(chart) + 0.4) / wide, 0.02, 1 - 2 * (_side(chart) + 0.4) / wide, 0.96))


def _side(chart: Chart) -> float:
    """Inches of the longest words in a chart."""
    return LETTER * _widest(shape.text for shape in chart.shapes if isinstance(shape, Words))


def around(chart: Chart, axes: Any) -> None:
    """Ranges, names and ticks of both axes."""
    if not chart.framed:
        axes.set(xlim=(chart.x.low, chart.x.high), ylim=(chart.y.low, chart.y.high))
        axes.set_axis_off()
        return
    for side, axis in (("x", chart.x), ("y", chart.y)):
        getattr(axes, f"set_{side}label")(undirected(axis.name), parse_math=False)
        if axis.scale != "linear":
            getattr(axes, f"set_{side}scale")(axis.scale)
        _ticks(axes, side, axis)
        getattr(axes, f"set_{side}lim")(*_range(axes, side, axis))
    _beside(axes, chart.y)
    if chart.square:
        axes.set_aspect("equal")
    if not chart.cells:
        axes.grid(axis="x" if chart.y.words else "both", **RULES)
        axes.set_axisbelow(True)


def _range(axes: Any, side: str, axis: Axis) -> tuple[float, float]:
    """The ends of the axis, with those of earlier charts on it, and a little air where numbers stand."""
    ends = (axis.low, axis.high)
    if axis.words or axis.scale != "linear":
        return ends
    known = getattr(axes, f"_probative_{side}", ends)
    low, high = min(known[0], ends[0]), max(known[1], ends[1])
    setattr(axes, f"_probative_{side}", (low, high))
    air = 0.02 * (high - low)
    return low - air, high + air


def _ticks(axes: Any, side: str, axis: Axis) -> None:
    """Words where the axis has them; numbers are left to matplotlib, which knows how much room there is."""
    if not axis.words:
        return
    every = max(1, -(-len(axis.words) // MOST_WORDS))
    labels = [undirected(word) for word in axis.shown(LONGEST)[::every]]
    small, turned = len(axis.words) > 20, side == "x" and sum(map(width, labels)) > 60
    # A name is shown as it is: a dollar sign does not start a formula.
    look: dict[str, Any] = {"parse_math": False, "fontsize": 6 if small else 9, "rotation": 90 if turned else 0}
    getattr(axes, f"set_{side}ticks")(axis.ticks[::every], labels=labels, **look)
    axes.tick_params(axis=side, which="minor", bottom=False, left=False, labelbottom=False, labelleft=False)
    if side == "y":
        axes.tick_params(axis="y", length=0)
        if axes.get_xscale() == "linear" and not axes.images:
            # Long numbers would run into each other.
            axes.locator_params(axis="x", nbins=6)


def _beside(axes: Any, axis: Axis) -> None:
    """The numbers that go with each row, at its right end."""
    look = {"transform": axes.get_yaxis_transform(), "va": "center", "fontsize": 9, "parse_math": False}
    for tick, parts in zip(axis.ticks, axis.beside, strict=False):
        axes.text(1.02, tick, " ".join(part for part in parts if part), **look)


def legend(chart: Chart, axes: Any, below: bool) -> None:
    """A legend in which every explanation stands once; under the axes it covers nothing."""
    handles, labels = axes.get_legend_handles_labels()
    # Two curves may come with the same explanation; one line of it is enough.
    once = dict(zip(labels, handles, strict=True))
    heading = in_number(undirected(chart.heading)) if below else ""
    if heading and not once:
        axes.set_title(heading, fontsize=10, parse_math=False)
    if not once:
        return
    # What lies behind an inner legend must not run through its words.
    look: dict[str, Any] = {"frameon": not below, "framealpha": 0.88, "edgecolor": "none", "fancybox": False}
    found = axes.legend(once.values(), once.keys(), loc="best", fontsize=9, **look)
    for text in found.get_texts():
        text.set_parse_math(False)
    if below:
        found.set_loc("upper left")
        found.set_bbox_to_anchor((0.0, 0.0), transform=under(axes, GAP))
        found.set_title(heading)
        found.get_title().set(fontsize=9, parse_math=False)
        found.set_alignment("left")


def _widest(words: Any) -> int:
    return max(map(width, words), default=0)
