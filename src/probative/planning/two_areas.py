"""Two areas under ROC curves on the same rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil, sqrt
from typing import ClassVar

from probative.inference.proportion import normal_quantile
from probative.planning.areas import area_correlation, binormal, hanley_mcneil
from probative.planning.design import Design, Interval

MODELS = {
    "binormal": "scores are Gaussian with equal spread in both classes",
    "hanley-mcneil": "scores vary as exponential ones do (Hanley and McNeil): cautious where positives are rare, "
    "too bold where they are the majority",
}
FEWEST = 2
"""Rows of each class without which an area has no variance."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoAreas(Design):
    """DeLong's test of two areas on the same rows, by the variance that a model of the scores foretells.

    >>> design = TwoAreas(level=0.95, side="two-sided", reference=0.8, positives=0.5, correlation=0.6)
    >>> round(design.power(500, 0.04), 3)
    0.621
    """

    what: ClassVar[str] = "auc"
    uses: ClassVar[tuple[str, ...]] = ("expected", "reference", "positives", "correlation")
    needs: ClassVar[tuple[str, ...]] = ("positives", "reference")
    methods: ClassVar[tuple[str, ...]] = tuple(MODELS)
    margins: ClassVar[tuple[str, ...]] = tuple(MODELS)
    width: ClassVar[tuple[str, ...]] = ("expected", "positives")

    reference: float
    positives: float
    correlation: float | None = None
    method: str = "binormal"

    @classmethod
    def interval(cls, known: Mapping[str, float], level: float, method: str) -> Interval:
        """DeLong's."""
        area, positives = known["expected"], known["positives"]
        assumptions = (f"{positives:g} of the rows are positive", f"the area comes out as {area:g}", MODELS[method])
        return Interval(
            lambda n: area_half_width(n, area, positives, level, method),
            least_rows(positives),
            f"DeLong's interval, variance by {method}",
            assumptions,
        )

    @property
    def test(self) -> str:
        """The test in words."""
        kind = "non-inferiority by DeLong's interval" if self.margin is not None else "DeLong's test"
        return f"{kind}, variance by {self.method}"

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What is taken for granted, in words."""
        if self.correlation is None:
            known = "nothing is known of how the scores correlate: they are taken not to, while real models do"
        else:
            known = f"within each class the two models' scores correlate by {self.correlation:g}"
        rows = f"independent rows, {self.positives:g} of them positive"
        return rows, f"the second area is {self.reference:g}", known, MODELS[self.method]

    @property
    def smallest(self) -> int:
        """Two positives and two negatives."""
        return least_rows(self.positives)

    @property
    def reach(self) -> tuple[float, float]:
        """An area stays between 0 and 1."""
        return -self.reference, 1 - self.reference

    def power(self, n: int, difference: float) -> float:
        """Probability that the test rejects."""
        area = self.reference + difference
        error = sqrt(self._variance(area, n)) if 0 < area < 1 else sqrt(self._one(self.reference, n))
        return self.beyond(difference + self.shift, error, error)

    def _variance(self, area: float, n: int) -> float:
        """Variance of the difference of the areas."""
        rows = (self.positives * n, (1 - self.positives) * n)
        first, second = self._one(area, n), self._one(self.reference, n)
        if not self.correlation:
            return first + second
        shared = area_correlation(area, self.reference, self.correlation, *rows)
        return max(first + second - 2 * shared * sqrt(first * second), 0.0)

    def _one(self, area: float, n: int) -> float:
        return area_variance(area, self.positives, n, self.method)


def area_variance(area: float, positives: float, n: float, method: str) -> float:
    """Variance of one area with n rows, by one of MODELS.

    >>> round(area_variance(0.8, 0.5, 100, "hanley-mcneil") ** 0.5, 4)
    0.0445
    """
    rows = (positives * n, (1 - positives) * n)
    return binormal(area, area, 1.0, *rows) if method == "binormal" else hanley_mcneil(area, *rows)


def least_rows(positives: float) -> int:
    """The fewest rows that hold two of each class.

    >>> least_rows(0.1)
    20
    """
    return ceil(FEWEST / min(positives, 1 - positives) - 1e-9)


def area_half_width(n: int, expected: float, positives: float, level: float, method: str) -> float:
    """Half the length of DeLong's interval if area and variance come out as expected.

    >>> round(area_half_width(100, 0.8, 0.5, 0.95, "hanley-mcneil"), 4)
    0.0872
    """
    return normal_quantile(level) * sqrt(area_variance(expected, positives, n, method))
