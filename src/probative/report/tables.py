"""Tables as HTML: headers in every row and column, estimates with their interval and its method; and what folds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from probative.findings.column import Cell
from probative.findings.grid import Grid
from probative.findings.text import NO_INTERVAL
from probative.inference import Estimate
from probative.report.footnotes import Footnotes
from probative.report.words import sentence, short, text


def html_table(grid: Grid, caption: str | None = None, *, kind: str = "", feet: bool = False) -> str:
    """A table as people read it; its caption is the title and the note, if no other one (in HTML) is given.

    With feet, methods and reasons are letters, which the lines below the table tell once.

    >>> from probative.findings import Column
    >>> html = html_table(Grid("Sizes", (Column("model", "name"), Column("rows", "count")), (("<A>", 1500.0),)))
    >>> "<caption>Sizes</caption>" in html, '<th scope="row"><bdi>&lt;A&gt;</bdi></th><td class="n">1,500</td>' in html
    (True, True)
    """
    if caption is None:
        caption = sentence(" ".join(filter(None, (grid.title + "." * bool(grid.title and grid.note), grid.note))))
    places = [i for i, column in enumerate(grid.columns) if not column.beneath]
    shown = [grid.columns[i] for i in places]
    # The first column names the row, and so do the names that follow it at once.
    heads = [*(column.kind == "name" for column in shown), False].index(False)
    right = [column.side == "r" and column.kind != "estimate" for column in shown]
    if not feet:
        rows = [_row(grid, row, places) for row in grid.rows]
        return ready_table([short(column.head) for column in shown], rows, caption, kind, max(heads, 1), right)
    notes = _Notes(grid)
    names = [short(grid.columns[i].head) + notes.column(i) for i in places]
    rows = [_row(grid, row, places, notes) for row in grid.rows]
    return ready_table(names, rows, caption, kind, max(heads, 1), right) + notes.letters.told()


class _Notes:
    """The letters of a table: of a method, where all of a column or of a row have it, at the head of these."""

    def __init__(self, grid: Grid) -> None:
        self.grid, self.letters = grid, Footnotes()
        self.whole = [_common(row[i] for row in grid.rows) for i in range(len(grid.columns))]

    def column(self, place: int) -> str:
        """At the head of a column."""
        return self.letters.mark(self.whole[place])

    def row(self, row: tuple[Cell, ...]) -> str:
        """At the head of a row."""
        return self.letters.mark(_common(self._left(row)))

    def cell(self, row: tuple[Cell, ...], place: int) -> str:
        """In a cell: its method, if no head tells it, and what is to be known of its interval."""
        found = row[place]
        if not isinstance(found, Estimate):
            return ""
        told = self.whole[place] or _common(self._left(row)) or found.method in row
        why = [found.why] if found.defined and found.why else []
        return ("" if told else self.letters.mark([found])) + self.letters.letters(why)

    def _left(self, row: tuple[Cell, ...]) -> list[Cell]:
        """The cells whose column does not tell how they were made."""
        return [cell for cell, whole in zip(row, self.whole, strict=True) if not whole]


def _common(cells: Iterable[Cell]) -> list[Estimate]:
    """An estimate whose method is that of all intervals, if there are two or more and they have one."""
    made = [cell for cell in cells if isinstance(cell, Estimate) and cell.method and cell.low == cell.low]
    return made[:1] if len(made) > 1 and len({cell.method for cell in made}) == 1 else []


def _row(grid: Grid, row: tuple[Cell, ...], places: list[int], notes: _Notes | None = None) -> list[str]:
    """The cells of a row, each with those that go beneath it: words become notes where there are any."""
    ends = [*places[1:], len(row)]
    made = []
    for start, end in zip(places, ends, strict=True):
        below, said = [], []
        for i in range(start + 1, end):
            words, cell = isinstance(row[i], str), _cell(grid, i, row, notes)
            if cell and notes is not None and words:
                said.append(f"{grid.columns[i].head}: {row[i]}")
            elif cell:
                head = grid.columns[i].head
                # "4 times in 5 310" would be read as one number.
                below.append(f"{text(head)}{':' * head[-1:].isdigit()} {cell}")
        marks = "" if notes is None else notes.letters.letters(said)
        made.append(
            _cell(grid, start, row, notes) + marks + (f"<br><small>{', '.join(below)}</small>" if below else "")
        )
    if notes is not None:
        made[0] += notes.row(row)
    return made


def _cell(grid: Grid, place: int, row: tuple[Cell, ...], notes: _Notes | None = None) -> str:
    column, cell = grid.columns[place], row[place]
    if isinstance(cell, str):
        return short(cell) if column.kind == "name" else sentence(cell)
    value, interval = column.parts(cell, grid.level)
    if not isinstance(cell, Estimate):
        return text(value)
    reason = f" <small>{text(cell.why)}</small>" if not cell.defined and cell.why else ""
    if notes is not None:
        return f"{text(value)} <small>{text(interval)}</small>{notes.cell(row, place)}{reason}"
    why = f' title="{text(cell.why)}"' if cell.why else ""
    # A method that gave no interval is not named beside it, nor one that has a cell of its own.
    named = cell.method not in (None, *row) and interval not in (NO_INTERVAL, "")
    method = f" <i>{text(cell.method)}</i>" if named else ""
    shown = f"<span{why}>{text(value)}</span>" if why else text(value)
    return f"{shown} <small>{text(interval)}</small>{method}{reason}"


def ready_table(
    head: Sequence[str],
    rows: Iterable[Sequence[str]],
    caption: str = "",
    kind: str = "",
    heads: int = 1,
    right: Sequence[bool] = (),
) -> str:
    """A table of cells that are HTML already; so many of each row are its headers, and some columns stand right."""
    side = [' class="n"' if stands else "" for stands in right] or [""] * len(head)
    top = "".join(f'<th scope="col"{at}>{cell}</th>' for cell, at in zip(head, side, strict=True))
    lines = []
    for cells in rows:
        named = "".join(f'<th scope="row">{cell}</th>' for cell in cells[:heads])
        rest = zip(cells[heads:], side[heads:], strict=True)
        lines.append(f"<tr>{named}{''.join(f'<td{at}>{cell}</td>' for cell, at in rest)}</tr>")
    words = f"<caption>{caption}</caption>" if caption else ""
    classes = f' class="{kind}"' if kind else ""
    body = f"<table{classes}>{words}<thead><tr>{top}</tr></thead><tbody>{''.join(lines)}</tbody></table>"
    # A region that scrolls must be reachable by keyboard.
    return f'<div class="wide" tabindex="0" role="group" aria-label="Table">{body}</div>'


def folded_table(
    grid: Grid, first: int, what: str, caption: str | None = None, *, kind: str = "", feet: bool = False
) -> str:
    """A table whose first rows stand in the open, and the others there on demand."""
    rest = html_table(grid.part(first), "", kind=kind, feet=feet) if len(grid.rows) > first else ""
    return html_table(grid.part(0, first), caption, kind=kind, feet=feet) + details(
        f"{len(grid.rows) - first:,} more {what}", rest
    )


def section(title: str, body: str, anchor: str) -> str:
    """A section of the page; nothing where there is nothing to say."""
    return f'<section id="{anchor}"><h2>{title}</h2>{body}</section>' if body else ""


def details(summary: str, body: str) -> str:
    """What is there on demand."""
    return f"<details><summary>{summary}</summary>{body}</details>" if body else ""
