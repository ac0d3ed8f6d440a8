"""How models' values vary together: the covariance of a measure over models, from rows, groups or folds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from probative.comparison.facts import form_of
from probative.comparison.held import Results
from probative.comparison.taking import row_losses
from probative.evidence import ConfusionMatrix, Ladder, Outcomes
from probative.evidence.arrays import Array, Floats
from probative.evidence.kinds import Counted
from probative.evidence.labels import encode
from probative.evidence.steps import CHUNK
from probative.inference.delta import gradient
from probative.measurement import find
from probative.predictions.guesses import Guesses
from probative.predictions.same_rows import SameRows

FEWEST = 10
"""Rows, groups or folds below which how values vary together does not show."""


def row_covariance(held: SameRows, measure: str, parameters: Mapping[str, Any] | None = None) -> Floats | None:
    """Covariance of the values of all models on the same rows, from the influence of every row (or group of rows).

    None where the measure does not say how single rows move it, or where there are too few rows.
    """
    guesses = Guesses.of(held, measure)
    columns = [influences(guesses, model, parameters or {}) for model in guesses.models]
    known = [column for column in columns if column is not None]
    if len(known) < len(columns):
        return None
    moves = np.column_stack(known)
    if not np.isfinite(moves).all():
        return None
    if held.groups is not None:
        codes = encode(held.groups, "groups")[1]
        moves = np.column_stack([np.bincount(codes, column) for column in moves.T])
    size = len(moves)
    if size < FEWEST:
        return None
    middles = moves.mean(axis=0)
    # Blocks that stay in the processor's cache; on whole columns of few models BLAS would spin its threads.
    blocks = (moves[first : first + CHUNK] - middles for first in range(0, size, CHUNK))
    return np.asarray(sum(block.T @ block for block in blocks) * size / (size - 1))


@dataclass(frozen=True, slots=True)
class Columns:
    """Models' predictions of the same rows, laid out so that a measure of any weighted rows is found quickly."""

    measure: str
    parts: Mapping[str, tuple[Counted, Array] | Floats]
    """By model its evidence and the cell of each row, or what each row adds to the mean."""
    parameters: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, held: SameRows, measure: str, parameters: Mapping[str, Any] | None = None) -> Columns | None:
        """The predictions that a measure takes; None where it is neither a mean over rows nor made of counts."""
        guesses = Guesses.of(held, measure)
        parts: dict[str, tuple[Counted, Array] | Floats] = {}
        for model, said in guesses.models.items():
            if guesses.kind is not Ladder and form_of(measure) in ("right or wrong", "mean"):
                parts[model] = row_losses(guesses.truth, said, measure, parameters or {})
                continue
            evidence, place = _evidence(guesses, model)
            if evidence is None:
                return None
            parts[model] = (evidence, place)
        return cls(measure, parts, parameters or {})

    def value(self, model: str, weight: Array) -> float:
        """The measure of a model on rows of these weights (whole or not); nan where it has none."""
        part = self.parts[model]
        if isinstance(part, tuple):
            evidence, place = part
            counts = np.bincount(place, weight, len(evidence.cells()[0])).astype(np.float64)
            return float(find(self.measure, evidence)(evidence.with_cells(counts), **self.parameters))
        total = float(weight.sum())
        return float(np.dot(part, weight)) / total if total else float("nan")


def influences(guesses: Guesses, model: str, parameters: Mapping[str, Any]) -> Floats | None:
    """How far each row moves the value of a model, to first order; None where the measure does not say."""
    truth, said = guesses.truth, guesses.models[model]
    if guesses.kind is not Ladder and form_of(guesses.measure) in ("right or wrong", "mean"):
        return row_losses(truth, said, guesses.measure, parameters) / len(truth)
    evidence, place = _evidence(guesses, model)
    if evidence is None:
        return None
    measure = find(guesses.measure, evidence)
    if isinstance(evidence, Ladder) and measure.slopes is None:
        return None
    if not np.isfinite(float(measure(evidence, **parameters))):
        return None
    return gradient(measure, evidence, dict(parameters))[place]


def _evidence(guesses: Guesses, model: str) -> tuple[Counted | None, Array]:
    """The evidence of one model, and the cell in which each row is counted."""
    truth, said = guesses.truth, guesses.models[model]
    if guesses.kind is Ladder:
        [placed] = guesses.placed(model)
        return placed.ladder, placed.cells
    if guesses.kind not in (Outcomes, ConfusionMatrix):
        return None, np.zeros(0, np.intp)
    matrix = ConfusionMatrix.from_labels(truth, said, labels=guesses.labels)
    if guesses.kind is Outcomes:
        return matrix.outcomes(1), np.where(np.asarray(truth) == 1, 1 - said, 3 - said)
    place = {label: i for i, label in enumerate(matrix.labels)}
    rows, columns = (_numbered(column, place) for column in (truth, said))
    return matrix, rows * len(place) + columns


def _numbered(column: Array, place: Mapping[Any, int]) -> Array:
    labels, codes = encode(column, "labels")
    return np.array([place[label] for label in labels], np.intp)[codes]


def result_covariance(held: Results) -> Floats | None:
    """Covariance of the mean results, up to a factor; None where there are too few."""
    samples = list(held.samples.values())
    if min(map(len, samples)) < FEWEST or not all(np.isfinite(sample).all() for sample in samples):
        return None
    if held.of == "independent":
        return np.diag([float(sample.var(ddof=1)) / len(sample) for sample in samples])
    return np.atleast_2d(np.cov(held.table, rowvar=False))
