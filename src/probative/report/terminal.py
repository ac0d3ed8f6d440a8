"""Findings for the terminal: tables that fit, notes in colour where colour is wanted."""

from __future__ import annotations

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from probative.errors import printable
from probative.findings import Findings
from probative.findings.column import Cell
from probative.findings.grid import Grid
from probative.findings.tables import table_names
from probative.findings.text import decision_lines, significant

MOST_ROWS = 40
ELSEWHERE = "--json and --html"
LONGEST = 32
"""Letters of a name that is not cut."""
_STYLES = {"error": "bold red", "warning": "yellow", "note": "cyan"}


def print_table(
    grid: Grid, console: Console, *, title: str | None = None, most: int | None = None, elsewhere: str = "--json"
) -> None:
    """A table as wide as the screen: words are broken between words, numbers never; what has no room is named."""
    heading = grid.title if title is None else title
    if heading:
        console.print(Text(printable(heading, 1000), style="bold"))
    shown, left = _fitting(grid.part(0, most), console.width)
    made = RichTable(box=None, pad_edge=False, header_style="bold")
    for column in shown.columns:
        if column.side == "r":
            made.add_column(Text(short(column.name)), justify="right", no_wrap=True)
        else:
            made.add_column(Text(short(column.name)), overflow="fold")
        if column.kind == "estimate":
            made.add_column(Text("interval", style="dim"), style="dim", no_wrap=True)
    for row in shown.rows:
        cells = [part for i, cell in enumerate(row) for part in _parts(shown, i, cell)]
        made.add_row(*(Text(printable(cell, 10_000)) for cell in cells))
    console.print(made)
    missing = [f"{len(grid.rows) - len(shown.rows):,} rows"] if len(grid.rows) > len(shown.rows) else []
    missing += [f"columns {', '.join(map(short, left))}"] if left else []
    if missing:
        console.print(Text(f"not shown here, but with {elsewhere}: {' and '.join(missing)}", style="dim"))
    if grid.note:
        console.print(Text(printable(grid.note, 1000), style="dim"))


def _parts(grid: Grid, place: int, cell: Cell) -> tuple[str, ...]:
    """A cell as the columns of the screen have it: an estimate fills two."""
    parts = grid.columns[place].parts(cell, grid.level)
    return parts if grid.columns[place].kind == "estimate" else parts[:1]


def _fitting(grid: Grid, width: int) -> tuple[Grid, list[str]]:
    """The table with as many columns as there is room for, two at least, and the names of the others."""
    needed = {i: 2 + _width(grid, i) for i in range(len(grid.columns))}
    # Columns that may stand beneath others go first, then those on the right.
    for i in sorted(needed, key=lambda i: (not grid.columns[i].beneath, -i)):
        if sum(needed.values()) - 2 > width and len(needed) > 2:
            del needed[i]
    return grid.at(needed), [name for i, name in enumerate(grid.names) if i not in needed]


def _width(grid: Grid, place: int) -> int:
    """Letters that a column needs: those of its numbers, or of the longest single word."""
    column = grid.columns[place]
    rows = [_parts(grid, place, row[place]) for row in grid.rows]
    texts = [short(column.name), *(row[0] for row in rows)]
    if column.side == "l":
        return max((min(cell_len(word), LONGEST) for text in texts for word in text.split()), default=0)
    interval = (
        2 + max(cell_len(text) for text in ("interval", *(row[1] for row in rows))) if column.kind == "estimate" else 0
    )
    return max(map(cell_len, texts)) + interval


def print_findings(findings: Findings, console: Console) -> None:
    """The headline, the measures of every model, what else was found, and the notes that matter."""
    console.print(Text(printable(findings.headline()), style="bold"))
    for guess in findings.about.get("guesses", []):
        console.print(Text(printable(f"guessed: {guess}"), style="dim"))
    print_table(findings.table(), console, title="", elsewhere=ELSEWHERE)
    _print_undefined(findings, console)
    there = table_names(findings)
    if "classes" in there:
        for name in findings.models:
            part = findings.table("classes").only("model", name)
            print_table(part, console, title=f"{short(name)}: {part.title}", most=MOST_ROWS, elsewhere=ELSEWHERE)
    if "resampling" in there:
        print_table(findings.table("resampling"), console, elsewhere=ELSEWHERE)
        _print_choices(findings, console)
    if "slices" in there:
        print_table(findings.table("slices"), console, most=MOST_ROWS, elsewhere=ELSEWHERE)
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
    return clean if len(clean) <= LONGEST else clean[:15] + "…" + clean[-16:]
