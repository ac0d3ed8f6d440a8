"""Several classes: who is taken for whom, and every class against the rest."""

from __future__ import annotations

from collections.abc import Sequence
from math import log1p
from typing import Any

import numpy as np

from probative.findings import Confusion, Findings, ModelFindings
from probative.findings.text import count
from probative.report.scene import ordered_classes
from probative.report.tables import cell, details, table
from probative.report.words import label, short, text

WHOLE = 12
"""Classes up to which the whole matrix is printed as numbers."""
FIRST = 20
"""Classes, and confused pairs, that are shown at once."""
SHADES = 8
IN_TABLE = ("recall", "precision", "f1", "specificity", "auc")


def confusions(findings: Findings) -> str:
    """The confusion matrix of every model that is not shown at its operating point already."""
    parts = [
        _confusion(name, model, model.confusion)
        for name, model in findings.models.items()
        if model.confusion is not None
    ]
    return f"<h3>Confusion matrices</h3>{''.join(parts)}" if parts else ""


def _confusion(name: str, model: ModelFindings, confusion: Confusion) -> str:
    labels, counts = confusion.labels, np.asarray(confusion.counts, np.float64)
    at = "" if model.threshold is None else f", score at least {text(model.threshold)}"
    caption = f"{short(name)}{at}: rows actual, columns predicted"
    if len(labels) <= WHOLE:
        rows = [
            [f"actual {short(known)}", *(count(cell) for cell in row)]
            for known, row in zip(labels, counts, strict=True)
        ]
        return table(["", *(f"predicted {short(known)}" for known in labels)], rows, caption, kind="confusion numbers")
    pictures = f'<div class="beside">{_pairs(labels, counts)}{_heat(name, counts)}</div>'
    return f"<p>{caption}; {len(labels)} classes.</p>{pictures}"


def _pairs(labels: Sequence[Any], counts: Any) -> str:
    """Which classes are most often taken for which."""
    wrong = counts.copy()
    np.fill_diagonal(wrong, 0.0)
    order = np.argsort(-wrong, axis=None, kind="stable")[:FIRST]
    rows = []
    for flat in order:
        i, j = divmod(int(flat), len(labels))
        if wrong[i, j]:
            share = wrong[i, j] / counts[i].sum()
            pair = f"{short(labels[i])} taken for {short(labels[j])}"
            rows.append([pair, count(wrong[i, j]), f"{share * 100:.3g} %"])
    caption = f"The {len(rows)} most confused pairs"
    return table(["Actual and predicted", "Rows", "of the actual"], rows, caption, kind="numbers") if rows else ""


def _heat(name: str, counts: Any) -> str:
    """The matrix as shades of the share of each row, one path a shade."""
    k = len(counts)
    sums = counts.sum(axis=1, keepdims=True)
    shares = np.divide(counts, sums, out=np.zeros_like(counts), where=sums > 0)
    levels = np.ceil(np.log1p(99 * shares) / log1p(99) * SHADES).astype(int)
    paths = []
    for shade in range(1, SHADES + 1):
        places = "".join(f"M{j} {i}h1v1h-1z" for i, j in np.argwhere(levels == shade).tolist())
        if places:
            paths.append(f'<path class="heat" fill-opacity="{shade / SHADES:g}" d="{places}"/>')
    words = f"Confusion matrix of {label(name)}: rows actual, columns predicted, darker for a larger share of the row"
    return (
        f'<figure class="card"><figcaption>Share of each actual class (rows), log shades</figcaption>'
        f'<svg viewBox="-0.5 -0.5 {k + 1} {k + 1}" width="400" height="400" role="img" aria-label="{words}">'
        f'<rect class="heat-frame" width="{k}" height="{k}"/>{"".join(paths)}</svg></figure>'
    )


def class_tables(findings: Findings) -> str:
    """Every class against the rest, the largest and the worst first."""
    parts = []
    for name, model in findings.models.items():
        if not model.classes:
            continue
        shown = [m for m in IN_TABLE if any(m in found for found in model.classes.values())]
        order = ordered_classes(findings, list(model.classes))
        rows = [[short(known), *(cell(model.classes[known].get(m)) for m in shown)] for known in order]
        head = ["Class", *shown]
        parts.append(table(head, rows[:FIRST], f"{short(name)}: classes against the rest"))
        if len(rows) > FIRST:
            parts.append(details(f"{len(rows) - FIRST} more classes", table(head, rows[FIRST:], short(name))))
    return f"<h3>Classes against the rest</h3>{''.join(parts)}" if parts else ""
