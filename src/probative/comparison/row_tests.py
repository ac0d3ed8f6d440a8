"""Tests of two models on the same rows, for any measure."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from probative.comparison.choice import RIGHT_OR_WRONG
from probative.comparison.clusters import cluster_bootstrap
from probative.evidence import ClassScores, ConfusionMatrix, Ladder
from probative.evidence.arrays import Array, Floats
from probative.predictions.guesses import Guesses, right
from probative.predictions.same_rows import SameRows
from probative.stats import TestResult, cochran_q, delong, mcnemar, paired_bootstrap, paired_permutation, paired_t


@dataclass(frozen=True, slots=True)
class RowTest:
    """A test by name with all that it needs to compare any two of the models held."""

    held: SameRows
    measure: str
    test: str
    level: float
    seed: int = 0
    parameters: dict[str, Any] = field(default_factory=dict)

    def guesses(self) -> Guesses:
        """The predictions as this test takes them."""
        kind = {"mcnemar": ConfusionMatrix, "delong": Ladder}.get(self.test)
        if self.test == "paired-t" and self.measure in RIGHT_OR_WRONG:
            kind = ConfusionMatrix
        return Guesses.of(self.held, self.measure, kind)

    def run(self, guesses: Guesses, a: str, b: str) -> TestResult:
        """The test of two models."""
        truth, first, second = guesses.truth, guesses.models[a], guesses.models[b]
        if self.test == "delong":
            return delong(truth, first, second, level=self.level)
        if self.test == "mcnemar":
            return _mcnemar(truth, first, second, self.measure, self.level)
        if self.test == "paired-t":
            losses = (_losses(truth, guess, self.measure) for guess in (first, second))
            return replace(paired_t(*losses, level=self.level), effect_name=f"difference of {self.measure}")
        if self.test == "cluster-bootstrap":
            assert self.held.groups is not None
            how: dict[str, Any] = {"level": self.level, "seed": self.seed, "parameters": self.parameters}
            return cluster_bootstrap(guesses, self.held.groups, a, b, **how)
        run = paired_bootstrap if self.test == "paired-bootstrap" else paired_permutation
        labels = {"labels": guesses.labels} if guesses.kind is ClassScores else {}
        how = {"level": self.level, "random_state": self.seed, **labels, **self.parameters}
        return run(self.measure, truth, first, second, **how)


def all_right(held: SameRows, guesses: Guesses) -> TestResult:
    """Cochran's test of whether all models are right equally often."""
    table = np.column_stack([right(held.truth, guess) for guess in guesses.models.values()])
    return cochran_q(table.astype(int), names=list(guesses.models))


def _mcnemar(truth: Array, a: Array, b: Array, measure: str, level: float) -> TestResult:
    right_a, right_b = right(truth, a), right(truth, b)
    only_a, only_b = int((~right_a & right_b).sum()), int((right_a & ~right_b).sum())
    result = mcnemar(only_a, only_b, n=len(truth), level=level)
    if measure == "error_rate":
        effect, low, high = 0.0 - result.effect, 0.0 - result.high, 0.0 - result.low
        return replace(result, effect=effect, low=low, high=high, effect_name="difference of error rates")
    return result


def _losses(truth: Array, guess: Array, measure: str) -> Floats:
    """What each row adds to a measure that is a mean over rows."""
    if measure in RIGHT_OR_WRONG:
        return np.asarray(right(truth, guess) == (measure == "accuracy"), np.float64)
    errors = np.asarray(truth, np.float64) - np.asarray(guess, np.float64)
    return np.asarray(errors**2 if measure == "mse" else np.abs(errors))
