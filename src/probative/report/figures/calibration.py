"""Calibration curves of all models, from the bins that findings hold."""

from __future__ import annotations

from typing import Any

import numpy as np

from probative.findings import Findings
from probative.report.figures.frame import (
    entry,
    floats,
    guide,
    legend_below,
    marker_of,
    next_line,
    short_names,
    unit_square,
    value_text,
)
from probative.report.figures.picture import Data, Options
from probative.report.figures.rows import class_rows, legend_title, own_rows, stored_estimate


def gather_calibration(findings: Findings, _: Options) -> Data | None:
    """Bins of every calibration curve with their limits."""
    found = {}
    for name, model in findings.models.items():
        if bins := model.curves.get("calibration"):
            found[name] = class_rows(findings, model) | {
                **{column: bins[column] for column in ("predicted", "observed", "low", "high", "n")},
                "error": stored_estimate(model, "expected_calibration_error"),
            }
    return {"level": findings.level, "models": found} if found else None


def draw_calibration(data: Data, axes: Any, style: dict[str, Any]) -> None:
    """Observed against predicted by bins of rows, with the limits of every bin."""
    shown = short_names(data["models"])
    for name, model in data["models"].items():
        x, y, low, high = (floats(model[column]) for column in ("predicted", "observed", "low", "high"))
        line = next_line(axes, style)
        mark = {"marker": marker_of(axes), "markersize": 5, "capsize": 2, "elinewidth": 0.9, "linewidth": 1.2}
        label = entry(f"{shown[name]}: ECE {value_text(model['error'])}{own_rows(data, model)}")
        axes.errorbar(x, y, yerr=np.clip([y - low, high - y], 0, None), **({"label": label} | mark | line))
    guide(axes, [0, 1], [0, 1])
    unit_square(axes, "Mean predicted probability", "Observed frequency")
    legend_below(
        axes, legend_title(data, f"bins, and expected calibration error, with {data['level'] * 100:g} % intervals")
    )
