"""Several classes: a finite population of score profiles, so that every truth is a finite sum."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from probative.evidence import ClassScores, ConfusionMatrix
from probative.evidence.arrays import Floats
from probative.validation.worlds.world import POPULATION, Drawn, by_definition

PROFILES = 400


@dataclass(frozen=True)
class Profiles:
    """Samples of n rows; each has one of 400 equally common rows of class probabilities, which are right.

    `sharpness` is the standard deviation of the log odds: of 1 classes are hard to tell, of 4 they are easy.
    """

    n: int
    priors: tuple[float, ...]
    sharpness: float = 2.0

    @property
    def setting(self) -> str:
        """The size of a sample and the population."""
        shares = "balanced" if len(set(self.priors)) == 1 else "skewed"
        return f"n {self.n}, {len(self.priors)} {shares} classes, sharpness {self.sharpness:g}"

    @cached_property
    def scores(self) -> Floats:
        """A row of class probabilities for every profile, with classes as common as the priors say."""
        logits = self.sharpness * np.random.default_rng(7).normal(size=(PROFILES, len(self.priors)))
        wanted, offset = np.array(self.priors), np.log(self.priors)
        for _ in range(500):
            shares = np.exp(logits + offset)
            shares /= shares.sum(axis=1, keepdims=True)
            offset = offset + np.log(wanted / shares.mean(axis=0))
        return shares

    @property
    def labels(self) -> tuple[int, ...]:
        """The classes by number."""
        return tuple(range(len(self.priors)))

    def truths(self, kind: type) -> Mapping[str, float]:
        """By measure, its value in the population: sums over profiles and classes."""
        whole = self._evidence(self.scores / PROFILES * POPULATION)
        return by_definition(kind, lambda: whole.confusion() if kind is ConfusionMatrix else whole)

    def drawn(self, kind: type, replicates: int, rng: np.random.Generator) -> Iterator[Drawn]:
        """Counts by profile and class."""
        tables = rng.multinomial(self.n, (self.scores / PROFILES).ravel(), replicates)
        for cells in tables:
            made = self._evidence(cells.reshape(self.scores.shape).astype(np.float64))
            yield made.confusion() if kind is ConfusionMatrix else made, 1

    def _evidence(self, counts: Floats) -> ClassScores:
        profile, label = np.nonzero(counts)
        return ClassScores.from_groups(
            label, self.scores[profile], self.labels, np.rint(counts[profile, label]), None, None
        )
