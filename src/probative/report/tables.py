"""Tables as HTML: headers in every row and column, estimates with their interval and its method; and what folds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from probative.findings.column import Cell
from probative.findings.grid import Grid
from probative.findings.text import NO_INTERVAL
from probative.inference import Estimate
from probative.report.words import sentence, short, text


def html_table(grid: Grid, caption: str | None = None, *, kind: str = "") -> str:
    """A table as people read it; its caption is the title and the note, if no other one (in HTML) is given.

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
    rows = [_row(grid, row, places) for row in grid.rows]
    return ready_table([short(column.head) for column in shown], rows, caption, kind, max(heads, 1), right)


def _row(grid: Grid, row: tuple[Cell, ...], places: list[int]) -> list[str]:
    """The cells of a row, each with those that go beneath it."""
    ends = [*places[1:], len(row)]
    made = []
    for start, end in zip(places, ends, strict=True):
        below = [(grid.columns[i].head, _cell(grid, i, row)) for i in range(start + 1, end)]
        told = ", ".join(f"{text(name)} {cell}" for name, cell in below if cell)
        made.append(_cell(grid, start, row) + (f"<br><small>{told}</small>" if told else ""))
    return made


def _cell(grid: Grid, place: int, row: tuple[Cell, ...]) -> str:
    column, cell = grid.columns[place], row[place]
    if isinstance(cell, str):
        return short(cell) if column.kind == "name" else sentence(cell)
    value, interval = column.parts(cell, grid.level)
    if not isinstance(cell, Estimate):
        return text(value)
    why = f' title="{text(cell.why)}"' if cell.why else ""
    # A method that gave no interval is not named beside it, nor one that has a cell of its own.
    named = cell.method not in (None, *row) and interval not in (NO_INTERVAL, "")
    method = f" <i>{text(cell.method)}</i>" if named else ""
    reason = f" <small>{text(cell.why)}</small>" if not cell.defined and cell.why else ""
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


def folded_table(grid: Grid, first: int, what: str, caption: str | None = None, *, kind: str = "") -> str:
    """A table whose first rows stand in the open, and the others there on demand."""
    rest = html_table(grid.part(first), "", kind=kind) if len(grid.rows) > first else ""
    return html_table(grid.part(0, first), caption, kind=kind) + details(
        f"{len(grid.rows) - first:,} more {what}", rest
    )


def section(title: str, body: str, anchor: str) -> str:
    """A section of the page; nothing where there is nothing to say."""
    return f'<section id="{anchor}"><h2>{title}</h2>{body}</section>' if body else ""


def details(summary: str, body: str) -> str:
    """What is there on demand."""
    return f"<details><summary>{summary}</summary>{body}</details>" if body else ""
