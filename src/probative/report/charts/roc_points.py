"""Classifiers that give labels only, as points of the ROC diagram."""

from __future__ import annotations

from dataclasses import replace

from probative.curves.planes import roc_plane
from probative.curves.points import RocPoints
from probative.decisions.optimum import rates
from probative.evidence import Outcomes
from probative.findings import Findings
from probative.pictures import Chart, Guide, Marks
from probative.report.charts.kind import Data, Options, Series, chart
from probative.report.charts.rows import class_rows, legend_title
from probative.report.charts.values import numbers


def _gather(findings: Findings, _: Options) -> Data | None:
    """Where the decisions of every model lie, if some model has no curve to lie on."""
    found, labels_only = {}, False
    for name, model in findings.models.items():
        if model.confusion is None or len(model.confusion.labels) != 2:
            continue
        (tp, fn), (fp, tn) = model.confusion.counts
        cells = Outcomes.trusted(tp, fn, fp, tn)
        if cells.positives and cells.negatives:
            fpr, tpr = rates(cells)
            found[name] = class_rows(findings, model) | {"fpr": fpr, "tpr": tpr}
            labels_only |= not model.roc
    return {"models": found} if labels_only and found else None


@chart("roc-points", place=43, gather=_gather, section="diagnostics", most=12)
def roc_points(data: Data, series: Series) -> Chart:
    """Decisions of every model as points of the ROC diagram, their hull, and which are never optimal."""
    models = data["models"]
    points = RocPoints(
        tuple(models), numbers([m["fpr"] for m in models.values()]), numbers([m["tpr"] for m in models.values()])
    )
    never, hull = points.below_hull(), points.hull()
    marks = [
        Marks(
            [model["fpr"]],
            [model["tpr"]],
            hollow=name in never,
            series=series[name],
            name=name,
            detail=f"FPR {model['fpr']:.3f}, TPR {model['tpr']:.3f}" + (", never optimal" if name in never else ""),
        )
        for name, model in models.items()
    ]
    said = "Hollow: below the hull, so that no costs and class shares make it the best." if never else ""
    made = roc_plane("Classifiers in the ROC diagram", Guide(hull.fpr, hull.tpr, hint="hull"), *marks)
    notes = (said,) if said else ()
    return replace(made, heading=legend_title(data), caption="Classifiers in the ROC diagram", notes=notes)
