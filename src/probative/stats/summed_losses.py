"""Two models' losses of the same rows, summed up part by part: all that a t-test of their mean difference asks."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, nan

import numpy as np

from probative.evidence import Moments
from probative.evidence.arrays import Floats
from probative.stats.inputs import settled
from probative.stats.means import CONSTANT, EQUAL, Contrast


@dataclass(frozen=True, slots=True)
class SummedLosses:
    """Means of two models' losses and the powers of their differences; parts of the rows add up.

    >>> parts = [SummedLosses.of(np.array(a), np.array(b)) for a, b in (([1.0, 2.0], [1.0, 1.0]), ([2.0], [0.0]))]
    >>> both = parts[0] + parts[1]
    >>> both.n, both.contrast.effect, both.heaviest
    (3, 1.0, 0.5)
    """

    n: int
    both: tuple[Moments, Moments]
    apart: Moments
    """Of the differences, without those that only rounding tells apart."""
    ends: tuple[float, float] = (inf, -inf)
    """The least and the largest difference."""
    endless: tuple[bool, bool] = (False, False)
    """Whether a model has a loss that is no finite number."""

    @classmethod
    def of(cls, a: Floats, b: Floats) -> SummedLosses:
        """Of the losses of some rows."""
        endless = not bool(np.isfinite(a).all()), not bool(np.isfinite(b).all())
        nothing = Moments(nan, np.full(3, nan))
        if any(endless):
            return cls(len(a), (nothing, nothing), nothing, endless=endless)
        gaps = settled(a - b, np.abs(a) + np.abs(b))
        first, second, apart = (Moments.from_groups(column, None, None, 2) for column in (a, b, gaps))
        return cls(len(a), (first, second), apart, (float(gaps.min()), float(gaps.max())))

    def __add__(self, other: SummedLosses) -> SummedLosses:
        low, high = min(self.ends[0], other.ends[0]), max(self.ends[1], other.ends[1])
        both = self.both[0] + other.both[0], self.both[1] + other.both[1]
        endless = self.endless[0] or other.endless[0], self.endless[1] or other.endless[1]
        return SummedLosses(self.n + other.n, both, self.apart + other.apart, (low, high), endless)

    @property
    def equal(self) -> bool:
        """Whether no row tells the models apart."""
        return self.ends == (0.0, 0.0)

    @property
    def contrast(self) -> Contrast:
        """The mean difference with its standard error, or why there is none."""
        n, mean = self.n, float(self.apart.mean)
        if self.equal:
            return Contrast(0.0, 0.0, n - 1, n, EQUAL)
        if not self.ends[0] < self.ends[1]:
            return Contrast(mean, 0.0, n - 1, n, CONSTANT)
        sd = float(self.apart.powers[2] / (n - 1)) ** 0.5
        return Contrast(mean, sd / n**0.5, n - 1, n, details={"sd": sd})

    @property
    def heaviest(self) -> float:
        """The largest share of the sum of squared deviations that a single row has; nan where nothing varies."""
        most = max((end - float(self.apart.mean)) ** 2 for end in self.ends)
        return most / float(self.apart.powers[2]) if most else nan
