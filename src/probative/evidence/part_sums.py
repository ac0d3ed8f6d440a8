"""Sums of a column up to any place, without running sums as long as the column."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import numpy as np

from probative.evidence.arrays import Array, Floats
from probative.evidence.mapped import let_go, windows

STRETCH = 1 << 15
"""Entries that fit the processor's cache."""


def stretch_sums(column: Array) -> Array:
    """The sum of each stretch of a column, which may lie on disk."""
    ends = ((first, first + STRETCH) for first in range(0, len(column), STRETCH))
    found = [part.sum() for part in windows(column, ends)]
    return np.array(found) if found else np.zeros(0)


def summed(column: Array) -> float:
    """The sum of a column, the same to the last bit wherever it lies.

    >>> summed(np.array([2, 1, 4]))
    7.0
    """
    return float(stretch_sums(column).sum())


def whole_groups(starts: Array, length: int) -> Iterator[tuple[int, int]]:
    """Groups of entries, by the numbers of the first and of the one behind the last: as many as make a stretch."""
    cuts = np.unique(np.append(np.searchsorted(starts, np.arange(0, length, STRETCH)), len(starts)))
    return pairwise(cuts.tolist())


def group_sums(column: Array, starts: Array) -> Array:
    """The sum from each start to the next.

    >>> group_sums(np.array([2, 1, 4]), np.array([0, 2])).tolist()
    [3, 4]
    """
    found, ends = np.zeros(len(starts), column.dtype), np.append(starts[1:], len(column))
    groups = list(whole_groups(starts, len(column)))
    parts = windows(column, [(int(starts[i]), int(ends[j - 1])) for i, j in groups])
    for (i, j), part in zip(groups, parts, strict=True):
        found[i:j] = np.add.reduceat(part, starts[i:j] - starts[i])
    return found


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
        return cls(column, stretch_sums(column).astype(np.float64))

    @property
    def total(self) -> float:
        """The sum of all."""
        return float(self.sums.sum())

    def places(self, levels: Floats, side: Literal["left", "right"]) -> Array:
        """How many entries must be summed to reach each level ("right": to pass it); one more than all where never."""
        passed = np.cumsum(self.sums)
        stretches = np.searchsorted(passed, levels, side)
        found = np.full(np.shape(levels), len(self.column) + 1)
        for at in np.ndindex(found.shape):
            i = int(stretches[at])
            if i < len(self.sums):
                part = self.column[i * STRETCH : (i + 1) * STRETCH]
                running = np.cumsum(part) + (float(passed[i - 1]) if i else 0.0)
                inside = min(int(np.searchsorted(running, levels[at], side)), len(part) - 1)
                found[at] = i * STRETCH + inside + 1
                let_go(part)
        return found

    def split(self, place: int) -> tuple[float, float]:
        """The sum before a place, and from there on: summed, not subtracted, as a difference may fall short of 0."""
        i = place // STRETCH
        middle, end = i * STRETCH, (i + 1) * STRETCH
        before = float(self.sums[:i].sum()) + float(self.column[middle:place].sum())
        after = float(self.column[place:end].sum()) + float(self.sums[i + 1 :].sum())
        let_go(self.column[middle:end])
        return before, after

    def down_to(self, places: Array) -> Floats:
        """The running sum before each place; running sums of weights never fall, whatever the rounding."""
        found = np.zeros(len(places))
        order = np.argsort(places, kind="stable")
        stretches, firsts = np.unique(places[order] // STRETCH, return_index=True)
        passed = np.concatenate([[0.0], np.cumsum(self.sums)])
        groups = np.split(order, firsts[1:])
        parts = windows(self.column, [(i * STRETCH, (i + 1) * STRETCH) for i in stretches.tolist()])
        for i, asked, part in zip(stretches.tolist(), groups, parts, strict=True):
            running = np.cumsum(part)
            at = places[asked] - i * STRETCH
            found[asked] = np.where(at > 0, running[at - 1], 0) + passed[i] if len(part) else passed[i]
            if i < len(self.sums):
                found[asked] = np.minimum(found[asked], passed[i + 1])
        return found
