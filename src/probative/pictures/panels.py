"""Several charts in one figure, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Any

from probative.errors import BadParameter
from probative.pictures.chart import Chart
from probative.pictures.figure import new_panels
from probative.pictures.matplotlib_pen import draw

ACROSS = 5
"""Panels in a row."""


def draw_panels(
    charts: Sequence[Chart], *, columns: int | None = None, side: float = 3.2, legends: bool = True
) -> list[Any]:
    """Draw charts as panels of one figure, each under its caption, with or without legends, and return their axes.

    >>> from probative.pictures import Axis, Line
    >>> one = Chart("Up", Axis.unit("x"), Axis.unit("y"), (Line([0, 1], [0, 1]),), caption="up")
    >>> [axes.get_title() for axes in draw_panels([one, one])]
    ['up', 'up']
    """
    if not charts:
        raise BadParameter("there is nothing to draw.", remedy="give at least one chart")
    across = min(columns or ACROSS, len(charts))
    found = new_panels(ceil(len(charts) / across), across, len(charts), side)
    for chart, axes in zip(charts, found, strict=True):
        draw(chart, axes)
        if not legends and axes.get_legend() is not None:
            axes.get_legend().remove()
        axes.set_title(chart.caption or chart.title, fontsize=10, parse_math=False)
    return found
