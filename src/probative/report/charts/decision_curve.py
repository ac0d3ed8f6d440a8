"""Decision curves of all models, from the points that findings hold."""

from __future__ import annotations

from dataclasses import replace

from probative.curves.planes import decision_plane
from probative.findings import Findings
from probative.findings.text import percent
from probative.pictures import Band, Chart, Shape
from probative.report.charts.kind import Data, Options, Series, chart
from probative.report.charts.lines import model_lines
from probative.report.charts.rows import class_rows, legend_title
from probative.report.charts.values import finite, numbers

COLUMNS = ("thresholds", "net_benefit", "low", "high", "treat_all")


def _gather(findings: Findings, _: Options) -> Data | None:
    """Points of every decision curve."""
    found = {
        name: class_rows(findings, model) | {column: model.curves["decision_curve"].get(column) for column in COLUMNS}
        for name, model in findings.models.items()
        if model.curves.get("decision_curve")
    }
    prior = None if findings.about.costs is None else findings.about.costs.prior
    return {"level": findings.level, "prior": prior, "models": found} if found else None


@chart("decision-curve", place=45, gather=_gather, section="explorer")
def decision_curve(data: Data, series: Series) -> Chart:
    """Net benefit of acting on each model's positives, by threshold probability, beside acting on all and on none."""
    models = data["models"]
    first = next(iter(models.values()))
    lines = [replace(x, fine=True) for x in model_lines(data, series, "thresholds", "net_benefit", lambda _: "")]
    bands: list[Shape] = []
    # Bands of several models would hide one another; a difference has its own (decision_difference).
    if len(models) == 1:
        name, model = next(iter(models.items()))
        x, low, high = (numbers(model[column]) for column in ("thresholds", "low", "high"))
        if len(finite(low)):
            bands.append(Band(x, low, high, series=series[name]))
    tops = [numbers(model["net_benefit"]) for model in models.values()]
    plane = decision_plane(
        "Decision curves", numbers(first["thresholds"]), numbers(first["treat_all"]), tops, *bands, *lines
    )
    return replace(plane, caption="Decision curves", heading=legend_title(data), notes=_notes(data, bool(bands)))


def _notes(data: Data, banded: bool) -> tuple[str, ...]:
    share = "" if data["prior"] is None else f" At a share of positives of {data['prior']:g}."
    says = (
        "Net benefit: true positives per row, less false positives at the odds of the threshold probability; a row is "
        f"acted on if its score is at least that. Dotted: acting on all rows, and on none (0).{share}"
    )
    if banded:
        return says, f"Band: {percent(data['level'])} intervals, threshold by threshold."
    return (
        says,
        "Curves of models on the same rows vary together: compare them by their difference, not by their bands.",
    )
