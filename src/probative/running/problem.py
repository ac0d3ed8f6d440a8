"""The problem to learn: inputs, targets, and what belongs to every row."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from probative.errors import BadLabels, BadParameter, EmptyData, LengthMismatch
from probative.evidence.arrays import Array, numbers, same_length, vector, weights
from probative.evidence.labels import Label, encode
from probative.predictions.target import Target, Task, find_target
from probative.resampling.rows import Rows, rows_of
from probative.running.brought import Inputs


@dataclass(frozen=True, slots=True)
class Problem:
    """Inputs X and targets y, with the weights, group and time of every row where they are known."""

    X: Inputs
    y: Array
    target: Target
    codes: Array
    """The class of every row as a number, or the target itself where it is one."""
    sample_weight: Array | None = None
    """How much each row counts in training."""
    weight: Array | None = None
    """How much each row counts in the evaluation: another question, with another answer."""
    groups: Array | None = None
    time: Array | None = None
    classes: Array | None = None
    """The distinct targets, sorted, where they are labels that NumPy can sort."""
    ids: Array | None = None
    """Who each row is, where somebody said so: never an input, and never on both sides of a split."""
    preprocessed: str | None = None
    """What was done to all rows before anything was split, in the words of whoever did it."""
    names: tuple[str, ...] = ()
    """The columns of the inputs, where they are an array of named columns."""

    @classmethod
    def of(
        cls,
        X: Inputs,  # noqa: N803
        y: ArrayLike,
        *,
        sample_weight: ArrayLike | None = None,
        weight: ArrayLike | None = None,
        groups: ArrayLike | None = None,
        time: ArrayLike | None = None,
        row: ArrayLike | None = None,
        task: Task | None = None,
        positive: Label | None = None,
    ) -> Problem:
        """The problem, checked: equal lengths, no missing targets, at least two classes."""
        shape: tuple[int, ...] = getattr(y, "shape", ())
        if len(shape) == 2 and shape[1] > 1:
            raise LengthMismatch("y must be one target per row.", found=f"shape {shape}")
        truth = vector(y, "y")
        X = selectable(X)  # noqa: N806
        n = same_length(X=np.empty(rows_of(X), bool), y=truth)
        if not n:
            raise EmptyData("there are no rows to learn from.", found="0 samples")
        target = find_target(truth, task=task, positive=positive, scored=False)
        if target.task == "regression":
            codes: Array = numbers(truth, "y")
        else:
            _, codes = encode(truth, "y")
            if len(target.labels) < 2:
                raise BadLabels("there is only one class to learn.", found=f"label {target.labels[0]!r} in every row")
        rows = Rows.of(None, truth, groups, time)
        classes = np.unique(truth) if target.task == "classification" and truth.dtype.kind != "O" else None
        counted = weights(sample_weight, n), weights(weight, n, "weight")
        ids = None if row is None else vector(row, "row")
        same_length(y=truth, row=ids)
        return cls(X, truth, target, codes, *counted, rows.groups, rows.time, classes, ids)

    def saying(self, preprocessed: str | None) -> Problem:
        """The same problem, with what was done to its rows beforehand."""
        if preprocessed is not None and not str(preprocessed).strip():
            raise BadParameter("preprocessed= (--preprocessed) says what was done to the rows.", found="no words")
        return replace(self, preprocessed=preprocessed)

    @property
    def n(self) -> int:
        """The number of rows."""
        return len(self.y)

    @property
    def rows(self) -> Rows:
        """What a resampling scheme may look at."""
        return Rows(self.n, self.y, self.groups, self.time, self.target.task)

    @property
    def classifies(self) -> bool:
        """Whether the targets are classes."""
        return self.target.task == "classification"

    @property
    def score_columns(self) -> tuple[str, ...]:
        """The columns of scores: one for the positive class of two, one per class otherwise, none for numbers."""
        if not self.classifies:
            return ()
        if self.target.positive is not None and len(self.target.labels) == 2:
            return ("score",)
        return tuple(f"proba_{label}" for label in self.target.labels)

    def relabelled(self, y: Array, codes: Array) -> Problem:
        """The same rows with other targets, as a permutation test needs them."""
        return replace(self, y=y, codes=codes)


def selectable(X: Inputs) -> Inputs:  # noqa: N803
    """Inputs whose rows can be taken: sparse matrices by rows, and what only claims to be an array as one."""
    if not hasattr(X, "shape") and hasattr(X, "__array__"):
        return np.asarray(X)
    rows: Inputs = X.tocsr() if hasattr(X, "tocsr") else X
    return rows


def take(X: Inputs, rows: Array) -> Inputs:  # noqa: N803
    """Rows of a matrix or of a dataframe of any library."""
    taken: Inputs
    if type(X) is np.ndarray:
        taken = X.take(rows, axis=0)  # half the time of X[rows]
    elif hasattr(X, "iloc"):
        taken = X.iloc[rows]
    elif hasattr(X, "shape"):
        taken = X.take(rows) if hasattr(X, "take") and not hasattr(X, "dtype") else X[rows]
    else:
        taken = [X[i] for i in rows]
    return taken
