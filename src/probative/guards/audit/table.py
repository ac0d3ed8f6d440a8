"""The table under audit: a sample of all columns, and of all rows what the checks need whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from probative.evidence.arrays import Array, Floats
from probative.evidence.labels import Label
from probative.guards.audit.commands import Commands
from probative.guards.audit.field import Field

MOST_NAMED = 10_000
"""Rows that a note names; it always says how many there are."""
SEED = 0
"""Of the sample, the halves and the permutations: the same table gives the same notes."""


@dataclass(frozen=True, slots=True)
class Pair:
    """One split: the rows that are trained on and the rows that are tested, by their position."""

    train: Array
    test: Array


@dataclass(frozen=True, slots=True)
class AuditTable:
    """What is audited. Positions count the rows that are held; `places` are theirs in the table."""

    target: str
    task: str
    labels: tuple[Label, ...]
    """The classes; empty for a regression."""
    n: int
    """The rows that have a target."""
    y: Array
    """Codes of the classes, or numbers, of the rows that are held: all that have a target, if they fit into memory."""
    sizes: Array | None
    """How many of all rows have each class."""
    places: Array
    drawn: Array | None
    """Of more rows than fit: which of those held were drawn. The others were not, but have an equal. None: all rows."""
    ids: Array | None
    """Row ids, where a column was named."""
    group: Array | None
    """Codes of groups."""
    group_name: str | None
    time: Floats | None
    time_name: str | None
    keys: Array
    """A hash of the inputs of every row that is held."""
    repeats: float
    """The share of the sets of equal rows that are held."""
    sample: Array
    """Positions of the rows in the sample, ascending."""
    fields: tuple[Field, ...]
    """The inputs, of the sample."""
    pairs: Sequence[Pair]
    say: Commands
    gone: Array
    """Places of rows without a target, of the first of them at least."""
    without: int
    """How many rows have no target."""
    estimated: bool
    """Whether the different values of columns are estimates."""
    memory: str
    """What did not hold all rows, in words; empty if it did."""

    @property
    def rows_of_all(self) -> int:
        """The number of rows, with those that have no target."""
        return self.n + self.without

    @property
    def classifies(self) -> bool:
        """Whether the target has classes."""
        return self.task == "classification"

    @property
    def target_here(self) -> Array:
        """The target of the sample."""
        return self.y[self.sample]

    @property
    def units(self) -> Array:
        """What rows of the sample are drawn in: their group, or each row by itself."""
        return np.arange(len(self.sample)) if self.group is None else self.group[self.sample]

    def rows(self, positions: Array) -> list[int | str]:
        """The names of rows for a note: their ids, or their places in the table."""
        shown = positions[:MOST_NAMED]
        if self.ids is None:
            return [int(place) for place in self.places[shown]]
        return [row if isinstance(row, int) else str(row) for row in self.ids[shown].tolist()]

    def such_as(self, positions: Array) -> str:
        """The first of some rows, for a sentence."""
        shown = ", ".join(str(row) for row in self.rows(positions[:5]))
        return f"rows {shown}{' and more' * (len(positions) > 5)}"

    def showing(self, positions: Array) -> str:
        """The command that shows some rows, the first ten of them."""
        places = ", ".join(map(str, self.places[positions[:10]].tolist()))
        numbered = "SELECT *, row_number() OVER () - 1 AS row FROM {}"
        return self.say.sql(f"SELECT * FROM ({numbered}) WHERE row IN ({places})")

    def fewer(self, most: int) -> Array:
        """Indices into the sample of at most so many of its rows, ascending."""
        if len(self.sample) <= most:
            return np.arange(len(self.sample))
        return np.sort(np.random.default_rng(SEED).choice(len(self.sample), most, replace=False))

    def about_sample(self, used: int) -> str:
        """On how many rows a check rests, where these are not all."""
        return f", on a sample of {used:,} of {self.n:,} rows" if used < self.n else ""

    def about_held(self) -> str:
        """On how many rows a check of rows that are held rests, where these are not all."""
        return f" (looked at in {len(self.y):,} of {self.n:,} rows: {self.memory})" if self.memory else ""

    def counted(self, rows: int) -> str:
        """How many of all rows, where so many were found among the sets of equal rows that are held."""
        return f"{rows:,}" if self.repeats == 1 else f"about {rows / self.repeats:,.0f}"


def in_words(names: list[str], most: int = 5) -> str:
    """Names of columns in a sentence, not endless."""
    shown = ", ".join(repr(name) for name in names[:most])
    return shown + (f" and {len(names) - most} more" if len(names) > most else "")
