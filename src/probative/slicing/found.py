"""What a search hands over: slices with their excess, and the limits that chance alone keeps within."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor

import numpy as np

from probative.evidence.arrays import Floats
from probative.slicing.lattice import Choice


@dataclass(frozen=True, slots=True)
class Tested:
    """A slice that was held against the rest."""

    choice: Choice
    t: float
    gap: float
    error: float
    inside: int
    """Rows of the slice among those that the test looks at."""


@dataclass(frozen=True, slots=True)
class Null:
    """The largest and smallest t of all slices looked at, in every permutation: what chance alone gives.

    Tests are two-sided, with half of alpha on each side, so that an interval leaves out 0 exactly where p is small; the
    two sides have limits of their own, since losses are skewed.

    >>> null = Null(np.arange(1.0, 100.0), -np.arange(1.0, 100.0), 0.95, 1)
    >>> null.p(98.5), null.upper, null.p(null.upper) > 0.05 >= null.p(null.upper + 0.5)
    (0.04, 98.0, True)
    """

    highs: Floats
    lows: Floats
    level: float
    families: int
    """Searches that share the chance of a false alarm: one for each model."""

    def p(self, t: float) -> float:
        """The chance that the largest t of all slices is as large, on either side, in any of the searches."""
        as_large = int((self.highs >= t).sum())
        return min(2 * self.families * (as_large + 1) / (len(self.highs) + 1), 1.0)

    def at_floor(self, t: float) -> bool:
        """Whether no permutation reached it: p is then only known not to be larger."""
        return not bool((self.highs >= t).any())

    def proven(self, one: Tested, means: tuple[float, float]) -> Proven:
        """A slice beyond the limit, with the mean losses inside and outside, and its interval."""
        low, high = one.gap - self.upper * one.error, one.gap + self.lower * one.error
        return Proven(one, low, high, self.p(one.t), self.at_floor(one.t), means)

    @property
    def upper(self) -> float:
        """The t beyond which p is at most alpha."""
        return self._limit(self.highs)

    @property
    def lower(self) -> float:
        """The same on the other side, without its sign."""
        return self._limit(-self.lows)

    def _limit(self, values: Floats) -> float:
        allowed = floor((1 - self.level) * (len(values) + 1) / (2 * self.families) + 1e-9)
        return float(np.sort(values)[::-1][allowed - 1]) if allowed >= 1 else np.inf


@dataclass(frozen=True, slots=True)
class Proven:
    """A slice that is worse than the rest beyond chance: by how much at least and at most, and p."""

    tested: Tested
    low: float
    high: float
    p: float
    at_most: bool
    means: tuple[float, float]
    """The mean loss of the slice, and that elsewhere."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one search came to."""

    proven: tuple[Proven, ...] = ()
    looked_at: int = 0
    why: str = ""
    """Why there was no search."""
