"""Terms of one decomposition, point by point, with the equation that ties them together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from probative.evidence.arrays import Array, Floats, read_only
from probative.records import Record


@dataclass(frozen=True, slots=True, eq=False)
class Terms(Record):
    """Named terms at every point; the parts sum to the total.

    >>> terms = Terms("squared loss", ("bias2", "variance"), "total", {"bias2": np.array([1.0, 0.0]),
    ...     "variance": np.array([0.5, 0.5]), "total": np.array([1.5, 0.5])})
    >>> terms.means["total"], terms["variance"].tolist(), terms.gap
    (1.0, [0.5, 0.5], 0.0)
    """

    also: ClassVar[dict[str, str]] = {"equation": "equation", "means": "means"}

    definition: str
    """What the terms mean, in words."""
    parts: tuple[str, ...]
    total: str
    values: dict[str, Floats]
    x: Floats | None = None
    """Where the points lie, for a simulated task."""
    standard_error: float | None = None
    """Monte Carlo standard error of the mean total, over the training sets; None where nothing was simulated."""

    def __post_init__(self) -> None:
        for array in self.values.values():
            read_only(array)

    def __getitem__(self, name: str) -> Floats:
        return self.values[name]

    @property
    def means(self) -> dict[str, float]:
        """Each term averaged over the points."""
        return {name: float(array.mean()) for name, array in self.values.items()}

    @property
    def gap(self) -> float:
        """How far the parts are from summing to the total, at worst: rounding, and nothing else."""
        return float(np.abs(sum(self[name] for name in self.parts) - self[self.total]).max())

    @property
    def equation(self) -> str:
        """The total as the sum of its parts, in words."""
        return f"{self.total} = {' + '.join(self.parts)}"


def squared_terms(predictions: Array, target: Array) -> dict[str, Floats]:
    """Bias², variance, total and cross term of squared loss; predictions has one row per training set.

    The variance has the divisor M (the number of training sets, not M - 1), so that total = bias² + variance is
    exact; the total is computed on its own, and the cross term is 0 but for rounding.

    >>> found = squared_terms(np.array([[1.0], [3.0]]), np.array([0.0]))
    >>> {name: array.tolist() for name, array in found.items()}
    {'bias2': [4.0], 'variance': [1.0], 'total': [5.0], 'cross_term': [0.0]}
    """
    centre = predictions.mean(axis=0)
    spread, off = predictions - centre, centre - target
    return {
        "bias2": off**2,
        "variance": (spread**2).mean(axis=0),
        "total": ((predictions - target) ** 2).mean(axis=0),
        "cross_term": 2 * (spread * off).mean(axis=0),
    }


def monte_carlo_error(losses: Array) -> float:
    """Standard error of the mean loss over training sets; losses has one row per training set.

    >>> monte_carlo_error(np.array([[1.0, 1.0], [3.0, 3.0]]))
    1.0
    """
    per_set = losses.mean(axis=1)
    return float(per_set.std(ddof=1) / np.sqrt(len(per_set)))
