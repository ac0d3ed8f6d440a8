"""A paired gap: how far two models are apart by a measure that did not decide between them."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite, nan

from probative.findings.contest import Contest
from probative.records import Record


@dataclass(frozen=True, slots=True)
class PairedGap(Record):
    """The difference a - b on the same rows, with the interval and the p of this measure by itself (unadjusted)."""

    a: str
    b: str
    measure: str
    test: str
    difference: float
    low: float
    high: float
    p: float = nan
    winner: str | None = None
    """The better model, where the test tells them apart."""

    @classmethod
    def of(cls, contest: Contest) -> PairedGap | None:
        """What a contest of two models found; None where the difference is of ranks, or has no interval."""
        found = contest.result
        if contest.unit != "value" or not all(map(isfinite, (found.effect, found.low, found.high))):
            return None
        limits = (found.effect, found.low, found.high, found.p)
        return cls(contest.a, contest.b, contest.measure, found.method, *limits, contest.winner)
