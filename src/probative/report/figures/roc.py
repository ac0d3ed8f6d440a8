"""ROC curves of all models, from the points that findings hold."""

from __future__ import annotations

from typing import Any

from probative.findings import Findings, ModelFindings
from probative.records import plain
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


def gather_roc(findings: Findings, options: Options) -> Data | None:
    """Points of every ROC curve, with the area, the operating point and, if asked for, the hull."""
    found = {}
    for name, model in findings.models.items():
        if model.roc:
            found[name] = class_rows(findings, model) | {
                "fpr": model.roc["fpr"],
                "tpr": model.roc["tpr"],
                "auc": stored_estimate(model, "auc"),
                "operating": _operating(model),
            }
            if options.hull and "hull" in model.curves:
                found[name]["hull"] = {axis: model.curves["hull"][axis] for axis in ("fpr", "tpr")}
    return {"level": findings.level, "models": found} if found else None


def draw_roc(data: Data, axes: Any, style: dict[str, Any]) -> None:
    """Curves with their areas, a marker at each operating point, the rows in the legend (R99)."""
    shown, marked = short_names(data["models"]), False
    for name, model in data["models"].items():
        line = next_line(axes, style)
        label = entry(f"{shown[name]}: AUC {value_text(model['auc'])}{own_rows(data, model)}")
        axes.plot(floats(model["fpr"]), floats(model["tpr"]), **({"label": label} | line))
        if hull := model.get("hull"):
            thin = {"linewidth": 0.8, "linestyle": "-", "marker": ".", "markersize": 3, "alpha": 0.7}
            axes.plot(floats(hull["fpr"]), floats(hull["tpr"]), color=line["color"], **thin)
        if point := model["operating"]:
            marked = True
            spot = {"color": line["color"], "marker": marker_of(axes), "markeredgecolor": "white", "markersize": 9}
            axes.plot([point["fpr"]], [point["tpr"]], linestyle="", zorder=3, **spot)
    guide(axes, [0, 1], [0, 1])
    if marked:
        spot = {"marker": "o", "markeredgecolor": "white", "markersize": 9}
        axes.plot([], [], color="#777777", linestyle="", label="operating point", **spot)
    if any("hull" in model for model in data["models"].values()):
        thin = {"linewidth": 0.8, "marker": ".", "markersize": 3}
        axes.plot([], [], color="#777777", label="convex hull", **thin)
    unit_square(axes, "False positive rate", "True positive rate")
    legend_below(axes, legend_title(data, f"AUC with {data['level'] * 100:g} % interval"))


def _operating(model: ModelFindings) -> Data | None:
    """Where the model's own decisions lie on the ROC plane."""
    if model.confusion is None or len(model.confusion.labels) != 2:
        return None
    (tp, fn), (fp, tn) = model.confusion.counts
    if not (tp + fn and fp + tn):
        return None
    return {"fpr": fp / (fp + tn), "tpr": tp / (tp + fn), "threshold": plain(model.threshold)}
