"""An estimate: a value that admits how uncertain it is."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import ClassVar

from probative.errors import in_number
from probative.inference.doubting import doubted
from probative.records import INHERITED, OPTIONAL, Record

MOST = 8
"""Decimals that are written out."""
UPPER_BOUND = "upper-bound"
"""The method whose lower limit says nothing."""


@dataclass(frozen=True, slots=True)
class Estimate(Record):
    """A value with its interval, the level and method of the interval, and the rows behind it.

    `n` counts the rows that the value is about (the denominator of a rate; the effective number where
    rows are weighted). `why` gives the reason where the value or its interval does not exist.

    >>> print(Estimate(0.85, 0.767, 0.907, 0.95, "wilson", 100))
    0.850 (95 % interval 0.767 to 0.907, wilson, n = 100)
    """

    by_field: ClassVar[bool] = True

    value: float
    low: float = math.nan
    high: float = math.nan
    level: float = field(default=0.95, metadata=INHERITED)
    method: str | None = None
    n: float | None = None
    why: str | None = None
    seed: int | None = field(default=None, kw_only=True, metadata=OPTIONAL)
    """The seed of the draws that the interval was made of; None where nothing was drawn."""
    error: float | None = field(default=None, kw_only=True, metadata=OPTIONAL)
    """How far the value may be off because scores were put into bins; None where they were not."""

    @property
    def at_most(self) -> bool:
        """Whether only the upper limit was estimated; the lower one is the least that can be."""
        return self.method == UPPER_BOUND

    @property
    def defined(self) -> bool:
        """Whether there is a value."""
        return not math.isnan(self.value)

    def digits(self) -> int:
        """Decimals worth printing: two significant digits of the interval's half width."""
        return decimals((self.high - self.low) / 2)

    def __float__(self) -> float:
        """The value by itself, for whatever takes a number."""
        return float(self.value)

    def __format__(self, spec: str) -> str:
        """The value as a number is written (`f"{estimate:.3f}"`), or the whole text where nothing is asked for."""
        return format(float(self), spec) if spec else str(self)

    def __str__(self) -> str:
        if not self.defined:
            return f"undefined: {self.why}"
        if math.isinf(self.value) and math.isnan(self.low + self.high):
            return in_number(f"{'−' * (self.value < 0)}∞ ({self.why or 'no interval'})")
        value, low, high = (written(part, self.digits()) for part in (self.value, self.low, self.high))
        if math.isnan(self.low) and math.isnan(self.high):
            return f"{value} (no interval{': ' + self.why if self.why else ''})"
        n = "" if self.n is None else f", n = {self.n:g}"
        doubt = f"; {self.why}" if doubted(self.why) else ""
        if self.at_most:
            return f"{value} (at most {high} with {self.level * 100:g} % confidence{n}){doubt}"
        return f"{value} ({self.level * 100:g} % interval {low} to {high}, {self.method}{n}){doubt}"


def decimals(error: float) -> int:
    """Decimals that show two significant digits of an error; four where there is none.

    >>> decimals(0.0345), decimals(120.0), decimals(0.0)
    (3, 0, 4)
    """
    if not (math.isfinite(error) and error > 0):
        return 4
    return max(1 - math.floor(math.log10(error)), 0)


def written(value: float, digits: int) -> str:
    """A number with so many decimals; with a power of ten where they would be more than eight, most of them zeros.

    >>> written(0.85, 3), written(2.3167e-12, 13), written(0.99999999667, 10), written(0.0, 13)
    ('0.850', '2.3e-12', '0.9999999967', '0')
    """
    if digits <= MOST or not math.isfinite(value):
        return f"{value:.{min(digits, MOST)}f}"
    if abs(value) < 10.0**-digits / 2:
        return "0"
    return f"{value:.{min(max(math.floor(math.log10(abs(value))) + digits + 1, 1), 15)}g}"


def percentage(share: float) -> str:
    """A share or a level in percent, with enough digits not to be 0 or 100 where it is neither.

    >>> percentage(0.95), percentage(0.999), percentage(5 / 100_000), percentage(0.0312), percentage(1.0)
    ('95 %', '99.9 %', '0.005 %', '3.1 %', '100 %')
    """
    digits = decimals(100 * min(share, 1 - share))
    return f"{round(100 * share, digits):.10g} %"


def not_rounded_up(share: float) -> str:
    """A share with three decimals, or as many as keep it apart from 1.

    >>> not_rounded_up(0.9), not_rounded_up(0.99995), not_rounded_up(1.0)
    ('0.900', '0.99995', '1.000')
    """
    return f"{share:.{max(3, decimals(1 - share) - 1) if share < 1 else 3}f}"
