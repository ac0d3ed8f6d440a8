"""Findings for the terminal: tables that fit, notes in colour where colour is wanted."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from probative.errors import printable
from probative.findings import Findings
from probative.findings.heterogeneity import most_surely
from probative.findings.screen import print_table, short
from probative.findings.tables import table_names
from probative.findings.tables.matrix import matrix_table
from probative.findings.text import decision_lines
from probative.guards.accepting import accepted_words, forced_words
from probative.guards.alone import VARIES
from probative.procedures.permuted import PermutationTest
from probative.stats.meaning import NOT_SIZE, P_MEANS

MOST_ROWS = 40
MOST_CLASSES = 10
ELSEWHERE = "--json and --html"
_STYLES = {"error": "bold red", "warning": "yellow", "note": "cyan"}


def print_findings(findings: Findings, console: Console, layout: str = "actual-rows") -> None:
    """The headline, the measures of every model, what else was found, and the notes that matter."""
    console.print(Text(printable(findings.headline()), style="bold"))
    if words := forced_words(findings.about.forced):
        console.print(Text(words, style="bold red"))
    for guess in findings.about.guesses:
        console.print(Text(printable(f"guessed: {guess}"), style="dim"))
    there = table_names(findings)
    if "resampling" in there:
        print_table(findings.table("resampling"), console, elsewhere=ELSEWHERE)
        for note in findings.notes:
            if note.code == VARIES.code:
                console.print(Text(printable(f"{note.text} {note.remedy}", 2000), style="dim"))
        _print_choices(findings, console)
    print_table(findings.table(), console, title="", elsewhere=ELSEWHERE)
    _print_undefined(findings, console)
    _print_matrices(findings, console, layout)
    if "classes" in there:
        for name in (name for name, model in findings.models.items() if model.classes):
            part = findings.table("classes").only("model", name)
            print_table(part, console, title=f"{short(name)}: {part.title}", most=MOST_ROWS, elsewhere=ELSEWHERE)
    if "slices" in there:
        print_table(findings.table("slices"), console, most=MOST_ROWS, elsewhere=ELSEWHERE)
        for test in most_surely(findings.heterogeneity)[:MOST_ROWS]:
            console.print(Text(printable(test.sentence(findings.level), 1000)))
    if findings.leader is not None:
        console.print(Text(printable(findings.leader.sentence(), 1000)))
    for contest in findings.comparisons:
        console.print(Text(printable(contest.sentence(), 1000), style="bold"))
    for words in () if findings.verdict is None else (*findings.verdict.meaning(), P_MEANS, NOT_SIZE):
        console.print(Text(printable(words, 1000), style="dim"))
    for name, model in findings.models.items():
        for sentence in decision_lines(model.decisions):
            console.print(Text(f"{short(name)}: {sentence}"))
    # What varies was said where it stands.
    for note in (note for note in findings.notes if note.code != VARIES.code):
        line = Text(f"{note.severity}: ", style=_STYLES[note.severity])
        line.append(printable(note.text, 2000), style="default")
        line.append(f" {printable(note.remedy, 2000)} ({note.code})", style="dim")
        console.print(line)
    if words := accepted_words(findings.about.accepted):
        console.print(Text(words, style="dim"))


def _print_matrices(findings: Findings, console: Console, layout: str) -> None:
    """The counts with their names and sums, where they are few enough to be read."""
    table = matrix_table(findings, layout)
    if table is not None and len(table.columns) - 4 <= MOST_CLASSES and len(table.rows) <= MOST_ROWS:
        print_table(table, console, elsewhere=ELSEWHERE)


def _print_choices(findings: Findings, console: Console) -> None:
    """What was chosen inside the training parts, and what permuted labels say."""
    for model, choices in findings.about.chosen.items():
        counts = {str(choice): choices.count(choice) for choice in choices}
        words = ", ".join(f"{choice} {n}x" for choice, n in counts.items())
        console.print(Text(printable(f"{model}, chosen inside the training parts: {words}", 1000)))
    for model, scores in findings.about.selection.items():
        console.print(Text(printable(f"{model}, {scores.sentence()}", 1000)))
    for model, test in findings.about.permutation.items():
        found = PermutationTest.from_dict(test)
        console.print(Text(printable(f"{model}, permutation test: {found.line}", 1000)))
        for line in found.words():
            console.print(Text(printable(f"  {line}", 1000), style="dim"))


def _print_undefined(findings: Findings, console: Console) -> None:
    """The reason of every undefined value, once."""
    reasons: dict[str, list[str]] = {}
    for model in findings.models.values():
        for name, found in model.measures.items():
            if not found.defined:
                reasons.setdefault(found.why or "", []).append(name)
    for why, names in reasons.items():
        console.print(Text(f"undefined ({why}): {', '.join(dict.fromkeys(names))}", style="dim"))
