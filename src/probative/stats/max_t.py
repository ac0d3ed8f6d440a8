"""Many estimates at once: how extreme the most extreme of them is, where it is known how they vary together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from probative.evidence.arrays import Floats

DRAWS = 40_000
SURE = 100
"""Draws below a p that are enough to count them; with fewer, Bonferroni's bound is near enough."""
CELLS = 2_000_000
"""Numbers worked on at a time."""


@dataclass(frozen=True, slots=True)
class Family:
    """Estimates that are judged together, by the smallest p that any of them has where nothing is there (max-t).

    p-values and intervals made from it agree: an interval at `per_test(alpha)` leaves out 0 exactly where the adjusted
    p is at most alpha. Both are single-step, so that intervals hold for all estimates at once.

    >>> one = Family.of(np.eye(3))
    >>> round(one.per_test(0.05), 3), round(float(one.adjusted(0.01)), 2)
    (0.017, 0.03)
    >>> Family.bonferroni(3).adjusted(0.01), Family.bonferroni(1).per_test(0.05)
    (0.03, 0.05)
    """

    count: int
    smallest: Floats
    """The smallest p of each draw, in order; empty where only the number of estimates is known."""

    @classmethod
    def bonferroni(cls, count: int) -> Family:
        """Estimates of which nothing is known but their number: holds however they vary together."""
        return cls(count, np.zeros(0))

    @classmethod
    def of(
        cls, covariance: Floats, contrasts: Floats | None = None, sides: Literal["both", "upper"] = "both"
    ) -> Family:
        """Nearly normal estimates with that covariance, or contrasts (one per row) of them; seeded, so always the same.

        What does not vary at all is not in doubt and does not count.
        """
        rows = np.eye(len(covariance)) if contrasts is None else contrasts
        root = rows @ _root(covariance)
        spread = np.sqrt(np.square(root).sum(axis=1))
        root = root[spread > 1e-9 * max(spread.max(initial=0.0), 1e-300)]
        count = max(len(root), 1)
        if count == 1:
            return cls.bonferroni(1)
        root = root / np.sqrt(np.square(root).sum(axis=1))[:, None]
        return cls(count, _smallest_p(root, sides))

    def adjusted(self, p: float) -> float:
        """The chance that the smallest p of all is as small as this one."""
        bound = min(self.count * p, 1.0)
        if np.isnan(p) or not len(self.smallest):
            return bound
        below = int(np.searchsorted(self.smallest, p, side="right"))
        return min(bound, max(max(below, SURE) / len(self.smallest), p))

    def per_test(self, alpha: float) -> float:
        """The significance for each test at which any of them gives a false alarm with this chance."""
        place = int(alpha * len(self.smallest))
        bound = alpha / self.count
        return bound if place <= SURE else min(max(float(self.smallest[place - 1]), bound), alpha)


def _root(covariance: Floats) -> Floats:
    """A square root of a covariance matrix, which may be singular."""
    values, vectors = np.linalg.eigh((covariance + covariance.T) / 2)
    return np.asarray(vectors * np.sqrt(np.maximum(values, 0.0)))


def _smallest_p(root: Floats, sides: Literal["both", "upper"]) -> Floats:
    """Sorted smallest p-values of draws of standard normal estimates."""
    from scipy.special import ndtr

    rng, most = np.random.default_rng(0), max(CELLS // len(root), 1)
    parts = []
    for start in range(0, DRAWS, most):
        z = rng.standard_normal((min(most, DRAWS - start), root.shape[1])) @ root.T
        parts.append((np.abs(z) if sides == "both" else z).max(axis=1))
    tails = 2 if sides == "both" else 1
    return np.sort(tails * ndtr(-np.concatenate(parts)))
