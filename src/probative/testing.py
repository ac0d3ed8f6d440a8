"""Assertions for test suites: a model that got worse fails a test, with the verdict as the message."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from probative.comparison import gate
from probative.comparison.gate_result import Gate

__all__ = ["assert_not_worse"]


def assert_not_worse(
    candidate: Any,
    baseline: Any,
    *,
    measure: str | Sequence[str] | None = None,
    margin: float | Sequence[float] = 0.0,
    level: float = 0.95,
    truth: Any = None,
    **words: Any,
) -> Gate:
    """Pass if the candidate is worse than the baseline by no more than the margin, for certain; else AssertionError.

    Candidate and baseline are tables of the same rows (paths, dataframes, dicts), with the words of `read`, or arrays
    of scores or labels beside an array of `truth`. Too few rows to tell is a failure too, and the message says how many
    would tell. What passed is returned.

    >>> truth, old, new = [1, 0] * 200, [0.8, 0.3] * 200, [0.7, 0.2] * 200
    >>> assert_not_worse(new, old, truth=truth, measure="auc", margin=0.01).passed
    True
    """
    __tracebackhide__ = True
    found = gate(baseline, candidate, truth=truth, measure=measure, margin=margin, level=level, **words)
    if not found.passed:
        raise AssertionError(str(found))
    return found
