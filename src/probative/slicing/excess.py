"""The excess of a slice: its mean loss minus that elsewhere, in standard errors, from sums alone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from probative.evidence.arrays import Array, Floats

PRIOR = 10.0
"""Rows that the variance of all rows counts for in that of a slice: no slice is certain because its rows are alike."""


@dataclass(frozen=True, slots=True)
class Losses:
    """What rows lost, less their mean, with what every slice of them is held against.

    The statistic is Welch's t whose two variances are drawn a little towards that of all rows, as in the moderated t of
    genomics (Smyth 2004): it needs nothing but the rows, the sum and the sum of squares of a slice, it holds where
    losses vary more in one slice than in another, and a slice of equal losses does not have an infinite one.

    >>> of = Losses.of(np.array([0.0, 0.0, 0.0, 1.0, 1.0, 1.0]))
    >>> t, gap, error = of.excess(np.array([3.0]), np.array([1.5]), np.array([0.75]))
    >>> float(gap[0]), round(float(t[0]), 2)
    (1.0, 2.45)
    """

    mean: float
    values: Floats
    squares: float
    pair: tuple[float, float] | None
    """The two values, where there are no more: then sums say what sums of squares would."""

    @classmethod
    def of(cls, losses: Floats) -> Losses:
        """Losses of rows, centred."""
        mean = float(losses.mean())
        # Equal losses differ from their mean by rounding alone.
        values = losses - mean if np.ptp(losses) else np.zeros(len(losses))
        low, high = float(values.min()), float(values.max())
        two = bool(((values == low) | (values == high)).all())
        return cls(mean, values, float(np.square(values).sum()), (low, high) if two else None)

    @property
    def n(self) -> int:
        """All rows."""
        return len(self.values)

    @property
    def variance(self) -> float:
        """How single losses vary."""
        return self.squares / (self.n - 1) if self.n > 1 else 0.0

    def squares_from(self, rows: Array, sums: Floats) -> Floats:
        """Sums of squares of slices, where losses take two values: v² = (a + b) v - ab."""
        assert self.pair is not None
        a, b = self.pair
        return np.asarray((a + b) * sums - a * b * rows)

    def excess(self, rows: Array, sums: Floats, squares: Floats) -> tuple[Floats, Floats, Floats]:
        """In standard errors, the excess itself, and its standard error: of slices with these rows and (centred) sums.

        `rows` goes along the first axis; sums may have a further one, of permutations.
        """
        m = np.asarray(rows, np.float64)
        m = m.reshape(m.shape + (1,) * (sums.ndim - m.ndim))
        k = self.n - m
        inner, outer = 1 / ((PRIOR + m - 1) * m), 1 / ((PRIOR + k - 1) * k)
        fixed = PRIOR * self.variance * (inner + outer) + self.squares * outer
        error = np.square(sums)
        error *= -(inner / m + outer / k)
        error += squares * (inner - outer)
        error += fixed
        np.sqrt(np.maximum(error, 0.0, out=error), out=error)
        gap = sums * (self.n / (m * k))
        with np.errstate(divide="ignore", invalid="ignore"):
            return gap / error, gap, error

    def means(self, mask: Array) -> tuple[float, float]:
        """The mean loss of a slice, and that elsewhere."""
        held = self.values + self.mean
        return float(held[mask].mean()), float(held[~mask].mean())
