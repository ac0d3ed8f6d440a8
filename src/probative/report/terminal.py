"""Findings for the terminal: a table that fits, notes in colour where colour is wanted."""

from __future__ import annotations

from math import isnan

from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from probative.errors import printable
from probative.findings import Findings
from probative.findings.text import decision_lines, measure_cells
from probative.inference import Estimate

IN_CLASSES = ("recall", "precision", "f1", "auc")
IN_SLICES = ("accuracy", "recall", "precision", "auc", "rmse", "r2")
MOST_ROWS = 40
_STYLES = {"error": "bold red", "warning": "yellow", "note": "cyan"}


def print_findings(findings: Findings, console: Console) -> None:
    """The headline, the notes that matter, and the measures of every model."""
    console.print(Text(printable(findings.headline()), style="bold"))
    for guess in findings.about.guesses:
        console.print(Text(printable(f"guessed: {guess}"), style="dim"))
    table = RichTable(box=None, pad_edge=False, header_style="bold")
    table.add_column("measure", no_wrap=True)
    for name in findings.models:
        table.add_column(Text(_short(name)), justify="right", no_wrap=True)
        table.add_column(Text("interval", style="dim"), justify="left", style="dim", no_wrap=True)
    names = dict.fromkeys(name for model in findings.models.values() for name in model.measures)
    for name in names:
        cells: list[Text] = [Text(name)]
        for model in findings.models.values():
            cells += [Text(part) for part in measure_cells(model.measures.get(name))]
        table.add_row(*cells)
    console.print(table)
    _print_undefined(findings, console)
    _print_classes(findings, console)
    _print_resampling(findings, console)
    _print_slices(findings, console)
    for contest in findings.comparisons:
        console.print(Text(printable(contest.sentence(), 1000), style="bold"))
    for name, model in findings.models.items():
        for sentence in decision_lines(model.decisions):
            console.print(Text(f"{_short(name)}: {sentence}"))
    for note in findings.notes:
        line = Text(f"{note.severity}: ", style=_STYLES[note.severity])
        line.append(printable(note.text, 2000), style="default")
        line.append(f" {printable(note.remedy, 2000)}", style="dim")
        console.print(line)


def _print_classes(findings: Findings, console: Console) -> None:
    """The classes against the rest, hardest first; a long list is cut, and says so."""
    for name, model in findings.models.items():
        if not model.classes:
            continue
        table = RichTable(box=None, pad_edge=False, header_style="bold", title=None)
        for column in (f"{_short(name)}: class", *IN_CLASSES):
            table.add_column(Text(column), no_wrap=True)
        hardest = sorted(model.classes, key=lambda label: _or_zero(model.classes[label].get("f1")))
        for label in hardest[:MOST_ROWS]:
            found = model.classes[label]
            table.add_row(Text(_short(label)), *(Text(_cell(found.get(measure))) for measure in IN_CLASSES))
        console.print(table)
        if len(hardest) > MOST_ROWS:
            console.print(Text(f"and {len(hardest) - MOST_ROWS} more classes in --json and --html", style="dim"))


def _print_resampling(findings: Findings, console: Console) -> None:
    """Means over folds beside pooled values, with what varies."""
    if not any(model.resampling for model in findings.models.values()):
        return
    console.print(Text(printable(findings.about.description or ""), style="bold"))
    table = RichTable(box=None, pad_edge=False, header_style="bold")
    for column in ("model", "measure", "mean of folds", "pooled", "sd folds", "sd repeats", "undefined folds"):
        table.add_column(column, no_wrap=True)
    for name, model in findings.models.items():
        for measure, found in model.resampling.items():
            spread = ["" if isnan(sd) else f"{sd:.2g}" for sd in (found.within, found.between)]
            cells = (_cell(found.fold_mean), _cell(found.pooled), *spread, str(found.undefined or ""))
            table.add_row(*map(Text, (_short(name), measure, *cells)))
    console.print(table)
    for title, choices in findings.about.chosen.items():
        counts = {str(choice): choices.count(choice) for choice in choices}
        words = ", ".join(f"{choice} {n}x" for choice, n in counts.items())
        console.print(Text(printable(f"{title}, chosen inside the training parts: {words}", 1000)))
    for title, test in findings.about.permutation.items():
        words = f"{test['measure']} p = {test['p']:.3g} ({test['permutations']} permutations)"
        console.print(Text(printable(f"{title}, permutation test: {words}")))


def _print_slices(findings: Findings, console: Console) -> None:
    if not findings.slices:
        return
    known = dict.fromkeys(name for part in findings.slices for name in part.measures)
    shown = [name for name in IN_SLICES if name in known]
    table = RichTable(box=None, pad_edge=False, header_style="bold")
    for column in ("slice", "model", "rows", *shown):
        table.add_column(Text(column), no_wrap=True)
    for part in findings.slices[:MOST_ROWS]:
        cells = [_short(f"{part.by} = {part.value}"), _short(part.model), f"{part.n:,}"]
        table.add_row(*map(Text, cells), *(Text(_cell(part.measures.get(name))) for name in shown))
    console.print(table)
    if len(findings.slices) > MOST_ROWS:
        console.print(Text(f"and {len(findings.slices) - MOST_ROWS} more slices in --json and --html", style="dim"))


def _cell(estimate: Estimate | None) -> str:
    return " ".join(measure_cells(estimate)).strip()


def _or_zero(estimate: Estimate | None) -> float:
    return estimate.value if estimate is not None and estimate.defined else 0.0


def _print_undefined(findings: Findings, console: Console) -> None:
    """The reason of every undefined value, once."""
    reasons: dict[str, list[str]] = {}
    for model in findings.models.values():
        for name, found in model.measures.items():
            if not found.defined:
                reasons.setdefault(found.why or "", []).append(name)
    for why, names in reasons.items():
        console.print(Text(f"undefined ({why}): {', '.join(dict.fromkeys(names))}", style="dim"))


def _short(name: str) -> str:
    clean = printable(name, 10**6)
    return clean if len(clean) <= 32 else clean[:15] + "…" + clean[-16:]
