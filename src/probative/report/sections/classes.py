"""Several classes: who is taken for whom, and every class against the rest."""

from __future__ import annotations

from math import log1p
from typing import Any

import numpy as np

from probative.findings import Findings, Table
from probative.findings.tables.confusion import confused_table, squares
from probative.findings.tables.models import classes_table
from probative.report.tables import folded_table, html_table
from probative.report.words import label, short, text

WHOLE = 12
"""Classes up to which the whole matrix is printed as numbers."""
FIRST = 20
"""Classes, and confused pairs, that are shown at once."""
SHADES = 8


def confusions(findings: Findings) -> str:
    """The confusion matrix of every model that is not shown at its operating point already."""
    confused = confused_table(findings)
    parts = []
    for name, model in findings.models.items():
        if model.confusion is None:
            continue
        at = "" if model.threshold is None else f", score at least {text(model.threshold)}"
        caption = f"{short(name)}{at}: rows actual, columns predicted"
        size = len(model.confusion["labels"])
        if size <= WHOLE:
            whole = squares({name: model.confusion}).without("model")
            parts.append(html_table(whole, caption, kind="confusion"))
        else:
            pairs = "" if confused is None else _pairs(confused.only("model", name))
            heat = _heat(name, np.asarray(model.confusion["counts"], np.float64))
            parts.append(f'<p>{caption}; {size} classes.</p><div class="beside">{pairs}{heat}</div>')
    return f"<h3>Confusion matrices</h3>{''.join(parts)}" if parts else ""


def _pairs(confused: Table) -> str:
    """Which classes are most often taken for which."""
    shown = confused.part(0, FIRST)
    caption = f"The {len(shown.rows)} most confused pairs"
    return html_table(shown, caption) if shown.rows else ""


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
    """Every class against the rest, a table for each model."""
    found = classes_table(findings)
    if found is None:
        return ""
    parts = [
        folded_table(found.only("model", name), FIRST, "classes", f"{short(name)}: {text(found.title)}", kind="stacked")
        for name, model in findings.models.items()
        if model.classes
    ]
    return f"<h3>Classes against the rest</h3>{''.join(parts)}"
