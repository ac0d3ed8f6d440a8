"""Shortcuts that are exact: leave-one-out and leave-pair-out without training again, equal to training to 1e-9."""

from __future__ import annotations

from collections.abc import Sized
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from probative.closed_forms.common import REFUSED, Held, Ints, Method, settle
from probative.errors import BadParameter
from probative.evidence.arrays import Array

__all__ = ["Held", "leave_one_out", "leave_pair_out"]


def leave_one_out(model: object, X: ArrayLike | Sized, y: ArrayLike) -> Held | None:  # noqa: N803
    """What every row is told by the model trained on all others; None where only training can tell.

    >>> import numpy as np
    >>> from sklearn.linear_model import LinearRegression
    >>> leave_one_out(LinearRegression(), np.array([[0], [1], [2], [4]]), np.array([0, 1, 2, 0])).predicted[3].round(9)
    np.float64(4.0)
    >>> leave_one_out(object(), [[0], [1], [2]], [0, 1, 1]) is None
    True
    """
    size = _rows(y)
    held = None if size is None else _answer(model, X, y, np.arange(size)[:, None])
    return None if held is None else held[0]


def leave_pair_out(
    model: object,
    X: ArrayLike | Sized,  # noqa: N803
    y: ArrayLike,
    pairs: ArrayLike,
) -> tuple[Held, Held] | None:
    """What the first and the second row of each pair are told by the model trained without both.

    >>> from sklearn.dummy import DummyClassifier
    >>> first, second = leave_pair_out(DummyClassifier(), [[0]] * 6, [0, 0, 0, 1, 1, 1], [(0, 3), (1, 5)])
    >>> first.proba.tolist(), second.proba.tolist()
    ([[0.5, 0.5], [0.5, 0.5]], [[0.5, 0.5], [0.5, 0.5]])
    """
    size = _rows(y)
    if size is None:
        return None
    held = _answer(model, X, y, _checked(pairs, size))
    return None if held is None else (held[0], held[1])


def _rows(y: ArrayLike) -> int | None:
    """Number of targets, or None for anything but one number or label per row."""
    shape = np.shape(y)
    return shape[0] if len(shape) == 1 else None


def _checked(pairs: ArrayLike, rows: int) -> Ints:
    left = np.asarray(pairs)
    whole = left.ndim == 2 and left.shape[1] == 2 and left.dtype.kind in "iu"
    if not whole or (len(left) and (left.min() < 0 or left.max() >= rows or (left[:, 0] == left[:, 1]).any())):
        raise BadParameter(
            "pairs must be two different row numbers each.",
            found=f"{left.dtype} values of shape {left.shape}, {rows} rows",
            remedy="an array of shape (m, 2)",
        )
    return left.astype(np.intp)


def _answer(model: object, X: ArrayLike | Sized, y: ArrayLike, left: Ints) -> list[Held] | None:  # noqa: N803
    method = _method(model)
    if method is None or np.shape(y)[0] < left.shape[1] + 2:
        return None
    found = _fitted(model, X, y)
    if found is None:
        return None
    fitted, features, targets = found
    answers = method(fitted, features, targets, left)
    return None if answers is None else settle(model, features, targets, left, answers)


def _method(model: object) -> Method | None:
    """The shortcut for exactly this class: a subclass may train in another way."""
    if not type(model).__module__.startswith("sklearn."):
        return None
    from sklearn.dummy import DummyClassifier, DummyRegressor
    from sklearn.linear_model import LinearRegression, Ridge, RidgeClassifier
    from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor

    from probative.closed_forms import linear, neighbours, trivial

    known: dict[type, Method] = {
        LinearRegression: linear.least_squares,
        Ridge: linear.ridge,
        RidgeClassifier: linear.ridge_classifier,
        KNeighborsClassifier: neighbours.vote,
        KNeighborsRegressor: neighbours.average,
        DummyClassifier: trivial.dummy_classifier,
        DummyRegressor: trivial.dummy_regressor,
    }
    return known.get(type(model))


def _fitted(model: object, X: ArrayLike | Sized, y: ArrayLike) -> tuple[Any, Array, Array] | None:  # noqa: N803
    """The model fitted on all rows, and features and targets as arrays that it accepts; None for any others."""
    from sklearn.base import clone

    try:
        targets = np.asarray(y)
        if type(model).__module__.startswith("sklearn.dummy"):
            return clone(model).fit(X, targets), np.zeros((len(targets), 1)), targets
        features = np.asarray(X)
        if features.ndim != 2 or features.dtype not in _PLAIN or not np.isfinite(features).all():
            return None
        # The model itself checks its options and the targets; a copy, because it may write into what it is given.
        return clone(model).fit(features.copy(), targets), features, targets
    except REFUSED:
        return None


_PLAIN = tuple(np.dtype(name) for name in ("f8", "f4", "i8", "i4", "i2", "i1", "u8", "u4", "u2", "u1", "?"))
