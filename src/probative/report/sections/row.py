"""A row of measures: its digits, and its cells as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import isfinite, isnan, nan

from probative.curves.paired_cuts import Interval
from probative.findings.aligned import row_digits
from probative.findings.text import number, plus
from probative.inference import Estimate

THOUSAND = {"expected_cost": 1000.0}
"""Rows that are told by the thousand, as everywhere on the page."""
WHOLE = 10.0
"""Costs of a thousand rows from which on they are integers."""
NOWHERE: Interval = (nan, nan, nan)


def alike(measure: str, values: Sequence[Estimate], gap: Interval = NOWHERE) -> int:
    """The digits of a row with its difference: three for shares, none for costs of two digits and more.

    >>> alike("auc", [Estimate(0.9968, 0.982, 0.9988)]), alike("expected_cost", [Estimate(0.337, 0.325, 0.349)])
    (3, 0)
    >>> alike("brier", [Estimate(0.0008, 0, 0.0012)], (-0.00029, -0.00059, 0.00001))
    5
    """
    times = THOUSAND.get(measure)
    every = [*values, *([] if isnan(gap[1] + gap[2]) else [Estimate(*gap)])]
    if times is None:
        return row_digits(measure, every)
    if all(times * abs(v.value) >= WHOLE for v in values):
        return 0
    known = [v for v in every if isfinite(v.low) and isfinite(v.high) and v.high > v.low]
    return max((replace(v, low=times * v.low, high=times * v.high).digits() for v in known), default=4)


def told(found: Estimate, times: float, digits: int) -> tuple[str, str]:
    """Value and interval of a cell: "a to b", or why there is none."""
    if not found.defined:
        return "undefined", found.why or ""
    value, low, high = (number(times * part, digits) for part in (found.value, found.low, found.high))
    unknown = isnan(found.low) + isnan(found.high)
    if unknown:
        return value, (found.why or "") if unknown > 1 else "unbounded"
    return value, f"{low} to {high}"


def gap_text(gap: Interval, digits: int) -> tuple[str, str, bool]:
    """A difference, its interval, and whether that leaves out 0; with the digits of its row."""
    value, low, high = gap
    if isnan(value):
        return "–", "", False
    if isnan(low) or isnan(high):
        return plus(number(value, digits)), "", False
    ends = f"{plus(number(low, digits))} to {plus(number(high, digits))}"
    return plus(number(value, digits)), ends, low > 0 or high < 0
