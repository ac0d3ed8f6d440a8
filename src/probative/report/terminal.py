"""Findings for the terminal: a table that fits, notes in colour where colour is wanted."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from probative.errors import printable
from probative.findings import Findings
from probative.findings.text import decision_lines, measure_cells

_STYLES = {"error": "bold red", "warning": "yellow", "note": "cyan"}


def print_findings(findings: Findings, console: Console) -> None:
    """The headline, the notes that matter, and the measures of every model."""
    console.print(Text(printable(findings.headline()), style="bold"))
    for guess in findings.about.get("guesses", []):
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
    for name, model in findings.models.items():
        for sentence in decision_lines(model.decisions):
            console.print(Text(f"{_short(name)}: {sentence}"))
    for note in findings.notes:
        line = Text(f"{note.severity}: ", style=_STYLES[note.severity])
        line.append(printable(note.message, 2000), style="default")
        line.append(f" {printable(note.remedy, 2000)}", style="dim")
        console.print(line)


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
