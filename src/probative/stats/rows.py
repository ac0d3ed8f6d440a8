"""Two models on the same rows where single rows matter: scores, class probabilities, numbers, losses."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from probative.errors import EmptyData, LengthMismatch
from probative.evidence import ClassScores, Ladder, Moments, Residuals, ValuePairs
from probative.evidence.arrays import Array, Floats, at_home, numbers, read_only, same_length
from probative.evidence.kinds import Measurable
from probative.evidence.labels import Label, positives
from probative.measurement.registry import Measure, Parameters
from probative.stats.rank_distributions import midranks

MEANS = (Residuals, ValuePairs, Moments)
"""Evidence of one number per row, of which row losses are means."""
BLOCK = 25
"""Replicates per task; fixed, so that results do not depend on the number of threads."""


class Rows:
    """Both models' predictions for the same rows; evidence is made anew for every replicate."""

    def __init__(self, measure: Measure, y_true: object, a: object, b: object, labels: Sequence[Label] | None) -> None:
        self.measure, self.labels = measure, labels
        self.a, self.b = _column(a, "a", measure), _column(b, "b", measure)
        self.truth: Array = self.a if measure.needs is Moments else np.asarray(at_home(y_true))
        self.n = same_length(y_true=self.truth, a=self.a, b=self.b)
        if not self.n:
            raise EmptyData("there are no rows to compare.", remedy="check the filter or the file that made them")
        if self.a.shape != self.b.shape:
            raise LengthMismatch("both models need the same classes.", found=f"{self.a.shape} and {self.b.shape}")

    def values(self, parameters: Parameters, rows: Array | None = None, swap: Array | None = None) -> Floats:
        """The measure of both models, on the rows drawn, with the models swapped where `swap` says so."""
        truth, a, b = self.truth, self.a, self.b
        if swap is not None:
            where = swap if a.ndim == 1 else swap[:, None]
            a, b = np.where(where, b, a), np.where(where, a, b)
        if rows is not None:
            truth, a, b = truth[rows], a[rows], b[rows]
        return np.array([self._value(truth, x, parameters) for x in (a, b)])

    def _value(self, truth: Array, guess: Array, parameters: Parameters) -> float:
        """The measure of one model; where it is the mean of what rows lose, without evidence of everything else."""
        if self.measure.losses is not None and self.measure.row_loss is not None and self.measure.needs in MEANS:
            with np.errstate(divide="ignore", invalid="ignore"):
                return float(np.mean(self.measure.row_loss(truth, guess, **parameters)))
        return float(self.measure(self._evidence(truth, guess), **parameters))

    def differing(self) -> Array:
        """The rows in which the models differ."""
        unequal = self.a != self.b
        return np.flatnonzero(unequal if unequal.ndim == 1 else unequal.any(axis=1))

    def _evidence(self, truth: Array, guess: Array) -> Measurable:
        if self.measure.needs is Moments:
            return Moments.from_values(guess)
        if self.measure.needs is Residuals:
            return Residuals.from_values(truth, guess)
        if self.measure.needs is ValuePairs:
            return ValuePairs.from_values(truth, guess)
        return ClassScores.from_probabilities(truth, guess, labels=self.labels or ())


class LadderRows(Rows):
    """Scores of a binary target: sorted once, then only counted."""

    def __init__(
        self, measure: Measure, y_true: object, a: object, b: object, pos_label: Label | None, swap: bool
    ) -> None:
        super().__init__(measure, positives(y_true, pos_label), a, b, None)
        if swap and measure.order_only:
            # Ranks can be exchanged between models whose scores are on different scales.
            self.a, self.b = midranks(self.a), midranks(self.b)
        self.scores, rung = np.unique(np.concatenate([self.a, self.b]), return_inverse=True)
        self.rungs = (len(self.scores) - 1 - rung[: self.n], len(self.scores) - 1 - rung[self.n :])
        self.scores = read_only(self.scores[::-1].copy())

    def differing(self) -> Array:
        """The rows in which the models differ; in rank, where only the order of the scores counts."""
        if self.measure.order_only:
            return np.flatnonzero(midranks(self.a) != midranks(self.b))
        return super().differing()

    def values(self, parameters: Parameters, rows: Array | None = None, swap: Array | None = None) -> Floats:
        """The measure of both models, on the rows drawn, with the models swapped where `swap` says so."""
        first, second = self.rungs
        if swap is not None:
            first, second = np.where(swap, second, first), np.where(swap, first, second)
        weight = np.ones(self.n) if rows is None else np.bincount(rows, minlength=self.n)
        of_positives, of_negatives, size = weight * self.truth, weight * ~self.truth, len(self.scores)
        ladders = (
            Ladder(self.scores, np.bincount(rung, of_positives, size), np.bincount(rung, of_negatives, size))
            for rung in (first, second)
        )
        return np.array([float(self.measure(ladder, **parameters)) for ladder in ladders])


def _column(values: object, name: str, measure: Measure) -> Floats:
    array = np.asarray(at_home(values))
    if measure.needs is ClassScores:
        return array.astype(np.float64)
    return numbers(array, name)


def replicated(
    rows: Rows,
    parameters: Parameters,
    replicates: int,
    seeds: np.random.SeedSequence,
    draw: Callable[[np.random.Generator], dict[str, Array]],
) -> Floats:
    """Differences of the measure over draws of rows or swaps."""
    sizes = [min(BLOCK, replicates - start) for start in range(0, replicates, BLOCK)]

    def block(task: tuple[int, np.random.SeedSequence]) -> list[float]:
        rng = np.random.default_rng(task[1])
        return [gap(rows.values(parameters, **draw(rng))) for _ in range(task[0])]

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        parts = list(pool.map(block, zip(sizes, seeds.spawn(len(sizes)), strict=True)))
    return np.array([value for part in parts for value in part])


def gap(values: Floats) -> float:
    """The difference of two values; infinite ones have none."""
    return float(values[0] - values[1]) if np.isfinite(values).all() else float("nan")
