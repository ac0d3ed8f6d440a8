"""One line for each model."""

from __future__ import annotations

from collections.abc import Callable

from probative.pictures import Line
from probative.report.charts.kind import Data, Series
from probative.report.charts.rows import own_rows
from probative.report.charts.values import numbers


def model_lines(data: Data, series: Series, x: str, y: str, detail: Callable[[Data], str]) -> list[Line]:
    """The columns x and y of every model as a line, with what the legend says of it and of its rows."""
    return [
        Line(
            numbers(model[x]),
            numbers(model[y]),
            series=series[name],
            name=name,
            detail=f"{detail(model)}{own_rows(data, model)}".strip(),
        )
        for name, model in data["models"].items()
    ]
