"""k nearest neighbours without training again: one query with a few neighbours more than k."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from probative.closed_forms.common import CHUNK, REFUSED, Answers, Bools, Ints, double, unclear
from probative.closed_forms.distances import Neighbours, Rounding, settled
from probative.evidence.arrays import Array, Floats

FEW_SPARE, SPARE = 1, 8
"""Neighbours beyond those needed, to see how far a tie at the border reaches: few are enough where there is none."""


def vote(model: Neighbours, X: Array, y: Array, left: Ints) -> Answers | None:  # noqa: N803
    """Answers of `KNeighborsClassifier` that was fitted on all rows.

    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> X, y = np.array([[0.0], [1.0], [3.0]]), np.array(["a", "a", "b"])
    >>> vote(KNeighborsClassifier(1).fit(X, y), X, y, np.array([[0], [2]])).predicted.tolist()
    [['a'], ['a']]
    """
    classes, codes = np.unique(y, return_inverse=True)
    found = _search(model, X, codes, left)
    if found is None:
        return None
    votes = np.zeros((len(found.weights), len(classes)))
    rows = np.arange(len(votes))
    for nth in range(found.weights.shape[1]):
        votes[rows, codes[found.neighbours[:, nth]]] += found.weights[:, nth]
    if not found.equal:
        found.doubtful |= unclear(votes)
    with np.errstate(invalid="ignore", divide="ignore"):
        proba = (votes / votes.sum(axis=1, keepdims=True))[found.which]
    predicted = classes[votes.argmax(axis=1)][found.which]
    return Answers(predicted, found.in_doubt(), proba=proba, classes=classes)


def average(model: Neighbours, X: Array, y: Array, left: Ints) -> Answers | None:  # noqa: N803
    """Answers of `KNeighborsRegressor` that was fitted on all rows.

    >>> from sklearn.neighbors import KNeighborsRegressor
    >>> X, y = np.array([[0.0], [1.0], [3.0]]), np.array([1.0, 2.0, 6.0])
    >>> average(KNeighborsRegressor(1).fit(X, y), X, y, np.array([[0], [2]])).predicted.tolist()
    [[2.0], [2.0]]
    """
    found = _search(model, X, y, left) if double(y) else None
    if found is None:
        return None
    with np.errstate(invalid="ignore", divide="ignore"):
        means = (y[found.neighbours] * found.weights).sum(axis=1) / found.weights.sum(axis=1)
    return Answers(means[found.which], found.in_doubt())


@dataclass(slots=True)
class _Found:
    """Neighbourhoods that occur, each once, and which of them every left-out row has."""

    neighbours: Ints
    weights: Floats
    doubtful: Bools
    which: Ints
    equal: bool

    def in_doubt(self) -> Bools:
        """Whether any member of each set of rows left out has doubtful neighbours."""
        return np.asarray(self.doubtful[self.which].any(axis=1))


def _search(
    model: Neighbours,
    X: Array,  # noqa: N803
    y: Array,
    left: Ints,
    spare: int = FEW_SPARE,
) -> _Found | None:
    if model.n_neighbors is None or not settled(model):
        return None
    n, k = len(y), int(model.n_neighbors)
    equal, rounding = model.weights in (None, "uniform"), Rounding(model, X, left.shape[1])
    # A weight function may jump where distances are rounded: it is followed only where they are exact.
    vague = not equal and (X.dtype == np.float32 or (callable(model.weights) and rounding.expanded))
    if k > n - left.shape[1] or vague:
        return None
    try:
        near, distances = _others(model, X, y, k + spare)
    except REFUSED:
        return None
    place = _place_of_partner(near, left)
    kinds, which = np.unique(left * (near.shape[1] + 1) + place, return_inverse=True)
    row, gone = np.divmod(kinds, near.shape[1] + 1)
    order = np.arange(near.shape[1] - 1)[None]
    order = order + (order >= gone[:, None])
    near, distances = near[row[:, None], order], distances[row[:, None], order]
    doubtful = _tied(distances, y[near], k, rounding, equal)
    if spare < SPARE and doubtful.any():
        return _search(model, X, y, left, SPARE)
    weights = np.ones((len(near), k)) if equal else _weights(model.weights, distances[:, :k])
    if weights is None:
        return None
    if not equal:
        doubtful |= ~(np.isfinite(weights) & (weights >= 0)).all(axis=1) | ~(weights.sum(axis=1) > 0)
        doubtful |= rounding.blurred(distances[:, :k])
    return _Found(near[:, :k], weights, doubtful, which.reshape(left.shape), equal)


def _others(model: Neighbours, X: Array, y: Array, wanted: int) -> tuple[Ints, Floats]:  # noqa: N803
    """Nearest other rows of every row with their distances, and two places that stand for all further ones."""
    n = len(y)
    # The query is a copy: given the very same array, scikit-learn may fill in parameters that a new row would not get.
    distances, near = model.kneighbors(X.copy(), n_neighbors=min(n, wanted + 3))
    itself = near == np.arange(n)[:, None]
    # Among many twins a row may be missing from its own list: then the last one goes.
    gone = np.where(itself.any(axis=1), itself.argmax(axis=1), near.shape[1] - 1)
    order = np.arange(near.shape[1] - 1)[None]
    order = order + (order >= gone[:, None])
    near, distances = np.take_along_axis(near, order, 1), np.take_along_axis(distances, order, 1)
    beyond = np.full((n, 2), np.inf) if near.shape[1] == n - 1 else np.repeat(distances[:, -1:], 2, axis=1)
    return np.hstack([near, near[:, -1:], near[:, -1:]]), np.hstack([distances, beyond])


def _place_of_partner(near: Ints, left: Ints) -> Ints:
    """Where the row that is left out together with this one stands in its list; past the end where it does not."""
    place = np.full(left.shape, near.shape[1], np.intp)
    if left.shape[1] == 1:
        return place
    listed, step = near.shape[1] - 2, max(CHUNK // near.shape[1], 1)
    for start in range(0, len(left), step):
        part = left[start : start + step]
        for member in (0, 1):
            hit = near[part[:, member], :listed] == part[:, 1 - member, None]
            place[start : start + step, member] = np.where(hit.any(axis=1), hit.argmax(axis=1), near.shape[1])
    return place


def _tied(distances: Floats, y: Array, k: int, rounding: Rounding, equal: bool) -> Bools:
    """Whether it is arbitrary who the last neighbour is, and matters."""
    last = distances[:, k - 1 : k]
    below, above = rounding.same(distances, last), rounding.same(last, distances)
    within = np.where(np.arange(distances.shape[1]) < k, below, above)
    tied = within[:, k]
    if equal:
        # Whoever is chosen among rows with the same target, the answer is the same.
        alike = ((y == y[:, k - 1 : k]) | ~within).all(axis=1)
        tied = tied & ~(alike & ~within[:, -1])
    return np.asarray(tied)


def _weights(weights: str | Callable[[Floats], ArrayLike] | None, distances: Floats) -> Floats | None:
    """Weight of each neighbour; None for a function that does not treat each row on its own."""
    if callable(weights):
        return _called(weights, distances)
    with np.errstate(divide="ignore"):
        found = 1 / distances
    # Neighbours at distance 0 outvote all others, and share alike.
    touching = np.isinf(found).any(axis=1)
    found[touching] = np.isinf(found[touching])
    return found


def _called(weights: Callable[[Floats], ArrayLike], distances: Floats) -> Floats | None:
    """A user's weights, if they are the same for some rows when asked for one by one."""
    try:
        found = np.asarray(weights(distances.copy()), np.float64)
        if found.shape != distances.shape:
            return None
        some = np.unique(np.linspace(0, max(len(found) - 1, 0), 8).astype(np.intp))[: len(found)]
        alone = [np.array_equal(weights(distances[[at]]), found[[at]], equal_nan=True) for at in some]
    except REFUSED:
        return None
    return found if all(alone) else None
