"""Two models on the same rows: which of them is right, by known shares."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from probative.evidence import Agreement
from probative.evidence.agreement import CELLS
from probative.validation.worlds.world import Drawn


@dataclass(frozen=True)
class Agreeing:
    """Samples of n rows that both, only A, only B or neither predict rightly with these chances."""

    n: int
    shares: tuple[float, float, float, float] = (0.75, 0.1, 0.05, 0.1)

    @property
    def setting(self) -> str:
        """The size of a sample and the population."""
        return f"n {self.n}, only A right {self.shares[1]:g}, only B {self.shares[2]:g}"

    def truths(self, kind: type) -> Mapping[str, float]:
        """By measure, its value in the population."""
        _, only_a, only_b, _ = self.shares
        return {"disagreement": only_a + only_b, "accuracy_difference": only_a - only_b}

    def drawn(self, kind: type, replicates: int, rng: np.random.Generator) -> Iterator[Drawn]:
        """Counts of the four."""
        tables = rng.multinomial(self.n, self.shares, replicates)
        for cells, times in zip(*np.unique(tables, axis=0, return_counts=True), strict=True):
            yield Agreement(**dict(zip(CELLS, cells.tolist(), strict=True))), int(times)
