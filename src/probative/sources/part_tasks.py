"""What is made of a part of a table where it lies: entries, bins, counts, sums; sent to workers, and back as little."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from probative.evidence import Fingerprint
from probative.evidence.arrays import Array
from probative.evidence.binning import grid
from probative.evidence.labels import Label, encode
from probative.sources.parts import (
    BESIDE,
    KEY,
    VALUE,
    Kept,
    Table,
    combinations,
    cut,
    equal_rows,
    floats,
    joined,
    rows_in,
)

Combination = tuple[Label, ...]


@dataclass(frozen=True, slots=True)
class Numbering:
    """The number of every combination of some columns, the same on every worker."""

    names: tuple[str, ...]
    codes: dict[Combination, int]

    def __call__(self, table: Table) -> Array:
        """The number of every row; 0 where there are no columns."""
        if not self.names:
            return np.zeros(rows_in(table), np.int64)
        found, place = combinations(table, self.names)
        return np.array([self.codes[one] for one in found], np.int64)[place]


@dataclass(frozen=True, slots=True)
class OfKept:
    """A task for the rows of a part that are kept."""

    kept: Kept
    task: Callable[[Table], Any]

    def __call__(self, table: Table) -> Any:
        """What it makes of them."""
        return self.task(self.kept(table))


@dataclass(frozen=True, slots=True)
class Counted:
    """The different rows of a part, with the number of each."""

    names: tuple[str, ...]
    weight: str | None

    def __call__(self, table: Table) -> Table:
        """They, and their weights."""
        wanted = [*self.names, *([self.weight] if self.weight else [])]
        return equal_rows({name: table[name] for name in wanted}, self.weight)


@dataclass(frozen=True, slots=True)
class Entries:
    """The rows of a part as entries of ladders: equal ones as one already, unless they are weighed."""

    score: str
    truth: str
    positive: tuple[Label, ...]
    numbering: Numbering
    weight: str | None

    def __call__(self, table: Table) -> Table:
        """With their key, and what is counted or weighed there."""
        if self.weight is not None:
            table = cut(table, table[self.weight] > 0)
        labels, codes = encode(table[self.truth], self.truth)
        yes = np.array([label in self.positive for label in labels], bool)[codes]
        key, value = self.numbering(table), floats(table[self.score])
        if self.weight is None:
            return joined({KEY: key, VALUE: value, "p": yes.astype(np.int64), "n": (~yes).astype(np.int64)})
        w = floats(table[self.weight])
        # Rows stay apart until all that tie are in one place: sums must not depend on how rows were divided.
        return {KEY: key, VALUE: value, "p": w * yes, "n": w * ~yes, "p2": w * w * yes, "n2": w * w * ~yes}


@dataclass(frozen=True, slots=True)
class Scored:
    """What is made of the scores of the rows of a part, and of whether each row is positive."""

    names: tuple[str, ...]
    truth: str
    positive: tuple[Label, ...]
    make: Callable[..., Any]

    def __call__(self, table: Table) -> Any:
        """Scores of 64 bits; 1 where the row is positive."""
        labels, codes = encode(table[self.truth], self.truth)
        yes = np.array([label in self.positive for label in labels], np.uint8)[codes]
        return self.make(*(floats(table[name]) for name in self.names), yes)


def listed(*columns: Array) -> tuple[Array, ...]:
    """The columns as they are."""
    return columns


def pair_entries(first: Array, second: Array, yes: Array) -> Table:
    """Rows as entries of two scores."""
    p = yes.astype(np.int64)
    return joined({KEY: np.zeros(len(yes), np.int64), VALUE: first, BESIDE: second, "p": p, "n": 1 - p})


@dataclass(frozen=True, slots=True)
class Cells:
    """How many rows there are of each combination of the truth and of scores that are cut."""

    at: tuple[float, ...]

    def __call__(self, *columns: Array) -> Array:
        """In the order of the truth, then of every cut."""
        *scores, yes = columns
        place = yes.astype(np.intp)
        for score, level in zip(scores, self.at, strict=True):
            place = 2 * place + (score >= level)
        return np.bincount(place, minlength=2 << len(self.at))


@dataclass(frozen=True, slots=True)
class OfColumns:
    """What is made of columns of numbers that have no keys."""

    make: Callable[..., Any]

    def __call__(self, _: Array | None, columns: tuple[Array, ...]) -> Any:
        """Of the columns alone."""
        return self.make(*columns)


@dataclass(frozen=True, slots=True)
class Errors:
    """The rows of a part as absolute errors with their weight."""

    truth: str
    predicted: str
    numbering: Numbering
    weight: str | None

    def __call__(self, table: Table) -> Table:
        """With their key."""
        if self.weight is not None:
            table = cut(table, table[self.weight] > 0)
        error = np.abs(floats(table[self.truth]) - floats(table[self.predicted]))
        w = np.ones(len(error)) if self.weight is None else floats(table[self.weight])
        return {KEY: self.numbering(table), VALUE: error, "w": w}


@dataclass(frozen=True, slots=True)
class Numbers:
    """What is made of columns of numbers and of the weight, beside the code of their keys."""

    names: tuple[str, ...]
    numbering: Numbering
    weight: str | None
    make: Callable[[Array | None, tuple[Array, ...]], Any]

    def __call__(self, table: Table) -> Any:
        """Rows without weight are left out."""
        if self.weight is not None:
            table = cut(table, table[self.weight] > 0)
        wanted = [*self.names, *([self.weight] if self.weight else [])]
        columns = tuple(floats(table[name]) for name in wanted)
        return self.make(self.numbering(table) if self.numbering.names else None, columns)


@dataclass(frozen=True, slots=True)
class Bins:
    """The bins of a part, with the lowest and highest score of each."""

    entries: Entries
    probabilities: bool

    def __call__(self, table: Table) -> Table:
        """By key and from the highest down."""
        found = self.entries(table)
        place = grid(found[VALUE], self.probabilities)
        low, high = found[VALUE], found[VALUE]
        counts = {name: column for name, column in found.items() if name not in (KEY, VALUE)}
        return bins_together({"h": found[KEY], "place": place, "low": low, "high": high, **counts})


def bins_together(found: Table) -> Table:
    """Equal bins as one, by key and from the highest down."""
    if not rows_in(found):
        return found
    order = np.lexsort([found["place"], found["h"]])
    found = cut(found, order)
    names: tuple[str, ...] = ("h", "place")
    first = np.ones(len(order), bool)
    first[1:] = np.logical_or.reduce([found[name][1:] != found[name][:-1] for name in names])
    starts = np.flatnonzero(first)
    made = {name: found[name][starts] for name in names}
    made["low"], made["high"] = np.minimum.reduceat(found["low"], starts), np.maximum.reduceat(found["high"], starts)
    for name in found.keys() & {"p", "n", "p2", "n2"}:
        made[name] = np.add.reduceat(found[name], starts)
    return cut(made, np.lexsort([-made["high"], made["h"]]))


def combinations_in(table: Table, names: tuple[str, ...]) -> list[Combination]:
    """The different combinations of labels in a part."""
    return combinations(table, names)[0] if rows_in(table) else []


def ends_of(table: Table, name: str, weight: str | None) -> tuple[float, float]:
    """The lowest and the highest number of a column where rows have weight."""
    column = floats(table[name] if weight is None else table[name][table[weight] > 0])
    return float(column.min(initial=np.inf)), float(column.max(initial=-np.inf))


def fingerprint_of(table: Table, names: tuple[str, ...]) -> Fingerprint:
    """That of the rows of a part."""
    return Fingerprint.from_table({name: table[name] for name in names}) if rows_in(table) else Fingerprint(0, 0)
