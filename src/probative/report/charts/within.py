"""How close? The share of the rows within each tolerance, by model, and if the mean is said to all."""

from __future__ import annotations

from math import isfinite

import numpy as np

from probative.curves.packing import unpack
from probative.findings import Findings
from probative.pictures import Axis, Chart, Guide, Line, Marks, Shape, Words
from probative.pictures.looks import GREY
from probative.report.charts.kind import Data, Options, Series, chart
from probative.report.charts.values import known, numbers
from probative.report.tolerance import opening

RULE = "always the mean"


def _gather(findings: Findings, _: Options) -> Data | None:
    """The tolerances, the share of every model's rows within them, and that of saying the mean."""
    held = findings.tolerances
    if held is None:
        return None
    names = [name for name in findings.models if name in held.within]
    if not names:
        return None
    models = {name: {"share": held.shares(name).tolist()} for name in names}
    rule = (unpack(held.rule) / held.rows[names[0]]).tolist()
    return {"at": held.at().tolist(), "end": held.end, "rule": rule, "models": models, "within": opening(findings)}


@chart("within", place=105, gather=_gather, section="errors", most=8)
def within(data: Data, series: Series) -> Chart:
    """The share of the rows whose error is at most so large; the higher, the closer."""
    end = known(data["end"])
    # Huge errors are beyond the axis, on which nothing else could be seen.
    at = numbers(data["at"])[: int(np.searchsorted(numbers(data["at"]), end, "right"))]
    x = Axis.over("error of at most ±", at, width=300)
    x = Axis(x.name, 0.0, end, tuple(tick for tick in x.ticks if tick <= end * (1 + 1e-9)))
    y = Axis(
        "share of the rows", 0.0, 1.0, (0.0, 0.2, 0.4, 0.6, 0.8, 1.0), ("0 %", "20 %", "40 %", "60 %", "80 %", "100 %")
    )
    drawn: list[Shape] = [Line(at, data["rule"][: len(at)], fine=True, dashed=False, series=GREY, name=RULE)]
    start = known(data["within"])
    if isfinite(start):
        drawn.append(Guide([start, start], [0.0, 1.0], data={"guide": "within"}))
    for i, (name, model) in enumerate(data["models"].items()):
        share = numbers(model["share"])[: len(at)]
        drawn.append(Line(at, share, fine=True, series=series[name], name=name, data={"curve": i}))
    if isfinite(start):
        place = int(abs(at - start).argmin())
        for name, model in data["models"].items():
            here = [known(model["share"][place])]
            drawn.append(Marks([start], here, series=series[name], movable=True, data={"mark": "within"}))
    return Chart("Share of the rows within each tolerance", x, y, tuple(drawn), "How close?", heading="")


def rule_words(data: Data) -> Words:
    """The name of the grey line, below it where the others are above, and with room to its right."""
    at, rule = numbers(data["at"]), numbers(data["rule"])
    at = at[at <= known(data["end"])]
    rule = rule[: len(at)]
    place = min(int(abs(rule - 0.6).argmin()), int(0.6 * len(at)))
    return Words(float(at[place]), float(rule[place]), RULE, shift=(8, 12), role="soft")
