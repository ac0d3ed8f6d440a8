"""Findings: the one result object, and what is common to all ways of showing it."""

from probative.findings.column import Column
from probative.findings.findings import FORMAT, Findings
from probative.findings.model import ModelFindings, Slice
from probative.findings.table import Table

__all__ = ["FORMAT", "Column", "Findings", "ModelFindings", "Slice", "Table"]
