"""Tables on the screen: as wide as it is, with words that are broken and numbers that never are."""

from __future__ import annotations

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from probative.errors import printable
from probative.findings.column import Cell, Column
from probative.findings.grid import Grid

LONGEST, MOST = 32, 3
"""Letters of a name that is not cut; words of a head that may stand one below the other."""


def print_table(
    grid: Grid, console: Console, *, title: str | None = None, most: int | None = None, elsewhere: str = "--json"
) -> None:
    """A table as wide as the screen: words are broken between words, numbers never; what has no room is named."""
    heading = grid.title if title is None else title
    if heading:
        console.print(Text(printable(heading, 1000), style="bold"))
    shown, left = _fitting(grid.part(0, most), console.width)
    heads = [cell_len(short(column.head)) for column in shown.columns]
    narrow = sum(2 + max(_width(shown, i, whole=True), head) for i, head in enumerate(heads)) - 2 > console.width
    made = RichTable(box=None, pad_edge=False, header_style="bold")
    for column in shown.columns:
        if column.side == "r":
            made.add_column(Text("\n".join(_heads(column, narrow))), justify="right", no_wrap=True)
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


def fits(grid: Grid, width: int) -> bool:
    """Whether all columns have room beside one another, and no cell need be broken.

    >>> fits(Grid("", (Column("measure"), Column("A", "number")), (("auc", 0.5),)), 12)
    True
    """
    return sum(2 + _width(grid, i, whole=True) for i in range(len(grid.columns))) - 2 <= width


def _parts(grid: Grid, place: int, cell: Cell) -> tuple[str, ...]:
    """A cell as the columns of the screen have it: an estimate fills two, also one that is written already."""
    if grid.columns[place].kind == "estimate" and isinstance(cell, str):
        value, _, interval = cell.partition("  ")
        return value, interval
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


def _width(grid: Grid, place: int, *, whole: bool = False) -> int:
    """Letters that a column needs: those of its numbers, or of the longest single word unless cells stay whole."""
    column = grid.columns[place]
    rows = [_parts(grid, place, row[place]) for row in grid.rows]
    texts = [*_heads(column, narrow=True), *(row[0] for row in rows)]
    if column.side == "l" and not whole:
        return max((min(cell_len(word), LONGEST) for text in texts for word in text.split()), default=0)
    interval = (
        2 + max(cell_len(text) for text in ("interval", *(row[1] for row in rows))) if column.kind == "estimate" else 0
    )
    return max(map(cell_len, texts)) + interval


def _heads(column: Column, narrow: bool) -> list[str]:
    """The lines of a head: where there is little room, a word each for two or three words above numbers."""
    words = short(column.head).split()
    return words if narrow and column.side == "r" and len(words) <= MOST else [short(column.head)]


def short(name: str) -> str:
    """A name fit for the head of a column: control characters gone, the middle of a long one left out."""
    clean = printable(name, 10**6)
    return clean if len(clean) <= LONGEST else clean[:15] + "…" + clean[-16:]
