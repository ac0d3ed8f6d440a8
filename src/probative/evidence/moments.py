"""Moments of any per-row number: the evidence behind mean losses and paired differences."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Self

import numpy as np

from probative.errors import BadScores, EmptyData
from probative.evidence.arrays import LARGEST, Floats, Number, frozen, numbers, require_room, weights
from probative.evidence.evidence import Evidence
from probative.evidence.powers import ORDER, power_sums, recentred, stable_mean


@dataclass(frozen=True, slots=True, eq=False)
class Moments(Evidence):
    """The mean of a per-row number and the sums of its centred powers.

    `powers[k]` is the weighted sum of (x - mean)^k; `squares[k]` the same with squared weights
    (None: unit weights, where they are equal).

    >>> m = Moments.from_values([1, 2, 3, 4])
    >>> m.mean, m.variance
    (2.5, 1.6666666666666667)
    """

    mean: Number
    powers: Floats
    squares: Floats | None = None
    least: Number = -inf
    """The least of the values; -inf where it is not known."""

    def __repr__(self) -> str:
        if np.ndim(self.mean):
            return f"<Moments: {np.size(self.mean):,} of them>"
        return f"<Moments: {self.powers[..., 0]:,.10g} rows, mean {self.mean:.4g}>"

    def __post_init__(self) -> None:
        for name in ("powers", "squares"):
            if (value := getattr(self, name)) is not None:
                object.__setattr__(self, name, frozen(np.asarray(value, np.float64)))

    def flaw(self) -> str:
        """Too few sums, a mean that no rows can have, sums of even powers (the number of rows among them) below 0."""
        if np.shape(self.powers)[-1:] < (3,) or (self.squares is not None and self.squares.shape != self.powers.shape):
            return f"powers of shape {self.powers.shape}"
        mean = np.abs(self.mean)
        if np.any(np.isfinite(mean) & (mean > LARGEST)):
            return f"a mean of {np.max(mean):g}"
        with np.errstate(invalid="ignore"):
            below = (self.powers[..., ::2] < 0).any()
        return "a sum of squares below 0" if below else ""

    @classmethod
    def from_values(cls, values: object, *, sample_weight: object = None) -> Self:
        """Moments of the values given."""
        x = numbers(values, "values")
        if not len(x):
            raise EmptyData("there are no values.", remedy="check the filter or the file that made them")
        if not np.isfinite(x).all():
            raise BadScores("values must be finite.", found="an infinity", remedy="remove those rows")
        require_room(x)
        w = weights(sample_weight, len(x))
        return cls.from_groups(x, w, None if w is None else w * w)

    @classmethod
    def from_groups(cls, values: Floats, counts: Floats | None, squares: Floats | None, order: int = ORDER) -> Self:
        """Moments of values that each stand for several rows (`squares` None: unit weights)."""
        centre = stable_mean(values, counts)
        return cls(
            centre,
            power_sums(values, centre, counts, order),
            None if squares is None else power_sums(values, centre, squares, order),
            # Rows without weight are not there.
            float(np.min(values if counts is None else values[counts > 0], initial=inf)),
        )

    @property
    def zero_or_one(self) -> bool:
        """Whether every value is known to be 0 or 1: the mean is a share then."""
        if not (self.least >= 0 and self.powers.shape[-1] > 4):
            return False
        about_zero = recentred(self.powers[..., :5], self.mean)
        # The sum of x^2 (1 - x)^2, which no other value leaves at 0.
        others = float(about_zero[2] - 2 * about_zero[3] + about_zero[4])
        return abs(others) <= 1e-9 * float(self.n)

    @property
    def n(self) -> Number:
        """All rows (the sum of the weights where rows are weighted)."""
        return self.powers[..., 0]

    @property
    def effective_n(self) -> Number:
        """The number of equally weighted rows that carry as much: (sum w)^2 / sum w^2."""
        return self.powers[..., 0] ** 2 / self.squared[..., 0]

    @property
    def squared(self) -> Floats:
        """Centred powers under squared weights."""
        return self.powers if self.squares is None else self.squares

    @property
    def variance(self) -> Number:
        """Sample variance, with n - 1 (effective n for weights); nan for a single row."""
        m = self.effective_n
        with np.errstate(divide="ignore", invalid="ignore"):
            result = np.where(m > 1, self.powers[..., 2] / self.powers[..., 0] * m / (m - 1), np.nan)
        return result if result.ndim else float(result)

    @property
    def standard_error(self) -> Number:
        """Standard error of the mean, from squared weights; nan for a single row."""
        m = self.effective_n
        with np.errstate(divide="ignore", invalid="ignore"):
            spread = self.squared[..., 2] / self.powers[..., 0] ** 2
            result = np.where(m > 1, np.sqrt(spread * m / (m - 1)), np.nan)
        return result if result.ndim else float(result)

    @property
    def skewness(self) -> Number:
        """Third standardised moment; nan where nothing varies."""
        with np.errstate(divide="ignore", invalid="ignore"):
            n = self.powers[..., 0]
            return (self.powers[..., 3] / n) / (self.powers[..., 2] / n) ** 1.5

    def __add__(self, other: Moments) -> Moments:
        if not isinstance(other, Moments):
            return NotImplemented
        a, b = np.asarray(self.n), np.asarray(other.n)
        with np.errstate(invalid="ignore", divide="ignore"):
            share = np.where(a + b > 0, b / (a + b), 0.0)
        mean = self.mean + (other.mean - self.mean) * share
        powers = recentred(self.powers, self.mean - mean) + recentred(other.powers, other.mean - mean)
        squares = None
        if self.squares is not None or other.squares is not None:
            squares = recentred(self.squared, self.mean - mean) + recentred(other.squared, other.mean - mean)
        least = np.minimum(self.least, other.least)
        sums = (powers, squares, least if np.ndim(least) else float(least))
        return Moments(mean if np.ndim(mean) else float(mean), *sums)
