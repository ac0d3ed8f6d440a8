"""Areas under the ROC curves of all folds at once, for rows of any weights, as a bootstrap asks for them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from probative.evidence.arrays import Array, Floats
from probative.evidence.labels import encode
from probative.predictions.guesses import Guesses
from probative.predictions.same_rows import SameRows


@dataclass(frozen=True, slots=True)
class Ranked:
    """One model's tests in the order of fold and score."""

    order: Array
    positive: Floats
    rungs: Array
    """Where each run of equal scores of one fold begins."""
    folds: Array
    """The first rung of each fold."""

    @classmethod
    def of(cls, fold: Array, truth: Array, score: Floats) -> Ranked:
        """The tests, sorted once."""
        order = np.lexsort([score, fold])
        ranked, parts = score[order], fold[order]
        fresh = np.ones(len(order), bool)
        fresh[1:] = (np.diff(ranked) != 0) | (np.diff(parts) != 0)
        rungs = np.flatnonzero(fresh)
        folds = np.flatnonzero(np.diff(parts[rungs], prepend=-1))
        return cls(order, truth[order].astype(np.float64), rungs, folds)

    def mean(self, weight: Array) -> float:
        """The mean area over folds that have rows of both classes; nan where there is none."""
        w = weight[self.order].astype(np.float64)
        p, n = (np.add.reduceat(part, self.rungs) for part in (w * self.positive, w * (1 - self.positive)))
        positives, negatives = (np.add.reduceat(part, self.folds) for part in (p, n))
        sizes = np.diff(self.folds, append=len(p))
        below = np.cumsum(n) - n - np.repeat(np.cumsum(negatives) - negatives, sizes)
        # A positive beats the negatives on lower rungs, and half of those on its own.
        won = np.add.reduceat(p * (below + n / 2), self.folds)
        both = positives * negatives
        there = both > 0
        return float((won[there] / both[there]).mean()) if there.any() else float("nan")


@dataclass(frozen=True, slots=True)
class FoldAreas:
    """The mean of folds of the AUC of several models on the same tests."""

    models: dict[str, Ranked]

    @classmethod
    def of(cls, tests: SameRows) -> FoldAreas:
        """The models' tests, each sorted once.

        >>> import probative as pv
        >>> from probative.predictions.same_rows import same_tests
        >>> table = {"y": [1, 0, 1, 0], "s": [0.9, 0.2, 0.4, 0.6], "f": [0, 0, 1, 1], "id": [1, 2, 3, 4]}
        >>> said = pv.read(table, truth="y", scores="s", fold="f", row="id")
        >>> FoldAreas.of(same_tests(said, ["s"])).value("s", np.ones(4))
        0.5
        """
        guesses = Guesses.of(tests, "auc")
        fold = np.zeros(tests.n, np.intp) if tests.folds is None else encode(tests.folds, "folds")[1]
        truth = np.asarray(guesses.truth) == 1
        return cls(
            {name: Ranked.of(fold, truth, np.asarray(said, np.float64)) for name, said in guesses.models.items()}
        )

    def value(self, model: str, weight: Array) -> float:
        """The mean area of a model, of rows of these weights."""
        return self.models[model].mean(weight)
