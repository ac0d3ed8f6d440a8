"""A design: a test that is planned, of which only the rows and the true difference are still open."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from probative.errors import BadParameter
from probative.evidence.arrays import Array, Floats
from probative.inference.proportion import normal_quantile
from probative.stats.meaning import Alternative


@dataclass(frozen=True, slots=True)
class Interval:
    """An interval that is planned: its half width by number of rows."""

    half_width: Callable[[int], float]
    smallest: int
    method: str
    assumptions: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """A planned test at a level; subclasses say how often it rejects.

    A margin makes it a test of non-inferiority: what is to be rejected is then "worse by the margin or more", and
    differences count in favour of the model that is tested.
    """

    what: ClassVar[str] = ""
    """What `plan_size` calls it."""
    uses: ClassVar[tuple[str, ...]] = ()
    """The facts that it can be told."""
    needs: ClassVar[tuple[str, ...]] = ()
    """Those without which there is no test."""
    methods: ClassVar[tuple[str, ...]] = ()
    """Ways to its power, the default first."""
    chooses: ClassVar[bool] = False
    """Whether the test chooses among its methods by itself where none is named."""
    margins: ClassVar[tuple[str, ...]] = ()
    """The methods of a test of non-inferiority; without any there is no such test."""
    for_each: ClassVar[bool] = False
    """Whether n rows are needed for each model."""
    width: ClassVar[tuple[str, ...]] = ()
    """The facts from which the width of an interval is planned; without any it is not."""

    level: float
    side: Alternative
    margin: float | None = None

    def __init_subclass__(cls, **options: Any) -> None:
        # A dataclass with slots is made twice: the second one takes the place of the first.
        _KNOWN[cls.what] = cls

    @classmethod
    def missing(cls, known: Mapping[str, float]) -> str | None:
        """The first fact that is needed and not known."""
        return next((name for name in cls.needs if name not in known), None)

    @classmethod
    def interval(cls, known: Mapping[str, float], level: float, method: str) -> Interval:
        """The interval that these facts describe."""
        raise AssertionError("a design that names facts for a width knows its interval")

    def check(self, difference: float | None) -> None:
        """Refuse a true difference that cannot be."""
        low, high = self.reach
        if difference is not None and not low - 1e-12 <= difference <= high + 1e-12:
            raise BadParameter(
                "so large a difference is not possible here.",
                found=f"difference {difference:g}, possible {low:g} to {high:g}",
                remedy="a smaller difference, or other rates",
            )

    def half_width(self, n: int) -> float | None:
        """Half the length of the difference's interval, where the facts say it."""
        return None

    def power(self, n: int, difference: float) -> float:
        """Probability that the test rejects with n rows if that is the true difference."""
        raise AssertionError("a design knows its power")

    def powers(self, rows: Array, difference: float) -> Floats:
        """Power with each of several numbers of rows."""
        return np.array([self.power(int(n), difference) for n in rows])

    @property
    def test(self) -> str:
        """The test in words."""
        raise AssertionError("a design names its test")

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What is taken for granted, in words."""
        return ()

    @property
    def smallest(self) -> int:
        """The least number of rows for which the test exists."""
        return 1

    @property
    def reach(self) -> tuple[float, float]:
        """Between which limits the true difference can lie."""
        return -1.0, 1.0

    def ripple(self, n: int, difference: float) -> int:
        """How many rows after n the power may still fall again: tests of counts gain in steps."""
        return 0

    @property
    def shift(self) -> float:
        """The distance from "no difference" to what the test rejects."""
        return self.margin or 0.0

    @property
    def quantile(self) -> float:
        """How many standard errors from it an estimate must lie to reject."""
        return normal_quantile(self.level if self.side == "two-sided" else 2 * self.level - 1)

    @property
    def tail(self) -> float:
        """Significance on each side that can reject."""
        return (1 - self.level) / 2 if self.side == "two-sided" else 1 - self.level

    def beyond(self, effect: float, null_error: float, error: float) -> float:
        """Probability that a normal estimate lies `quantile` null errors from 0, on a side that can reject.

        >>> round(Design(level=0.95, side="two-sided").beyond(2.8, 1.0, 1.0), 4)
        0.7996
        """
        limit = self.quantile * null_error
        above, below = _tail(effect - limit, error), _tail(-effect - limit, error)
        return above * (self.side != "less") + below * (self.side != "greater")


_KNOWN: dict[str, type[Design]] = {}


def known_designs() -> Mapping[str, type[Design]]:
    """Every design that was declared, by what `plan_size` calls it."""
    return _KNOWN


def _tail(distance: float, error: float) -> float:
    from scipy.special import ndtr

    # Without spread the estimate is the truth, and the answer certain.
    return float(ndtr(distance / error)) if error > 0 else float(distance > 0)
