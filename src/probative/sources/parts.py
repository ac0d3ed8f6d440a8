"""Tables in parts on many machines: what an engine must do with them, and what is done to a part where it lies."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from probative.evidence.arrays import EXACT, Array
from probative.evidence.labels import Label, encode
from probative.sources.columns import missing_in

Table = dict[str, Array]
"""Columns of one part, normalised: a missing number is NaN, any other missing value None."""
Made = TypeVar("Made")
KEY, VALUE, BESIDE = "key", "value", "beside"
"""The columns that entries are sorted by: rising keys, falling values, and falling numbers beside these, if any."""


class Ranges(ABC):
    """Ranges of entries that stay with the workers, in their order; equal entries lie in one range.

    Entries with something beside their values may have one value in several ranges: a value that most rows have must
    not bring most rows to one worker.
    """

    @abstractmethod
    def each(self, task: Callable[[Table, Any], Made], given: Sequence[Any] | None = None) -> Iterator[Made]:
        """What a task makes of every range and of what is given for it."""

    @abstractmethod
    def again(self, task: Callable[[Table, Any], Table], given: Sequence[Any]) -> Ranges:
        """The entries that a task makes of every range and of what is given for it, range-partitioned anew."""


Looked = tuple[int, int, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Plain:
    """Entries that an engine can make by itself: a score, and whether the truth is one of some labels; no gaps."""

    score: str
    truth: str
    positive: tuple[Label, ...]


class Parts(ABC):
    """An engine's table. Tasks are done where the parts lie; only what they make comes here, part after part."""

    name: str
    """The engine, in words."""
    kinds: dict[str, str]
    """Column names with their kind."""

    @abstractmethod
    def each(self, names: Sequence[str], task: Callable[[Table], Made], *, large: bool = False) -> Iterator[Made]:
        """What a task makes of these columns of every part, in the order of parts; what is large comes one by one."""

    def rows(self) -> int:
        """The number of rows."""
        return sum(self.each(list(self.kinds)[:1], rows_in))

    def distinct(self, names: Sequence[str]) -> list[Table]:
        """Tables that together hold every different row of some columns, with the number of such rows under `#`."""
        return list(self.each(names, equal_rows))

    def looked(self, kept: Kept) -> list[Looked]:
        """How many rows there are, how many are complete, and the gaps of each column, part after part."""
        return list(self.each(kept.needs, kept.looked))

    @abstractmethod
    def in_order(self, names: Sequence[str], entries: Callable[[Table], Table]) -> Iterator[Table]:
        """The entries that every part gives, range-partitioned and sorted inside the engine, equal ones joined.

        Entries have a key, a value, and further columns that are summed up over equal ones.
        """

    @abstractmethod
    def held(
        self, names: Sequence[str], entries: Callable[[Table], Table], rows: int, plain: Plain | None
    ) -> Ranges | None:
        """The same ranges of so many rows, kept by the workers while somebody holds them; None without workers."""


def table_of(frame: Any, names: Sequence[str]) -> Table:
    """The columns of a part that is a dataframe on its worker."""
    import narwhals as nw

    from probative.sources.frames import FrameSource

    return FrameSource(nw.from_native(frame, eager_only=True)).listed(names).values


@dataclass(frozen=True, slots=True)
class Kept:
    """The rows of one model (column and name; None: all rows) that have no gaps in some columns."""

    names: tuple[str, ...]
    model: tuple[str, str] | None = None

    @property
    def needs(self) -> tuple[str, ...]:
        """The columns that are looked at."""
        return self.names if self.model is None else tuple(dict.fromkeys([*self.names, self.model[0]]))

    def mine(self, table: Table) -> Table:
        """The rows of the model, gaps and all."""
        if self.model is None:
            return table
        column, wanted = table[self.model[0]], self.model[1]
        return cut(table, np.fromiter((str(name) == wanted for name in column.tolist()), bool, len(column)))

    def __call__(self, table: Table) -> Table:
        """The rows that are complete."""
        mine = self.mine(table)
        gone = np.zeros(rows_in(mine), bool)
        for name in self.names:
            gone |= missing_in(mine[name])
        return cut(mine, ~gone) if gone.any() else mine

    def looked(self, table: Table) -> Looked:
        """How many rows there are, how many are complete, and the gaps of each column."""
        mine = self.mine(table)
        return rows_in(mine), rows_in(self(table)), tuple(int(missing_in(mine[name]).sum()) for name in self.names)


