"""Columns and cells of tables: what a cell is, how people read it, and what machines get of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import isnan
from typing import Literal

from probative.findings.text import (
    UNDEFINED,
    count,
    in_digits,
    measure_cells,
    number,
    p_value,
    percent,
    plus,
    significant,
    two_digits,
)
from probative.inference import Estimate

Kind = Literal["name", "words", "estimate", "number", "decimals", "spread", "count", "share", "p"]
"""A user's own word, and words of ours; a value with its interval; numbers with significant digits, with fixed
decimals, with two digits, of rows, in per cent; p-values."""
Cell = Estimate | float | str | None
"""None is an empty cell; nan a number that is not defined."""
Value = float | str | None
"""What a machine gets: None where there is nothing, or nothing defined."""
POINTS = 100.0
"""Points in a whole."""
PARTS = ("low", "high", "level", "method", "n", "why")
"""What a machine gets of an estimate beside its value, each in a column of its own: X, X_low, X_high, ..."""


@dataclass(frozen=True, slots=True)
class Column:
    """A name, what kind of cells stand below it, and how many digits their numbers have.

    >>> Column("p", "p").shown(0.04567), Column("rows", "count").shown(1500), Column("gap", "number").shown(None)
    ('0.0457', '1,500', '')
    >>> Column("auc", "estimate").shown(Estimate(0.85, 0.767, 0.907, 0.95, "wilson", 100), level=0.95)
    '0.850  [0.767, 0.907]'
    """

    name: str
    kind: Kind = "words"
    digits: int = 3
    """Of a number: significant ones, or decimals; an estimate has those that its interval is worth."""
    signed: bool = False
    """Whether positive numbers have a plus: in differences."""
    beneath: bool = False
    """Whether a narrow place may put the cell, with the column's name, below the one on its left."""
    times: float = 1.0
    """What people read it by: shares in points, costs by the thousand rows. Machines get it as it is."""
    unit: str = ""
    """What it then is in, which stands beside the name."""

    @property
    def head(self) -> str:
        """The name as people read it, with the unit.

        >>> Column("difference", "estimate", times=100.0, unit="points").head
        'difference, points'
        """
        return f"{self.name}, {self.unit}" if self.unit else self.name

    @property
    def side(self) -> str:
        """The side on which cells are aligned: l for words, r for numbers."""
        return "l" if self.kind in ("name", "words") else "r"

    def parts(self, cell: Cell, level: float | None = None) -> tuple[str, str]:
        """A cell as people read it: the value, and the interval, which states its level where that is not the table's.

        >>> Column("auc", "estimate").parts(Estimate(0.85, 0.767, 0.907, 0.9))
        ('0.850', '[0.767, 0.907] at 90 %')
        """
        if cell is None or isinstance(cell, str):
            return cell or "", ""
        if not isinstance(cell, Estimate):
            return self._number(cell), ""
        value, interval = measure_cells(cell, signed=self.signed) if self.times == 1 else self._in_units(cell)
        stated = "" if cell.level == level or "," not in interval else f" at {percent(cell.level)}"
        return value, interval + stated

    def _in_units(self, cell: Estimate) -> tuple[str, str]:
        """Value and interval in the column's unit, with the digits of a sentence that says it in this unit."""
        made = replace(cell, **{part: self.times * getattr(cell, part) for part in ("value", "low", "high")})
        value, ends = in_digits(made.value, made.low, made.high, points=self.times == POINTS)
        if not ends or not made.defined or " to " not in ends:
            return measure_cells(made, signed=self.signed)
        low, high = ends.split(" to ")
        if self.signed:
            value, low, high = plus(value), plus(low), plus(high)
        return value, f"[{low}, {high}]"

    def _number(self, value: float) -> str:
        if isnan(value):
            return UNDEFINED
        if self.times != 1:  # p-values stay what they are: bounds, where they are bounds
            value *= self.times
        ways: dict[str, Callable[[float], str]] = {"count": count, "p": p_value, "spread": two_digits}
        if self.kind in ways:
            return ways[self.kind](value)
        if self.kind == "share":
            return f"{significant(100 * value, self.digits)} %"
        text = number(value, self.digits) if self.kind == "decimals" else significant(value, self.digits)
        return plus(text) if self.signed else text

    def shown(self, cell: Cell, level: float | None = None) -> str:
        """A cell as people read it, in one piece."""
        value, interval = self.parts(cell, level)
        return f"{value}  {interval}" if interval else value

    def fields(self) -> tuple[str, ...]:
        """The names under which machines get a cell: one, or seven for an estimate."""
        return (self.name, *(f"{self.name}_{part}" for part in PARTS)) if self.kind == "estimate" else (self.name,)

    def worded(self) -> tuple[bool, ...]:
        """Which of the fields hold words."""
        if self.kind == "estimate":
            return (False, *(part in ("method", "why") for part in PARTS))
        return (self.kind in ("name", "words"),)

    def values(self, cell: Cell) -> Iterator[Value]:
        """A cell as machines get it, with all its digits: a value for each of the fields."""
        if isinstance(cell, Estimate):
            yield from (_known(getattr(cell, part)) for part in ("value", *PARTS))
        else:
            yield _known(cell)
            yield from (None for _ in self.fields()[1:])


def _known(value: Value) -> Value:
    return None if isinstance(value, float) and isnan(value) else value
