"""What rank correlations ask of every row: its ranks, and how it lifts the ranks of the rows above it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from probative.evidence.arrays import Array, Floats


@dataclass(frozen=True, slots=True)
class RankColumns:
    """Ridits of targets and predictions (midranks as shares, less a half), and sums of them over the rows above.

    >>> ranks = RankColumns.of(np.array([1.0, 2.0]), np.array([5.0, 5.0]), np.ones(2))
    >>> ranks.truth.tolist(), ranks.predicted.tolist(), ranks.lifts_truth.tolist()
    ([-0.25, 0.25], [0.0, 0.0], [0.125, 0.125])
    """

    truth: Floats
    predicted: Floats
    lifts_both: Floats
    """Ridits of the predictions over rows with larger targets, and of the targets over rows with larger predictions."""
    lifts_truth: Floats
    """Twice the ridits of the targets over rows with larger targets; equal ones count half."""
    lifts_predicted: Floats

    @classmethod
    def of(cls, truth: Floats, predicted: Floats, mass: Floats) -> RankColumns:
        """Of columns in memory."""
        share, (of_y, of_h) = mass / mass.sum(), (_Places.of(column, mass) for column in (truth, predicted))
        y, h = of_y.ridits, of_h.ridits
        both = of_y.above(h * share) + of_h.above(y * share)
        return cls(y, h, both, 2 * of_y.above(y * share), 2 * of_h.above(h * share))

    @property
    def columns(self) -> tuple[Array, ...]:
        """All of them."""
        return self.truth, self.predicted, self.lifts_both, self.lifts_truth, self.lifts_predicted


@dataclass(frozen=True, slots=True)
class _Places:
    """The place of every row among the distinct values of a column."""

    place: Array
    at: Array
    """The mass at each value."""

    @classmethod
    def of(cls, values: Floats, mass: Floats) -> _Places:
        distinct, place = np.unique(values, return_inverse=True)
        return cls(place, np.bincount(place, mass, len(distinct)))

    @property
    def ridits(self) -> Floats:
        """Share of the mass below each value, plus half of that at it, minus a half: centred midranks over n."""
        ridits: Floats = (np.cumsum(self.at) - self.at / 2) / self.at.sum() - 0.5
        return ridits[self.place]

    def above(self, terms: Floats) -> Floats:
        """Sum of the terms of rows with larger values, plus half of those with equal ones."""
        at = np.bincount(self.place, terms, len(self.at))
        sums: Floats = at.sum() - np.cumsum(at) + at / 2
        return sums[self.place]
