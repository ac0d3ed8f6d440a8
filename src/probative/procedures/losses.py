"""Losses of single test rows: what estimators need that average over rows in their own way."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

import numpy as np

from probative.errors import BadParameter
from probative.evidence.arrays import Array, Floats
from probative.running.fitting import Answer
from probative.running.problem import Problem

RowLoss = Callable[[Array, Answer, Problem], Floats]


def _wrong(truth: Array, answer: Answer, problem: Problem) -> Floats:
    return np.asarray(truth != answer.predicted, np.float64)


def _squared(truth: Array, answer: Answer, problem: Problem) -> Floats:
    return np.asarray((truth - answer.predicted) ** 2, np.float64)


def _absolute(truth: Array, answer: Answer, problem: Problem) -> Floats:
    return np.asarray(np.abs(truth - answer.predicted), np.float64)


def _brier(truth: Array, answer: Answer, problem: Problem) -> Floats:
    """Squared distance of the probabilities from what happened; of the positive class alone where there are two."""
    if answer.scored != "proba":
        raise BadParameter("the Brier score needs probabilities.", remedy="a model with predict_proba")
    if problem.score_columns == ("score",):
        place = problem.target.labels.index(problem.target.positive)
        return np.asarray(((truth == place) - answer.scores[:, 0]) ** 2, np.float64)
    happened = np.eye(len(problem.target.labels))[truth]
    return np.asarray(((happened - answer.scores) ** 2).sum(axis=1), np.float64)


_FOR_CLASSES: dict[str, RowLoss] = {"error_rate": _wrong, "brier": _brier}
_FOR_NUMBERS: dict[str, RowLoss] = {"mse": _squared, "mae": _absolute}


def largest_loss(name: str, problem: Problem) -> float:
    """The largest value that a mean loss can have; a Brier score of several classes counts both ways of being wrong."""
    if name == "brier" and problem.score_columns != ("score",):
        return 2.0
    return 1.0 if problem.classifies else inf


def row_loss(name: str | None, problem: Problem) -> tuple[str, RowLoss]:
    """The loss of that name; by default errors for classes, squared errors for numbers."""
    known = _FOR_CLASSES if problem.classifies else _FOR_NUMBERS
    name = next(iter(known)) if name is None else name
    if name not in known:
        raise BadParameter(f"{name!r} is not a loss of single rows here.", found=", ".join(known))
    return name, known[name]
