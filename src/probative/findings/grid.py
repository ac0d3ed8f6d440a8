"""A grid: a title, typed columns and rows of typed cells. Everything that writes tables reads one of these."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Self

from probative.findings.column import Cell, Column, Value


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows of estimates, numbers and words below columns that say what they are.

    >>> grid = Grid("", (Column("model", "name"), Column("rows", "count")), (("A", 1500.0), ("B", 12.25)))
    >>> list(grid.shown())
    [('A', '1,500'), ('B', '12.25')]
    """

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    level: float | None = None
    """The level of the intervals; None where there are none, or where they differ and each states its own."""
    note: str = ""
    """What a reader must know about the numbers, in a sentence or two."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(column.name for column in self.columns)

    @property
    def heads(self) -> tuple[str, ...]:
        """The names of the columns as people read them, with units."""
        return tuple(column.head for column in self.columns)

    @property
    def sides(self) -> str:
        """The side on which each column is aligned: l or r."""
        return "".join(column.side for column in self.columns)

    def shown(self) -> Iterator[tuple[str, ...]]:
        """The cells of every row as people read them."""
        for row in self.rows:
            yield tuple(column.shown(cell, self.level) for column, cell in zip(self.columns, row, strict=True))

    def fields(self) -> tuple[str, ...]:
        """The names under which machines get the values, no two of them equal.

        >>> Grid("", (Column("A", "estimate"), Column("A_low")), ()).fields()[1::6]
        ('A_low', 'A_low (2)')
        """
        made: dict[str, None] = {}
        for name in (name for column in self.columns for name in column.fields()):
            unique, again = name, 1
            while unique in made:
                again += 1
                unique = f"{name} ({again})"
            made[unique] = None
        return tuple(made)

    def values(self) -> Iterator[list[Value]]:
        """The values of every row as machines get them, one for each of the fields."""
        for row in self.rows:
            yield [v for column, cell in zip(self.columns, row, strict=True) for v in column.values(cell)]

    def column(self, name: str) -> tuple[Cell, ...]:
        """The cells below a name."""
        place = self.names.index(name)
        return tuple(row[place] for row in self.rows)

    def only(self, name: str, cell: Cell) -> Self:
        """The rows with that cell in that column, which then has nothing more to say and is left out."""
        place = self.names.index(name)
        return replace(self, rows=tuple(row for row in self.rows if row[place] == cell)).without(name)

    def without(self, *names: str) -> Self:
        """The table without some columns."""
        return self.at(i for i, name in enumerate(self.names) if name not in names)

    def at(self, places: Iterable[int]) -> Self:
        """The columns at some places."""
        kept = list(places)
        rows = tuple(tuple(row[i] for i in kept) for row in self.rows)
        return replace(self, columns=tuple(self.columns[i] for i in kept), rows=rows)

    def part(self, start: int, stop: int | None = None) -> Self:
        """Some of the rows."""
        return replace(self, rows=self.rows[start:stop])
