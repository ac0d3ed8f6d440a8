"""Graded rows: one number for each row, of which the mean is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from probative.evidence import Moments
from probative.validation.worlds.regressed import LAWS
from probative.validation.worlds.world import Drawn


@dataclass(frozen=True)
class Graded:
    """Samples of n grades: 0, and an error of that law, which is 0 on average."""

    n: int
    law: str = "normal"

    @property
    def setting(self) -> str:
        """The size of a sample and the law of the grades."""
        return f"n {self.n}, {self.law} grades"

    def truths(self, kind: type) -> Mapping[str, float]:
        """The mean."""
        return {"mean": 0.0, "mean_loss": 0.0, "mean_grade": 0.0}

    def drawn(self, kind: type, replicates: int, rng: np.random.Generator) -> Iterator[Drawn]:
        """Sums of powers of the grades."""
        for _ in range(replicates):
            yield Moments.from_values(LAWS[self.law].draw(rng, self.n)), 1
