"""Resampling: means over folds beside pooled values, with what varies."""

from __future__ import annotations

from probative.findings import Findings
from probative.findings.tables.folds import resampling_table
from probative.report.tables import html_table


def resampling(findings: Findings) -> str:
    """One row for each model and measure that is known fold by fold."""
    found = resampling_table(findings)
    return "" if found is None else f"<h3>Resampling</h3>{html_table(found)}"
