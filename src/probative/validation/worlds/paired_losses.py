"""Two regressions of the same rows."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np

from probative.validation.worlds.contest import Question
from probative.validation.worlds.regressed import LAWS


@dataclass(frozen=True)
class PairedLosses:
    """Two models whose errors have a law and a half of their variance in common.

    With `outliers` the second model is exact but for rare large errors that make its mean squared error the same as
    the first one's: equal on average, and not alike.
    """

    n: int
    measure: str = "mse"
    law: str = "normal"
    outliers: bool = False
    ordered: bool = False
    """Whether rows have a time: forecasts one step ahead, of which neighbours do not depend on each other."""
    everyone: bool = True
    normal: bool = False

    @property
    def setting(self) -> str:
        """What is compared and how much of it."""
        beside = ", the second right but for rare large ones" if self.outliers else ""
        rows = "steps of time" if self.ordered else "rows"
        return f"{self.measure} of {self.n} {rows}, {self.law} errors{beside}"

    @property
    def alternative(self) -> str:
        """How the models differ."""
        return "errors of the second 1.3 times as large"

    @property
    def difference(self) -> float | None:
        """The first model's measure minus the second's."""
        if self.measure != "mse" or self.law != "normal" or self.outliers:
            return None
        return 1 - 1.3**2

    def question(self, rng: np.random.Generator, *, equal: bool) -> Question:
        """Predictions of one sample."""
        draw = LAWS[self.law].draw
        shared, first, second = (draw(rng, self.n) for _ in range(3))
        truth = rng.normal(size=self.n)
        a, b = (sqrt(0.5) * (shared + own) for own in (first, second))
        if self.outliers:
            b = np.where(rng.random(self.n) < 0.02, rng.normal(0, sqrt(1 / 0.02), self.n), 0.0)
        models = {"model 1": truth + a, "model 2": truth + b * (1.0 if equal else 1.3)}
        words = {"truth": truth, "predicted": models, "measure": self.measure, "task": "regression"}
        return words | ({"time": np.arange(self.n)} if self.ordered else {})
