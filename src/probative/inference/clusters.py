"""Clustered counts and scores: the cluster, not the row, is what varies independently."""

from __future__ import annotations

import numpy as np

from probative.errors import WrongEvidence
from probative.evidence import ConfusionMatrix, Ladder, Ledger, Outcomes
from probative.evidence.arrays import Array, Floats, inner
from probative.inference.delta import gradient
from probative.inference.varying_clusters import VaryingClusters, require_two
from probative.measurement.registry import Measure, Parameters


def cells_of(
    part: Outcomes | ConfusionMatrix | Ladder, whole: Outcomes | ConfusionMatrix | Ladder
) -> tuple[Array, Floats]:
    """Where the non-empty cells of a part of the rows stand among those of the whole, and what is in them."""
    if isinstance(part, ConfusionMatrix) and isinstance(whole, ConfusionMatrix):
        part = part.reordered(whole.labels)
    counts, _ = part.cells()
    some = np.flatnonzero(counts)
    if isinstance(part, Ladder) and isinstance(whole, Ladder):
        rungs = np.searchsorted(-whole.scores, -part.scores)
        place = np.concatenate([rungs, rungs + len(whole.scores)])
        return place[some], counts[some]
    return some, counts[some]


class Clusters(VaryingClusters):
    """The cells of each cluster, laid out in the cells of the whole."""

    def __init__(self, ledger: Ledger) -> None:
        require_two(len(ledger))
        total = ledger.total()
        if not isinstance(total, Outcomes | ConfusionMatrix | Ladder):
            raise WrongEvidence("only counts and ladders have cells to draw by cluster.", found=type(total).__name__)
        self.total = total
        owners, places, counts = [], [], []
        for owner, part in enumerate(ledger.entries.values()):
            place, count = cells_of(part, total)
            owners.append(np.full(len(place), owner))
            places.append(place)
            counts.append(count)
        self.size = len(ledger)
        self.owner, self.place, self.count = (np.concatenate(c) for c in (owners, places, counts))
        sizes = np.bincount(self.owner, self.count, self.size)
        self.share = sizes / sizes.sum() if sizes.any() else np.full(self.size, 1 / self.size)

    def influence(self, measure: Measure, parameters: Parameters) -> Floats:
        """By how much each cluster moves the value, seen from the others."""
        slopes = gradient(measure, self.total, parameters)
        moved: Floats = np.bincount(self.owner, slopes[self.place] * self.count, self.size) / (1 - self.share)
        return moved

    def acceleration(self, measure: Measure, parameters: Parameters) -> float:
        """BCa's acceleration from the influences of the clusters."""
        slopes = gradient(measure, self.total, parameters)
        influence = np.bincount(self.owner, slopes[self.place] * self.count, self.size)
        spread = inner(influence, influence)
        return float((influence**3).sum() / (6 * spread**1.5)) if spread > 0 else 0.0

    def replicate_values(self, measure: Measure, parameters: Parameters, *, replicates: int, seed: int) -> Floats:
        """The measure on resamples of whole clusters."""
        rng = np.random.default_rng(np.random.SeedSequence(seed))
        cells = len(self.total.cells()[0])
        share = np.full(self.size, 1 / self.size)
        values = np.empty(replicates)
        for b in range(replicates):
            times = rng.multinomial(self.size, share)
            counts: Array = np.bincount(self.place, self.count * times[self.owner], cells)
            values[b] = measure(self.total.with_cells(counts), **parameters)
        return values
