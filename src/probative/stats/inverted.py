"""A test from an interval: p is the significance at which the limit reaches no difference."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import copysign, inf

from probative.inference.proportion import normal_quantile
from probative.inference.roots import root
from probative.stats.meaning import Alternative
from probative.stats.result import Remarks, TestResult
from probative.stats.tails import z_tail


@dataclass(frozen=True, slots=True)
class Inverted:
    """An effect and its limits at z standard normal errors, which widen with z.

    >>> found = Inverted(0.3, lambda z: (0.3 - 0.1 * z, 0.3 + 0.1 * z)).result("by hand", "two-sided", 0.95, {})
    >>> round(found.statistic, 6), round(found.p, 6), round(found.low, 3)
    (3.0, 0.0027, 0.104)
    """

    effect: float
    limits: Callable[[float], tuple[float, float]]
    furthest: float = 37.0
    """The z beyond which nothing is asked: p is then at most that of this z."""

    def result(self, method: str, side: Alternative, level: float, words: Remarks) -> TestResult:
        """The test, its interval open on the side that a one-sided alternative says nothing about."""
        low, high = self.limits(normal_quantile(level if side == "two-sided" else 2 * level - 1))
        low, high = -inf if side == "less" else low, inf if side == "greater" else high
        z, beyond = self.z()
        return TestResult(
            z, None, z_tail(z, side), self.effect, low, high, method, **words, at_most=beyond and _claimed(z, side)
        )

    def z(self) -> tuple[float, bool]:
        """How many errors the effect is away from 0, with its sign; and whether it is even further."""
        if not self.effect:
            return 0.0, False

        def room(z: float) -> float:
            """What is left between the limit and 0; it falls."""
            low, high = self.limits(z)
            return low if self.effect > 0 else -high

        far = 1.0
        while room(min(far, self.furthest)) > 0:
            if far >= self.furthest:
                return copysign(self.furthest, self.effect), True
            far *= 2
        near = 0.0 if far == 1.0 else far / 2
        if room(near) <= 0:
            return copysign(near, self.effect), False
        return copysign(root(room, near, min(far, self.furthest), within=1e-10), self.effect), False


def _claimed(z: float, side: Alternative) -> bool:
    """Whether p says how small it is, and not how large."""
    return side == "two-sided" or (z > 0) == (side == "greater")
