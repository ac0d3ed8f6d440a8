"""The difference of two mean losses on the same rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf, sqrt
from typing import ClassVar

import numpy as np

from probative.planning.design import Design, Interval
from probative.stats.tails import t_critical

LARGE = 10**6
"""Rows from which on t and z agree to more digits than a plan has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeanLoss(Design):
    """Paired t-test of the losses, by the noncentral t distribution.

    >>> round(MeanLoss(level=0.95, side="two-sided", sd=1.0).power(34, 0.5), 4)
    0.8078
    """

    what: ClassVar[str] = "mean-loss"
    uses: ClassVar[tuple[str, ...]] = ("sd",)
    needs: ClassVar[tuple[str, ...]] = ("sd",)
    methods: ClassVar[tuple[str, ...]] = ("t",)
    margins: ClassVar[tuple[str, ...]] = ("t",)
    width: ClassVar[tuple[str, ...]] = ("sd",)

    sd: float

    @classmethod
    def interval(cls, known: Mapping[str, float], level: float, method: str) -> Interval:
        """Student's."""
        sd = known["sd"]
        assumptions = (f"the standard deviation comes out as {sd:g}", "the mean is nearly normal")
        return Interval(lambda n: mean_half_width(n, sd, level), 2, "Student's interval of a mean", assumptions)

    def half_width(self, n: int) -> float:
        """Half the length of the mean difference's interval."""
        return mean_half_width(n, self.sd, self.level)

    @property
    def test(self) -> str:
        """The test in words."""
        return "paired t-test" if self.margin is None else "non-inferiority t-test"

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What is taken for granted, in words."""
        return (
            "independent rows, with a loss or grade of both models on each",
            f"the differences of the rows have standard deviation {self.sd:g}",
            "their mean is nearly normal",
        )

    @property
    def smallest(self) -> int:
        """Two rows have a spread."""
        return 2

    @property
    def reach(self) -> tuple[float, float]:
        """A mean loss has no bounds."""
        return -inf, inf

    def power(self, n: int, difference: float) -> float:
        """Probability that the test rejects."""
        from scipy.special import nctdtr

        away = (difference + self.shift) * sqrt(n) / self.sd
        if n > LARGE:
            return self.beyond(away, 1.0, 1.0)
        limit = t_critical(n - 1, 1 - self.level, self.side)
        # On the far side the distribution is below 1e-10 where SciPy no longer computes it.
        above, below = (max(0.0, float(np.nan_to_num(nctdtr(n - 1, sign * away, -limit)))) for sign in (-1.0, 1.0))
        return above * (self.side != "less") + below * (self.side != "greater")


def mean_half_width(n: int, sd: float, level: float) -> float:
    """Half the length of Student's interval of a mean if the standard deviation comes out as expected.

    >>> round(mean_half_width(100, 1.0, 0.95), 4)
    0.1984
    """
    return t_critical(n - 1, 1 - level) * sd / sqrt(n)
