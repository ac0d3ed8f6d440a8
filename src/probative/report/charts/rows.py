"""The rows behind a curve: how many, of which class, and how a legend says it."""

from __future__ import annotations

from probative.findings import Findings, ModelFindings
from probative.findings.text import count
from probative.report.charts.kind import Data

POOLED = "curves pool the scores of all folds"


def class_rows(findings: Findings, model: ModelFindings) -> Data:
    """How many rows there were, of which class, and how many fitted models scored them where it was not one."""
    return {"folds": model.mean_of("auc") or None, **_by_class(findings, model)}


def _by_class(findings: Findings, model: ModelFindings) -> Data:
    if model.confusion and len(model.confusion.labels) == 2:
        positives, negatives = (float(sum(row)) for row in model.confusion.counts)
        return {"positives": positives, "negatives": negatives}
    # Where everything is called positive, precision is the share of positives.
    share = model.precision_recall["precision"][-1] if model.precision_recall else None
    if share is None:
        return {"positives": None, "negatives": None}
    positives = round(share * findings.n, 6)
    return {"positives": positives, "negatives": round(findings.n - positives, 6)}


def legend_title(data: Data, words: str = "", *, pooled: bool = True) -> str:
    """The rows that all models share, what the numbers in the legend are, and whether curves pool scores of folds."""
    rows = {_rows(model) for model in data["models"].values()}
    mixed = pooled and any(model.get("folds") for model in data["models"].values())
    return "\n".join(filter(None, [rows.pop() if len(rows) == 1 else "", words, POOLED if mixed else ""]))


def own_rows(data: Data, model: Data) -> str:
    """The rows of one model, where they are not those of all."""
    return "" if len({_rows(other) for other in data["models"].values()}) == 1 else f"\n{_rows(model)}"


def _rows(model: Data) -> str:
    p, n = model["positives"], model["negatives"]
    return "" if p is None else f"{count(p + n)} rows: {count(p)} positives, {count(n)} negatives"
