"""Mean parts of a decomposition on top of each other, one bar for each table."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

from probative.curves.decomposition import TOTAL, Parts, loss_axis_name, spoken, spoken_table
from probative.pictures import Axis, Bars, Chart, Guide, Intervals, Marks, Shape
from probative.records import Document
from probative.report.charts.values import known

WIDTH, ROW = 200, 46
ABOVE, BELOW = (-0.38, 0.12), 0.28
"""Where a bar lies in its row, and its total."""


@dataclass(frozen=True, slots=True)
class Bar:
    """Boxes (series, name, start, end) from 0 to both sides, and the total with its standard error."""

    boxes: tuple[tuple[int, str, float, float], ...]
    total: float
    name: str
    error: float

    @classmethod
    def of(cls, one: Document) -> Bar:
        """The mean parts of one table: what is negative lies left of 0."""
        parts, means = Parts.of(one.get("equation")), one.get("means") or {}
        boxes, ends = [], {True: 0.0, False: 0.0}
        for i, part in enumerate(parts.parts):
            value = known(means.get(part))
            if isfinite(value):
                start = ends[value >= 0]
                ends[value >= 0] = start + value
                boxes.append((parts.series(i), spoken(part), start, start + value))
        total, error = known(means.get(parts.total)), known(one.get("standard_error"))
        return cls(tuple(boxes), total, spoken(parts.total), error)

    @property
    def ends(self) -> list[float]:
        """All that the axis must reach."""
        sides = [self.total, self.total - self.error, self.total + self.error]
        return [end for _, _, *both in self.boxes for end in both] + sides

    def shapes(self, row: int, names: dict[int, str]) -> list[Shape]:
        """What is drawn in a row of the chart."""
        made: list[Shape] = []
        for series, _, start, end in self.boxes:
            sides = [min(start, end)], [max(start, end)]
            made.append(Bars(*sides, [row + ABOVE[0]], [row + ABOVE[1]], series=series, name=names[series]))
            made.append(Marks([(start + end) / 2], [row + sum(ABOVE) / 2], series=series, role="on-bar"))
        # Below the bar: at its end it would hide where the last part ends.
        low, high, at = [self.total - self.error], [self.total + self.error], [row + BELOW]
        made.append(Intervals(low, high, at, series=TOTAL))
        return [*made, Marks([self.total], at, series=TOTAL, name=names[TOTAL])]


def bars_chart(tables: dict[str, Document], loss: object) -> Chart:
    """One bar for each table, the first on top."""
    rows = [Bar.of(one) for one in tables.values()]
    ends = [end for row in rows for end in row.ends if isfinite(end)]
    x = Axis.over(loss_axis_name(loss), ends, include=[0], width=WIDTH)
    y, names = Axis.rows([spoken_table(name) for name in tables]), _names(rows)
    drawn = [shape for place, row in enumerate(rows) for shape in row.shapes(place, names)]
    left = "; parts below 0 lie left of the dotted line" if min(ends, default=0) < 0 else ""
    notes = [f"Means over the points{left}."]
    if any(isfinite(row.error) for row in rows):
        notes.append("Line through the total: ± 1 Monte Carlo standard error over the training sets.")
    return Chart(
        "Mean parts of the loss",
        x,
        y,
        (*drawn, Guide([0, 0], [y.low, y.high])),
        caption="Mean parts and total",
        notes=tuple(notes),
        width=WIDTH,
        height=ROW * len(rows),
    )


def _names(rows: list[Bar]) -> dict[int, str]:
    """Names by series: definitions may call the same role by different names."""
    names: dict[int, dict[str, None]] = {}
    for row in rows:
        for series, name in [*((series, name) for series, name, _, _ in row.boxes), (TOTAL, row.name)]:
            names.setdefault(series, {})[name] = None
    return {series: ", ".join(found) for series, found in sorted(names.items())}
