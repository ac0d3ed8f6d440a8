"""Slices: the same measures on parts of the rows."""

from __future__ import annotations

from probative.findings import Findings
from probative.findings.tables.models import slices_table
from probative.report.tables import folded_table

FIRST = 40


def slices(findings: Findings) -> str:
    """Measures by slice and model; a long list is folded."""
    found = slices_table(findings)
    return "" if found is None else f"<h3>Slices</h3>{folded_table(found, FIRST, 'slices', kind='stacked')}"
