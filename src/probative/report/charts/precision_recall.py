"""Precision-recall curves of all models, from the points that findings hold."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from probative.curves.planes import precision_recall_plane
from probative.curves.precision_recall import precision_path
from probative.findings import Findings
from probative.findings.text import percent
from probative.pictures import Chart, Guide, Shape
from probative.report.charts.kind import Data, Options, Series, chart
from probative.report.charts.lines import model_lines
from probative.report.charts.rows import class_rows, legend_title
from probative.report.charts.values import numbers, stored_estimate, value_text

STEP = 0.01
"""Recall between drawn points."""


def _gather(findings: Findings, _: Options) -> Data | None:
    """Points of every precision-recall curve, dense enough to be joined by straight lines."""
    found = {}
    for name, model in findings.models.items():
        if stored := model.precision_recall:
            recall, precision = _dense(stored, model.roc)
            found[name] = class_rows(findings, model) | {
                "recall": recall,
                "precision": precision,
                "prevalence": stored["precision"][-1],
                "average_precision": stored_estimate(model, "average_precision"),
            }
    return {"level": findings.level, "models": found} if found else None


@chart("precision-recall", place=20, gather=_gather)
def precision_recall(data: Data, series: Series) -> Chart:
    """Curves with their average precision; a dotted line at the share of positives."""
    lines = model_lines(data, series, "recall", "precision", _area)
    drawn: list[Shape] = [*lines]
    for level in sorted({model["prevalence"] for model in data["models"].values()}):
        drawn.append(Guide([0, 1], [level, level], hint=f"share of positives {level:.3f}"))
    heading = legend_title(data, f"average precision with {percent(data['level'])} interval")
    return replace(precision_recall_plane("Precision-recall curves", *drawn), heading=heading)


def _area(model: Data) -> str:
    """Average precision with its interval; of a run it is the mean of folds, while the curve is of pooled scores."""
    folds = f", mean of {model['folds']} folds" if model["folds"] else ""
    return f"AP {value_text(model['average_precision'])}{folds}"


def _dense(stored: Data, roc: Data | None) -> tuple[list[float], list[float]]:
    """Precision between stored points: false positives grow evenly with true ones, which is no straight line."""
    share = stored["precision"][-1]
    if roc is None or not share:
        return stored["recall"], stored["precision"]
    fpr, tpr = numbers(roc["fpr"]), numbers(roc["tpr"])
    pieces = np.maximum(np.ceil(np.diff(tpr) / STEP), 1).astype(np.intp)
    recall, precision = precision_path(fpr, tpr, share, pieces)
    # Where nobody is called positive there is no precision.
    return recall[1:].tolist(), precision[1:].tolist()
