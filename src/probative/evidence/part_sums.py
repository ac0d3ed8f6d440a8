"""Sums of a column up to any place, without running sums as long as the column."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from probative.evidence.arrays import Array, Floats

STRETCH = 1 << 15
"""Entries that fit the processor's cache."""


@dataclass(frozen=True, slots=True, eq=False)
class PartSums:
    """A column of numbers of at least 0, and the sum of each of its stretches.

    >>> sums = PartSums.of(np.array([2, 1, 4]))
    >>> sums.split(1), sums.down_to(np.array([0, 2, 3])).tolist()
    ((2.0, 5.0), [0.0, 3.0, 7.0])
    """

    column: Array
    sums: Floats

    @classmethod
    def of(cls, column: Array) -> PartSums:
        """The sums of a column."""
        firsts = np.arange(0, len(column), STRETCH)
        sums = np.add.reduceat(column, firsts) if len(column) else np.zeros(0)
        return cls(column, sums.astype(np.float64))

    def split(self, place: int) -> tuple[float, float]:
        """The sum before a place, and from there on: summed, not subtracted, as a difference may fall short of 0."""
        i = place // STRETCH
        middle, end = i * STRETCH, (i + 1) * STRETCH
        before = float(self.sums[:i].sum()) + float(self.column[middle:place].sum())
        return before, float(self.column[place:end].sum()) + float(self.sums[i + 1 :].sum())

    def down_to(self, places: Array) -> Floats:
        """The running sum before each place; running sums of weights never fall, whatever the rounding."""
        found = np.zeros(len(places))
        order = np.argsort(places, kind="stable")
        stretches, firsts = np.unique(places[order] // STRETCH, return_index=True)
        passed = np.concatenate([[0.0], np.cumsum(self.sums)])
        for i, asked in zip(stretches.tolist(), np.split(order, firsts[1:]), strict=True):
            part = self.column[i * STRETCH : (i + 1) * STRETCH]
            running = np.concatenate([[0.0], np.cumsum(part, dtype=np.float64)]) + passed[i]
            if i < len(self.sums):
                running = np.minimum(running, passed[i + 1])
            found[asked] = running[places[asked] - i * STRETCH]
        return found
