"""Numbers computed from a known distribution: how, and how far they may be off."""

from __future__ import annotations

import math
from typing import Any


class Computed(float):
    """A number that knows how it was computed, and its standard error where draws were made.

    >>> exact, drawn = Computed(0.0345468196, "quadrature"), Computed(0.0346, "Monte Carlo", 0.0002, draws=1000)
    >>> print(exact, "|", drawn)
    0.0345468196 | 0.03460 ± 0.00020 (Monte Carlo, 1,000 draws)
    >>> exact + 1 > 1, exact.standard_error
    (True, 0.0)
    """

    method: str
    standard_error: float
    """0 where nothing was drawn."""
    draws: int | None
    seed: int | None
    digits: int
    """Digits that can be relied on, where nothing was drawn."""

    def __new__(
        cls,
        value: float,
        method: str = "closed form",
        standard_error: float = 0.0,
        *,
        draws: int | None = None,
        seed: int | None = None,
        digits: int = 10,
    ) -> Computed:
        """Make one."""
        made = float.__new__(cls, value)
        made.digits = digits
        made.method, made.standard_error, made.draws, made.seed = method, float(standard_error), draws, seed
        return made

    def __getnewargs_ex__(self) -> tuple[tuple[float, str, float], dict[str, int | None]]:
        return (float(self), self.method, self.standard_error), {
            "draws": self.draws,
            "seed": self.seed,
            "digits": self.digits,
        }

    def __str__(self) -> str:
        if not self.standard_error:
            return f"{float(self):.{self.digits}g}"
        places = min(max(1 - math.floor(math.log10(self.standard_error)), 0), 10)
        drawn = "" if self.draws is None else f", {self.draws:,} draws"
        return f"{float(self):.{places}f} ± {self.standard_error:.{places}f} ({self.method}{drawn})"

    def facts(self) -> dict[str, Any]:
        """The number with how it was computed, for JSON.

        >>> Computed(0.5).facts()
        {'value': 0.5, 'method': 'closed form', 'standard_error': 0.0, 'draws': None, 'seed': None}
        """
        return {
            "value": float(self),
            "method": self.method,
            "standard_error": self.standard_error,
            "draws": self.draws,
            "seed": self.seed,
        }

    def scaled(self, factor: float) -> Computed:
        """The number times a factor, its error with it."""
        error = self.standard_error * abs(factor)
        return Computed(float(self) * factor, self.method, error, draws=self.draws, seed=self.seed, digits=self.digits)


def total(*parts: Computed) -> Computed:
    """The sum of numbers that were drawn apart from each other: their squared errors add up.

    >>> round(total(Computed(1, "Monte Carlo", 0.3), Computed(2, "Monte Carlo", 0.4)).standard_error, 6)
    0.5
    """
    drawn = [part for part in parts if part.standard_error] or list(parts)
    error = math.sqrt(sum(part.standard_error**2 for part in parts))
    value = math.fsum(float(part) for part in parts)
    digits = min(part.digits for part in parts)
    return Computed(value, drawn[0].method, error, draws=drawn[0].draws, seed=drawn[0].seed, digits=digits)
