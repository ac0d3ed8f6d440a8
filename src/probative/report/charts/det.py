"""DET curves of all models, from the points of their ROC curves."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from probative.curves.det import DetCurve, det_plane
from probative.findings import Findings
from probative.pictures import Chart, Line
from probative.report.charts.kind import Data, Options, Series, chart
from probative.report.charts.rows import class_rows, legend_title, own_rows
from probative.report.charts.values import numbers


def _gather(findings: Findings, _: Options) -> Data | None:
    """Both error rates at every point of the ROC curves."""
    found = {
        name: class_rows(findings, model) | {"fpr": model.roc["fpr"], "fnr": [1 - rate for rate in model.roc["tpr"]]}
        for name, model in findings.models.items()
        if model.roc
    }
    return {"level": findings.level, "models": found} if found else None


@chart("det", place=47, gather=_gather)
def det(data: Data, series: Series) -> Chart:
    """Misses against false alarms on axes of normal deviates."""
    lines = []
    for name, model in data["models"].items():
        fpr, fnr = numbers(model["fpr"]), numbers(model["fnr"])
        x, y = DetCurve(fpr, fnr, np.full(len(fpr), np.nan)).deviates()
        lines.append(Line(x, y, series=series[name], name=name, detail=own_rows(data, model).strip()))
    return replace(det_plane("DET curves", *lines), heading=legend_title(data))
