"""Findings without the notes that were accepted, which say what was."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from probative.findings import Findings, Verdict
from probative.guards.accepting import silenced


def accepting(findings: Findings, codes: Sequence[str]) -> Findings:
    """The findings with what was accepted taken from their notes, and named; what was forced stays."""
    if not codes:
        return findings
    about = findings.about
    notes, times = silenced(findings.notes, codes, about.forced)
    verdict, of_verdict = (None, {}) if about.verdict is None else _of_verdict(about.verdict, codes, about.forced)
    both = {code: max(times[code], of_verdict.get(code, 0)) for code in times}
    return replace(findings, notes=notes, about=replace(about, accepted=both, verdict=verdict))


def _of_verdict(verdict: Verdict, codes: Sequence[str], forced: Sequence[str]) -> tuple[Verdict, dict[str, int]]:
    left, times = silenced(verdict.warnings, codes, forced)
    return replace(verdict, warnings=left, accepted=times), times
