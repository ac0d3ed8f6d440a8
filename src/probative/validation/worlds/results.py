"""Results of models: on several data sets, paired measurements, or samples of their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from probative.evidence.arrays import Floats
from probative.validation.worlds.contest import Question

Of = Literal["datasets", "paired", "independent"]
Shape = Literal["normal", "skewed", "unequal"]
"""Normal numbers; log-normal ones; normal ones that vary three times as much in the second, smaller sample."""


@dataclass(frozen=True)
class Measurements:
    """Numbers that are equally high on average, or else higher for the second model (or the last one).

    Paired ones share a part that depends on the data set or the measurement.
    """

    n: int
    of: Of
    models: int = 2
    shape: Shape = "normal"
    moved: float = 0.9

    @property
    def setting(self) -> str:
        """What is compared and how much of it."""
        what = {"datasets": "data sets", "paired": "paired measurements", "independent": "independent values"}[self.of]
        words = {"normal": "normal", "skewed": "log-normal", "unequal": "normal, of unequal size and spread"}
        return f"{self.models} models, {self.n} {what}, {words[self.shape]}"

    @property
    def alternative(self) -> str:
        """How the models differ."""
        return f"the last {self.moved:g} standard deviations higher"

    @property
    def difference(self) -> float | None:
        """The first model's mean minus the last one's, where a mean is what is compared."""
        return None

    @property
    def everyone(self) -> bool:
        """Unequal spread breaks what some valid tests assume: there only the one that is chosen is judged."""
        return self.shape != "unequal"

    @property
    def normal(self) -> bool:
        """Whether the numbers are normal."""
        return self.shape != "skewed"

    def question(self, rng: np.random.Generator, *, equal: bool) -> Question:
        """One sample of results."""
        columns = [self._column(rng, i) for i in range(self.models)]
        if self.of != "independent":
            shared = rng.normal(size=self.n)
            columns = [column + shared for column in columns]
        if not equal:
            columns[-1] = columns[-1] + self.moved
        return {"data": {f"model {i + 1}": column for i, column in enumerate(columns)}, "of": self.of}

    def _column(self, rng: np.random.Generator, place: int) -> Floats:
        last = place == self.models - 1
        if self.shape == "unequal":
            return rng.normal(size=self.n // 2 if last else self.n) * (3.0 if last else 1.0)
        plain = rng.normal(size=self.n)
        return plain if self.shape == "normal" else np.exp(plain)
