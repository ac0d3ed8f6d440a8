"""Errors of a regression: predicted against actual, residuals against predicted, and normal quantiles."""

from __future__ import annotations

from typing import Any

from probative.findings import Findings
from probative.report.figures.frame import entry, floats, guide, legend_below, next_line, next_mark, short_names
from probative.report.figures.picture import Data, Options


def gather_errors(findings: Findings, _: Options) -> Data | None:
    """The sampled rows and the quantiles of all residuals, by model."""
    found = {name: model.curves["errors"] for name, model in findings.models.items() if model.curves.get("errors")}
    return {"models": found} if found else None


def _label(name: str, model: dict[str, Any]) -> str:
    drawn, n = len(model["actual"]), model["n"]
    return entry(f"{name}: {n:,} rows" if drawn == n else f"{name}: {drawn:,} of {n:,} rows, at random")


def draw_predicted(data: Data, axes: Any, style: dict[str, Any]) -> None:
    """Actual against predicted values; on the line a prediction is right."""
    shown, ends = short_names(data["models"]), []
    for name, model in data["models"].items():
        x, y = floats(model["predicted"]), floats(model["actual"])
        axes.plot(
            x, y, **({"markersize": 4, "alpha": 0.6, "label": _label(shown[name], model)} | next_mark(axes, style))
        )
        ends += [float(v) for values in (x, y) for v in (values.min(), values.max())]
    guide(axes, [min(ends), max(ends)], [min(ends), max(ends)])
    axes.set(xlabel="Predicted", ylabel="Actual")
    legend_below(axes)


def draw_residuals(data: Data, axes: Any, style: dict[str, Any]) -> None:
    """Actual minus predicted against predicted values, with the middle 80 % of all rows as a band."""
    shown, ends = short_names(data["models"]), []
    for name, model in data["models"].items():
        x, y = floats(model["predicted"]), floats(model["actual"])
        look = next_mark(axes, style)
        axes.plot(x, y - x, **({"markersize": 4, "alpha": 0.5, "label": _label(shown[name], model)} | look))
        centres, bands = floats(model["centres"]), {level: floats(band) for level, band in model["bands"].items()}
        axes.fill_between(centres, bands["0.1"], bands["0.9"], color=look["color"], alpha=0.15, linewidth=0)
        axes.plot(centres, bands["0.5"], color=look["color"], linewidth=1.5)
        ends += [float(x.min()), float(x.max())]
    guide(axes, [min(ends), max(ends)], [0, 0])
    axes.set(xlabel="Predicted", ylabel="Actual − predicted")
    legend_below(axes, "band and line: 10, 50 and 90 % quantiles of all rows")


def draw_quantiles(data: Data, axes: Any, style: dict[str, Any]) -> None:
    """Quantiles of the standardised residuals against those of a normal distribution."""
    shown, ends = short_names(data["models"]), []
    for name, model in data["models"].items():
        x, y = floats(model["normal"]), floats(model["quantiles"])
        axes.plot(x, y, **({"linewidth": 1.5, "label": entry(shown[name])} | next_line(axes, style)))
        ends += [float(x.min()), float(x.max())]
    guide(axes, [min(ends), max(ends)], [min(ends), max(ends)])
    axes.set(xlabel="Quantile of a normal distribution", ylabel="Quantile of the standardised residuals")
    legend_below(axes)
