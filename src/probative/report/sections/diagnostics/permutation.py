"""Permutation tests on the page: one that was added by itself, and the notes of all."""

from __future__ import annotations

from probative.findings import Findings
from probative.records import Document
from probative.report.cards import card, cards
from probative.report.charts.kinds import kinds
from probative.report.charts.permutation import test_values
from probative.report.sections.diagnostics.parts import remark_list, remarks
from probative.report.words import short


def permutation_notes(findings: Findings) -> str:
    """What the tests of a run are to be read with, each note once."""
    noted: dict[str, list[str]] = {}
    tests = {name: test for name, test in findings.about.permutation.items() if test}
    for name, test in tests.items():
        for note in test.get("notes") or ():
            noted.setdefault(str(note), []).append(name)
    told = [
        ("" if len(names) == len(tests) else f"{', '.join(map(short, names))}: ") + line
        for note, names in noted.items()
        for line in remarks([note])
    ]
    return f"<ul>{''.join(f'<li>{line}</li>' for line in told)}</ul>" if told else ""


def permutation_result(test: Document) -> str:
    """A test that was added to the findings."""
    chart = kinds()["permutation"].describe({"models": {"": test_values(test)}}, {"": 0})
    return cards([card(chart)]) + remark_list(test.get("notes") or ())
