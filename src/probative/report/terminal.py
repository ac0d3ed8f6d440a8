"""Findings for the terminal: tables that fit, notes in colour where colour is wanted."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import isinf

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from probative.errors import printable
from probative.findings import Column, Findings, Table
from probative.findings.aligned import aligned, aligned_by_model, aligned_down
from probative.findings.answer import Answer
from probative.findings.doubted import doubt_of
from probative.findings.heterogeneity import most_surely
from probative.findings.screen import fits, print_table, short
from probative.findings.tables import table_names
from probative.findings.tables.matrix import matrix_table
from probative.findings.text import decision_lines
from probative.guards.accepting import accepted_words, forced_words
from probative.guards.alone import BESIDE_FOLDS
from probative.guards.scores import RARE_CLASS
from probative.inference import Estimate
from probative.procedures.permuted import PermutationTest
from probative.report.matrices import print_matrices
from probative.stats.meaning import NOT_SIZE, P_MEANS

MOST_ROWS = 40
MOST_CLASSES = 10
ELSEWHERE = "--json and --html"
RULES = ("baseline rule", "training baseline")
"""Columns of rules that look at no input."""
NOTED = tuple(f"{name.capitalize()}:" for name in RULES)
FEW_MODELS = 3
"""Models that may stand below one another with all their measures, where a screen is narrow; more become rows."""
MOST_MATRICES = 4
"""Models whose matrices are printed unasked."""
_P = re.compile(r"\bp [=<≤]")
_STYLES = {"error": "bold red", "warning": "yellow", "note": "cyan"}


@dataclass(frozen=True, slots=True)
class View:
    """How much of the findings is printed: the answers and what leads, everything, chosen measures, or the verdict."""

    layout: str = "actual-rows"
    everything: bool = False
    measures: tuple[str, ...] = ()
    quiet: bool = False


def print_findings(findings: Findings, console: Console, view: View = View()) -> None:  # noqa: B008 - it is frozen
    """The answers first, then the measures that lead and what must be known of them; the rest where it is asked for."""
    if view.quiet:
        print_answers(findings.answers, console, evidence=False)
        return
    console.print(Text(printable(findings.headline()), style="bold"))
    if words := forced_words(findings.about.forced):
        console.print(Text(words, style="bold red"))
    for guess in findings.about.guesses:
        console.print(Text(printable(f"guessed: {guess}"), style="dim"))
    print_answers(findings.answers, console)
    if "resampling" in table_names(findings):
        _print_resampling(findings, console, view)
    hidden = _print_measures(findings, console, view)
    _print_undefined(findings, console, view)
    hidden += _print_matrices(findings, console, view)
    _print_parts(findings, console, view)
    if view.everything:
        _print_tests(findings, console)
    for name, model in findings.models.items():
        for sentence in decision_lines(model.decisions):
            console.print(Text(f"{short(name)}: {sentence}"))
    hidden += _print_notes(findings, console, view)
    if any(_P.search(answer.evidence) for answer in findings.answers):
        console.print(Text(f"{P_MEANS}.", style="dim"))
    if hidden:
        console.print(Text(f"not shown here, but with --all: {', '.join(hidden)}", style="dim"))


def print_answers(answers: Iterable[Answer], console: Console, *, evidence: bool = True) -> None:
    """Every question with its answer; the evidence below it."""
    for answer in answers:
        line = Text(f"{answer.question} ", style="dim")
        line.append(printable(answer.headline[: len(answer.stress)], 2000), style="not dim bold")
        line.append(printable(answer.headline[len(answer.stress) :], 2000), style="not dim")
        console.print(line)
        if evidence and answer.evidence:
            console.print(Padding(Text(printable(answer.evidence, 2000), style="dim"), (0, 0, 0, 2), expand=False))


def _print_resampling(findings: Findings, console: Console, view: View) -> None:
    """What folds say: of the measure that decides, or of all; and what was chosen inside the training parts."""
    table = findings.table("resampling")
    deciding = findings.verdict.measure if findings.verdict is not None else None
    if not view.everything and deciding in table.column("measure"):
        place = table.names.index("measure")
        whose = table.names.index("model")
        rows = tuple(row for row in table.rows if row[place] == deciding and row[whose] != findings.about.baseline)
        table = replace(table, rows=rows)
    print_table(aligned_down(table, "measure"), console, elsewhere=ELSEWHERE)
    for note in findings.notes:
        if note.code in BESIDE_FOLDS:
            console.print(Text(printable(f"{note.text} {note.remedy}", 2000), style="dim"))
    _print_choices(findings, console)


def _print_measures(findings: Findings, console: Console, view: View) -> list[str]:
    """The measures that lead, or those asked for; what is left out."""
    if "columns" in table_names(findings):
        print_table(findings.table("columns"), console, most=MOST_ROWS, elsewhere=ELSEWHERE)
        return []
    table = findings.table()
    names = view.measures or findings.summarised
    rows = tuple(row for row in table.rows if row[0] in names)
    if view.everything or not rows:
        rows = table.rows
    shown = replace(table, rows=rows)
    shown = shown if view.everything else _rivals(shown, findings)
    parts = _beside(shown, console.width) or [aligned_by_model(_first(shown, findings))]
    for part in parts:
        print_table(part, console, title="", elsewhere=ELSEWHERE)
    left = len(table.rows) - len(rows)
    return [f"{left} measures"] if left else []


def _beside(table: Table, width: int) -> list[Table]:
    """The models beside one another, or few of them below one another; none where that many do not fit."""
    whole = aligned(table)
    if fits(whole, width):
        return [whole]
    models = [i for i, column in enumerate(table.columns) if column.kind == "estimate"]
    others = [i for i, _ in enumerate(table.columns) if i and i not in models]
    # Rows of all models have one number of decimals, also below one another.
    where = [(1 + 2 * k, 2 + 2 * k) for k, _ in enumerate(models)]
    last = range(1 + 2 * len(models), 1 + 2 * len(models) + len(others))
    parts = [whole.at([0, *place, *last]) for place in where]
    fit = len(parts) <= FEW_MODELS and all(fits(part, width) for part in parts)
    return [*(replace(part, note="") for part in parts[:-1]), parts[-1]] if fit else []


def _first(table: Table, findings: Findings) -> Table:
    """What decides on top, then average precision where positives are rare: columns on the right may have no room."""
    deciding = findings.verdict.measure if findings.verdict is not None else None
    rare = any(note.code == RARE_CLASS.code for note in findings.notes)
    order = [deciding, *(["average_precision"] if rare else [])]
    place = {name: i for i, name in enumerate(order)}
    return replace(table, rows=tuple(sorted(table.rows, key=lambda row: place.get(str(row[0]), len(order)))))


def _rivals(table: Table, findings: Findings) -> Table:
    """The models side by side, and one baseline after them: that of the run, or else the rule without inputs."""
    baseline = findings.about.baseline
    if baseline not in table.names or len(findings.models) < 2:
        return table
    place = table.names.index(baseline)
    others = [i for i, name in enumerate(table.names) if i != place and name not in RULES]
    last = table.at([*others, place])
    values = tuple((*row[:-1], row[-1].value if isinstance(row[-1], Estimate) else None) for row in last.rows)
    note = " ".join(words for words in re.split(r"(?<=\.) (?=[A-Z])", last.note) if not words.startswith(NOTED))
    return replace(last, columns=(*last.columns[:-1], Column(baseline, "number", 4)), rows=values, note=note)


def _print_parts(findings: Findings, console: Console, view: View) -> None:
    """Classes, where everything is asked for, and slices, with whether they differ."""
    there = table_names(findings)
    if "classes" in there and view.everything:
        for name in (name for name, model in findings.models.items() if model.classes):
            part = aligned_down(findings.table("classes").only("model", name))
            print_table(part, console, title=f"{short(name)}: {part.title}", most=MOST_ROWS, elsewhere=ELSEWHERE)
    if "slices" in there:
        print_table(aligned_down(findings.table("slices")), console, most=MOST_ROWS, elsewhere=ELSEWHERE)
        for test in most_surely(findings.heterogeneity)[:MOST_ROWS]:
            console.print(Text(printable(test.sentence(findings.level), 1000)))


def _print_tests(findings: Findings, console: Console) -> None:
    """Every pair in a sentence, what the tests doubt, and what the best is worth once the choice is allowed for."""
    if findings.leader is not None:
        console.print(Text(printable(findings.leader.sentence(), 1000)))
    for contest in findings.comparisons:
        console.print(Text(printable(contest.sentence(), 1000), style="bold"))
    for words in () if findings.verdict is None else (*findings.verdict.meaning(), f"{NOT_SIZE}."):
        console.print(Text(printable(words, 1000), style="dim"))


def _print_notes(findings: Findings, console: Console, view: View) -> list[str]:
    """Errors and warnings with what to do about them, notes where all is asked for; what is left out."""
    # What folds show was said below their table.
    there = BESIDE_FOLDS if "resampling" in table_names(findings) else ()
    notes = [note for note in findings.notes if note.code not in there]
    shown = [note for note in notes if view.everything or note.severity != "note"]
    for note in shown:
        line = Text(f"{note.severity}: ", style=_STYLES[note.severity])
        line.append(printable(note.text, 2000), style="default")
        line.append(f" {printable(note.remedy, 2000)} ({note.code})", style="dim")
        console.print(line)
    if words := accepted_words(findings.about.accepted):
        console.print(Text(words, style="dim"))
    left = len(notes) - len(shown)
    return [f"{left} note{'s' * (left != 1)}"] if left else []


def _print_matrices(findings: Findings, console: Console, view: View) -> list[str]:
    """The counts with their names and sums, where they are few enough to be read; what is left out."""
    names = findings.rivals if view.everything else findings.rivals[:MOST_MATRICES]
    table = matrix_table(replace(findings, models={name: findings.models[name] for name in names}), view.layout)
    if table is None or len(table.columns) - 4 > MOST_CLASSES or len(table.rows) > MOST_ROWS:
        return []
    print_matrices(table, console, ELSEWHERE)
    left = len(findings.rivals) - len(names)
    return [f"{left} matri{'x' if left == 1 else 'ces'}"] if left > 0 else []


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


def _print_undefined(findings: Findings, console: Console, view: View) -> None:
    """The reason of every undefined or infinite value that is shown, once; and which intervals are coarse."""
    names = view.measures or findings.summarised
    said: dict[str, list[str]] = {}
    for model, found in findings.models.items():
        for name, estimate in found.measures.items():
            if (view.everything or name in names) and (words := _without_number(estimate)):
                said.setdefault(words, []).append(f"{name} of {short(model)}" if isinf(estimate.value) else name)
    for words in sorted(said):
        console.print(Text(printable(f"{words}: {', '.join(dict.fromkeys(said[words]))}", 2000), style="dim"))


def _without_number(found: Estimate) -> str:
    """What must be said of an estimate beside its number: that there is none, or no end, or a coarse interval."""
    if not found.defined:
        return f"Undefined ({found.why or ''})"
    if isinf(found.value):
        return f"Infinite ({found.why})" if found.why else ""
    return doubt_of(found)
