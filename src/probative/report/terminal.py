"""Findings for the terminal: tables that fit, notes in colour where colour is wanted."""

from __future__ import annotations

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from probative.errors import printable
from probative.findings import Findings
from probative.findings.grid import Grid
from probative.findings.tables import table_names
from probative.findings.text import decision_lines, significant

MOST_ROWS = 40
NARROWEST = 12
"""Letters that a column of words is left at least."""
_STYLES = {"error": "bold red", "warning": "yellow", "note": "cyan"}


def print_table(grid: Grid, console: Console, *, title: str | None = None, most: int | None = None) -> None:
    """A table as wide as the screen: words are broken, numbers never; columns that do not fit are named instead."""
    heading = grid.title if title is None else title
    if heading:
        console.print(Text(printable(heading, 1000), style="bold"))
    shown = grid if most is None else grid.part(0, most)
    kept, left = _fitting(shown, console.width)
    made = RichTable(box=None, pad_edge=False, header_style="bold")
    for column in kept.columns:
        justify, wrap = ("right", False) if column.side == "r" else ("left", True)
        made.add_column(Text(short(column.name)), justify=justify, no_wrap=not wrap)  # type: ignore[arg-type]
        if column.kind == "estimate":
            made.add_column(Text("interval", style="dim"), style="dim", no_wrap=True)
    for row in kept.rows:
        cells: list[str] = []
        for column, cell in zip(kept.columns, row, strict=True):
            cells += column.parts(cell, kept.level)[: 2 if column.kind == "estimate" else 1]
        made.add_row(*(Text(printable(cell, 10_000)) for cell in cells))
    console.print(made)
    more = [f"{len(grid.rows) - len(shown.rows):,} more rows"] if len(grid.rows) > len(shown.rows) else []
    more += [f"{len(left)} more columns ({', '.join(map(short, left))})"] if left else []
    if more:
        console.print(Text(f"and {' and '.join(more)} in --json and --html", style="dim"))
    if grid.note:
        console.print(Text(printable(grid.note, 1000), style="dim"))


def _fitting(grid: Grid, width: int) -> tuple[Grid, list[str]]:
    """The table with as many columns as there is room for, two at least, and the names of the others."""
    rows, room = [grid.names, *grid.shown()], 0
    for i, column in enumerate(grid.columns):
        longest = max(cell_len(row[i]) for row in rows)
        room += 2 * bool(i) + (min(longest, NARROWEST) if column.side == "l" else longest)
        if room > width and i > 1:
            left = grid.names[i:]
            return grid.without(*left), list(left)
    return grid, []


def print_findings(findings: Findings, console: Console) -> None:
    """The headline, the measures of every model, what else was found, and the notes that matter."""
    console.print(Text(printable(findings.headline()), style="bold"))
    for guess in findings.about.get("guesses", []):
        console.print(Text(printable(f"guessed: {guess}"), style="dim"))
    print_table(findings.table(), console, title="")
    _print_undefined(findings, console)
    there = table_names(findings)
    if "classes" in there:
        for name in findings.models:
            part = findings.table("classes").only("model", name)
            print_table(part, console, title=f"{short(name)}: {part.title}", most=MOST_ROWS)
    if "resampling" in there:
        print_table(findings.table("resampling"), console)
        _print_choices(findings, console)
    if "slices" in there:
        print_table(findings.table("slices"), console, most=MOST_ROWS)
    for contest in findings.comparisons:
        console.print(Text(printable(str(contest.get("sentence", "")), 1000), style="bold"))
    for name, model in findings.models.items():
        for sentence in decision_lines(model.decisions):
            console.print(Text(f"{short(name)}: {sentence}"))
    for note in findings.notes:
        line = Text(f"{note.severity}: ", style=_STYLES[note.severity])
        line.append(printable(note.message, 2000), style="default")
        line.append(f" {printable(note.remedy, 2000)}", style="dim")
        console.print(line)


def _print_choices(findings: Findings, console: Console) -> None:
    """What was chosen inside the training parts, and what permuted labels say."""
    for model, choices in findings.about.get("chosen", {}).items():
        counts = {str(choice): choices.count(choice) for choice in choices}
        words = ", ".join(f"{choice} {n}x" for choice, n in counts.items())
        console.print(Text(printable(f"{model}, chosen inside the training parts: {words}", 1000)))
    for model, test in findings.about.get("permutation", {}).items():
        words = f"{test['measure']} p = {significant(test['p'])} ({test['permutations']} permutations)"
        console.print(Text(printable(f"{model}, permutation test: {words}")))


def _print_undefined(findings: Findings, console: Console) -> None:
    """The reason of every undefined value, once."""
    reasons: dict[str, list[str]] = {}
    for model in findings.models.values():
        for name, found in model.measures.items():
            if not found.defined:
                reasons.setdefault(found.why or "", []).append(name)
    for why, names in reasons.items():
        console.print(Text(f"undefined ({why}): {', '.join(dict.fromkeys(names))}", style="dim"))


def short(name: str) -> str:
    """A name fit for the head of a column: control characters gone, the middle of a long one left out."""
    clean = printable(name, 10**6)
    return clean if len(clean) <= 32 else clean[:15] + "…" + clean[-16:]
