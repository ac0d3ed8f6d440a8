"""Guards about errors of scores as if they were numbers: targets of two values are classes."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from probative.evidence.arrays import Array
from probative.guards.guard import Guard
from probative.guards.note import Note

CAUTION = (
    "the targets have two values, so these are classes: squared errors of raw scores punish scores that are right and "
    "far beyond the target"
)
REMEDY = (
    "evaluate them as classes, task='classification' (--task classification): accuracy, AUC, log loss or Brier score"
)
MSE_OF_CLASSES = Guard(
    "mse-of-classes",
    "warning",
    "R195",
    "the targets of a regression have two values only",
    CAUTION,
    REMEDY,
    "002",
)


def two_valued(truth: Array) -> bool:
    """Whether targets of a regression take two values only.

    >>> two_valued(np.array([-1.0, 1.0, 1.0])), two_valued(np.array([1.0, 2.0, 3.0]))
    (True, False)
    """
    return len(np.unique(truth[:1000])) == 2 and len(np.unique(truth)) == 2


def of_two_values(truth: Array) -> Iterator[Note]:
    """That squared errors are compared of what are classes."""
    if two_valued(truth):
        yield MSE_OF_CLASSES(f"{CAUTION}.")


def of_two_valued(truth: Array, predicted: Array, model: str) -> Iterator[Note]:
    """The squared error of a classifier's scores, and how many of them lie beyond the target on the right side."""
    if not two_valued(truth):
        return
    low, high = float(truth.min()), float(truth.max())
    beyond = np.where(truth == high, predicted > high, predicted < low)
    yield beyond_two_values(int(beyond.sum()), len(truth), model)


def beyond_two_values(beyond: int, n: int, model: str) -> Note:
    """That targets have two values, and how many of n predictions lie beyond them on the right side."""
    share = f"; here {beyond:,} of {n:,} rows" if beyond else ""
    return MSE_OF_CLASSES(f"{CAUTION}{share}.", model=model, beyond=beyond, n=n)
