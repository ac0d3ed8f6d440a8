"""Slices: the same measures on parts of the rows."""

from __future__ import annotations

from probative.findings import Findings
from probative.findings.text import count
from probative.report.tables import cell, details, table
from probative.report.words import short, text

FIRST = 40


def slices(findings: Findings) -> str:
    """Measures by slice and model; a long list is folded."""
    if not findings.slices:
        return ""
    shown = list(dict.fromkeys(name for part in findings.slices for name in part.measures))
    rows = [
        [
            f"{short(part.by)} = {short(part.value)}",
            short(part.model),
            count(part.n),
            *(cell(part.measures.get(name)) for name in shown),
        ]
        for part in findings.slices
    ]
    head = ["Slice", "Model", "Rows", *(text(name) for name in shown)]
    found = table(head, rows[:FIRST], f"{findings.level * 100:g} % intervals in brackets")
    if len(rows) > FIRST:
        found += details(f"{len(rows) - FIRST} more slices", table(head, rows[FIRST:]))
    return f"<h3>Slices</h3>{found}"
