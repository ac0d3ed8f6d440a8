"""Kinds of rows: those that belong to the same slices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from probative.evidence.arrays import Array, Floats


@dataclass(frozen=True, slots=True)
class Kinds:
    """Which kind each row is of, how many rows each kind has, and which kinds a slice is made of.

    >>> made = Kinds.of([np.array([True, True, False]), np.array([False, True, False])])
    >>> made.sizes.tolist(), made.belongs.tolist()
    ([1, 1, 1], [[0.0, 1.0, 1.0], [0.0, 0.0, 1.0]])
    """

    place: Array
    sizes: Array
    belongs: Floats
    """By slice and kind: 1 where it is a part of it."""

    @classmethod
    def of(cls, masks: Sequence[Array]) -> Kinds:
        """The kinds of rows that slices tell apart."""
        pattern = np.zeros(len(masks[0]), np.int64)
        for mask in masks:
            pattern *= 2
            pattern += mask
        kinds, place, sizes = np.unique(pattern, return_inverse=True, return_counts=True)
        belongs = np.stack([(kinds >> (len(masks) - 1 - i)) & 1 for i in range(len(masks))]).astype(np.float64)
        return cls(place, sizes, belongs)

    def summed(self, values: Floats) -> Floats:
        """Sums by kind."""
        return np.asarray(np.bincount(self.place, values, len(self.sizes)), np.float64)
