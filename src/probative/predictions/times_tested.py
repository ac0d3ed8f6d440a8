"""How often each row was tested: once under k-fold, never or many times where splits are drawn by chance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np

from probative.evidence.arrays import Array
from probative.evidence.labels import encode
from probative.predictions.prediction_table import PredictionTable
from probative.records import Record

LISTED = 10_000
"""Rows up to which the number of tests of each is written down."""


@dataclass(frozen=True, slots=True)
class TimesTested(Record):
    """How many rows were tested how often; `rows` counts them, `times` has one number per row where they are listed.

    >>> found = TimesTested.counted(np.array([0, 2, 2, 1]))
    >>> found.by_times, found.never, found.sentence()
    ({'0': 1, '1': 1, '2': 2}, (0,), '4 rows were tested 0 to 2 times, 1.25 on average; 1 never')
    """

    also: ClassVar[dict[str, str]] = {"sentence": "sentence", "mean": "mean"}

    rows: int
    by_times: dict[str, int]
    """By number of tests, how many rows had so many."""
    never: tuple[int, ...] = ()
    """Every row (its number) that no model was tested on."""
    times: tuple[int, ...] = ()
    """The number of tests of every row, in the order of the data; nothing where they are too many to be listed."""

    @classmethod
    def counted(cls, times: Array) -> Self:
        """From the number of tests of every row."""
        values, counts = np.unique(times, return_counts=True)
        listed = tuple(times.tolist()) if len(times) <= LISTED else ()
        by_times = {str(value): count for value, count in zip(values.tolist(), counts.tolist(), strict=True)}
        return cls(len(times), by_times, tuple(np.flatnonzero(times == 0).tolist()), listed)

    @classmethod
    def of(cls, table: PredictionTable, model: str) -> Self | None:
        """The tests of one model, by row of the data; None where rows have no ids."""
        row = table.roles.row
        if row is None:
            return None
        ids, n = table.listed(model)[0].values[row], table.n
        numbered = ids.dtype.kind in "iu" and len(ids) and ids.min() >= 0 and ids.max() < n
        # Ids that are no numbers of rows are taken in their order.
        codes = ids if numbered else encode(ids, row)[1]
        return cls.counted(np.bincount(codes, minlength=n))

    @property
    def mean(self) -> float:
        """Tests of a row, on average."""
        return sum(int(times) * count for times, count in self.by_times.items()) / self.rows

    def sentence(self) -> str:
        """How often rows were tested, in one sentence."""
        times = sorted(map(int, self.by_times))
        if len(times) == 1:
            word = {1: "once", 2: "twice"}.get(times[0], f"{times[0]} times")
            return f"each of {self.rows:,} rows was tested {word}"
        never = f"; {len(self.never):,} never" if self.never else ""
        return f"{self.rows:,} rows were tested {times[0]} to {times[-1]} times, {self.mean:.3g} on average{never}"
