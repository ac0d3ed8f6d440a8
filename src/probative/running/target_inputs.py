"""Columns of the inputs that are the target itself, under another name or in other words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from probative.evidence.arrays import Array
from probative.evidence.labels import encode
from probative.running.brought import Inputs

ENOUGH = 20
"""Rows below which a column may equal the target by chance."""


def target_columns(X: Inputs, codes: Array, *, classifies: bool) -> tuple[str, ...]:  # noqa: N803
    """The columns that determine the target and are determined by it, by name or number.

    >>> y = np.arange(30) % 3
    >>> target_columns(np.column_stack([np.arange(30.0), 10.0 - y]), y, classifies=True)
    ('1',)
    """
    if len(codes) < ENOUGH:
        return ()
    same = _one_to_one if classifies else _on_a_line
    return tuple(name for name, column in _columns(X) if same(column, codes))


def _columns(X: Any) -> Iterator[tuple[str, Array]]:  # noqa: N803
    """The columns of an array or of a dataframe; nothing of other inputs."""
    if isinstance(X, np.ndarray) and X.ndim == 2:
        yield from ((str(i), X[:, i]) for i in range(X.shape[1]))
    elif hasattr(X, "columns") and hasattr(X, "to_numpy"):
        yield from ((str(name), np.asarray(X[name])) for name in X.columns)


def _one_to_one(column: Array, codes: Array) -> bool:
    """Whether every class has one value of the column, and every value one class."""
    if column.dtype.kind not in "biufUSO" or column.ndim != 1:
        return False
    # Most columns have many values: the first rows tell.
    classes = len(np.unique(codes))
    head = column[: 20 * classes].tolist()
    if len({repr(value) for value in head}) > classes:
        return False
    try:
        values, place = encode(column, "column")
    except ValueError:
        return False
    return len(values) == classes and len(np.unique(place * classes + codes)) == classes


def _on_a_line(column: Array, target: Array) -> bool:
    """Whether a column of numbers is the target in other units."""
    if column.dtype.kind not in "iuf" or column.ndim != 1:
        return False
    values = column.astype(np.float64)
    if not np.isfinite(values).all() or np.ptp(values) == 0 or np.ptp(target) == 0:
        return False
    return bool(abs(np.corrcoef(values, target)[0, 1]) > 1 - 1e-12)
