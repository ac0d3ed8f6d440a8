"""Two learners, trained on folds: results that share training rows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from probative.evidence.arrays import Array, Floats
from probative.validation.worlds.contest import Question


@dataclass(frozen=True)
class TwoLearners:
    """Two learners that each cut an input of their own halfway between the class means of the training rows.

    The inputs are alike, so neither learner is better; where they are to differ the second input separates the classes
    more. Results are accuracies of the test folds.
    """

    n: int = 100
    folds: int = 10
    repeats: int = 1
    separation: float = 0.8
    better: float = 1.8
    everyone: bool = True
    normal: bool = False

    @property
    def setting(self) -> str:
        """The plan and the number of rows."""
        plan = "5x2 folds" if self._two_fold else f"{self.repeats}x{self.folds} folds"
        return f"accuracy of {plan} of {self.n} rows"

    @property
    def alternative(self) -> str:
        """How the learners differ."""
        return f"classes {self.separation:g} or {self.better:g} standard deviations apart"

    @property
    def difference(self) -> float | None:
        """Trained anew on every fold, the learners have no difference in closed form."""
        return None

    @property
    def _two_fold(self) -> bool:
        return self.folds == 2 and self.repeats == 5

    def question(self, rng: np.random.Generator, *, equal: bool) -> Question:
        """Results of one cross-validation."""
        y = np.arange(self.n) % 2
        apart = np.array([self.separation, self.separation if equal else self.better])
        x = rng.normal(size=(self.n, 2)) + apart * y[:, None]
        found = np.array([self._repeat(x, y, rng) for _ in range(self.repeats)])
        results = {f"model {i + 1}": found[:, :, i] if self._two_fold else found[:, :, i].ravel() for i in range(2)}
        tested = self.n / self.folds
        return {"data": results, "of": "folds", "n_train": self.n - tested, "n_test": tested}

    def _repeat(self, x: Floats, y: Array, rng: np.random.Generator) -> list[Floats]:
        """Accuracies of both learners on the folds of one repeat."""
        results = []
        for test in np.array_split(rng.permutation(self.n), self.folds):
            train = np.ones(self.n, bool)
            train[test] = False
            zero, one = (x[train & (y == label)].mean(axis=0) for label in (0, 1))
            said = (x[test] > (zero + one) / 2) == (one > zero)
            results.append((said == y[test, None].astype(bool)).mean(axis=0))
        return results
