"""Contests: every pair of models by the test of pairs, with p-values that allow for their number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite, nan

from probative.comparison.taking import TestColumns
from probative.findings import Contest
from probative.inference.proportion import normal_quantile
from probative.stats import Pairwise, TestResult, adjust
from probative.stats.registry import PostHoc, Test, Unit

POWER = 0.8


@dataclass(frozen=True, slots=True)
class Question:
    """Which models are to be told apart, by which measure, and the value that each has."""

    pairs: tuple[tuple[str, str], ...]
    measure: str
    better: str
    values: Mapping[str, float]

    def by_pairs(self, test: Test, columns: TestColumns, adjustment: str) -> tuple[Contest, ...]:
        """The test of each pair by itself, their p-values adjusted."""
        results = [test.of_two(columns.two(a, b)) for a, b in self.pairs]
        adjusted = adjust([result.p for result in results], adjustment).tolist()
        return tuple(
            self._contest(a, b, result, p, test.unit, detectable(result))
            for (a, b), result, p in zip(self.pairs, results, adjusted, strict=True)
        )

    def jointly(self, test: PostHoc, found: Pairwise, columns: TestColumns) -> tuple[Contest, ...]:
        """What a test of all pairs together found of these."""
        made = []
        for a, b in self.pairs:
            two = columns.two(a, b)
            n = len(two.a) + (len(two.b) if test.takes == "samples" else 0)
            result, p = _turned(test, found, a, b, n)
            made.append(self._contest(a, b, result, p, test.unit))
        return tuple(made)

    def _contest(self, a: str, b: str, result: TestResult, p: float, unit: Unit, unseen: float = nan) -> Contest:
        both = (self.values[a], self.values[b])
        return Contest(a, b, self.measure, self.better, result, p, unseen, both, unit=unit)


def _turned(test: PostHoc, found: Pairwise, a: str, b: str, n: int) -> tuple[TestResult, float]:
    """One pair as the difference a - b, and its adjusted p."""
    pair = next(pair for pair in found.pairs if {pair.a, pair.b} == {a, b})
    turn, low, high = (1.0, pair.low, pair.high) if pair.a == a else (-1.0, -pair.high, -pair.low)
    result = TestResult(
        0.0 + turn * pair.statistic,
        None,
        pair.p,
        0.0 + turn * pair.difference,
        low,
        high,
        found.method,
        found.notes,
        n=n,
        level=found.level,
        symbol=test.symbol,
        effect_name=test.effect,
    )
    return result, pair.p_adjusted


def detectable(result: TestResult) -> float:
    """The difference that would be found significant 4 times in 5, from the width of the interval."""
    half = (result.high - result.low) / 2
    if not isfinite(half) or half <= 0:
        return nan
    z = normal_quantile(result.level)
    return half / z * (z + normal_quantile(2 * POWER - 1))
