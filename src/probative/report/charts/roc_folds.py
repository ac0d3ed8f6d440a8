"""ROC curves of the folds of one model, their mean, and the curve of all scores pooled."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from probative.curves.planes import roc_plane
from probative.findings import Findings
from probative.pictures import Band, Chart, Guide, Line, Shape
from probative.pictures.words import clipped, named
from probative.report.charts.kind import Data, Options, Series, chart
from probative.report.charts.values import numbers, stored_estimate, value_text

CAUTION = "scores of different fitted models are mixed in it"


def _gather(findings: Findings, _: Options) -> Data | None:
    """The curves of folds and their mean, with the areas; the pooled curve and its area."""
    found = {}
    for name, model in findings.models.items():
        if model.fold_roc and model.roc and "auc" in model.resampling:
            found[name] = {
                **model.fold_roc,
                "fold_mean": stored_estimate(model, "auc"),
                "spread": model.resampling["auc"].within,
                "pooled": {axis: model.roc[axis] for axis in ("fpr", "tpr")},
                "pooled_auc": model.resampling["auc"].pooled.to_dict(),
            }
    return {"level": findings.level, "models": found} if found else None


@chart("roc-folds", place=11, gather=_gather, single=True, most=1)
def roc_folds(data: Data, series: Series) -> Chart:
    """A thin curve for each fold, a thick one for their mean with one standard deviation, a dotted one pooled."""
    ((name, told),) = data["models"].items()
    look, mean = series[name], told["mean"]
    x, y, spread = (numbers(mean[column]) for column in ("fpr", "tpr", "tpr_spread"))
    pairs = zip(told["fpr"], told["tpr"], strict=True)
    drawn: list[Shape] = [Band(x, *(np.clip(y + sign * spread, 0, 1) for sign in (-1, 1)), series=look, hint="± 1 SD")]
    fold: Any = {"thin": True, "fine": True, "dashed": False, "series": look, "role": "fold"}
    for number, (fpr, tpr) in enumerate(pairs):
        hint = "" if number else "single folds"
        drawn.append(Line(numbers(fpr), numbers(tpr), **fold, hint=hint))
    pooled = told["pooled"]
    drawn.append(Guide(numbers(pooled["fpr"]), numbers(pooled["tpr"]), role="pooled", hint="pooled: models mixed"))
    area = f"AUC {value_text(told['fold_mean'])}"
    drawn.append(Line(x, y, fine=True, series=look, name=name, detail=f"mean of {told['folds']} folds, {area}"))
    return replace(
        roc_plane(f"ROC curves of {clipped(name)}, fold by fold", *drawn),
        caption=f"{named(name)}: ROC of {told['folds']} folds and their mean",
        notes=_notes(told, area),
        heading=clipped(name),
    )


def _notes(told: Data, area: str) -> tuple[str, ...]:
    """What the areas are, and why the pooled curve is not to be trusted."""
    shown = len(told["fpr"])
    first = f" The first {shown} folds are drawn." if shown < told["folds"] else ""
    spread = told["spread"]
    sd = f", SD of folds {spread:.3f}" if spread is not None and np.isfinite(spread) else ""
    return (f"Mean of folds: {area}{sd}. Pooled (dotted): AUC {value_text(told['pooled_auc'])}; {CAUTION}.{first}",)
