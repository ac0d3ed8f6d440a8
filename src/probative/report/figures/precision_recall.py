"""Precision-recall curves of all models, from the points that findings hold."""

from __future__ import annotations

from itertools import pairwise
from math import ceil
from typing import Any

from probative.findings import Findings
from probative.report.figures.frame import (
    GREY,
    entry,
    floats,
    legend_below,
    next_line,
    short_names,
    unit_square,
    value_text,
)
from probative.report.figures.picture import Data, Options
from probative.report.figures.rows import class_rows, legend_title, own_rows, stored_estimate

STEP = 0.01
"""Recall between drawn points."""


def gather_precision_recall(findings: Findings, _: Options) -> Data | None:
    """Points of every precision-recall curve, dense enough to be joined by straight lines."""
    found = {}
    for name, model in findings.models.items():
        if stored := model.precision_recall:
            recall, precision = _interpolated(stored, model.roc)
            found[name] = class_rows(findings, model) | {
                "recall": recall,
                "precision": precision,
                "prevalence": stored["precision"][-1],
                "average_precision": stored_estimate(model, "average_precision"),
            }
    return {"level": findings.level, "models": found} if found else None


def draw_precision_recall(data: Data, axes: Any, style: dict[str, Any]) -> None:
    """Curves with their average precision; a dotted line at the share of positives."""
    shown, levels = short_names(data["models"]), set()
    for name, model in data["models"].items():
        label = f"{shown[name]}: AP {value_text(model['average_precision'])}{own_rows(data, model)}"
        line = {"label": entry(label)} | next_line(axes, style)
        axes.plot(floats(model["recall"]), floats(model["precision"]), **line)
        levels.add(model["prevalence"])
    for level in sorted(levels):
        axes.axhline(level, color=GREY, linewidth=1, linestyle=":", label=f"share of positives {level:.3f}")
    unit_square(axes, "Recall", "Precision")
    legend_below(axes, legend_title(data, f"average precision with {data['level'] * 100:g} % interval"))


def _interpolated(stored: Data, roc: Data | None) -> tuple[list[float], list[float]]:
    """Precision between stored points: false positives grow evenly with true ones, which is no straight line."""
    share = stored["precision"][-1]
    if roc is None or not share:
        return stored["recall"], stored["precision"]
    recall, false = [], []
    ends = list(zip(roc["tpr"], roc["fpr"], strict=True))
    for (y0, x0), (y1, x1) in pairwise(ends):
        steps = max(ceil((y1 - y0) / STEP), 1)
        recall += [y0 + (y1 - y0) * i / steps for i in range(1, steps)] + [y1]
        false += [x0 + (x1 - x0) * i / steps for i in range(1, steps)] + [x1]
    some = [(r, share * r / (share * r + (1 - share) * f)) for r, f in zip(recall, false, strict=True) if r or f]
    return [r for r, _ in some], [p for _, p in some]
