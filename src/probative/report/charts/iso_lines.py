"""Families of lines of equal accuracy and of equal cost over the ROC curves of all models."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from probative.curves.hull import Hull
from probative.curves.isolines import IsoLine, accuracy_line, cost_line
from probative.curves.line_families import drawn_lines, spaced, written_values
from probative.curves.planes import roc_plane
from probative.findings import Findings
from probative.pictures import Chart, Line, Marks, Shape
from probative.report.charts.kind import Data, Options, Series, chart
from probative.report.charts.rows import class_rows, legend_title
from probative.report.charts.values import numbers


def _curves(findings: Findings, share: float | None) -> tuple[dict[str, Data], float] | None:
    """Curve and hull of every model, and the share of positives that the lines are for."""
    found = {}
    for name, model in findings.models.items():
        rows = class_rows(findings, model)
        if model.roc and "hull" in model.curves and rows["positives"]:
            hull = {axis: model.curves["hull"][axis] for axis in ("fpr", "tpr")}
            found[name] = rows | {"fpr": model.roc["fpr"], "tpr": model.roc["tpr"], "hull": hull}
    if not found:
        return None
    first = next(iter(found.values()))
    return found, share or first["positives"] / (first["positives"] + first["negatives"])


def _accuracy(findings: Findings, _: Options) -> Data | None:
    held = _curves(findings, None)
    return None if held is None else {"models": held[0], "prevalence": held[1]}


def _cost(findings: Findings, _: Options) -> Data | None:
    costs = findings.about.costs
    held = _curves(findings, None if costs is None else costs.prior)
    if held is None or costs is None:
        return None
    return {"models": held[0], "prevalence": held[1], "fp": costs.fp, "fn": costs.fn}


@chart("accuracy-lines", place=41, gather=_accuracy)
def accuracy_lines(data: Data, series: Series) -> Chart:
    """ROC curves over lines of equal accuracy; the best one touches each hull, at its most accurate threshold."""
    share = data["prevalence"]
    return _family(data, series, "accuracy", lambda value: accuracy_line(share, value), 1.0, _most_accurate(share))


@chart("cost-lines", place=42, gather=_cost)
def cost_lines(data: Data, series: Series) -> Chart:
    """ROC curves over lines of equal cost; the best one touches each hull, at its cheapest threshold."""
    share, fp, fn = data["prevalence"], data["fp"], data["fn"]
    worst = fp * (1 - share) + fn * share
    line: Callable[[float], IsoLine] = lambda value: cost_line(share, value, fp=fp, fn=fn)  # noqa: E731
    cost = lambda x, y: fp * (1 - share) * x + fn * share * (1 - y)  # noqa: E731
    return _family(data, series, "cost", line, worst, cost)


def _most_accurate(share: float) -> Callable[[float, float], float]:
    return lambda x, y: share * y + (1 - share) * (1 - x)


def _family(
    data: Data,
    series: Series,
    by: str,
    line: Callable[[float], IsoLine],
    most: float,
    value: Callable[[float, float], float],
) -> Chart:
    family = [line(one) for one in spaced(0.0, most)]
    drawn: list[Shape] = [*drawn_lines(family)]
    marks: list[Shape] = []
    slope = line(0.0).slope
    for name, model in data["models"].items():
        x, y = numbers(model["hull"]["fpr"]), numbers(model["hull"]["tpr"])
        touch = Hull(x, y, np.full(len(x), np.nan)).touch(slope)
        best = value(float(touch.fpr[0]), float(touch.tpr[0]))
        detail = f"best {by} {best:.4g}" + (", along an edge" if len(touch.fpr) > 1 else "")
        drawn.append(Line(numbers(model["fpr"]), numbers(model["tpr"]), series=series[name], name=name, detail=detail))
        drawn += drawn_lines([line(best)], series=series[name])
        marks.append(Marks(touch.fpr, touch.tpr, series=series[name], large=True, hint="touching point"))
    words = f"lines of equal {by} at {100 * data['prevalence']:.3g} % positives: slope {slope:.4g}"
    heading = legend_title(data, words)
    return replace(roc_plane(f"Lines of equal {by}", *drawn, *written_values(family), *marks), heading=heading)
