"""Several charts side by side in one figure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from probative.pictures.chart import Chart
from probative.pictures.figure import new_axes
from probative.pictures.matplotlib_frame import inches
from probative.pictures.matplotlib_pen import draw


def draw_panels(charts: Sequence[Chart]) -> Any:
    """Draw charts from left to right, each with its own legend below, and return the axes of the last.

    >>> from probative.pictures import Axis, Line
    >>> chart = Chart("Squares", Axis.over("x", [0, 2]), Axis.over("x²", [0, 4]), (Line([0, 1, 2], [0, 1, 4]),))
    >>> len(draw_panels([chart, chart]).figure.axes)
    2
    """
    sizes = [inches(chart, True) for chart in charts]
    first = new_axes((sum(wide for wide, _ in sizes), max(high for _, high in sizes)))
    figure = first.figure
    first.remove()
    axes = None
    for place, chart in enumerate(charts, 1):
        axes = draw(chart, figure.add_subplot(1, len(charts), place), below=True)
    return axes
