"""What a measure takes of the models' predictions of the same rows: the columns that its evidence is made of."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from probative.errors import BadInput, BadLabels
from probative.evidence import ClassScores, ConfusionMatrix, Ladder, Moments, Outcomes, Residuals, ValuePairs
from probative.evidence.arrays import Array
from probative.evidence.kinds import Measurable
from probative.evidence.labels import Label, encode, ordered
from probative.evidence.placed import Placed
from probative.measurement import find
from probative.measurement.registry import Parameters
from probative.predictions.making import classes_of, refuse_strangers
from probative.predictions.same_rows import SameRows


def column_for(held: SameRows, name: str, kind: type) -> Array:
    """What a model's evidence is made of: labels, scores, probabilities or numbers."""
    said, cut = held.models[name], held.cuts.get(name)
    if kind is Ladder and said.score is not None:
        return said.score
    if kind is ClassScores and said.proba is not None:
        return said.proba
    if kind in (Residuals, ValuePairs) and said.predicted is not None:
        return said.predicted
    if kind is Moments and said.value is not None:
        return said.value
    if kind in (Outcomes, ConfusionMatrix):
        if cut is not None and cut.value is not None and said.score is not None:
            negative, positive = classes_of(held.target)
            return np.where(said.score >= cut.value, np.array(positive, object), np.array(negative, object))
        if said.predicted is not None:
            return said.predicted
        if said.proba is not None:
            return said.likeliest(held.target.labels)
    raise BadInput(f"{name} has no predictions that this measure could use.", remedy="name its scores or labels")


@dataclass(frozen=True, slots=True)
class Guesses:
    """Several models' predictions as the evidence of one measure takes them, beside the truth.

    Where one class is positive, truth and labels are 1 or 0, so that rows of one class alone are no special case.
    """

    measure: str
    kind: type
    truth: Array
    models: dict[str, Array]
    labels: tuple[Label, ...]
    rows: SameRows
    """What they were taken from."""

    @classmethod
    def of(cls, held: SameRows, measure: str, kind: type | None = None) -> Guesses:
        """The columns that this measure needs of every model."""
        kind = kind or held.kind(measure)
        columns = {name: column_for(held, name, kind) for name in held.models}
        truth, labels = held.truth, held.target.labels
        if kind in (Outcomes, ConfusionMatrix):
            for name, column in columns.items():
                labels = _refuse_look_alikes(labels, column, name)
        if kind in (Outcomes, Ladder):
            classes = classes_of(held.target)
            if kind is Outcomes:
                for name, column in columns.items():
                    refuse_strangers(name, encode(column, name)[0], classes)
                columns = {name: _flags(column, classes[1]) for name, column in columns.items()}
            truth, labels = _flags(truth, classes[1]), (0, 1)
        return cls(measure, kind, truth, columns, labels, held)

    def placed(self, *models: str) -> list[Placed]:
        """Where the scores of these models place the rows."""
        return self.rows.placed(self.truth == 1, models)

    def ladder(self, model: str) -> Ladder:
        """Of the scores of one model."""
        return self.placed(model)[0].ladder

    def value(self, model: str, parameters: Parameters, rows: Array | slice = slice(None)) -> float:
        """The measure of one model, on all rows or some."""
        truth, said = self.truth[rows], self.models[model][rows]
        if self.kind is Residuals:
            evidence: Measurable = Residuals.from_values(truth, said)
        elif self.kind is Moments:
            evidence = Moments.from_values(said)
        elif self.kind is ValuePairs:
            evidence = ValuePairs.from_values(truth, said)
        elif self.kind is Ladder:
            whole = isinstance(rows, slice) and rows == slice(None)
            evidence = self.ladder(model) if whole else Ladder.from_scores(truth, said)
        elif self.kind is ClassScores:
            evidence = ClassScores.from_probabilities(truth, said, labels=self.labels)
        else:
            evidence = ConfusionMatrix.from_labels(truth, said, labels=self.labels)
            evidence = evidence.outcomes(1) if self.kind is Outcomes else evidence
        return float(find(self.measure, evidence)(evidence, **parameters))

    def same(self, a: str, b: str) -> bool:
        """Whether the measure cannot differ between two models, because they say the same of every row."""
        first, second = self.models[a], self.models[b]
        if find(self.measure).order_only:
            first, second = (np.unique(column, return_inverse=True)[1] for column in (first, second))
        return bool(np.array_equal(first, second))


def right(truth: Array, guess: Array) -> Array:
    """Where the label is the true one, whatever types the two columns have."""
    known, codes = encode(truth, "truth")
    said, guesses = encode(guess, "predicted")
    place = {label: i for i, label in enumerate(known)}
    return np.asarray(codes == np.array([place.get(label, -1) for label in said])[guesses])


def _flags(column: Array, positive: Label | None) -> Array:
    labels, codes = encode(column, "labels")
    return np.array([label == positive for label in labels], np.int64)[codes]


def _refuse_look_alikes(labels: tuple[Label, ...], column: Array, name: str) -> tuple[Label, ...]:
    """The labels with those that only this model uses; labels that differ in type alone are refused."""
    said, _ = encode(column, name)
    if not set(labels) & set(said) and set(map(str, labels)) & set(map(str, said)):
        raise BadLabels(
            f"the labels of truth and {name} look alike but are of different types.",
            found=f"truth {list(labels[:6])}, {name} {list(said[:6])}",
            remedy="give both columns the same type",
        )
    return ordered([*labels, *said])
