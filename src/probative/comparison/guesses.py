"""What a measure needs of the models' predictions: the kind of evidence, and the columns to make it of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from probative.comparison.held import Said, SameRows
from probative.errors import BadInput, BadLabels, BadParameter
from probative.evidence import ClassScores, ConfusionMatrix, Ladder, Outcomes, Residuals
from probative.evidence.arrays import Array, Floats
from probative.evidence.labels import encode, ordered
from probative.measurement import find, measures
from probative.predictions.target import require_positive

ORDER_ONLY = ("auc", "average_precision", "ks")
"""Measures of the order of the scores, whatever their scale."""


def default_measure(held: SameRows) -> str:
    """AUC where all models have scores of a positive class, accuracy for other classes, squared errors for numbers."""
    if held.target.task == "regression":
        return "mse"
    if held.target.positive is not None and all(said.score is not None for said in held.models.values()):
        return "auc"
    return "accuracy"


def needed_kind(measure: str, held: SameRows) -> type:
    """The kind of evidence that this measure takes from these predictions."""
    kinds = _kinds(measure)
    binary = len(held.target.labels) <= 2 and held.target.positive is not None
    order: tuple[type, ...] = (Outcomes, Ladder, ConfusionMatrix, ClassScores, Residuals)
    if not binary:
        order = (ConfusionMatrix, ClassScores, Residuals)
    if held.target.task == "regression":
        order = (Residuals,)
    for kind in order:
        if kind in kinds:
            return kind
    raise BadParameter(
        f"{measure} cannot be computed from these predictions.",
        found=f"{held.target.task} with {len(held.target.labels)} classes",
        remedy="name the positive class, or take another measure",
    )


def _kinds(measure: str) -> list[type]:
    return [known.needs for known in measures() if known.name == find(measure).name]


def column_for(said: Said, kind: type, name: str, held: SameRows, threshold: float | None) -> Array:
    """What a model's evidence is made of: labels, scores, probabilities or numbers."""
    if kind is Ladder and said.score is not None:
        return said.score
    if kind is ClassScores and said.proba is not None:
        return said.proba
    if kind in (Outcomes, ConfusionMatrix, Residuals):
        if said.predicted is not None and (threshold is None or said.score is None):
            return said.predicted
        if said.proba is not None:
            return np.asarray(np.array(held.target.labels, object)[said.proba.argmax(axis=1)])
        if said.score is not None and kind is not Residuals:
            return _labels(said.score, held, threshold)
    raise BadInput(f"{name} has no predictions that this measure could use.", remedy="name its scores or labels")


def _labels(score: Floats, held: SameRows, threshold: float | None) -> Array:
    cut = threshold
    if cut is None:
        probable = bool(score.min() >= 0 and score.max() <= 1)
        if not probable and not score.min() < 0 < score.max():
            raise BadParameter("a threshold is needed to turn these scores into labels.", remedy="threshold=")
        cut = 0.5 if probable else 0.0
    positive = require_positive(held.target)
    negative = next((label for label in held.target.labels if label != positive), f"not {positive}")
    return np.where(score >= cut, np.array(positive, object), np.array(negative, object))


@dataclass(frozen=True, slots=True)
class Guesses:
    """Two or more models' predictions as the evidence of one measure takes them, beside the truth.

    Where one class is positive, truth and labels are 1 or 0, so that rows of one class alone are no special case.
    """

    measure: str
    kind: type
    truth: Array
    models: dict[str, Array]
    labels: tuple[Any, ...]

    @classmethod
    def of(cls, held: SameRows, measure: str, threshold: float | None, kind: type | None = None) -> Guesses:
        """The columns that this measure needs of every model."""
        kind = kind or needed_kind(measure, held)
        columns = {name: column_for(said, kind, name, held, threshold) for name, said in held.models.items()}
        truth, labels = held.truth, held.target.labels
        if kind in (Outcomes, ConfusionMatrix):
            for name, column in columns.items():
                labels = _refuse_look_alikes(labels, column, name)
        if kind is Outcomes and len(labels) > 2 and ConfusionMatrix in _kinds(measure):
            # A label that only a model uses is wrong whatever the truth: it must not pass for the negative one.
            kind = ConfusionMatrix
        if kind in (Outcomes, Ladder):
            positive = held.target.positive
            truth, labels = _flags(truth, positive), (0, 1)
            if kind is Outcomes:
                columns = {name: _flags(column, positive) for name, column in columns.items()}
        return cls(measure, kind, truth, columns, labels)

    def value(self, model: str, parameters: dict[str, Any], rows: Array | slice = slice(None)) -> float:
        """The measure of one model, on all rows or some."""
        truth, said = self.truth[rows], self.models[model][rows]
        if self.kind is Residuals:
            evidence: Any = Residuals.from_values(truth, said)
        elif self.kind is Ladder:
            evidence = Ladder.from_scores(truth, said)
        elif self.kind is ClassScores:
            evidence = ClassScores.from_probabilities(truth, said, labels=self.labels)
        else:
            evidence = ConfusionMatrix.from_labels(truth, said, labels=self.labels)
            evidence = evidence.outcomes(1) if self.kind is Outcomes else evidence
        return float(find(self.measure, evidence)(evidence, **parameters))

    def same(self, a: str, b: str) -> bool:
        """Whether the measure cannot differ between two models, because they say the same of every row."""
        first, second = self.models[a], self.models[b]
        if self.measure in ORDER_ONLY:
            first, second = (np.unique(column, return_inverse=True)[1] for column in (first, second))
        return bool(np.array_equal(first, second))


def right(truth: Array, guess: Array) -> Array:
    """Where the label is the true one, whatever types the two columns have."""
    known, codes = encode(truth, "truth")
    said, guesses = encode(guess, "predicted")
    place = {label: i for i, label in enumerate(known)}
    return np.asarray(codes == np.array([place.get(label, -1) for label in said])[guesses])


def _flags(column: Array, positive: Any) -> Array:
    labels, codes = encode(column, "labels")
    return np.array([label == positive for label in labels], np.int64)[codes]


def _refuse_look_alikes(labels: tuple[Any, ...], column: Array, name: str) -> tuple[Any, ...]:
    """The labels with those that only this model uses; labels that differ in type alone are refused."""
    said, _ = encode(column, name)
    if not set(labels) & set(said) and set(map(str, labels)) & set(map(str, said)):
        raise BadLabels(
            f"the labels of truth and {name} look alike but are of different types.",
            found=f"truth {list(labels[:6])}, {name} {list(said[:6])}",
            remedy="give both columns the same type",
        )
    return ordered([*labels, *said])
