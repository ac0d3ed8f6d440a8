"""ROC curves of all models, from the points that findings hold."""

from __future__ import annotations

from dataclasses import replace

from probative.curves.planes import roc_plane
from probative.decisions.optimum import rates
from probative.evidence import Outcomes
from probative.findings import Findings, ModelFindings
from probative.findings.text import percent
from probative.pictures import Chart, Line, Marks, Shape
from probative.report.charts.kind import Data, Options, Series, chart
from probative.report.charts.lines import model_lines
from probative.report.charts.rows import class_rows, legend_title
from probative.report.charts.values import numbers, stored_estimate, value_text

ALL_FOLDS = " of all folds together, not on the mean of their curves"


def _gather(findings: Findings, options: Options) -> Data | None:
    """Points of every ROC curve, with the area, the operating point and, if asked for, the hull.

    Of a run it is the mean of the folds' curves: one curve of all scores would mix models.
    """
    found = {}
    for name, model in findings.models.items():
        if model.roc:
            drawn = model.fold_roc["mean"] if model.fold_roc else model.roc
            found[name] = class_rows(findings, model) | {
                "fpr": drawn["fpr"],
                "tpr": drawn["tpr"],
                "averaged": model.fold_roc is not None,
                "auc": stored_estimate(model, "auc"),
                "operating": _operating(model),
            }
            if options.hull and "hull" in model.curves:
                found[name]["hull"] = {axis: model.curves["hull"][axis] for axis in ("fpr", "tpr")}
    return {"level": findings.level, "models": found} if found else None


@chart("roc", place=10, gather=_gather, options=("hull",))
def roc(data: Data, series: Series) -> Chart:
    """Curves with their areas, a mark at each operating point, the rows in the legend."""
    drawn: list[Shape] = [*model_lines(data, series, "fpr", "tpr", _area)]
    for name, model in data["models"].items():
        if hull := model.get("hull"):
            x, y = numbers(hull["fpr"]), numbers(hull["tpr"])
            drawn.append(Line(x, y, marked=True, thin=True, series=series[name], role="hull", hint=_hull(model)))
        if point := model["operating"]:
            # A fold decides on its own curve; all folds together decide beside the mean of their curves.
            hint = f"operating point{ALL_FOLDS}" if model["averaged"] else "operating point"
            place = [point["fpr"]], [point["tpr"]]
            drawn.append(Marks(*place, series=series[name], hollow=model["averaged"], hint=hint))
    averaged = all(model["averaged"] for model in data["models"].values())
    heading = legend_title(data, f"AUC with {percent(data['level'])} interval", pooled=not averaged)
    title = "ROC curves, each the mean of the curves of its folds" if averaged else "ROC curves"
    return replace(roc_plane(title, *drawn), heading=heading)


def _area(model: Data) -> str:
    """The area with its interval, and of how many folds it is the mean."""
    return f"AUC {value_text(model['auc'])}" + (f", mean of {model['folds']} folds" if model["folds"] else "")


def _hull(model: Data) -> str:
    """Scores of all folds have one hull, which mixes them."""
    return "convex hull of pooled scores" if model["folds"] else "convex hull"


def _operating(model: ModelFindings) -> Data | None:
    """Where the model's own decisions lie on the ROC plane."""
    if model.confusion is None or len(model.confusion.labels) != 2:
        return None
    (tp, fn), (fp, tn) = model.confusion.counts
    cells = Outcomes.trusted(tp, fn, fp, tn)
    if not (cells.positives and cells.negatives):
        return None
    fpr, tpr = rates(cells)
    return {"fpr": fpr, "tpr": tpr, "threshold": model.threshold}
