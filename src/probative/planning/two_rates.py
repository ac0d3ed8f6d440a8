"""Two rates counted on different rows."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import ClassVar

from probative.planning.design import Design


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoRates(Design):
    """Test of two independent rates, n rows each: chi-squared with the pooled rate, normal approximation.

    >>> round(TwoRates(level=0.95, side="two-sided", reference=0.8).power(900, 0.05), 3)
    0.798
    """

    what: ClassVar[str] = "proportions"
    uses: ClassVar[tuple[str, ...]] = ("expected", "reference")
    needs: ClassVar[tuple[str, ...]] = ("reference",)
    methods: ClassVar[tuple[str, ...]] = ("asymptotic",)
    for_each: ClassVar[bool] = True

    reference: float

    @property
    def test(self) -> str:
        """The test in words."""
        return "two-sample z-test of rates (chi-squared, pooled rate)"

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What is taken for granted, in words."""
        return (
            "independent rows, n for each model; on the same rows paired-proportions needs fewer",
            f"the second rate is {self.reference:g}",
        )

    @property
    def smallest(self) -> int:
        """Two rows each."""
        return 2

    @property
    def reach(self) -> tuple[float, float]:
        """A rate stays between 0 and 1."""
        return -self.reference, 1 - self.reference

    def power(self, n: int, difference: float) -> float:
        """Probability that the test rejects: pooled variance under the null, each rate's own under the truth."""
        p0, p1 = self.reference, min(max(self.reference + difference, 0.0), 1.0)
        pooled = (p0 + p1) / 2
        own = p0 * (1 - p0) + p1 * (1 - p1)
        return self.beyond(difference, sqrt(2 * pooled * (1 - pooled) / n), sqrt(own / n))
