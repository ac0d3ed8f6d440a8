"""Two shares of independent samples with both margins given: Fisher's exact test and the conditional odds ratio."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import exp, inf, nan

import numpy as np

from probative.errors import BadCounts
from probative.evidence.arrays import Floats
from probative.inference.roots import root
from probative.stats.inputs import checked, count
from probative.stats.meaning import Alternative
from probative.stats.registry import Aside
from probative.stats.result import Remarks, TestResult
from probative.stats.tails import beyond

TIED = 1 + 1e-7
"""Tables are as probable as the one seen up to this factor: rounding must not tell them apart (as in R)."""


@dataclass(frozen=True, slots=True)
class Margins:
    """The first cells that tables with these margins can have, and how probable each is where the odds are equal."""

    first: Floats
    logs: Floats
    seen: int

    @classmethod
    def of(cls, a: int, b: int, c: int, d: int) -> Margins:
        """Of the table [[a, b], [c, d]]."""
        from scipy.special import gammaln

        rows, column = (a + b, c + d), a + c
        first = np.arange(max(0, column - rows[1]), min(rows[0], column) + 1, dtype=np.float64)
        cells = (first, rows[0] - first, column - first, rows[1] - column + first)
        logs = -sum(gammaln(cell + 1) for cell in cells)
        return cls(first, logs - logs.max(), a)

    def shares(self, log_odds: float = 0.0) -> Floats:
        """The probability of every first cell under that odds ratio."""
        logs = self.logs + log_odds * self.first
        weights = np.exp(logs - logs.max())
        return np.asarray(weights / weights.sum())

    def mean(self, log_odds: float) -> float:
        """The expected first cell."""
        return float((self.shares(log_odds) * self.first).sum())

    def at_least(self, log_odds: float) -> float:
        """The probability of a first cell as large as the one seen, or larger."""
        return float(self.shares(log_odds)[self.first >= self.seen].sum())

    def at_most(self, log_odds: float) -> float:
        """The probability of a first cell as small as the one seen, or smaller."""
        return float(self.shares(log_odds)[self.first <= self.seen].sum())


@Aside(
    "fisher",
    title="Fisher's exact test",
    question="do two shares of different rows differ, whatever the number of rows?",
    null="both shares are equal (the odds ratio is 1)",
    assumes=("all rows are independent of each other", "no row is in both samples"),
)
def fisher_exact(a: int, b: int, c: int, d: int, *, alternative: str = "two-sided", level: float = 0.95) -> TestResult:
    """Fisher's exact test of [[a, b], [c, d]]: successes and failures of one sample above those of the other.

    As R's fisher.test: the two-sided p adds up all tables (given the margins) that are no more probable than this
    one; the odds ratio is the conditional maximum likelihood estimate, not ad / bc, and its exact interval leaves
    at most half of 1 - level on either side. The two need not agree at the border. R stops its search for limits and
    estimate after four digits; these have all.

    >>> found = fisher_exact(3, 1, 1, 3)
    >>> round(found.p, 4), round(found.effect, 4), round(found.low, 4), round(found.high, 4)
    (0.4857, 6.4083, 0.2117, 626.2435)
    """
    side = checked(alternative, level)
    counts = [count(value, name) for value, name in zip((a, b, c, d), "abcd", strict=True)]
    if not sum(counts):
        raise BadCounts("the table is empty.", remedy="count the successes and failures of two samples")
    margins = Margins.of(*counts)
    words: Remarks = {"n": sum(counts), "level": level, "alternative": side, "symbol": "a"}
    words["effect_name"] = "conditional odds ratio"
    words["details"] = {"sample_odds_ratio": _odds_ratio(*counts)}
    if len(margins.first) == 1:
        why = "a margin is 0: only this table is possible, and says nothing of the odds"
        return TestResult(float(a), None, 1.0, nan, 0.0, inf, "Fisher's exact test", (why,), **words)
    low, high = _limits(margins, level, side)
    effect = _estimate(margins)
    return TestResult(float(counts[0]), None, _p(margins, side), effect, low, high, "Fisher's exact test", **words)


def _p(margins: Margins, side: Alternative) -> float:
    if side == "greater":
        return min(margins.at_least(0.0), 1.0)
    if side == "less":
        return min(margins.at_most(0.0), 1.0)
    shares = margins.shares()
    seen = float(shares[margins.first == margins.seen][0])
    return min(float(shares[shares <= seen * TIED].sum()), 1.0)


def _estimate(margins: Margins) -> float:
    """The odds ratio under which the first cell is expected to be what it is; 0 or infinite at its ends."""
    if margins.seen == margins.first[0]:
        return 0.0
    return inf if margins.seen == margins.first[-1] else _solved(margins.mean, margins.seen)


def _limits(margins: Margins, level: float, side: Alternative) -> tuple[float, float]:
    """The odds ratios under which a table like this one, or a more extreme one, is just too improbable."""
    tail = beyond(level, side)
    low, high = 0.0, inf
    if side != "less" and margins.seen > margins.first[0]:
        low = _solved(margins.at_least, tail)
    if side != "greater" and margins.seen < margins.first[-1]:
        high = _solved(lambda log_odds: -margins.at_most(log_odds), -tail)
    return low, high


def _solved(rising: Callable[[float], float], value: float) -> float:
    """The odds ratio at which a function that rises with its logarithm has a value."""
    reach = 1.0
    while not rising(-reach) < value < rising(reach):
        reach *= 2
    return exp(root(lambda log_odds: rising(log_odds) - value, -reach, reach, within=1e-13))


def _odds_ratio(a: int, b: int, c: int, d: int) -> float:
    """Ad / bc: infinite where only bc is 0, undefined where both are."""
    if b and c:
        return a * d / (b * c)
    return inf if a * d else nan
