"""The usual losses L(y, g), of one row or of many."""

from __future__ import annotations

import numpy as np

from probative.errors import BadLabels, BadScores
from probative.evidence.arrays import Array, Floats, at_home
from probative.losses.declared import loss
from probative.losses.signs import broadcast, real, signs


@loss("misclassification probability")
def zero_one(y: object, g: object) -> Floats:
    """Zero-one loss: 0 where the answer is the label, else 1. For labels alone: numbers are never met exactly.

    >>> zero_one([1, 1, -1, -1], [1, -1, 1, -1]).tolist()
    [0.0, 1.0, 1.0, 0.0]
    """
    truth, said = broadcast(np.asarray(at_home(y)), np.asarray(at_home(g)))
    for values, name, remedy in (
        (truth, "y", "quadratic or absolute loss, for numbers"),
        (said, "g", "labels: np.where(g >= 0, 1, -1) for scores, g >= 0.5 for probabilities"),
    ):
        if _continuous(values):
            raise BadLabels(
                f"zero-one loss is for labels, and {name} holds numbers of a continuous kind.",
                found=f"{values.ravel()[_fractions(values)][0]:g}, for example",
                remedy=remedy,
            )
    return np.asarray(truth != said, np.float64)


@loss("MSE")
def quadratic(y: object, g: object) -> Floats:
    """Quadratic loss (y - g)²; of vectors (one in each row) the squared length of y - g.

    On labels and answers both in {-1, 1} it is 4 times the zero-one loss; in {0, 1} it equals it.

    >>> quadratic([1, 1, -1, -1], [1, -1, 1, -1]).tolist(), quadratic([[0, 0], [1, 1]], [[3, 4], [1, 1]]).tolist()
    ([0.0, 4.0, 4.0, 0.0], [25.0, 0.0])
    """
    truth, said = _real_pair(y, g)
    squares = (truth - said) ** 2
    return np.asarray(squares.sum(axis=1) if squares.ndim == 2 else squares)


@loss("MAE")
def absolute(y: object, g: object) -> Floats:
    """Absolute loss |y - g|; of vectors the length of y - g.

    >>> absolute([1, 2], [3, 2]).tolist()
    [2.0, 0.0]
    """
    truth, said = _real_pair(y, g)
    gaps = np.abs(truth - said)
    return np.asarray(np.sqrt((gaps**2).sum(axis=1)) if gaps.ndim == 2 else gaps)


@loss("log loss")
def log(y: object, p: object) -> Floats:
    """Log loss: minus the logarithm of the probability that the true class was given; p is that of the positive class.

    >>> log([1, 0, 1], [0.5, 0.5, 1.0]).round(4).tolist()
    [0.6931, 0.6931, -0.0]
    """
    truth, said = broadcast(signs(y, "y", nameable=False), real(p, "p"))
    if said.size and not (said.min() >= 0 and said.max() <= 1):
        raise BadScores(
            "log loss takes probabilities of the positive class.",
            found=f"{said.min():g} to {said.max():g}",
            remedy="calibrate the scores, or use hinge loss",
        )
    with np.errstate(divide="ignore"):
        return np.asarray(-np.log(np.where(truth > 0, said, 1 - said)))


@loss("mean hinge loss")
def hinge(y: object, g: object) -> Floats:
    """Hinge loss max(0, 1 - y g), for labels -1 and 1 (or 0 and 1) and a signed score g.

    >>> hinge([1, -1, -1], [2.0, -0.5, 3.0]).tolist()
    [0.0, 0.5, 4.0]
    """
    truth, said = broadcast(signs(y, "y", nameable=False), real(g, "g"))
    return np.asarray(np.maximum(0.0, 1 - truth * said))


def _real_pair(y: object, g: object) -> tuple[Array, Array]:
    return broadcast(real(y, "y"), real(g, "g"))


def _fractions(values: Array) -> Array:
    return np.asarray(values.ravel() != np.round(values.ravel()))


def _continuous(values: Array) -> bool:
    return bool(values.dtype.kind == "f" and _fractions(values).any())
