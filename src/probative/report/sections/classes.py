"""Several classes: who is taken for whom, and every class against the rest."""

from __future__ import annotations

from dataclasses import replace

from probative.findings import Confusion, Findings, Table
from probative.findings.tables.confusion import confused_table, squares
from probative.findings.tables.models import classes_table
from probative.report.cards import card
from probative.report.charts.confusion import matrix_values
from probative.report.charts.kinds import kinds
from probative.report.tables import folded_table, html_table
from probative.report.words import short, text

WHOLE = 12
"""Classes up to which the whole matrix is printed as numbers."""
FIRST = 20
"""Classes, and confused pairs, that are shown at once."""
SIDE = 340
"""Units of the picture of a matrix."""


def confusions(findings: Findings) -> str:
    """The confusion matrix of every model that is not shown at its operating point already."""
    confused = confused_table(findings)
    parts = []
    for name, model in findings.models.items():
        if model.confusion is None:
            continue
        at = "" if model.threshold is None else f", score at least {text(model.threshold)}"
        caption = f"{short(name)}{at}: rows actual, columns predicted"
        size = len(model.confusion.labels)
        if size <= WHOLE:
            whole = squares({name: model.confusion}).without("model")
            parts.append(html_table(whole, caption, kind="confusion"))
        else:
            pairs = "" if confused is None else _pairs(confused.only("model", name))
            heat = _heat(name, model.confusion)
            parts.append(f'<p>{caption}; {size} classes.</p><div class="beside">{pairs}{heat}</div>')
    return f"<h3>Confusion matrices</h3>{''.join(parts)}" if parts else ""


def _pairs(confused: Table) -> str:
    """Which classes are most often taken for which."""
    shown = confused.part(0, FIRST)
    caption = f"The {len(shown.rows)} most confused pairs"
    return html_table(shown, caption) if shown.rows else ""


def _heat(name: str, confusion: Confusion) -> str:
    """The matrix as shades of the share of each row."""
    chart = kinds()["confusion"].describe({"models": {name: matrix_values(confusion)}}, {name: 0})
    return card(replace(chart, width=SIDE, height=SIDE))


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
