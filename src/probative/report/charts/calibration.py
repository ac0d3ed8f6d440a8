"""Calibration curves of all models, from the bins that findings hold."""

from __future__ import annotations

from dataclasses import replace

from probative.curves.planes import calibration_plane
from probative.findings import Findings
from probative.findings.text import percent
from probative.pictures import Chart, Intervals, Line, Shape
from probative.report.charts.kind import Data, Options, Series, chart
from probative.report.charts.rows import class_rows, legend_title, own_rows
from probative.report.charts.values import finite, numbers, stored_estimate, value_text

COLUMNS = ("predicted", "observed", "low", "high", "n")


def _gather(findings: Findings, _: Options) -> Data | None:
    """Bins of every calibration curve with their limits."""
    found = {}
    for name, model in findings.models.items():
        if bins := model.curves.get("calibration"):
            found[name] = class_rows(findings, model) | {
                **{column: bins.get(column) for column in COLUMNS},
                "smooth": bins.get("smooth"),
                "error": stored_estimate(model, "expected_calibration_error"),
            }
    clustered = findings.about.groups is not None
    weighted = {"weighted": True} if findings.about.weight else {}
    return {"level": findings.level, "clustered": clustered, **weighted, "models": found} if found else None


@chart("calibration", place=30, gather=_gather, section="explorer")
def calibration(data: Data, series: Series) -> Chart:
    """Observed against predicted by bins of rows, with the limits of every bin."""
    drawn: list[Shape] = []
    for name, model in data["models"].items():
        x, y, low, high = (numbers(model[column]) for column in COLUMNS[:-1])
        detail = f"{_error(model)}{own_rows(data, model)}"
        if curve := model.get("smooth"):
            at, rates = numbers(curve["predicted"]), numbers(curve["observed"])
            drawn.append(Line(at, rates, thin=True, fine=True, series=series[name], role="fit", hint="smooth curve"))
        if len(finite(low)):
            drawn.append(Intervals(low, high, x, across=False, series=series[name]))
        drawn.append(Line(x, y, marked=True, series=series[name], name=name, detail=detail))
    level = percent(data["level"])
    heading = legend_title(data, f"bins, and expected calibration error, with {level} intervals")
    bars = (
        "No bars: rows of a cluster are alike, and intervals of single rows would be too narrow."
        if data.get("clustered")
        else f"Bars: {level} intervals (Wilson) of the observed frequency, rows taken as independent."
    )
    smooth = any(model.get("smooth") for model in data["models"].values())
    line = " Thin: smooth curve (logistic regression on a spline of the log odds)." if smooth else ""
    bins = f"Bins of equal mass{_sizes(data)}; tied scores are never split. {bars}{line} Dotted: perfect calibration."
    errors = (
        "ECE: expected calibration error, the mean distance of observed from predicted over the bins, with its "
        f"{level} interval and the interval's method."
    )
    notes = (bins, errors) if any(_error(model) for model in data["models"].values()) else (bins,)
    plane = calibration_plane(f"Calibration: {', '.join(data['models'])}", *drawn)
    return replace(plane, caption="Calibration", heading=heading, notes=notes)


def _error(model: Data) -> str:
    found = model["error"]
    method = f" ({found['method']})" if found.get("method") and found.get("low") is not None else ""
    return "" if found["value"] is None else f"ECE {value_text(found)}{method}"


def _sizes(data: Data) -> str:
    sizes = [size for model in data["models"].values() for size in finite(numbers(model["n"]))]
    if not sizes:
        return ""
    low, high = f"{min(sizes):,.0f}", f"{max(sizes):,.0f}"
    size = low if low == high else f"{low} to {high}"
    return f", weight {size} each" if data.get("weighted") else f", {size} rows each"
