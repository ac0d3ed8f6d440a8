"""Cost curves of all models, from the points that findings hold."""

from __future__ import annotations

from typing import Any

from probative.findings import Findings
from probative.report.figures.frame import entry, floats, guide, legend_below, next_line, ruled, short_names
from probative.report.figures.picture import Data, Options
from probative.report.figures.rows import class_rows, legend_title, own_rows


def gather_cost_curve(findings: Findings, _: Options) -> Data | None:
    """Points of every cost curve."""
    found = {
        name: class_rows(findings, model) | {column: model.curves["cost_curve"][column] for column in ("pc", "cost")}
        for name, model in findings.models.items()
        if model.curves.get("cost_curve")
    }
    return {"level": findings.level, "models": found} if found else None


def draw_cost_curve(data: Data, axes: Any, style: dict[str, Any]) -> None:
    """The least normalised cost at every mixture of costs and class shares, below that of the trivial rules."""
    shown = short_names(data["models"])
    for name, model in data["models"].items():
        line = {"label": entry(f"{shown[name]}{own_rows(data, model)}")} | next_line(axes, style)
        axes.plot(floats(model["pc"]), floats(model["cost"]), **line)
    guide(axes, [0, 0.5, 1], [0, 0.5, 0], "better trivial rule")
    axes.set(xlabel="PC(+): probability times cost", ylabel="Normalised expected cost", xlim=(0, 1), ylim=(0, 0.55))
    ruled(axes)
    legend_below(axes, legend_title(data))
