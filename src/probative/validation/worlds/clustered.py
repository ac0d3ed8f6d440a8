"""Rows in clusters of unequal size, alike within a cluster."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import log, sqrt

import numpy as np

from probative.evidence import Ladder, Ledger, Outcomes
from probative.evidence.arrays import Array, Floats
from probative.validation.worlds.binormal import Binormal, cell_truths, score_truths
from probative.validation.worlds.world import Drawn


@dataclass(frozen=True)
class Clustered:
    """Samples of whole clusters; each moves the signals of its positives, and by another step those of its negatives.

    Signals of all rows together are those of the binormal population, so that is the truth. Positives and negatives of
    a cluster are moved independently: otherwise pairs within a cluster would have another AUC than pairs across.
    """

    clusters: int
    scores: Binormal
    alike: float = 0.3
    """The correlation of the signals of two rows of one class in one cluster."""

    @property
    def setting(self) -> str:
        """The number of clusters and the population."""
        return f"{self.clusters} unequal clusters, {self.scores}"

    def truths(self, kind: type) -> Mapping[str, float]:
        """By measure, its value in the population."""
        return cell_truths(self.scores) if kind is Outcomes else score_truths(self.scores)

    def drawn(self, kind: type, replicates: int, rng: np.random.Generator) -> Iterator[Drawn]:
        """Ledgers with an entry for each cluster."""
        for _ in range(replicates):
            cluster, truth, x = self.rows(rng)
            parts = [(truth[cluster == i], x[cluster == i]) for i in range(self.clusters)]
            made = [self._outcomes(*part) if kind is Outcomes else self._ladder(*part) for part in parts]
            yield Ledger(("cluster",), {(i,): evidence for i, evidence in enumerate(made)}), 1

    def rows(self, rng: np.random.Generator) -> tuple[Array, Array, Floats]:
        """The cluster of every row, truths and signals."""
        sizes = np.clip(np.rint(rng.lognormal(log(12), 0.8, self.clusters)), 2, 100).astype(int)
        cluster = np.repeat(np.arange(self.clusters), sizes)
        truth, x = self.scores.rows(len(cluster), rng)
        moved = rng.normal(size=(self.clusters, 2))[cluster, truth.astype(int)]
        own = x - self.scores.separation * truth
        return cluster, truth, self.scores.separation * truth + sqrt(self.alike) * moved + sqrt(1 - self.alike) * own

    def _ladder(self, truth: Array, x: Floats) -> Ladder:
        return Ladder.from_scores(truth, self.scores.score(x))

    def _outcomes(self, truth: Array, x: Floats) -> Outcomes:
        called = x >= self.scores.middle
        tp, fp = int((truth & called).sum()), int((~truth & called).sum())
        return Outcomes.trusted(tp, int(truth.sum()) - tp, fp, int((~truth).sum()) - fp)
