"""Two (or more) models that score the same rows, with a known AUC each."""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt

import numpy as np

from probative.evidence import Outcomes
from probative.evidence.arrays import Array, Floats
from probative.measurement import for_evidence, value
from probative.validation.worlds.binormal import Binormal
from probative.validation.worlds.contest import Question
from probative.validation.worlds.world import POPULATION


@dataclass(frozen=True)
class PairedScores:
    """Models with binormal scores whose noise is correlated; equal ones have the AUC of the first.

    A measure of labels cuts every model's scores where its error rates are equal. Groups, where there are any, are
    of unequal size, and move the scores of both models together and each by itself.
    """

    n: int
    measure: str = "auc"
    prevalence: float = 0.3
    auc: float = 0.8
    better: float = 0.87
    """The AUC of the second model where they differ."""
    models: int = 2
    groups: int = 0
    correlation: float = 0.5
    everyone: bool = True
    normal: bool = False

    @property
    def setting(self) -> str:
        """What is compared and how much of it."""
        several = f"{self.models} models, " if self.models > 2 else ""
        rows = f"{self.groups} unequal groups" if self.groups else f"n {self.n}"
        return f"{self.measure} of {several}{rows}, prevalence {self.prevalence:g}, AUC {self.auc:g}"

    @property
    def alternative(self) -> str:
        """How the models differ."""
        return f"AUC {self.auc:g} against {self.better:g}"

    @property
    def labelled(self) -> bool:
        """Whether the measure is one of labels, not of scores."""
        return any(measure.name == self.measure for measure in for_evidence(Outcomes))

    @property
    def difference(self) -> float | None:
        """The first model's measure minus the second's."""
        if self.models > 2:
            return None
        if self.measure == "auc":
            return self.auc - self.better
        if not self.labelled:
            return None
        return self._value(self.auc) - self._value(self.better)

    def _value(self, auc: float) -> float:
        cells = Binormal(self.prevalence, auc).shares() * POPULATION
        return value(self.measure, Outcomes.trusted(*cells.tolist()))

    def question(self, rng: np.random.Generator, *, equal: bool) -> Question:
        """Scores or labels of one sample."""
        truth, scores, group = self.rows(rng, (self.auc, self.auc if equal else self.better))
        names = [f"model {i + 1}" for i in range(self.models)]
        columns = dict(zip(names, scores, strict=True))
        said = {name: (x >= 0).astype(int) for name, x in columns.items()} if self.labelled else columns
        words = {"truth": truth.astype(int), "predicted" if self.labelled else "scores": said, "measure": self.measure}
        return words if group is None else words | {"groups": group}

    def rows(self, rng: np.random.Generator, areas: tuple[float, float]) -> tuple[Array, list[Floats], Array | None]:
        """Truths, signals of each model (0 is its middle) and groups; the last model has the second area."""
        group = self._groups(rng) if self.groups else None
        n = self.n if group is None else len(group)
        truth = rng.random(n) < self.prevalence
        shared = _noise(rng, truth, group)
        found = []
        for i in range(self.models):
            d = Binormal(self.prevalence, areas[i == self.models - 1]).separation
            own = _noise(rng, truth, group)
            noise = sqrt(self.correlation) * shared + sqrt(1 - self.correlation) * own
            found.append(noise + d * (truth - 0.5))
        return truth, found, group

    def _groups(self, rng: np.random.Generator) -> Array:
        sizes = np.clip(np.rint(rng.lognormal(log(12), 0.8, self.groups)), 2, 100).astype(int)
        return np.repeat(np.arange(self.groups), sizes)


def _noise(rng: np.random.Generator, truth: Array, group: Array | None) -> Floats:
    """Standard normal noise; in a group, that of rows of one class is correlated by 0.3."""
    plain = rng.normal(size=len(truth))
    if group is None:
        return plain
    moved = rng.normal(size=(int(group.max()) + 1, 2))[group, truth.astype(int)]
    return np.asarray(sqrt(0.3) * moved + sqrt(0.7) * plain)
