"""What every shortcut shares: the answers, and the rows for which the algebra is not to be trusted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from probative.evidence.arrays import Array, Floats, read_only

Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.intp]

REFUSED = (ValueError, TypeError, ArithmeticError, Warning)
"""What a model raises that does not want these data: the caller trains it again and reports the error in its place."""

CHUNK = 1 << 21
"""Numbers held at once: a million pairs never become a million wide rows."""

MOST = 0.5
"""Share of doubtful answers beyond which a shortcut is none, and training belongs to the caller, who shows progress."""


@dataclass(frozen=True, slots=True)
class Held:
    """What every left-out row would have been told by a model that never saw it.

    >>> Held(np.array([2.5, 1.0])).predicted.tolist()
    [2.5, 1.0]
    """

    predicted: Array
    proba: Floats | None = None
    decision: Floats | None = None
    classes: Array | None = None


@dataclass(slots=True)
class Answers:
    """Answers in the making: one row per set of rows left out, one column per member of the set.

    A class that vanishes from a training part has probability 0 and decision value -inf.
    """

    predicted: Array
    doubtful: Bools
    proba: Floats | None = None
    decision: Floats | None = None
    classes: Array | None = None


Method = Callable[[Any, Array, Array, Ints], Answers | None]
"""(unfitted model, X, y, left) to answers; `left` has one row per training, the indices of the rows it goes without."""


def settle(model: object, X: Array, y: Array, left: Ints, answers: Answers) -> list[Held] | None:  # noqa: N803
    """The answers by member, the doubtful ones by actual training; None where that fails or is most of them."""
    if answers.doubtful.sum() > MOST * len(left):
        return None
    for at in np.flatnonzero(answers.doubtful):
        try:
            _train_without(model, X, y, left[at], int(at), answers)
        except REFUSED:
            return None
    return [
        Held(
            read_only(answers.predicted[:, member].copy()),
            _member(answers.proba, member),
            _member(answers.decision, member),
            answers.classes,
        )
        for member in range(left.shape[1])
    ]


def _member(values: Floats | None, member: int) -> Floats | None:
    return None if values is None else read_only(values[:, member].copy())


def _train_without(model: object, X: Array, y: Array, rows: Ints, at: int, answers: Answers) -> None:  # noqa: N803
    """Train without these rows, and write down what they are told."""
    from sklearn.base import clone

    train = np.ones(len(y), bool)
    train[rows] = False
    fitted = clone(model).fit(X[train], y[train])
    answers.predicted[at] = fitted.predict(X[rows])
    if answers.classes is None:
        return
    columns = np.searchsorted(answers.classes, fitted.classes_)
    if answers.proba is not None:
        answers.proba[at] = 0.0
        answers.proba[at][:, columns] = fitted.predict_proba(X[rows])
    if answers.decision is not None:
        found = fitted.decision_function(X[rows])
        if answers.decision.ndim == 2:
            answers.decision[at] = found
        else:
            answers.decision[at] = -np.inf
            # Two classes left of more: one number stands for both columns.
            answers.decision[at][:, columns] = np.column_stack([-found, found]) if found.ndim == 1 else found


def double(y: Array) -> bool:
    """Whether means of these targets are computed in double precision."""
    return y.dtype.kind in "iu" or y.dtype == np.float64


def unclear(votes: Floats) -> Bools:
    """Whether the two leading columns are so close that rounding decides between them."""
    if votes.shape[-1] < 2:
        return np.zeros(votes.shape[:-1], bool)
    top = np.partition(votes, votes.shape[-1] - 2, axis=-1)[..., -2:]
    return np.asarray(top[..., 1] - top[..., 0] <= 1e-9 * np.maximum(np.abs(top[..., 1]), 1e-300))


def vanished(codes: Ints, left: Ints, classes: int) -> Bools:
    """Whether each class is missing from what remains, by set of rows left out."""
    taken = np.zeros((len(left), classes), np.intp)
    for member in left.T:
        np.add.at(taken, (np.arange(len(left)), codes[member]), 1)
    return np.asarray(taken >= np.bincount(codes, minlength=classes))
