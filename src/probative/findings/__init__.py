"""Findings: the one result object, and what is common to all ways of showing it."""

from probative.findings.column import Column
from probative.findings.confusion import Confusion
from probative.findings.contest import Contest
from probative.findings.context import Context
from probative.findings.decisions import Decisions
from probative.findings.findings import Findings
from probative.findings.format import FORMAT
from probative.findings.heterogeneity import Heterogeneity
from probative.findings.leader import Leader
from probative.findings.model import ClassFindings, ModelFindings, Slice
from probative.findings.paired_gap import PairedGap
from probative.findings.slice_lead import LeadTest, SliceLead
from probative.findings.table import Table
from probative.findings.verdict import Verdict

__all__ = [
    "FORMAT",
    "ClassFindings",
    "Column",
    "Confusion",
    "Contest",
    "Context",
    "Decisions",
    "Findings",
    "Heterogeneity",
    "LeadTest",
    "Leader",
    "ModelFindings",
    "PairedGap",
    "Slice",
    "SliceLead",
    "Table",
    "Verdict",
]
