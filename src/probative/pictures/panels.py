"""Several charts in one figure, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil
from textwrap import fill
from typing import Any

from probative.errors import BadParameter
from probative.pictures.chart import Chart
from probative.pictures.figure import new_panels
from probative.pictures.matplotlib_pen import draw
from probative.pictures.shapes import Shape

ACROSS = 5
"""Panels in a row."""
LETTERS = 10
"""Letters of a title that fit an inch."""


def draw_panels(
    charts: Sequence[Chart], *, columns: int | None = None, side: float = 3.2, legends: bool = True, below: str = ""
) -> list[Any]:
    """Draw charts as panels of one figure, each under its caption, with or without legends, and return their axes.

    `below` is the heading of one legend for all panels, under them: the names that they share, without details.

    >>> from probative.pictures import Axis, Line
    >>> one = Chart("Up", Axis.unit("x"), Axis.unit("y"), (Line([0, 1], [0, 1]),), caption="up")
    >>> [axes.get_title() for axes in draw_panels([one, one])]
    ['up', 'up']
    """
    if not charts:
        raise BadParameter("there is nothing to draw.", remedy="give at least one chart")
    across = min(columns or ACROSS, len(charts))
    found = new_panels(ceil(len(charts) / across), across, len(charts), side)
    if below:
        charts = [replace(chart, shapes=tuple(_bare(shape) for shape in chart.shapes)) for chart in charts]
    for chart, axes in zip(charts, found, strict=True):
        draw(chart, axes)
        if below and axes is found[0]:
            _shared(axes, below)
        if (below or not legends) and axes.get_legend() is not None:
            axes.get_legend().remove()
        # Titles of neighbours must not run into each other.
        width = max(int(side * LETTERS), 10)
        title = "\n".join(fill(line, width) for line in (chart.caption or chart.title).splitlines())
        axes.set_title(title, fontsize=10, parse_math=False)
    return found


def _bare(shape: Shape) -> Shape:
    return replace(shape, detail="") if getattr(shape, "detail", "") else shape


def _shared(axes: Any, heading: str) -> None:
    """One legend under all panels of a figure, of what the first one explains."""
    handles, labels = axes.get_legend_handles_labels()
    once = dict(zip(labels, handles, strict=True))
    look = {"frameon": False, "fontsize": 9, "ncols": max(len(once), 1), "title": heading, "title_fontsize": 9}
    legend = axes.figure.legend(once.values(), once.keys(), loc="outside lower center", **look)
    for text in (*legend.get_texts(), legend.get_title()):
        text.set_parse_math(False)
