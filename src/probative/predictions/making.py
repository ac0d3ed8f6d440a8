"""From rows to evidence: which question each kind asks, and what follows from counts."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from probative.errors import BadInput, BadLabels
from probative.evidence import ClassScores, ConfusionMatrix, Ladder, Ledger, Moments, Outcomes, Residuals, ValuePairs
from probative.evidence.labels import Label, ordered
from probative.predictions.roles import ModelColumns
from probative.predictions.tally import Question
from probative.predictions.target import Target, require_positive


def question(kind: type, columns: ModelColumns, truth: str, target: Target) -> Question:
    """What evidence of a kind asks of one model's columns."""
    if kind in (Residuals, ValuePairs) and columns.predicted:
        return Question(truth, predicted=columns.predicted, regression=True, pairs=kind is ValuePairs)
    if kind is Moments and columns.value:
        return Question(truth, value=columns.value)
    if kind is Ladder and columns.score:
        return Question(truth, score=columns.score, positive=require_positive(target))
    if kind is ClassScores and columns.proba:
        return Question(truth, proba=columns.proba, labels=columns.labels)
    if kind is ConfusionMatrix and columns.predicted:
        return Question(truth, predicted=columns.predicted)
    if kind in (Residuals, ValuePairs):
        raise BadInput("a regression needs predicted values.", remedy="name them with predicted= (--predicted)")
    what = {Ladder: "scores", ClassScores: "probabilities of every class"}.get(kind, "labels")
    raise BadInput(f"{columns.name} has no {what}.", found=", ".join(columns.names), remedy="name its columns")


def alike(made: Ledger, labels: Sequence[Label]) -> Ledger:
    """Matrices counted against the same table: a fold or a slice may lack a class."""
    seen = {label for matrix in made.entries.values() for label in matrix.labels}
    every = ordered([*labels, *seen])
    return made.map(lambda matrix: matrix if matrix.labels == every else matrix.reordered(every))


def met(matrix: ConfusionMatrix, labels: Sequence[Label]) -> ConfusionMatrix:
    """The matrix without classes that have a column of probabilities, but neither a row nor a prediction."""
    seen = matrix.counts.sum(axis=0) + matrix.counts.sum(axis=1) > 0
    kept = [label for label, there in zip(matrix.labels, seen, strict=True) if there or label in labels]
    return matrix if len(kept) == len(matrix.labels) else matrix.reordered(kept)


def classes_of(target: Target) -> tuple[Label, Label]:
    """The negative and the positive class; a negative one that never occurs has a name all the same."""
    positive = require_positive(target)
    return next((label for label in target.labels if label != positive), f"not {positive}"), positive


def against(made: Ledger, model: str, classes: tuple[Label, Label]) -> Ledger:
    """Hits and errors against the positive class."""
    refuse_strangers(model, made.total().labels, classes)
    return made.map(lambda matrix: _outcomes(matrix, classes[1]))


def refuse_strangers(model: str, said: Sequence[Label], classes: tuple[Label, Label]) -> None:
    """A predicted label that is neither of the two classes would pass for a negative."""
    strangers = [label for label in said if label not in classes]
    if strangers:
        raise BadLabels(
            f"{model} predicts labels that are neither of the two classes.",
            found=f"{strangers[:6]} beside {list(classes)}",
            remedy="map them to the two classes, or leave out positive= to evaluate every class",
        )


def _outcomes(matrix: ConfusionMatrix, positive: Label) -> Outcomes:
    labels = matrix.labels if positive in matrix.labels else (*matrix.labels, positive)
    return matrix.reordered(labels).outcomes(positive)


def squared(outcomes: Outcomes, classes: tuple[Label, Label]) -> ConfusionMatrix:
    """The four counts as a matrix, the positive class first."""
    counts, squares = (np.asarray(cells).reshape(2, 2) for cells in outcomes.cells())
    return ConfusionMatrix(classes[::-1], counts, None if outcomes.squares is None else squares)
