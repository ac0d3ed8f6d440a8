"""Tables on the screen: as wide as it is, with words that are broken and numbers that never are."""

from __future__ import annotations

from dataclasses import replace

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from probative.errors import printable
from probative.findings.column import Cell, Column, Kind
from probative.findings.grid import Grid

LONGEST = 32
"""Letters of a name that is not cut."""


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
            made.add_column(Text(short(column.head)), justify="right", no_wrap=True)
        else:
            made.add_column(Text(short(column.head)), overflow="fold")
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


def by_model(grid: Grid, width: int) -> Grid:
    """A table with a column for each model, or, where those have no room, with a row for each.

    >>> from probative.findings.column import Column
    >>> table = Grid("", (Column("measure"), Column("A", "number"), Column("B", "number")), (("auc", 0.5, 0.75),))
    >>> by_model(table, 80) is table, by_model(table, 10).rows
    (True, (('A', 0.5), ('B', 0.75)))
    """
    if not grid.rows or sum(2 + _width(grid, i) for i in range(len(grid.columns))) - 2 <= width:
        return grid
    values = [(column.name, *(row[i] for row in grid.rows)) for i, column in enumerate(grid.columns) if i]
    kinds = {column.kind for column in grid.columns[1:]}
    kind: Kind = "estimate" if "estimate" in kinds else "number"
    columns = (Column("model", "name"), *(Column(str(row[0]), kind) for row in grid.rows))
    return replace(grid, columns=columns, rows=tuple(values))


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
    texts = [short(column.head), *(row[0] for row in rows)]
    if column.side == "l":
        return max((min(cell_len(word), LONGEST) for text in texts for word in text.split()), default=0)
    interval = (
        2 + max(cell_len(text) for text in ("interval", *(row[1] for row in rows))) if column.kind == "estimate" else 0
    )
    return max(map(cell_len, texts)) + interval


def short(name: str) -> str:
    """A name fit for the head of a column: control characters gone, the middle of a long one left out."""
    clean = printable(name, 10**6)
    return clean if len(clean) <= LONGEST else clean[:15] + "…" + clean[-16:]
