"""Mean parts of a decomposition on top of each other, one bar for each table."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Any

from probative.report.drawing import Axis, Plot
from probative.report.sections.diagnostics.parts import card, fitting, keys, known
from probative.report.sections.diagnostics.terms import FRESH, NOISE, TOTAL, Parts, loss_name, spoken, spoken_table

WIDTH, ROW = 200, 46


@dataclass(frozen=True, slots=True)
class Bar:
    """Boxes (series, name, start, end) from 0 to both sides, and the total with its standard error."""

    boxes: tuple[tuple[int, str, float, float], ...]
    total: float
    name: str
    error: float

    @classmethod
    def of(cls, one: dict[str, Any]) -> Bar:
        """The mean parts of one table: what is negative lies left of 0."""
        parts, means = Parts.of(one.get("equation")), one.get("means") or {}
        boxes, ends = [], {True: 0.0, False: 0.0}
        for i, part in enumerate(parts.parts):
            value = known(means.get(part))
            if isfinite(value):
                start = ends[value >= 0]
                ends[value >= 0] = start + value
                boxes.append((i if i < NOISE else FRESH + i, spoken(part), start, start + value))
        total, error = known(means.get(parts.total)), known(one.get("standard_error"))
        return cls(tuple(boxes), total, spoken(parts.total), error)

    @property
    def ends(self) -> list[float]:
        """All that the axis must reach."""
        sides = [self.total, self.total - self.error, self.total + self.error]
        return [end for _, _, *both in self.boxes for end in both] + sides


def bars(tables: dict[str, dict[str, Any]], found: dict[str, Any]) -> str:
    """A card with one bar for each table, the first on top."""
    rows = [Bar.of(one) for one in tables.values()]
    ends = [end for row in rows for end in row.ends if isfinite(end)]
    x = fitting(loss_name(found), ends, include=[0], width=WIDTH)
    y = Axis.choices("", [spoken_table(name) for name in reversed(tables)])
    plot = Plot("Mean parts of the loss", x, y, width=WIDTH, height=ROW * len(rows))
    for place, row in enumerate(reversed(rows)):
        for series, _, start, end in row.boxes:
            plot.bar(min(start, end), max(start, end), place - 0.12, place + 0.38, series)
            plot.marks([(start + end) / 2], [place + 0.13], series, kind="on-bar")
        # Below the bar: at its end it would hide where the last part ends.
        plot.interval(row.total - row.error, row.total + row.error, place - 0.28, TOTAL)
        plot.marks([row.total], [place - 0.28], TOTAL)
    plot.guide([0, 0], [y.low, y.high])
    errors = any(isfinite(row.error) for row in rows)
    below = [
        f"Means over the points{'; parts below 0 lie left of the dotted line' if min(ends, default=0) < 0 else ''}.",
        "Line through the total: ± 1 Monte Carlo standard error over the training sets." if errors else "",
    ]
    return card("Mean parts and total", plot, legend=_key(rows), below=below)


def _key(rows: list[Bar]) -> str:
    """Names by series: definitions may call the same role by different names."""
    names: dict[int, dict[str, None]] = {}
    for row in rows:
        for series, name in [*((series, name) for series, name, _, _ in row.boxes), (TOTAL, row.name)]:
            names.setdefault(series, {})[name] = None
    return keys((series, ", ".join(found)) for series, found in sorted(names.items()))
