"""The lattice of slices: conjunctions of conditions on up to three features, counted block by block."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import prod

import numpy as np

from probative.evidence.arrays import Array, Floats
from probative.slicing.features import Feature

Block = tuple[int, ...]
"""Places of features that are looked at together."""
Choice = tuple[tuple[int, int], ...]
"""A slice: places of features, each with the number of its condition (from 1)."""


@dataclass(frozen=True, slots=True)
class Lattice:
    """All slices that conditions on at most `depth` features describe.

    The rows of a block of features are counted once into its cells; every slice of the block, of one condition or of
    several, is a sum of cells.
    """

    features: tuple[Feature, ...]
    depth: int

    @property
    def n(self) -> int:
        """All rows."""
        return len(self.features[0].codes)

    @property
    def largest(self) -> int:
        """The most slices that a block can have."""
        return prod(sorted((len(feature.covers) for feature in self.features), reverse=True)[: self.depth])

    def blocks(self) -> Iterator[Block]:
        """Every set of as many features as slices may have conditions; fewer conditions are slices of these too."""
        return combinations(range(len(self.features)), min(self.depth, len(self.features)))

    def cells(self, block: Block) -> tuple[Array, int]:
        """The cell of each row among those of a block, and how many cells there are."""
        first, *others = (self.features[place] for place in block)
        count, place = first.cells, first.codes.astype(np.intp)
        for feature in others:
            place *= feature.cells
            place += feature.codes
            count *= feature.cells
        return place, count

    def slices(self, block: Block, table: Floats) -> Floats:
        """From sums by cell (along the first axis) to sums by slice: choices of all features, the last one fastest."""
        width = table.shape[1]
        done = 1
        for place in block:
            covers = self.features[place].covers
            # What is done stays in front, what is to come behind.
            table = covers @ table.reshape(done, covers.shape[1], -1)
            done *= len(covers)
        return table.reshape(done, width)

    def choices(self, block: Block, numbers: Array) -> list[Choice]:
        """The slices of these numbers, as conditions."""
        shape = [len(self.features[place].covers) for place in block]
        picked = np.stack(np.unravel_index(numbers, shape), axis=1).tolist()
        return [tuple((f, c) for f, c in zip(block, one, strict=True) if c) for one in picked]

    def own(self, block: Block) -> Array:
        """Which slices of a block are counted there: those of fewer conditions stand in other blocks too."""
        asked = np.meshgrid(*(np.arange(len(self.features[place].covers)) > 0 for place in block), indexing="ij")
        every = range(len(self.features))
        kept = np.zeros(asked[0].shape, bool)
        for size in range(1, len(block) + 1):
            for used in combinations(block, size):
                # The first block that holds these features has the first of the others beside them.
                others = [place for place in every if place not in used][: len(block) - size]
                if set(block) == {*used, *others}:
                    pattern = [part == (place in used) for place, part in zip(block, asked, strict=True)]
                    kept |= np.logical_and.reduce(pattern)
        return kept.ravel()

    def rows(self, choice: Choice) -> Array:
        """Which rows a slice has."""
        held = np.ones(self.n, bool)
        for place, condition in choice:
            held &= self.features[place].rows(condition)
        return held

    def only(self, rows: Array) -> Lattice:
        """The same slices of some of the rows."""
        return Lattice(tuple(feature.only(rows) for feature in self.features), self.depth)
