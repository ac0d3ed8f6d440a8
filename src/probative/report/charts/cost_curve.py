"""Cost curves of all models, from the points that findings hold."""

from __future__ import annotations

from dataclasses import replace

from probative.curves.planes import cost_plane
from probative.findings import Findings
from probative.pictures import Chart
from probative.report.charts.kind import Data, Options, Series, chart
from probative.report.charts.lines import model_lines
from probative.report.charts.rows import class_rows, legend_title


def _gather(findings: Findings, _: Options) -> Data | None:
    """Points of every cost curve."""
    found = {
        name: class_rows(findings, model) | {column: model.curves["cost_curve"][column] for column in ("pc", "cost")}
        for name, model in findings.models.items()
        if model.curves.get("cost_curve")
    }
    return {"level": findings.level, "models": found} if found else None


@chart("cost-curve", place=40, gather=_gather)
def cost_curve(data: Data, series: Series) -> Chart:
    """The least cost at every mixture of costs and class shares, below that of the trivial rules."""
    lines = model_lines(data, series, "pc", "cost", lambda _: "")
    return replace(cost_plane("Cost curves", *lines), heading=legend_title(data))
