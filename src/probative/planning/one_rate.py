"""One rate (accuracy, recall ...) against a reference value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil, sqrt
from typing import ClassVar

import numpy as np

from probative.evidence.arrays import Array, Floats
from probative.inference.proportion import wilson
from probative.planning.binomial import at_most, lower_limit
from probative.planning.design import Design, Interval

TESTS = {
    "wilson": "one-sample score test (the reference lies outside the Wilson interval)",
    "exact": "exact binomial test (the reference lies outside the Clopper-Pearson interval)",
    "asymptotic": "one-sample score test, normal approximation",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class OneRate(Design):
    """Test of whether a rate differs from the reference, which is known without error.

    >>> design = OneRate(level=0.95, side="two-sided", reference=0.9)
    >>> round(design.power(300, 0.05), 3), round(design.power(300, 0.0), 3)
    (0.881, 0.043)
    """

    what: ClassVar[str] = "proportion"
    uses: ClassVar[tuple[str, ...]] = ("expected", "reference")
    needs: ClassVar[tuple[str, ...]] = ("reference",)
    methods: ClassVar[tuple[str, ...]] = tuple(TESTS)
    width: ClassVar[tuple[str, ...]] = ("expected",)

    reference: float
    method: str = "wilson"

    @classmethod
    def interval(cls, known: Mapping[str, float], level: float, method: str) -> Interval:
        """Wilson's."""
        p = known["expected"]
        return Interval(lambda n: rate_half_width(n, p, level), 1, "Wilson interval", (f"the rate comes out as {p:g}",))

    @property
    def test(self) -> str:
        """The test in words."""
        return TESTS[self.method]

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What is taken for granted, in words."""
        return ("independent rows", f"the reference rate {self.reference:g} is known without error")

    @property
    def reach(self) -> tuple[float, float]:
        """A rate stays between 0 and 1."""
        return -self.reference, 1 - self.reference

    def ripple(self, n: int, difference: float) -> int:
        """Each further success needed costs power that the next rows must win back."""
        if self.method == "asymptotic":
            return 0
        spread = self.reference * (1 - self.reference)
        return ceil(4 * sqrt(n / spread) + 4 / min(self.reference, 1 - self.reference))

    def power(self, n: int, difference: float) -> float:
        """Probability that the test rejects."""
        p0, p1 = self.reference, min(max(self.reference + difference, 0.0), 1.0)
        if self.method == "asymptotic":
            return self.beyond(difference, sqrt(p0 * (1 - p0) / n), sqrt(p1 * (1 - p1) / n))
        return float(self.powers(np.array([n]), difference)[0])

    def powers(self, rows: Array, difference: float) -> Floats:
        """Probability of the counts that the test rejects for, with each of several numbers of rows."""
        if self.method == "asymptotic":
            return Design.powers(self, rows, difference)
        rate = min(max(self.reference + difference, 0.0), 1.0)
        power = np.zeros(len(rows))
        if self.side != "less":
            power += at_most(self._fewest(rows, 1 - self.reference), rows, 1 - rate)
        if self.side != "greater":
            power += at_most(self._fewest(rows, self.reference), rows, rate)
        return power

    def _fewest(self, rows: Array, p: float) -> Floats:
        """The largest count that is too small for a share p; failures are counted the same way."""
        if self.method == "exact":
            return lower_limit(rows, p, self.tail)
        return np.asarray(np.floor(rows * p - self.quantile * np.sqrt(rows * (p * (1 - p)))))


def rate_half_width(n: int, expected: float, level: float) -> float:
    """Half the Wilson interval's length if the rate comes out as expected.

    >>> round(rate_half_width(138, 0.9, 0.95), 4)
    0.0505
    """
    low, high = wilson(expected * n, n, level)
    return (high - low) / 2
