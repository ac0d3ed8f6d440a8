"""An axis: a range of values with round ticks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, floor, isfinite, log10


@dataclass(frozen=True, slots=True)
class Axis:
    """The values from low to high, their name, and where ticks stand.

    >>> Axis.over("AUC", [0.81, 0.93]).ticks
    (0.8, 0.825, 0.85, 0.875, 0.9, 0.925, 0.95)
    """

    name: str
    low: float
    high: float
    ticks: tuple[float, ...]
    words: tuple[str, ...] = ()
    """What stands at the ticks, if not the numbers themselves."""

    @classmethod
    def unit(cls, name: str) -> Axis:
        """From 0 to 1."""
        return cls(name, 0.0, 1.0, (0.0, 0.2, 0.4, 0.6, 0.8, 1.0))

    @classmethod
    def over(cls, name: str, values: Iterable[float], *, include: Iterable[float] = (), ticks: int = 5) -> Axis:
        """All finite values, and those to include, between round ends."""
        known = [float(v) for v in (*values, *include) if v is not None and isfinite(v)] or [0.0, 1.0]
        low, high = min(known), max(known)
        if high - low <= 1e-12 * max(abs(low), abs(high)):
            room = abs(low) * 0.1 or 1.0
            low, high = low - room, high + room
        step = _round_step((high - low) / ticks)
        first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
        digits = max(0, -floor(log10(step)) + 1)
        marks = tuple(round(i * step, digits) + 0.0 for i in range(first, last + 1))
        return cls(name, marks[0], marks[-1], marks)

    @classmethod
    def choices(cls, name: str, words: Iterable[str]) -> Axis:
        """One place for each word, at 0, 1, 2, ..."""
        known = tuple(words)
        return cls(name, -0.5, len(known) - 0.5, tuple(float(i) for i in range(len(known))), known)

    def share(self, value: float) -> float:
        """Where a value stands between the ends, 0 to 1."""
        return (value - self.low) / (self.high - self.low)

    def holds(self, value: float) -> bool:
        """Whether a value lies between the ends (a missing one does not), give or take a rounding error."""
        slack = 1e-9 * (self.high - self.low)
        return self.low - slack <= value <= self.high + slack

    def labels(self) -> tuple[str, ...]:
        """What stands at the ticks."""
        if self.words:
            return self.words
        return tuple(f"{tick:.6g}".replace("-", "−") for tick in self.ticks)


def _round_step(rough: float) -> float:
    """The nearest of 1, 2, 2.5, 5, 10 times a power of ten."""
    power = 10.0 ** floor(log10(rough))
    return min((1.0, 2.0, 2.5, 5.0, 10.0), key=lambda m: abs(m * power - rough)) * power
