"""Weak slices: how much worse each is than elsewhere, with intervals that hold for all of them together."""

from __future__ import annotations

from probative.findings import Findings
from probative.findings.text import measure_cells, p_words, percent
from probative.findings.weak_slices import WeakSlice, WeakSlices
from probative.pictures import Axis, Chart, Guide, Intervals, Marks, Shape
from probative.pictures.words import clipped, named
from probative.report.charts.kind import Data, Options, Series, chart

WIDTH, ROW, AT = 310, 38, 0.22
"""Units of the frame and of a row; where an interval lies, in rows below the middle of its own."""
LONGEST = 42
"""Letters of a condition."""


def _gather(findings: Findings, _: Options) -> Data | None:
    """The slices of the first search among the results that has found some."""
    added = [found for found in findings.diagnostics if found.get("kind") == "weak-slices"]
    return next((slices_data(found) for found in added if found["slices"]), None)


def slices_data(found: Data) -> Data:
    """What is drawn of one search."""
    return {key: found[key] for key in ("loss", "level", "slices")} | {"whose": found["models"]}


@chart("weak-slices", place=95, gather=_gather, most=15)
def weak_slices(data: Data, series: Series) -> Chart:
    """A row for each slice on which a model is proven to be worse, the surest first; dotted: as good as elsewhere."""
    slices = [WeakSlice.from_dict(one) for one in data["slices"]]
    several, level = len(data["whose"]) > 1, percent(data["level"])
    look = {model: series.get(model, i) for i, model in enumerate(data["whose"])}
    effects = [one.effect for one in slices]
    x = Axis.around(
        f"{data['loss']} in the slice minus elsewhere",
        [end for found in effects for end in (found.value, found.low, found.high)],
        include=[0.0],
        width=WIDTH,
    )
    words = [clipped(f"{one.model}: {one.condition}" if several else one.condition, LONGEST) for one in slices]
    beside = [
        (*filter(None, measure_cells(found, signed=True)), p_words(one.p_told))
        for one, found in zip(slices, effects, strict=True)
    ]
    y = Axis.rows(words, beside=beside, above=-AT, inside=True)
    drawn: list[Shape] = [Guide([0.0, 0.0], [y.low, y.high])]
    for row, (one, found) in enumerate(zip(slices, effects, strict=True)):
        drawn.append(Intervals([found.low], [found.high], [row + AT], series=look[one.model]))
        drawn.append(Marks([found.value], [row + AT], series=look[one.model]))
    return Chart(
        f"{data['loss']} of {len(slices)} slices compared with all other rows",
        x,
        y,
        tuple(drawn),
        caption=f"Where {named(data['loss'])} is worse than elsewhere",
        heading=f"slice minus elsewhere; {level} intervals for all slices together, adjusted p",
        notes=(f"{level} intervals hold for all slices that were looked at together. Dotted: as good as elsewhere.",),
        width=WIDTH,
        height=ROW * (len(slices) + 0.4),
    )


def slices_chart(found: WeakSlices) -> Chart:
    """The picture of one search."""
    return weak_slices(slices_data(found.to_dict()), {})
