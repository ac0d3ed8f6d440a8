"""What whole clusters of rows do to a value: how far each moves it, and what follows for its variance."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np

from probative.errors import BadParameter
from probative.evidence.arrays import Floats, inner
from probative.measurement.registry import Measure, Parameters


class VaryingClusters(ABC):
    """Clusters of rows, of which each moves a value; subclasses say by how much."""

    size: int
    """The number of clusters."""
    share: Floats
    """The share of the rows that each cluster holds."""

    @abstractmethod
    def influence(self, measure: Measure, parameters: Parameters) -> Floats:
        """By how much each cluster moves the value, seen from the others."""

    @property
    def effective_size(self) -> float:
        """The number of equal clusters that carry as much as these, whose sizes differ."""
        return 1 / inner(self.share, self.share)

    def variance(self, measure: Measure, parameters: Parameters) -> float:
        """Sandwich variance: squared influences of whole clusters, each as if the value were known without it.

        A large cluster draws the value towards itself and so hides its own distance from it; dividing by the share of
        the others undoes that, as the jackknife does. Of equal clusters it is the usual G / (G - 1).
        """
        return spread_of(self.influence(measure, parameters))

    def freedom(self, measure: Measure, parameters: Parameters) -> float:
        """Degrees of freedom of that variance: fewer than clusters where it rests on a few of them."""
        return self.freedom_of(self.influence(measure, parameters))

    def freedom_of(self, influence: Floats) -> float:
        """Degrees of freedom of the variance of these influences (Satterthwaite)."""
        squares, size = np.square(influence), len(influence)
        doubt = size * inner(squares, squares) / squares.sum() ** 2 - 1 if squares.any() else 0.0
        told = 2 * size / doubt if doubt > 0 else size
        return max(min(told, self.effective_size - 1), 1.0)


def require_two(clusters: int) -> None:
    """A single cluster says nothing of how clusters vary."""
    if clusters < 2:
        raise BadParameter(
            "clustered intervals need at least two clusters.",
            found=f"{clusters} clusters",
            remedy="rows of further clusters; or leave groups= (--group) out, if rows vary independently",
        )


def skewness_of(influence: Floats) -> float:
    """Third standardised moment of influences; 0 where nothing varies.

    >>> round(skewness_of(np.array([2.0, -1.0, -1.0])), 4)
    0.7071
    """
    spread = inner(influence, influence) / len(influence)
    return float((influence**3).mean() / spread**1.5) if spread > 0 else 0.0


def spread_of(influence: Floats) -> float:
    """The variance of a value that clusters move so far.

    >>> spread_of(np.array([0.1, -0.1]))
    0.010000000000000002
    """
    return inner(influence, influence) * (len(influence) - 1) / len(influence)
