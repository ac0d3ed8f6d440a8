"""An axis: a range of values with round ticks, or a place for each of some words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import ceil, exp, floor, isfinite, log, log10
from typing import Literal

from probative.pictures.words import short_names

LETTER = 6.6
"""Units of a letter at the ticks; a usual frame is 300 units wide."""
WIDTH = 300.0
MARGIN, EDGE = 30, 14
"""Units that are at least left of a frame, and right of it."""
AIR = 0.05
"""The share of a range that is left free on both sides, so that nothing is drawn on the frame."""


@dataclass(frozen=True, slots=True)
class Axis:
    """The values from low to high, their name, and where ticks stand.

    >>> Axis.over("AUC", [0.81, 0.93]).ticks
    (0.8, 0.825, 0.85, 0.875, 0.9, 0.925, 0.95)
    """

    name: str
    low: float
    high: float
    ticks: tuple[float, ...] = ()
    words: tuple[str, ...] = ()
    """What stands at the ticks, if not the numbers themselves; a pen cuts them to what it has room for."""
    beside: tuple[tuple[str, ...], ...] = ()
    """Numbers that go with each word: a value and its interval, say."""
    inside: bool = False
    """Whether the words are long, cut already, and where there is little room stand inside, above what they name."""
    scale: Literal["linear", "log", "logit"] = "linear"

    @classmethod
    def unit(cls, name: str) -> Axis:
        """From 0 to 1."""
        return cls(name, 0.0, 1.0, (0.0, 0.2, 0.4, 0.6, 0.8, 1.0))

    @classmethod
    def logit(cls, name: str, low: float, high: float) -> Axis:
        """Shares between these ends, stretched next to 0 and 1.

        >>> Axis.logit("score", 0.001, 0.999).ticks
        (0.001, 0.01, 0.1, 0.5, 0.9, 0.99, 0.999)
        """
        usual = (1e-6, 1e-5, 1e-4, 0.001, 0.01, 0.1, 0.5, 0.9, 0.99, 0.999, 0.9999)
        marks = tuple(tick for tick in usual if low <= tick <= high)
        return cls(name, low, high, marks[:: -(-len(marks) // 7)] if len(marks) > 7 else marks, scale="logit")

    @classmethod
    def over(
        cls, name: str, values: Iterable[float], *, include: Iterable[float] = (), ticks: int = 5, width: float = 0
    ) -> Axis:
        """All finite values, and those to include, between round ends; in that width, only ticks that have room."""
        known = [float(v) for v in (*values, *include) if v is not None and isfinite(v)] or [0.0, 1.0]
        low, high = min(known), max(known)
        if high - low <= 1e-12 * max(abs(low), abs(high)):
            room = abs(low) * 0.1 or 1.0
            low, high = low - room, high + room
        step = _round_step((high - low) / ticks)
        first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
        digits = max(0, -floor(log10(step)) + 1)
        marks = tuple(round(i * step, digits) + 0.0 for i in range(first, last + 1))
        made = cls(name, marks[0], marks[-1], marks)
        if not width or ticks <= 2 or made.widest() + 8 <= width / max(len(marks) - 1, 1):
            return made
        return cls.over(name, known, ticks=ticks - 1, width=width)

    @classmethod
    def around(cls, name: str, values: Iterable[float], *, include: Iterable[float] = (), width: float = WIDTH) -> Axis:
        """All finite values with air around them, and round ticks inside, as many as there is room for.

        >>> Axis.around("AUC", [0.81, 0.93]).ticks
        (0.825, 0.85, 0.875, 0.9, 0.925)
        """
        known = [float(value) for value in (*values, *include) if isfinite(value)] or [0.0, 1.0]
        plain = cls.over(name, known)
        low, high = (min(known), max(known)) if min(known) < max(known) else (plain.low, plain.high)
        air = (high - low) * AIR
        axis = cls(name, low - air, high + air)
        for count in range(5, 1, -1):
            tried = cls.over(name, [axis.low, axis.high], ticks=count)
            inside = tuple(tick for tick in tried.ticks if axis.low <= tick <= axis.high)
            axis = replace(axis, ticks=inside)._without_cut(width)
            if len(axis.ticks) < 2 or axis.widest() + LETTER <= axis._step() * width:
                break
        return axis if len(axis.ticks) > 1 else plain

    @classmethod
    def choices(cls, name: str, words: Iterable[str]) -> Axis:
        """One place for each word, at 0, 1, 2, ..."""
        known = tuple(words)
        return cls(name, -0.5, len(known) - 0.5, tuple(float(i) for i in range(len(known))), known)

    @classmethod
    def rows(
        cls, words: Sequence[str], *, beside: Iterable[tuple[str, ...]] = (), above: float = 0.0, inside: bool = False
    ) -> Axis:
        """A row for each word, the first on top; words stand so far above the middle of their row.

        >>> axis = Axis.rows(["A", "B"])
        >>> axis.low, axis.high, axis.share(0.0)
        (1.5, -0.5, 0.75)
        """
        ticks = tuple(row - above for row in range(len(words)))
        return cls("", len(words) - 0.5, -0.5, ticks, tuple(words), tuple(beside), inside)

    def share(self, value: float) -> float:
        """Where a value stands between the ends, 0 to 1."""
        if self.scale == "log":
            return (log10(value) - log10(self.low)) / (log10(self.high) - log10(self.low))
        if self.scale == "logit":
            inside = min(max(value, self.low), self.high)
            low, at, high = (log(share / (1 - share)) for share in (self.low, inside, self.high))
            return (at - low) / (high - low)
        return (value - self.low) / (self.high - self.low)

    def back(self, share: float) -> float:
        """The value that stands there.

        >>> Axis.unit("x").back(0.25), round(Axis.logit("x", 0.01, 0.99).back(0.5), 9)
        (0.25, 0.5)
        """
        if self.scale == "log":
            return float(10 ** (log10(self.low) + share * (log10(self.high) - log10(self.low))))
        if self.scale == "logit":
            low, high = (log(end / (1 - end)) for end in (self.low, self.high))
            return 1 / (1 + exp(-(low + share * (high - low))))
        return self.low + share * (self.high - self.low)

    def holds(self, value: float) -> bool:
        """Whether a value lies between the ends (a missing one does not), give or take a rounding error."""
        slack = 1e-9 * (self.high - self.low)
        return self.low - slack <= value <= self.high + slack

    def labels(self) -> tuple[str, ...]:
        """What stands at the ticks."""
        return self.words or tuple(f"{tick:.6g}".replace("-", "−") for tick in self.ticks)

    def shown(self, most: int) -> list[str]:
        """What stands at the ticks, words cut to that many letters; those that stand inside are cut already."""
        short = {} if self.inside else short_names(self.words, most)
        return [short.get(word, word) for word in self.labels()]

    def widest(self) -> float:
        """Units that the longest of the ticks' numbers takes up."""
        return LETTER * max(map(len, self.labels()), default=0)

    def _step(self) -> float:
        return self.share(self.ticks[1]) - self.share(self.ticks[0])

    def _without_cut(self, width: float) -> Axis:
        """The axis without the ticks whose numbers would leave the picture."""
        kept = []
        for tick, words in zip(self.ticks, self.labels(), strict=True):
            half, at = LETTER * len(words) / 2, self.share(tick) * width
            if half <= at + MARGIN and half <= width - at + EDGE:
                kept.append(tick)
        return replace(self, ticks=tuple(kept))


def _round_step(rough: float) -> float:
    """The nearest of 1, 2, 2.5, 5, 10 times a power of ten."""
    power = 10.0 ** floor(log10(rough))
    return min((1.0, 2.0, 2.5, 5.0, 10.0), key=lambda m: abs(m * power - rough)) * power
