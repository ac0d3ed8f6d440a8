"""How ratios are measured: both sides in the same run; where their times are alike, in turns and by medians."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from typing import Any


@dataclass(frozen=True, slots=True)
class Ratio:
    """One line of the table: a peer's cost divided by ours (or ours by a yardstick's), and the goal."""

    what: str
    ours: float
    theirs: float
    goal: float
    unit: str = "s"
    at_most: bool = False
    """False: theirs / ours must reach the goal. True: ours / theirs must stay below it."""

    @property
    def ratio(self) -> float:
        """The ratio that the goal is about."""
        return self.ours / self.theirs if self.at_most else self.theirs / self.ours

    @property
    def reached(self) -> bool:
        """Whether the goal is reached."""
        return self.ratio <= self.goal if self.at_most else self.ratio >= self.goal


def best(function: Callable[[], Any], tries: int = 5) -> float:
    """Seconds of the fastest of several calls."""
    fastest = float("inf")
    for _ in range(tries):
        start = time.perf_counter()
        function()
        fastest = min(fastest, time.perf_counter() - start)
    return fastest


def beside(ours: Callable[[], Any], theirs: Callable[[], Any], tries: int = 5) -> tuple[float, float]:
    """Medians of the seconds of both, called in turns: what else the machine does meets both alike."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(tries):
        for function, found in zip((ours, theirs), times, strict=True):
            found.append(best(function, 1))
    return median(times[0]), median(times[1])


def many(function: Callable[[], Any], calls: int, tries: int = 5) -> float:
    """Seconds per call of something too short to time once."""

    def loop() -> None:
        for _ in range(calls):
            function()

    return best(loop, tries) / calls
