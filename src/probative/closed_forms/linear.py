"""Least squares, ridge regression and the ridge classifier without training again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import numpy as np

from probative.closed_forms.common import Answers, Ints, unclear, vanished
from probative.closed_forms.hat import Hat, least_squares_hat, ridge_hat
from probative.evidence.arrays import Array, Floats, Number
from probative.evidence.labels import Label


class Linear(Protocol):
    """What is asked of a linear model."""

    fit_intercept: bool
    positive: bool


class Penalised(Linear, Protocol):
    """What is asked of ridge regression."""

    alpha: Number
    solver: str


class PenalisedClassifier(Penalised, Protocol):
    """What is asked of a ridge classifier."""

    class_weight: str | Mapping[Label, float] | None


def least_squares(model: Linear, X: Array, y: Array, left: Ints) -> Answers | None:  # noqa: N803
    """Answers of `LinearRegression`.

    >>> from sklearn.linear_model import LinearRegression
    >>> X, y = np.array([[0.0], [1.0], [2.0], [4.0]]), np.array([0.0, 1.0, 2.0, 0.0])
    >>> least_squares(LinearRegression(), X, y, np.array([[3]])).predicted.round(9).tolist()
    [[4.0]]
    """
    if model.positive or not _plain(X, y):
        return None
    hat = least_squares_hat(X.astype(np.float64), bool(model.fit_intercept), getattr(model, "tol", None))
    return None if hat is None else _regression(hat, y, left)


def ridge(model: Penalised, X: Array, y: Array, left: Ints) -> Answers | None:  # noqa: N803
    """Answers of `Ridge`.

    >>> from sklearn.linear_model import Ridge
    >>> X, y = np.array([[-1.0], [1.0], [2.0]]), np.array([-3.0, 3.0, 0.0])
    >>> ridge(Ridge(alpha=1.0), X, y, np.array([[2]])).predicted.round(9).tolist()
    [[4.0]]
    """
    hat = _penalised(model, X, y, left)
    return None if hat is None else _regression(hat, y, left)


def ridge_classifier(model: PenalisedClassifier, X: Array, y: Array, left: Ints) -> Answers | None:  # noqa: N803
    """Answers of `RidgeClassifier`: ridge regression of targets ±1, one column per class (one for two classes).

    >>> from sklearn.linear_model import RidgeClassifier
    >>> X, y = np.array([[-2.0], [-1.0], [1.0], [2.0], [3.0]]), np.array(["no", "no", "yes", "yes", "yes"])
    >>> ridge_classifier(RidgeClassifier(), X, y, np.array([[0], [4]])).predicted.tolist()
    [['no'], ['yes']]
    """
    classes, codes = np.unique(y, return_inverse=True)
    rare = np.count_nonzero(np.bincount(codes) <= left.shape[1])
    # A single class left has no side to decide for; what the model says then is no score of either class.
    if model.class_weight is not None or len(classes) - min(rare, left.shape[1]) < 2:
        return None
    hat = _penalised(model, X, codes, left)
    if hat is None:
        return None
    wanted = np.array([1]) if len(classes) == 2 else np.arange(len(classes))
    decision, doubtful = hat.without(np.where(codes[:, None] == wanted, 1.0, -1.0), left)
    if len(classes) == 2:
        decision = decision[..., 0]
        doubtful |= (np.abs(decision) <= 1e-9).any(axis=1)
        return Answers(classes[(decision > 0).astype(np.intp)], doubtful, decision=decision, classes=classes)
    if rare:
        decision[np.repeat(vanished(codes, left, len(classes))[:, None], left.shape[1], axis=1)] = -np.inf
    doubtful |= unclear(decision).any(axis=1)
    return Answers(classes[decision.argmax(axis=-1)], doubtful, decision=decision, classes=classes)


def _regression(hat: Hat, y: Array, left: Ints) -> Answers:
    predicted, doubtful = hat.without(y.astype(np.float64)[:, None], left)
    return Answers(predicted[..., 0], doubtful)


def _penalised(model: Penalised, X: Array, y: Array, left: Ints) -> Hat | None:  # noqa: N803
    """The ridge hat matrix where the model's solver is direct: iterative ones stop short of the solution."""
    direct = model.solver in ("auto", "cholesky", "svd") and not model.positive and np.ndim(model.alpha) == 0
    if not direct or not _plain(X, y):
        return None
    features: Floats = X.astype(np.float64)
    return ridge_hat(features, bool(model.fit_intercept), float(model.alpha), left.shape[1], model.solver != "svd")


def _plain(X: Array, y: Array) -> bool:  # noqa: N803
    """Whether scikit-learn computes in double precision: it keeps float32 features as they are."""
    return X.dtype != np.float32 and y.dtype.kind in "iuf" and y.dtype.itemsize <= 8
