"""How far a neighbour's distance can be trusted: whom rounding, or the shape of a search tree, would replace."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from probative.closed_forms.common import Bools
from probative.evidence.arrays import Array, Floats

EUCLIDEAN = ("minkowski", "p", "euclidean", "l2", "sqeuclidean", "nan_euclidean")
ANGULAR = ("cosine", "correlation")
TRUE = ("manhattan", "l1", "cityblock", "chebyshev", "infinity", "canberra", "hamming", "jaccard", "haversine")
SCALED = ("seuclidean", "mahalanobis")


class Neighbours(Protocol):
    """What is asked of a model of k nearest neighbours."""

    n_neighbors: int
    metric: str | Callable[..., float]
    algorithm: str
    weights: str | Callable[[Floats], ArrayLike] | None

    def kneighbors(self, X: Array, n_neighbors: int) -> tuple[Floats, Array]:  # noqa: N803
        """Distances of the nearest training rows, and which they are."""


def settled(model: Neighbours) -> bool:
    """Whether the neighbours depend on the data alone, and not on how a search tree was grown.

    A tree prunes by the triangle inequality, so what it finds is only sure where the distance obeys it.
    """
    if model.metric == "precomputed" or not (isinstance(model.metric, str) or callable(model.metric)):
        return False
    known = isinstance(model.metric, str) and model.metric in EUCLIDEAN + ANGULAR + TRUE + SCALED
    return known or model.algorithm == "brute"


class Rounding:
    """Absolute and relative error of the distances that a k-NN model is told."""

    def __init__(self, model: Neighbours, X: Array, left: int) -> None:  # noqa: N803
        """Bounds for this model, these features, and this many rows left out."""
        n, d = X.shape
        eps = float(np.finfo(np.float32 if X.dtype == np.float32 else np.float64).eps)
        self.relative = 1e-9 if eps < 1e-10 else 1e-4
        # With many features or few rows scikit-learn compares all rows, by |x|² − 2xy + |y|² for these metrics.
        tree = model.algorithm in ("kd_tree", "ball_tree")
        brute = not tree and (model.algorithm == "brute" or d > 15 or 2 * model.n_neighbors >= n - left - 1)
        metric = model.metric if isinstance(model.metric, str) else ""
        self.expanded = (brute and metric in EUCLIDEAN) or metric in ANGULAR or metric == "sqeuclidean"
        self.squares = metric in EUCLIDEAN and metric != "sqeuclidean"
        length = 1.0 if metric in ANGULAR else float(np.square(X, dtype=np.float64).sum(axis=1).max())
        self.absolute = 8 * (d + 8) * eps * length if self.expanded else 0.0

    def same(self, a: Floats, b: Floats) -> Bools:
        """Whether two distances, a ≤ b, may come in either order."""
        powers = 2 if self.squares else 1
        with np.errstate(invalid="ignore", over="ignore"):
            near = b - a <= self.relative * np.abs(b)
            return np.asarray(near | (b**powers - a**powers <= self.absolute)) & np.isfinite(b)

    def blurred(self, distances: Floats) -> Bools:
        """Whether a row has a distance too small for its reciprocal to be exact."""
        powers = 2 if self.squares else 1
        return np.asarray((distances**powers * 1e-10 < self.absolute).any(axis=1))
