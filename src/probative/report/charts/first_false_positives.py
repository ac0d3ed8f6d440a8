"""ROC curves up to the n-th false positive (ROC50), where an evaluation was asked for them."""

from __future__ import annotations

from dataclasses import replace

from probative.curves.partial import first_plane
from probative.findings import Findings
from probative.pictures import Chart
from probative.report.charts.kind import Data, Options, Series, chart
from probative.report.charts.lines import model_lines
from probative.report.charts.rows import class_rows, legend_title
from probative.report.charts.values import brief, known


def _gather(findings: Findings, _: Options) -> Data | None:
    """Points of every curve up to the n-th false positive, with its area and that of chance."""
    found = {}
    for name, model in findings.models.items():
        part = model.decisions.roc_n
        if part is not None and part.false_positives is not None and part.true_positive_rate is not None:
            found[name] = class_rows(findings, model) | {
                "false_positives": part.false_positives.tolist(),
                "tpr": part.true_positive_rate.tolist(),
                "n": part.n,
                "negatives": part.negatives,
                "area": part.all.area,
                "chance": part.all.chance,
            }
    return {"level": findings.level, "models": found} if found else None


@chart("roc-n", place=48, gather=_gather, section="diagnostics")
def roc_n(data: Data, series: Series) -> Chart:
    """True positive rates against the first n false positives, with the areas; chance is dotted."""
    models = list(data["models"].values())
    n = max(float(model["n"]) for model in models)
    negatives = {model["negatives"] for model in models}
    lines = model_lines(data, series, "false_positives", "tpr", _area)
    drawn = first_plane(n, negatives.pop() if len(negatives) == 1 else None, *lines)
    note = (
        f"The ROC curve up to the first {n:g} false positives, of which alone a short list has room. "
        "Area: share of all positives found, averaged over them; dotted: what random scores find."
    )
    caption = f"ROC{n:g}: the first {n:g} false positives"
    return replace(drawn, caption=caption, heading=legend_title(data, f"area up to {n:g}"), notes=(note,))


def _area(model: Data) -> str:
    return f"AUC{model['n']:g} {brief(known(model['area']))} (chance {brief(known(model['chance']), 3)})"
