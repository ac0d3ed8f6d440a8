"""Growing: how many rows like these would show what is seen, 4 times in 5."""

from __future__ import annotations

from math import ceil, isfinite, isnan, nan, sqrt

from probative.inference.proportion import normal_quantile
from probative.stats import TestResult

POWER = 0.8
"""The chance with which a difference is to be found."""


def times_as_many(room: float, half: float, seen: float, asked: float, error: float) -> float:
    """How many times as many rows would find what lies `room` away from what is to be ruled out, 4 times in 5.

    `half` is how far an interval of `seen` standard errors reaches on that side, `asked` what the verdict asks for. The
    error itself shrinks with the root of the rows. What the interval allows for beyond it, as rows are few, shrinks
    with the rows: taken for error, it would ask of rare events ten times as many rows as it takes. Where the error is
    not known (nan), all is taken for error.

    >>> round(times_as_many(0.1, half=0.196, seen=1.96, asked=1.96, error=0.1), 2)
    7.85
    >>> round(times_as_many(0.1, half=0.25, seen=1.96, asked=1.96, error=0.1), 2)
    8.9
    """
    error = error if 0 < error * seen <= half else half / seen
    extra, sure = (half - seen * error) * (asked / seen) ** 2, (asked + normal_quantile(2 * POWER - 1)) * error
    # extra x² + sure x = room, with x = 1 / root of the times.
    return ((sure + sqrt(sure**2 + 4 * extra * room)) / (2 * room)) ** 2


def rows_to_show(result: TestResult, alpha: float, strict: float) -> float:
    """How many rows would show the difference at a strict significance, by an interval at 1 - alpha.

    >>> from probative.stats import paired_t
    >>> rows_to_show(paired_t([1.0, 2.0, 3.5, 1.5], [0.8, 2.2, 3.0, 1.1]), 0.05, 0.05)
    22.0
    """
    n, size, error = result.n, abs(result.effect), float(result.details.get("standard_error") or nan)
    half = _reach(result)
    if n is None or not size > 0 or not isfinite(half) or half <= 0:
        return nan
    tails = 1 if result.alternative == "two-sided" else 2
    seen, asked = (normal_quantile(1 - tails * level) for level in (alpha, strict))
    times = times_as_many(size, half, seen, asked, error)
    return float(ceil(n * max(times, 1.0)))


def _reach(result: TestResult) -> float:
    """How far the interval reaches towards no difference; half its length where no error is known beside it."""
    if result.alternative == "two-sided" and isnan(float(result.details.get("standard_error") or nan)):
        return (result.high - result.low) / 2
    low = result.alternative == "greater" or (result.alternative == "two-sided" and result.effect > 0)
    return abs(result.effect - (result.low if low else result.high))
