"""Weighted rows: weights that have nothing to do with the rows, and weights that undo an unequal sampling."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import exp

import numpy as np

from probative.evidence import Ladder, Outcomes
from probative.evidence.arrays import Array, Floats
from probative.validation.worlds.binormal import Binormal, cell_truths, score_truths
from probative.validation.worlds.world import Drawn


@dataclass(frozen=True)
class Weighted:
    """Samples of n rows with weights; the truth is the population's, which the weighted sample stands for.

    With a `tilt` of 0 the weights are log-normal and independent of the rows. Otherwise a row with signal x is drawn
    with a chance in proportion to exp(tilt x), and has the inverse of that as its weight: the weighted sample
    represents the population, though strong signals are over-sampled.
    """

    n: int
    scores: Binormal
    tilt: float = 0.0
    spread: float = 1.0
    """The standard deviation of the log of independent weights."""

    @property
    def setting(self) -> str:
        """The size of a sample, the population and the weights."""
        how = "inverse-probability" if self.tilt else "log-normal"
        return f"n {self.n}, {self.scores}, {how} weights"

    def truths(self, kind: type) -> Mapping[str, float]:
        """By measure, its value in the population."""
        return cell_truths(self.scores) if kind is Outcomes else score_truths(self.scores)

    def drawn(self, kind: type, replicates: int, rng: np.random.Generator) -> Iterator[Drawn]:
        """Weighted ladders, or outcomes of them."""
        cut = float(self.scores.score(self.scores.middle))
        for _ in range(replicates):
            truth, x, weight = self.rows(rng)
            ladder = Ladder.from_scores(truth, self.scores.score(x), sample_weight=weight)
            yield ladder.at(cut) if kind is Outcomes else ladder, 1

    def rows(self, rng: np.random.Generator) -> tuple[Array, Floats, Floats]:
        """Truths, signals and weights."""
        if not self.tilt:
            truth, x = self.scores.rows(self.n, rng)
            return truth, x, np.exp(self.spread * rng.normal(size=self.n))
        # Tilted by exp(tilt x), a normal distribution is moved by the tilt, and classes become as common as these odds.
        odds = self.scores.prevalence / (1 - self.scores.prevalence) * exp(self.tilt * self.scores.separation)
        truth = rng.random(self.n) < odds / (1 + odds)
        x = rng.normal(size=self.n) + self.scores.separation * truth + self.tilt
        return truth, x, np.exp(-self.tilt * x)
