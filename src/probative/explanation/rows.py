"""The rows behind an explanation: read once, in the order of the table, and checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from probative.errors import BadInput
from probative.evidence import Agreement, ConfusionMatrix, Ladder, Residuals
from probative.evidence.arrays import Array, Floats, numbers
from probative.evidence.labels import encode, match_label, positives
from probative.predictions.tally import Missing, Question, ledger_of, read_rows
from probative.predictions.target import find_target, require_positive
from probative.sources import Columns, open_source


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
    positive: Any


@dataclass(frozen=True, slots=True)
class Numbers:
    """Targets, predictions, and the residuals of both."""

    truth: Floats
    predicted: Floats
    residuals: Residuals


@dataclass(frozen=True, slots=True)
class Pair:
    """Rows that only the first and only the second model got wrong, and all rows (None: not known)."""

    n01: int
    n10: int
    n: int | None


def read(data: Any, roles: dict[str, Any], missing: Missing) -> Columns:
    """The columns of each role, named after it; from a table by their names, or arrays themselves.

    >>> read({"y": [1, 0], "s": [0.9, 0.2]}, {"truth": "y", "score": "s"}, "error").values["score"].tolist()
    [0.9, 0.2]
    """
    if missing not in ("error", "drop"):
        raise BadInput("missing must be 'error' or 'drop'.", found=missing)
    for role, given in roles.items():
        if given is None:
            raise BadInput(f"{role} must be given.", remedy=f"{role}= (--{role.split()[0]}), a column or its values")
        if isinstance(given, str) != (data is not None):
            raise BadInput(
                f"{role} must {'name a column of the table' if data is not None else 'hold the values themselves'}.",
                found=given if isinstance(given, str) else type(given).__name__,
                remedy="a table and names of its columns, or no table and arrays",
            )
    names = dict(roles) if data is not None else {role: role for role in roles}
    source = open_source(dict(roles) if data is None else data)
    rows, _ = read_rows(source, list(names.values()), None, missing, rowwise=True)
    return Columns({role: rows.values[name] for role, name in names.items()})


def scored(rows: Columns, positive: Any) -> Scored:
    """Rows of a binary target with their scores.

    >>> scored(Columns({"truth": np.array([1, 0]), "score": np.array([0.9, 0.2])}), None).positive.tolist()
    [True, False]
    """
    truth = rows.values["truth"]
    labels, codes = encode(truth, "the truth")
    if len(labels) > 2:
        positives(truth, positive)
    label = require_positive(find_target(truth, task="classification", positive=positive, scored=True))
    ladder: Ladder = ledger_of(rows, Question("truth", score="score", pos_label=label)).total()
    mask = np.equal(codes, labels.index(label) if label in labels else -1)
    return Scored(mask, numbers(rows.values["score"], "score") + 0.0, ladder)


def labelled(rows: Columns, positive: Any) -> Labelled:
    """Rows of true and predicted labels.

    >>> rows = Columns({"truth": np.array([1, 0]), "predicted": np.array([1, 1])})
    >>> labelled(rows, None).matrix.counts.tolist()
    [[0, 1], [0, 1]]
    """
    matrix: ConfusionMatrix = ledger_of(rows, Question("truth", predicted="predicted")).total()
    if positive is not None:
        return Labelled(matrix, match_label(positive, matrix.labels))
    # Only true labels tell: a prediction outside {0, 1} makes a matrix of three classes.
    found = find_target(rows.values["truth"], task="classification", positive=None, scored=True)
    return Labelled(matrix, found.positive if len(matrix.labels) <= 2 else None)


def numeric(rows: Columns) -> Numbers:
    """Rows of targets and predicted numbers.

    >>> numeric(Columns({"truth": np.array([1, 2]), "predicted": np.array([1.5, 2])})).residuals.largest
    0.5
    """
    residuals: Residuals = ledger_of(rows, Question("truth", predicted="predicted", regression=True)).total()
    return Numbers(numbers(rows.values["truth"], "truth"), numbers(rows.values["predicted"], "predicted"), residuals)


def two_of(predicted: Any) -> dict[str, Any]:
    """The roles of two models' predictions, given as a pair or a dict of two.

    >>> two_of(["a", "b"])
    {'predicted A': 'a', 'predicted B': 'b'}
    """
    several = list(predicted.values()) if isinstance(predicted, Mapping) else predicted
    pair = isinstance(several, list | tuple) and len(several) == 2
    if not pair or any(np.isscalar(part) and not isinstance(part, str) for part in several):
        raise BadInput(
            "the predictions of two models are compared.",
            found="none" if predicted is None else type(predicted).__name__,
            remedy="predicted=[A, B] (--predicted A --predicted B)",
        )
    return {"predicted A": several[0], "predicted B": several[1]}


def paired(rows: Columns) -> Pair:
    """Rows on which exactly one of two models was wrong.

    >>> table = {"truth": [1, 1, 0], "predicted A": [1, 0, 0], "predicted B": [0, 1, 0]}
    >>> paired(Columns({name: np.array(column) for name, column in table.items()}))
    Pair(n01=1, n10=1, n=3)
    """
    found = Agreement.from_predictions(*(rows.values[name] for name in ("truth", "predicted A", "predicted B")))
    return Pair(int(found.only_b_right), int(found.only_a_right), int(found.n))
