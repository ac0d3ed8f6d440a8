"""An estimate: a value that admits how uncertain it is."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its interval, the level and method of the interval, and the rows behind it.

    `n` counts the rows that the value is about (the denominator of a rate; the effective number where
    rows are weighted). `why` gives the reason where the value or its interval does not exist.

    >>> print(Estimate(0.85, 0.767, 0.907, 0.95, "wilson", 100))
    0.850 (95 % interval 0.767 to 0.907, wilson, n = 100)
    """

    value: float
    low: float = math.nan
    high: float = math.nan
    level: float = 0.95
    method: str | None = None
    n: float | None = None
    why: str | None = None

    @property
    def defined(self) -> bool:
        """Whether there is a value."""
        return not math.isnan(self.value)

    def to_dict(self) -> dict[str, float | str | None]:
        """Plain values for JSON: a missing number is None, an infinite one the string "inf" or "-inf"."""
        numbers = {name: json_number(getattr(self, name)) for name in ("value", "low", "high", "level", "n")}
        return numbers | {"method": self.method, "why": self.why}

    @classmethod
    def from_dict(cls, plain: dict[str, Any]) -> Estimate:
        """The estimate that `to_dict` described."""
        value, low, high = (number_from_json(plain.get(name)) for name in ("value", "low", "high"))
        n = plain.get("n")
        return cls(value, low, high, plain.get("level", 0.95), plain.get("method"), n, plain.get("why"))

    def digits(self) -> int:
        """Decimals worth printing: two significant digits of the interval's half width."""
        return decimals((self.high - self.low) / 2)

    def __str__(self) -> str:
        if not self.defined:
            return f"undefined: {self.why}"
        d = self.digits()
        if math.isnan(self.low) and math.isnan(self.high):
            return f"{self.value:.{d}f} (no interval{': ' + self.why if self.why else ''})"
        n = "" if self.n is None else f", n = {self.n:g}"
        return (
            f"{self.value:.{d}f} ({self.level * 100:g} % interval {self.low:.{d}f} to {self.high:.{d}f}, "
            f"{self.method}{n})"
        )


def decimals(error: float) -> int:
    """Decimals that show two significant digits of an error; four where there is none.

    >>> decimals(0.0345), decimals(120.0), decimals(0.0)
    (3, 0, 4)
    """
    if not (math.isfinite(error) and error > 0):
        return 4
    return min(max(1 - math.floor(math.log10(error)), 0), 8)


def json_number(value: float | None) -> float | int | str | None:
    """A number that JSON can hold."""
    if value is None or math.isnan(value):
        return None
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return int(value) if float(value).is_integer() and abs(value) < 2**53 and not isinstance(value, float) else value


def json_count(n: float) -> float | int:
    """A number of rows: whole where it is whole."""
    return int(n) if float(n).is_integer() else float(n)


def number_from_json(value: float | str | None) -> float:
    """The number that `json_number` wrote."""
    return math.nan if value is None else float(value)