def rows_in(table: Table) -> int:
    """The number of rows of a part."""
    return len(next(iter(table.values()))) if table else 0


def cut(table: Table, kept: Array) -> Table:
    """Some rows of a part."""
    return {name: column[kept] for name, column in table.items()}


def floats(column: Array) -> Array:
    """A column as numbers of one kind: 64 bits, and no zero below zero."""
    return column.astype(np.float64) + 0.0


def equal_rows(table: Table, weight: str | None = None) -> Table:
    """The different rows of a part, with their number (and summed weights) under `#` (`#w`, `#w2`)."""
    sums = {"#": np.ones(rows_in(table), np.int64)}
    if weight is not None:
        w = floats(table[weight])
        sums |= {"#w": w, "#w2": w * w}
    return summed({name: column for name, column in table.items() if name != weight} | sums)


def summed(table: Table) -> Table:
    """The different rows of a table, whose columns called `#` and so on are added up."""
    values = [name for name in table if not name.startswith("#")]
    place = np.zeros(rows_in(table), np.int64)
    for name in values:
        codes = _codes(table[name], name)
        place = np.unique(place * (int(codes.max(initial=0)) + 1) + codes, return_inverse=True)[1]
    _, first, place = np.unique(place, return_index=True, return_inverse=True)
    found = {name: table[name][first] for name in values}
    for name in table.keys() - values:
        total = np.zeros(len(first), table[name].dtype)
        np.add.at(total, place, table[name])
        found[name] = total
    return found


def _codes(column: Array, name: str) -> Array:
    """A whole number for every value of a column, 0 for gaps."""
    gone = missing_in(column)
    codes = np.zeros(len(column), np.int64)
    codes[~gone] = encode(column[~gone], name)[1] + 1
    return codes


def combinations(table: Table, names: Sequence[str]) -> tuple[list[tuple[Label, ...]], Array]:
    """The different combinations of labels in some columns, and which of them every row has."""
    told = [encode(table[name], name) for name in names]
    place = np.zeros(rows_in(table), np.int64)
    for labels, codes in told:
        place = place * max(len(labels), 1) + codes
    _, first, place = np.unique(place, return_index=True, return_inverse=True)
    return [tuple(labels[codes[row]] for labels, codes in told) for row in first.tolist()], place


def joined(table: Table) -> Table:
    """Entries in their order, equal ones as one; sums do not depend on the order of rows."""
    places = places_of(table)
    summed = [name for name in table if name not in (KEY, VALUE, BESIDE)]
    sorted_ = cut(table, np.lexsort([*(table[name] for name in summed), *places]))
    first = np.ones(rows_in(table), bool)
    first[1:] = np.logical_or.reduce([column[1:] != column[:-1] for column in places_of(sorted_)])
    starts = np.flatnonzero(first)
    sums = {name: np.add.reduceat(sorted_[name], starts) if len(starts) else sorted_[name] for name in summed}
    return {name: sums[name] if name in sums else sorted_[name][starts] for name in table}


def places_of(table: Table) -> list[Array]:
    """The columns that entries are sorted by, all rising, the least important first."""
    return [*([-table[BESIDE]] if BESIDE in table else []), -table[VALUE], table[KEY]]


def together(parts: Sequence[Array]) -> Array:
    """A column of its parts, no number rounded where one part has gaps and another has none."""
    kinds = {part.dtype.kind for part in parts}
    if "O" in kinds or ("b" in kinds and len(kinds) > 1) or ("f" in kinds and any(map(_long, parts))):
        return np.concatenate([part.astype(object) for part in parts])
    return np.concatenate(parts)


def _long(part: Array) -> bool:
    return part.dtype.kind in "iu" and len(part) > 0 and bool((part > EXACT).any() or (part < -EXACT).any())
