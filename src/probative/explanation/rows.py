"""What an explanation is computed from: rows in the order of the table, and the evidence made of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from probative.errors import BadInput, LengthMismatch
from probative.evidence import Agreement, ConfusionMatrix, Ladder, Residuals
from probative.evidence.arrays import Array, Floats, numbers
from probative.evidence.labels import Label, encode, match_label
from probative.predictions import Predictions
from probative.predictions.guesses import column_for
from probative.predictions.tally import Missing, read_rows
from probative.predictions.target import require_positive
from probative.sources import Said, TableLike, open_source


@dataclass(frozen=True, slots=True)
class Scored:
    """Which rows are positive, their scores, and the ladder of both."""

    positive: Array
    score: Floats
    ladder: Ladder


@dataclass(frozen=True, slots=True)
class Labelled:
    """The confusion matrix, and the positive label if one was named or goes without saying."""

    matrix: ConfusionMatrix
    positive: Label | None


@dataclass(frozen=True, slots=True)
class Numbers:
    """Targets, predictions, and the residuals of both."""

    truth: Floats
    predicted: Floats
    residuals: Residuals


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Rows that only the first and only the second model got wrong, and all rows (None: not known)."""

    n01: int
    n10: int
    n: int | None


Basis = Scored | Labelled | Numbers | Disagreement | Floats | None
"""What the conventions of a measure are computed from; None where counts are given instead."""


def scored(said: Predictions) -> Scored:
    """Rows of a binary target with their scores, in the order of the table.

    >>> from probative.predictions import read
    >>> scored(read(truth=[1, 0], scores=[0.9, 0.2])).positive.tolist()
    [True, False]
    """
    model = _one(said)
    rows, label = said.listed(model)[0].values, require_positive(said.target)
    score, truth = rows[said.by_model[model].score or ""], rows[said.roles.truth]
    labels, codes = encode(truth, "the truth")
    mask = np.equal(codes, labels.index(label) if label in labels else -1)
    return Scored(mask, numbers(score, "score") + 0.0, said.evidence(Ladder, model).total())


def labelled(said: Predictions, positive: Label | None) -> Labelled:
    """Rows of true and predicted labels.

    >>> from probative.predictions import read
    >>> labelled(read(truth=[1, 0], predicted=[1, 1], task="classification"), None).matrix.counts.tolist()
    [[0, 1], [0, 1]]
    """
    matrix: ConfusionMatrix = said.evidence(ConfusionMatrix, _one(said)).total()
    if positive is not None:
        return Labelled(matrix, match_label(positive, matrix.labels))
    # Only true labels tell: a prediction outside {0, 1} makes a matrix of three classes.
    return Labelled(matrix, said.target.positive if len(matrix.labels) <= 2 else None)


def numeric(said: Predictions) -> Numbers:
    """Rows of targets and predicted numbers.

    >>> from probative.predictions import read
    >>> numeric(read(truth=[1, 2], predicted=[1.5, 2], task="regression")).residuals.largest
    0.5
    """
    model = _one(said)
    rows = said.listed(model)[0].values
    truth, predicted = rows[said.roles.truth], rows[said.by_model[model].predicted or ""]
    residuals = said.evidence(Residuals, model).total()
    return Numbers(numbers(truth, "truth"), numbers(predicted, "predicted"), residuals)


def paired(said: Predictions) -> Disagreement:
    """Rows on which exactly one of two models was wrong.

    >>> from probative.predictions import read
    >>> paired(read(truth=[1, 1, 0], predicted={"A": [1, 0, 0], "B": [0, 1, 0]}, task="classification"))
    Disagreement(n01=1, n10=1, n=3)
    """
    if len(said.spoke) != 2:
        raise BadInput(
            "the predictions of two models are compared.",
            found=", ".join(said.spoke),
            remedy="predicted=[A, B] (--predicted A --predicted B)",
        )
    held = said.paired()
    found = Agreement.from_predictions(held.truth, *(column_for(held, name, ConfusionMatrix) for name in held.models))
    return Disagreement(int(found.only_b_right), int(found.only_a_right), int(found.n))


def plain_values(data: TableLike | None, values: Said | None, missing: Missing) -> Floats:
    """A column of numbers, from a table by its name or as an array.

    >>> plain_values(None, [1.0, 2.0], "error").tolist()
    [1.0, 2.0]
    """
    if values is None or isinstance(values, Mapping) or isinstance(values, str) != (data is not None):
        what = "name a column of the table" if data is not None else "hold the values themselves"
        raise BadInput(f"values must {what}.", found=type(values).__name__, remedy="values= (--values)")
    source, name = (open_source({"values": values}), "values") if data is None else (open_source(data), str(values))
    return numbers(read_rows(source, [name], None, missing, rowwise=True)[0].values[name], "values")


def _one(said: Predictions) -> str:
    if len(said.spoke) != 1:
        raise LengthMismatch("a measure is explained for one model at a time.", found=", ".join(said.spoke))
    return said.spoke[0]
