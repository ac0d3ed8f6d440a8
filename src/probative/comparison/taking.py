"""What a declared test takes of what is held: the columns of two models, or of all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from probative.comparison.facts import form_of
from probative.comparison.held import Results
from probative.evidence import ClassScores, ConfusionMatrix, Ladder
from probative.evidence.arrays import Array
from probative.measurement import find
from probative.predictions.guesses import Guesses, right
from probative.predictions.same_rows import SameRows
from probative.stats.meaning import Alternative
from probative.stats.registry import Test
from probative.stats.taken import Many, Two


class TestColumns(Protocol):
    """The models' columns as one test takes them."""

    def two(self, a: str, b: str) -> Two:
        """Those of two models."""

    def many(self) -> Many:
        """Those of all."""


@dataclass(frozen=True, slots=True)
class RowColumns:
    """Predictions of the same rows as one test takes them."""

    test: Test
    guesses: Guesses
    groups: Array | None
    level: float
    seed: int = 0
    parameters: Mapping[str, Any] = field(default_factory=dict)
    horizon: int = 1
    alternative: Alternative = "two-sided"

    @classmethod
    def of(
        cls,
        held: SameRows,
        measure: str,
        test: Test,
        level: float,
        seed: int,
        parameters: Mapping[str, Any] | None = None,
        horizon: int = 1,
        alternative: Alternative = "two-sided",
    ) -> RowColumns:
        """The predictions that this test needs of every model."""
        kind: type | None = Ladder if test.column == "scores" else None
        if test.column in ("right", "losses") and form_of(measure) == "right or wrong":
            kind = ConfusionMatrix
        guesses = Guesses.of(held, measure, kind)
        return cls(test, guesses, held.groups, level, seed, parameters or {}, horizon, alternative)

    def two(self, a: str, b: str) -> Two:
        """Those of two models."""
        guesses = self.guesses
        labels = guesses.labels if guesses.kind is ClassScores else None
        words: dict[str, Any] = {"truth": guesses.truth, "labels": labels, "groups": self.groups}
        words |= {"measure": guesses.measure, "seed": self.seed, "parameters": self.parameters, "horizon": self.horizon}
        words["alternative"] = self.alternative
        if self.test.column == "scores" and guesses.kind is Ladder:
            words["standing"] = lambda: guesses.placed(a, b)
        return Two(self._column(a), self._column(b), self.level, **words)

    def many(self) -> Many:
        """Those of all."""
        return Many({name: self._column(name) for name in self.guesses.models}, level=self.level)

    def _column(self, model: str) -> Array:
        truth, guess, measure = self.guesses.truth, self.guesses.models[model], self.guesses.measure
        if self.test.column == "right":
            return right(truth, guess)
        return row_losses(truth, guess, measure, self.parameters) if self.test.column == "losses" else guess


def row_losses(truth: Array, guess: Array, measure: str, parameters: Mapping[str, Any]) -> Array:
    """What each row adds to a measure that is a mean over rows."""
    added = find(measure).row_loss
    assert added is not None, f"{measure} is not a mean over rows"
    if form_of(measure) == "right or wrong":
        return added(np.ones(len(truth), bool), right(truth, guess))
    return added(np.asarray(truth, np.float64), np.asarray(guess, np.float64), **parameters)


@dataclass(frozen=True, slots=True)
class ResultColumns:
    """Results, which every test takes as they are."""

    held: Results
    better: str
    level: float
    adjustment: str = "holm"
    alternative: Alternative = "two-sided"
    correction: str = "none"

    def two(self, a: str, b: str) -> Two:
        """Those of two models."""
        samples, held = self.held.samples, self.held
        side = self.alternative
        return Two(samples[a], samples[b], self.level, n_train=held.n_train, n_test=held.n_test, alternative=side)

    def many(self) -> Many:
        """Those of all."""
        return Many(self.held.samples, self.better, self.level, self.adjustment, self.correction)
