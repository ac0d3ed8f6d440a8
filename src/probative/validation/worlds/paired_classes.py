"""Two models that label rows of several classes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from probative.evidence.arrays import Array
from probative.validation.worlds.contest import Question


@dataclass(frozen=True)
class PairedClasses:
    """Two models that are right with a chance, and else name another class at random."""

    n: int
    measure: str = "macro_f1"
    priors: tuple[float, ...] = (0.6, 0.25, 0.1, 0.05)
    right: float = 0.75
    better: float = 0.85
    everyone: bool = True
    normal: bool = False

    @property
    def setting(self) -> str:
        """What is compared and how much of it."""
        return f"{self.measure} of n {self.n}, {len(self.priors)} skewed classes, {self.right:g} right"

    @property
    def alternative(self) -> str:
        """How the models differ."""
        return f"{self.right:g} right against {self.better:g}"

    @property
    def difference(self) -> float | None:
        """The first model's measure minus the second's."""
        return self.right - self.better if self.measure == "accuracy" else None

    def question(self, rng: np.random.Generator, *, equal: bool) -> Question:
        """Labels of one sample."""
        truth = rng.choice(len(self.priors), self.n, p=self.priors)
        # A row that is hard for one model is hard for the other: half of the rows share their luck.
        luck = rng.random(self.n)
        shares = (self.right, self.right if equal else self.better)
        said = {f"model {i + 1}": self._said(truth, luck, share, rng) for i, share in enumerate(shares)}
        return {"truth": truth, "predicted": said, "measure": self.measure, "task": "classification"}

    def _said(self, truth: Array, luck: Array, share: float, rng: np.random.Generator) -> Array:
        own = np.where(rng.random(self.n) < 0.5, luck, rng.random(self.n))
        other = (truth + rng.integers(1, len(self.priors), self.n)) % len(self.priors)
        return np.where(own < share, truth, other)
