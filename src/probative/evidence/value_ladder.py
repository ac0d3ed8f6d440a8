"""Distinct values with their weight: what medians and other quantiles need."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np

from probative.evidence.arrays import Floats, Number, frozen, read_only
from probative.evidence.evidence import Evidence, remembered
from probative.evidence.mapped import picked, places_above
from probative.evidence.part_sums import PartSums
from probative.evidence.sorting import sums_at_distinct


@dataclass(frozen=True, slots=True, eq=False)
class ValueLadder(Evidence):
    """Distinct values, descending, with their weight: what medians need."""

    values: Floats
    mass: Floats

    def __post_init__(self) -> None:
        for name in ("values", "mass"):
            object.__setattr__(self, name, frozen(getattr(self, name)))

    @classmethod
    def from_values(cls, values: Floats, weight: Floats | None) -> Self:
        """Sort the values once."""
        mass = np.ones(len(values)) if weight is None else weight
        distinct, (sums,) = sums_at_distinct(values, mass)
        return cls(read_only(distinct), read_only(sums))

    def quantile(self, q: Number) -> Number:
        """The q-quantile; where it falls between two values, their midpoint (as the usual median)."""
        total = self._sums.total
        target = np.asarray(q, np.float64) * total
        # Sums of weights carry rounding; a hair's breadth decides nothing.
        slack = total * 1e-12
        # Values fall: what lies below a value is what is left from it on.
        last = len(self.values) - 1
        low = np.maximum(self._sums.places(total - (target - slack), "right") - 1, 0)
        high = np.maximum(self._sums.places(total - (target + slack), "left") - 1, 0)
        middle: Floats = (self.values[np.minimum(low, last)] + self.values[np.minimum(high, last)]) / 2
        return middle

    def within(self, levels: Floats) -> Floats:
        """The weight of the values up to each level.

        >>> ladder = ValueLadder.from_values(np.array([3.0, 1.0, 2.0]), None)
        >>> ladder.within(np.array([0.5, 2.0])).tolist(), ladder.reached(0.6)
        ([0.0, 2.0], 2.0)
        """
        above = self._sums.down_to(places_above(self.values, levels, "right"))
        return np.maximum(self._sums.total - above, 0.0)

    def reached(self, share: float) -> float:
        """The least value up to which that share of the weight lies."""
        total = self._sums.total
        places = self._sums.places(np.array([total - share * total]), "right") - 1
        return float(picked(self.values, np.minimum(places, len(self.values) - 1))[0])

    def between(self, above: float, upto: float, most: int) -> Floats:
        """Values beyond one and up to another, rising: all of them, or so many in even ranks.

        >>> ladder = ValueLadder.from_values(np.array([3.0, 1.0, 2.0, 5.0]), None)
        >>> ladder.between(1.0, 5.0, 2).tolist(), ladder.following(np.array([2.5, 5.0])).tolist()
        ([2.0, 5.0], [3.0, inf])
        """
        last, first = places_above(self.values, np.array([above, upto]), "right").tolist()
        even = np.linspace(last - 1, first, min(most, last - first)).round().astype(np.intp)
        return picked(self.values, even)

    def following(self, values: Floats) -> Floats:
        """The least value above each; infinite where there is none."""
        above = places_above(self.values, values, "right")
        return np.where(above > 0, picked(self.values, np.maximum(above - 1, 0)), np.inf)

    @property
    @remembered
    def _sums(self) -> PartSums:
        return PartSums.of(self.mass)

    def __add__(self, other: ValueLadder) -> ValueLadder:
        distinct, (mass,) = sums_at_distinct(
            np.concatenate([self.values, other.values]), np.concatenate([self.mass, other.mass])
        )
        return ValueLadder(distinct, mass)
