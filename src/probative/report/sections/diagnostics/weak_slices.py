"""Weak slices on the page: what was proven, a picture of it, the table, and how it was looked for."""

from __future__ import annotations

from probative.findings.weak_slices import WeakSlices
from probative.records import Document
from probative.report.cards import card, cards
from probative.report.charts.weak_slices import slices_chart
from probative.report.sections.diagnostics.parts import remark_list, remarks
from probative.report.tables import folded_table, html_table

FIRST = 10
"""Slices in view."""


def weak_slices_result(plain: Document) -> str:
    """A search that was added to the findings."""
    found = WeakSlices.from_dict(plain)
    said = f"<p>{''.join(remarks([found.summary]))}</p>"
    picture = cards([card(slices_chart(found), kind="forest")]) if found.slices else ""
    table = folded_table(found.table(), FIRST, "slices", kind="stacked") if found.slices else ""
    return said + picture + table + remark_list(found.reasons)


def notebook_slices(found: WeakSlices) -> str:
    """The sentence and the table: what survives in any notebook."""
    said = f"<p>{''.join(remarks([found.summary]))}</p>"
    return said + (html_table(found.table()) if found.slices else "")
