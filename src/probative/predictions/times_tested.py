"""How often each row was tested: once under k-fold, never or many times where splits are drawn by chance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np

from probative.evidence.arrays import Array
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

    did: str = "tested"
    """What was done so often: rows were tested, or trained on."""

    @classmethod
    def counted(cls, times: Array, did: str = "tested") -> Self:
        """From the number of tests (or trainings) of every row."""
        values, counts = np.unique(times, return_counts=True)
        listed = tuple(times.tolist()) if len(times) <= LISTED else ()
        by_times = {str(value): count for value, count in zip(values.tolist(), counts.tolist(), strict=True)}
        return cls(len(times), by_times, tuple(np.flatnonzero(times == 0).tolist()), listed, did)

    @property
    def mean(self) -> float:
        """Tests of a row, on average."""
        return sum(int(times) * count for times, count in self.by_times.items()) / self.rows

    def sentence(self) -> str:
        """How often rows were tested, in one sentence."""
        times = sorted(map(int, self.by_times))
        if len(times) == 1:
            word = {1: "once", 2: "twice"}.get(times[0], f"{times[0]} times")
            return f"each of {self.rows:,} rows was {self.did} {word}"
        never = f"; {len(self.never):,} never" if self.never else ""
        return f"{self.rows:,} rows were {self.did} {times[0]} to {times[-1]} times, {self.mean:.3g} on average{never}"
