"""Baselines that look at the targets only, without training again."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from probative.closed_forms.common import Answers, Ints, double
from probative.evidence.arrays import Array, Floats


class Dummy(Protocol):
    """What is asked of a dummy."""

    strategy: str


def dummy_classifier(model: Dummy, X: Array, y: Array, left: Ints) -> Answers | None:  # noqa: N803
    """Answers of `DummyClassifier`: the class shares of the rows that remain.

    >>> from sklearn.dummy import DummyClassifier
    >>> y = np.array(["a", "a", "b", "b"])
    >>> dummy_classifier(DummyClassifier(), y, y, np.array([[0], [3]])).predicted.tolist()
    [['b'], ['a']]
    """
    if model.strategy not in ("prior", "most_frequent"):
        return None
    classes, codes = np.unique(y, return_inverse=True)
    counts = np.repeat(np.bincount(codes)[None].astype(np.float64), len(left), axis=0)
    for member in left.T:
        counts[np.arange(len(left)), codes[member]] -= 1
    likeliest = counts.argmax(axis=1)
    proba = counts / (len(y) - left.shape[1])
    if model.strategy == "most_frequent":
        proba = np.where(likeliest[:, None] == np.arange(len(classes)), 1.0, 0.0)
    shape = left.shape
    predicted = np.broadcast_to(classes[likeliest][:, None], shape).copy()
    told = np.broadcast_to(proba[:, None], (*shape, len(classes))).copy()
    return Answers(predicted, np.zeros(len(left), bool), proba=told, classes=classes)


def dummy_regressor(model: Dummy, X: Array, y: Array, left: Ints) -> Answers | None:  # noqa: N803
    """Answers of `DummyRegressor`: the mean or median of the rows that remain.

    >>> from sklearn.dummy import DummyRegressor
    >>> y = np.array([1.0, 2.0, 4.0, 9.0])
    >>> dummy_regressor(DummyRegressor(strategy="median"), y, y, np.array([[0], [3]])).predicted.tolist()
    [[4.0], [2.0]]
    """
    if not double(y) or model.strategy not in ("mean", "median"):
        return None
    targets = y.astype(np.float64)
    if model.strategy == "median":
        constant, doubtful = _medians(targets, left), np.zeros(len(left), bool)
    else:
        rest = targets.sum() - targets[left].sum(axis=1)
        constant = rest / (len(y) - left.shape[1])
        # Next to one giant the others lose their digits in the sum.
        doubtful = np.abs(rest) < 1e-5 * np.abs(targets).sum()
    return Answers(np.broadcast_to(constant[:, None], left.shape).copy(), np.asarray(doubtful))


def _medians(targets: Floats, left: Ints) -> Floats:
    """Median of the targets without some of them: the middle of the ranks that remain."""
    order = np.argsort(targets, kind="stable")
    ranks = np.empty(len(order), np.intp)
    ranks[order] = np.arange(len(order))
    gone = np.sort(ranks[left], axis=1)
    remaining = len(targets) - left.shape[1]
    middle = []
    for place in ((remaining - 1) // 2, remaining // 2):
        at = np.full(len(left), place)
        for rank in gone.T:
            at += rank <= at
        middle.append(targets[order][at])
    return np.asarray((middle[0] + middle[1]) / 2)
