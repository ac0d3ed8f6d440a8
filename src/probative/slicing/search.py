"""The search: the slices with the largest excess, level by level, without looking where none can be (SliceLine)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from heapq import heappush, heappushpop
from itertools import combinations

import numpy as np

from probative.evidence.arrays import Array, Floats
from probative.slicing.lattice import Block, Choice, Lattice

KEPT = 100
"""Slices that a search hands over."""


@dataclass(slots=True)
class Table:
    """What is known of the slices of a block, along the conditions of its features."""

    rows: Floats
    sums: Floats
    worst: Floats
    """The sum of the losses above the mean: no part of the slice has a larger sum."""


@dataclass(slots=True)
class Search:
    """One search: values (losses less their mean), and the best slices so far.

    A slice of m of n rows with the sum S scores S / √(m (n - m) / n). Of the parts of a slice none has more rows, none
    a larger sum than that of its losses above the mean, and none a larger one than its rows times its largest loss; a
    part of several slices is bound by all of them (Sagadeeva and Boehm 2021, with a score that is a statistic). Blocks
    of features are taken in the order of their bounds, and the search is over where the next bound is not above the
    worst of the slices that are kept.
    """

    values: Floats
    lattice: Lattice
    least: int
    kept: int = KEPT
    move: Callable[[int], None] = lambda _: None
    """Told of every block that is done with."""
    best: list[tuple[float, Choice]] = field(default_factory=list)
    looked_at: int = 0
    counted: int = 0
    """Blocks of features whose rows were counted."""
    tables: dict[Block, Table] = field(default_factory=dict)
    largest: list[Floats] = field(default_factory=list)
    """By feature and condition, the largest value in it."""
    above: Floats = field(default_factory=lambda: np.zeros(0))

    def run(self) -> list[tuple[float, Choice]]:
        """The best slices, the best first."""
        self.above = np.maximum(self.values, 0.0)
        for place, feature in enumerate(self.lattice.features):
            top = np.full(feature.cells, -np.inf)
            np.maximum.at(top, feature.codes, self.values)
            covered = np.where(feature.covers[1:] > 0, top, -np.inf)
            self.largest.append(covered.max(axis=1, initial=-np.inf))
            self._look((place,), deeper=True)
        for depth in range(2, self.lattice.depth + 1):
            self._level(depth)
        return sorted(self.best, key=lambda one: (-one[0], len(one[1]), one[1]))

    @property
    def floor(self) -> float:
        """The score that a slice must beat."""
        return self.best[0][0] if len(self.best) >= self.kept else 0.0

    def _level(self, depth: int) -> None:
        bounds = {}
        for block in combinations(range(len(self.lattice.features)), depth):
            if all(part in self.tables for part in combinations(block, depth - 1)):
                bounds[block] = self._bound(block)
        for block, bound in sorted(bounds.items(), key=lambda item: -item[1]):
            if bound <= self.floor:
                break
            self._look(block, deeper=depth < self.lattice.depth)
            self.move(1)

    def _bound(self, block: Block) -> float:
        """The largest score that any slice of a block can have, from what its parents say."""
        shape = [len(self.lattice.features[place].conditions) for place in block]
        rows, worst, largest = (np.full(shape, np.inf) for _ in range(3))
        for i, place in enumerate(block):
            parent = self.tables[block[:i] + block[i + 1 :]]
            np.minimum(rows, np.expand_dims(parent.rows, i), out=rows)
            np.minimum(worst, np.expand_dims(parent.worst, i), out=worst)
            along = [1] * len(block)
            along[i] = -1
            np.minimum(largest, self.largest[place].reshape(along), out=largest)
        possible = (rows >= self.least) & (largest > 0)
        if not possible.any():
            return -np.inf
        rows, worst, largest = rows[possible], worst[possible], largest[possible]
        # The score grows with rows of the largest loss until these sum up to all that is there, then falls, and may
        # rise again where hardly any row is left out.
        turn = np.clip(worst / largest, self.least, rows)
        most = np.minimum(rows, len(self.values) - self.least)
        ends = [self._score(m, np.minimum(worst, m * largest)) for m in (np.minimum(turn, most), most)]
        return float(np.maximum(*ends).max())

    def _score(self, rows: Floats, sums: Floats) -> Floats:
        n = len(self.values)
        return sums / np.sqrt(np.maximum(rows * (n - rows), 1.0) / n)

    def _look(self, block: Block, *, deeper: bool) -> None:
        """Count the rows of a block, and keep what is good."""
        place, count = self.lattice.cells(block)
        rows = self._slices(block, np.bincount(place, minlength=count))
        sums = self._slices(block, np.bincount(place, self.values, count))
        self.counted += 1
        if deeper:
            worst = self._slices(block, np.bincount(place, self.above, count))
            self.tables[block] = Table(rows, sums, worst)
        inside = (rows >= self.least) & (len(self.values) - rows >= self.least)
        self.looked_at += int(inside.sum())
        score = np.where(inside, self._score(rows, sums), -np.inf)
        good = np.argwhere(score > self.floor)
        values = score[score > self.floor]
        for i in np.argsort(-values)[: self.kept].tolist():
            self._keep(float(values[i]), tuple(zip(block, (good[i] + 1).tolist(), strict=True)))

    def _keep(self, score: float, choice: Choice) -> None:
        if len(self.best) < self.kept:
            heappush(self.best, (score, choice))
        elif score > self.best[0][0]:
            heappushpop(self.best, (score, choice))

    def _slices(self, block: Block, table: Array) -> Floats:
        """By conditions of all features of the block; slices of fewer conditions belong to other blocks."""
        shape = [len(self.lattice.features[place].covers) for place in block]
        every = self.lattice.slices(block, table[:, None].astype(np.float64)).reshape(shape)
        return every[(slice(1, None),) * len(block)]
