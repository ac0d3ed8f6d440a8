"""Aligned rows: the measures of several models with one number of decimals in a row, costs for 1,000 rows."""

from __future__ import annotations

from dataclasses import replace
from math import isfinite, isnan
from typing import TypeVar

from probative.decisions.costs import COST, thousand
from probative.findings.column import Cell, Column
from probative.findings.contest import points
from probative.findings.grid import Grid
from probative.findings.text import NO_INTERVAL, UNDEFINED, number
from probative.inference import Estimate

SHARE = 3
"""Decimals of a share, unless they would make a 0 or a 1 of what is none."""
Kept = TypeVar("Kept", bound=Grid)


def aligned(grid: Kept) -> Kept:
    """The table with texts in the place of estimates: every row has one number of decimals.

    >>> row = ("auc", Estimate(0.9920, 0.9808, 0.9967), Estimate(0.926, 0.901, 0.944), 0.5)
    >>> columns = (Column("measure"), Column("A", "estimate"), Column("B", "estimate"), Column("rule", "number"))
    >>> list(aligned(Grid("", columns, (row,))).shown())
    [('auc', '0.992', '[0.981, 0.997]', '0.926', '[0.901, 0.944]', '0.500')]
    """
    columns = [
        part
        for column in grid.columns
        for part in ((replace(column, kind="number"), Column("interval")) if column.kind == "estimate" else (column,))
    ]
    return replace(grid, columns=tuple(columns), rows=tuple(_row(grid, row) for row in grid.rows))


def told_alike(measure: str, found: list[Estimate]) -> list[tuple[str, ...]]:
    """Values of one measure and their intervals, with one number of decimals.

    >>> told_alike("auc", [Estimate(0.83, 0.71, 0.95), Estimate(0.908, 0.880, 0.930)])
    [('0.830', '[0.710, 0.950]'), ('0.908', '[0.880, 0.930]')]
    """
    digits = row_digits(measure, found)
    return [tuple(str(part) for part in _texts(measure, one, digits) if part) for one in found]


def rules_aligned(grid: Kept) -> Kept:
    """The table with as many decimals of a rule's number as the estimates in its row have.

    >>> columns = (Column("measure"), Column("A", "estimate"), Column("rule", "number", 4))
    >>> row = ("recall", Estimate(0.926, 0.901, 0.944), 0.4925)
    >>> list(rules_aligned(Grid("", columns, (row, ("npv", None, None)), 0.95)).shown())
    [('recall', '0.926  [0.901, 0.944]', '0.492'), ('npv', '', '')]
    """
    rows = []
    for row in grid.rows:
        found = [cell for cell in row if isinstance(cell, Estimate)]
        # As many as the estimates are printed with, each by itself.
        digits = max((one.digits() for one in found if one.defined and isfinite(one.value)), default=SHARE)
        known = (isinstance(cell, int | float) and isfinite(cell) and bool(found) for cell in row)
        rows.append(tuple(number(cell, digits) if is_one else cell for cell, is_one in zip(row, known, strict=True)))  # type: ignore[arg-type]
    return replace(grid, rows=tuple(rows))


def aligned_by_model(grid: Kept) -> Kept:
    """The same with a row for each model, for narrow screens; a value and its interval are in one cell.

    >>> row = ("auc", Estimate(0.9920, 0.9808, 0.9967), 0.5)
    >>> columns = (Column("measure"), Column("A", "estimate"), Column("rule", "number"))
    >>> aligned_by_model(Grid("", columns, (row,))).rows
    (('A', '0.992  [0.981, 0.997]'), ('rule', '0.500'))
    """
    made = aligned(grid)
    cells = [list(row[1:]) for row in made.rows]
    values: list[tuple[Cell, ...]] = []
    for column in grid.columns[1:]:
        own = [row.pop(0) for row in cells]
        if column.kind == "estimate":
            beside = [row.pop(0) for row in cells]
            own = [f"{value}  {interval or ''}".rstrip() for value, interval in zip(own, beside, strict=True)]
        values.append((column.name, *own))
    columns = (Column("model", "name"), *(Column(str(row[0]), "estimate") for row in made.rows))
    return replace(grid, columns=columns, rows=tuple(values))


