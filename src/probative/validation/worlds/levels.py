"""Tied scores: binormal signals of which only a few levels are kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.special import ndtr

from probative.evidence import Ladder
from probative.evidence.arrays import Floats
from probative.inference.roots import root
from probative.validation.worlds.binormal import FAR, Binormal
from probative.validation.worlds.world import POPULATION, Drawn, by_definition


@dataclass(frozen=True)
class Levels:
    """Samples of n rows with scores on levels that are equally common; a score is the share of positives on it."""

    n: int
    scores: Binormal
    levels: int = 5

    @property
    def setting(self) -> str:
        """The size of a sample and the population."""
        return f"n {self.n}, {self.scores}, ties on {self.levels} levels"

    @cached_property
    def masses(self) -> Floats:
        """The population's share of positives (first row) and negatives on each level, the highest first."""
        p, d = self.scores.prevalence, self.scores.separation
        shares = np.arange(1, self.levels) / self.levels

        def cut(share: float) -> float:
            return root(lambda x: p * ndtr(x - d) + (1 - p) * ndtr(x) - share, -FAR, d + FAR, within=1e-13)

        edges = np.array([np.inf, *map(cut, shares[::-1]), -np.inf])
        return np.stack([p * -np.diff(ndtr(edges - d)), (1 - p) * -np.diff(ndtr(edges))])

    def truths(self, kind: type) -> Mapping[str, float]:
        """By measure, its value in the population: sums over the levels."""
        return by_definition(Ladder, lambda: self._ladder(np.rint(self.masses * POPULATION).astype(np.int64)))

    def drawn(self, kind: type, replicates: int, rng: np.random.Generator) -> Iterator[Drawn]:
        """Counts of positives and negatives by level."""
        tables = rng.multinomial(self.n, self.masses.ravel(), replicates)
        for cells, times in zip(*np.unique(tables, axis=0, return_counts=True), strict=True):
            yield self._ladder(cells.reshape(2, -1)), int(times)

    def _ladder(self, counts: Floats) -> Ladder:
        kept = counts.sum(axis=0) > 0
        positives, negatives = counts[:, kept]
        return Ladder.from_counts((self.masses[0] / self.masses.sum(axis=0))[kept], positives, negatives)
