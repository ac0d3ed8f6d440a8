"""Findings: the one result object, and what is common to all ways of showing it."""

from probative.findings.findings import FORMAT, Findings
from probative.findings.model import ModelFindings, Slice
from probative.findings.table import Table

__all__ = ["FORMAT", "Findings", "ModelFindings", "Slice", "Table"]