def aligned_down(grid: Kept, by: str | None = None) -> Kept:
    """The table with one number of decimals down each column of estimates, or in the rows of one measure (named `by`).

    >>> cells = (Estimate(0.83, 0.71, 0.95), Estimate(0.908, 0.880, 0.930))
    >>> rows = tuple(("auc", cell) for cell in cells)
    >>> aligned_down(Grid("", (Column("measure"), Column("pooled", "estimate")), rows), "measure").rows
    (('auc', '0.830  [0.710, 0.950]'), ('auc', '0.908  [0.880, 0.930]'))
    """
    places = [i for i, column in enumerate(grid.columns) if column.kind == "estimate"]
    whose = None if by is None else grid.names.index(by)

    def measure(row: tuple[Cell, ...], i: int) -> str:
        return grid.columns[i].name if whose is None else str(row[whose])

    alike: dict[str, list[Estimate]] = {}
    for row in grid.rows:
        for i in places:
            if isinstance(cell := row[i], Estimate):
                alike.setdefault(measure(row, i), []).append(cell)
    digits = {name: row_digits(name, cells) for name, cells in alike.items()}
    rows = []
    for row in grid.rows:
        made = list(row)
        for i in places:
            if isinstance(row[i], Estimate):
                value, interval = _texts(measure(row, i), row[i], digits[measure(row, i)])
                made[i] = f"{value}  {interval or ''}".rstrip()
        rows.append(tuple(made))
    return replace(grid, rows=tuple(rows))


def _row(grid: Grid, row: tuple[Cell, ...]) -> tuple[Cell, ...]:
    measure = str(row[0])
    digits = row_digits(measure, [cell for cell in row if isinstance(cell, Estimate)])
    cells: list[Cell] = [f"{COST} per 1,000" if measure == COST else measure]
    for column, cell in zip(grid.columns[1:], row[1:], strict=True):
        if column.kind == "estimate":
            cells += _texts(measure, cell, digits)
        else:
            cells.append(_told(measure, cell, digits) if isinstance(cell, int | float) else cell)
    return tuple(cells)


def row_digits(measure: str, found: list[Estimate]) -> int:
    """The decimals of a row: three for shares where they tell enough, else what the surest estimate is worth."""
    known = [one for one in found if one.defined and isfinite(one.value)]
    worth = max((one.digits() for one in known), default=SHARE)
    if points(measure)[0] != 100:
        return worth
    ends = [end for one in known for end in (one.value, one.low, one.high) if isfinite(end)]
    hidden = any(round(end, SHARE) in (0, 1, -1) and end not in (0, 1, -1) for end in ends)
    # An interval whose ends look alike would pass for an exact value.
    closed = any(one.low < one.high and round(one.low, SHARE) == round(one.high, SHARE) for one in known)
    return max(worth, SHARE) if hidden or closed else SHARE


def _told(measure: str, value: float, digits: int) -> str:
    if isnan(value):
        return UNDEFINED
    return thousand(value) if measure == COST else number(value, digits)


def _texts(measure: str, cell: Cell, digits: int) -> list[Cell]:
    """The value and its interval."""
    if not isinstance(cell, Estimate):
        return [cell, None]
    if not cell.defined:
        return [UNDEFINED, None]
    value, low, high = (_told(measure, end, digits) for end in (cell.value, cell.low, cell.high))
    unknown = int(isnan(cell.low)) + int(isnan(cell.high))
    if cell.at_most and not isnan(cell.high):
        return [value, f"at most {high}"]
    return [value, (f"[{low}, {high}]", "[unbounded]", NO_INTERVAL)[unknown]]
