"""A training part to draw from and a fixed test part, of arrays, sparse matrices or dataframes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from probative.errors import BadInput, BadParameter, EmptyData, LengthMismatch
from probative.evidence.arrays import Array, vector
from probative.running.brought import Inputs
from probative.running.problem import take

MOST_REDRAWS = 1000


@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """A training part to draw from and a fixed test part."""

    inputs: Inputs
    y: Array
    test_inputs: Inputs
    y_test: Array


def split(
    inputs: Inputs, y: ArrayLike, test: tuple[Inputs, ArrayLike] | None, test_size: float, rng: np.random.Generator
) -> Parts:
    """The parts given, or a random test part: the nearest whole number of rows, and at least one on each side.

    >>> parts = split(np.zeros((10, 1)), range(10), None, 0.3, np.random.default_rng(0))
    >>> len(parts.y), len(parts.y_test)
    (7, 3)
    """
    inputs, target = _rows(inputs, y)
    if test is not None:
        if not (isinstance(test, tuple | list) and len(test) == 2):
            raise BadParameter("test must be a pair (X_test, y_test).", found=type(test).__name__)
        return Parts(inputs, target, *_rows(*test))
    if isinstance(test_size, bool) or not (isinstance(test_size, int | float) and 0 < test_size < 1):
        raise BadParameter("test_size is the share of rows to test on, between 0 and 1.", found=repr(test_size))
    if len(target) < 2:
        raise EmptyData("two rows are the least that can be split.", found=f"{len(target)} rows")
    order = rng.permutation(len(target))
    size = min(max(1, round(test_size * len(target))), len(target) - 1)
    tested, trained = np.sort(order[:size]), np.sort(order[size:])
    return Parts(take(inputs, trained), target[trained], take(inputs, tested), target[tested])


def _rows(inputs: Inputs, y: ArrayLike) -> tuple[Inputs, Array]:
    target = vector(list(y) if isinstance(y, range) else y, "y")
    # A sparse matrix that cannot be cut by rows is turned into one that can.
    inputs = inputs.tocsr() if hasattr(inputs, "tocsr") else inputs
    inputs = inputs if hasattr(inputs, "shape") else np.asarray(inputs)
    rows = inputs.shape[0] if inputs.shape else 0
    if rows != len(target):
        raise LengthMismatch(
            "X and y differ in length.", found=f"X {rows}, y {len(target)}", remedy="pass one row of X per target"
        )
    if not rows:
        raise EmptyData("there are no rows.", remedy="check how the data were read or split")
    return inputs, target


def draw(y: Array, n: int, strata: int, rng: np.random.Generator) -> tuple[Array, int]:
    """Row numbers drawn with replacement, and how often the draw was repeated because a class was missing.

    >>> rows, redraws = draw(np.array([0, 1]), 2, 2, np.random.default_rng(0))
    >>> sorted(rows.tolist())
    [0, 1]
    """
    for redraws in range(MOST_REDRAWS):
        rows = rng.integers(0, len(y), n)
        if strata == 0 or len(np.unique(y[rows])) == strata:
            return rows, redraws
    raise BadInput(
        "bootstrap draws keep missing a class.",
        found=f"{strata} classes, {n} rows per draw, {MOST_REDRAWS} draws in vain",
        remedy="merge or drop the rarest classes, or draw more rows",
    )
