"""Slices: the same measures on parts of the rows."""

from __future__ import annotations

from probative.findings import Findings
from probative.findings.heterogeneity import most_surely
from probative.findings.tables.heterogeneity import heterogeneity_table
from probative.findings.tables.models import slices_table
from probative.report.sections.slice_forest import slice_forest
from probative.report.tables import details, folded_table, html_table
from probative.report.words import sentence
from probative.stats.meaning import NOT_SIZE, P_MEANS

FIRST = 40


def slices(findings: Findings) -> str:
    """Measures by slice and model; a long list is folded."""
    found = slices_table(findings)
    if found is None:
        return ""
    said = "".join(f"<p>{sentence(test.sentence(findings.level))}.</p>" for test in most_surely(findings.heterogeneity))
    tested = heterogeneity_table(findings)
    tests = (
        ""
        if tested is None
        else details("Do slices differ? Every measure", html_table(tested, kind="stacked", feet=True))
    )
    said += f"<p>{sentence(P_MEANS)}; {sentence(NOT_SIZE)}.</p>" if findings.heterogeneity else ""
    every = folded_table(found, FIRST, "slices", kind="stacked", feet=True)
    words = details("What the tests say", said)
    return f"{slice_forest(findings)}{words}{details('Every measure by slice', every)}{tests}"
