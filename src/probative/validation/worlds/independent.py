"""Independent rows with binormal scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from probative.evidence import Ladder, Outcomes
from probative.validation.worlds.binormal import Binormal, cell_truths, score_truths
from probative.validation.worlds.world import Drawn


@dataclass(frozen=True)
class Independent:
    """Samples of n rows; outcomes are cut where both error rates are equal."""

    n: int
    scores: Binormal

    @property
    def setting(self) -> str:
        """The size of a sample and the population."""
        return f"n {self.n}, {self.scores}"

    def truths(self, kind: type) -> Mapping[str, float]:
        """By measure, its value in the population."""
        return cell_truths(self.scores) if kind is Outcomes else score_truths(self.scores)

    def drawn(self, kind: type, replicates: int, rng: np.random.Generator) -> Iterator[Drawn]:
        """Outcomes are drawn as counts, of which few are different; scores row by row."""
        if kind is Outcomes:
            tables = rng.multinomial(self.n, self.scores.shares(), replicates)
            for cells, times in zip(*np.unique(tables, axis=0, return_counts=True), strict=True):
                yield Outcomes.trusted(*cells.tolist()), int(times)
            return
        for _ in range(replicates):
            truth, x = self.scores.rows(self.n, rng)
            yield Ladder.from_scores(truth, self.scores.score(x)), 1
