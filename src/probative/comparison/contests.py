"""Contests: every pair of models by the test of pairs, with p-values that allow for their number."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import inf, isfinite, nan

from probative.comparison.growing import POWER, rows_to_show
from probative.comparison.taking import TestColumns
from probative.findings import Contest
from probative.findings.contest import widest
from probative.inference.proportion import normal_quantile
from probative.stats import Pairwise, TestResult, adjust
from probative.stats.max_t import Family
from probative.stats.meaning import claim
from probative.stats.registry import PostHoc, Test, Unit

LISTING, LISTS = 10, ("differences", "ranks", "null")
"""Pairs up to which details keep lists of numbers, and which these are."""
SINGLE_STEP = ("max-t", "bonferroni")
"""Adjustments with intervals that hold for all pairs at once and say what the p-values say."""
Columns = Callable[[Test, float], TestColumns]
"""The models' columns as a test takes them, with intervals at a level."""
Contests = tuple[Contest, ...]
Tested = Callable[[str, str], TestResult]
"""What a test finds of two models, by their names."""


@dataclass(frozen=True, slots=True)
class Question:
    """Which models are to be told apart, by which measure, and the value that each has."""

    pairs: tuple[tuple[str, str], ...]
    measure: str
    better: str
    values: Mapping[str, float]
    over: str = ""
    """What the values are means of, where they are."""

    def by_pairs(self, test: Test, columns: Columns, family: Family, adjustment: str, level: float) -> Contests:
        """The test of each pair; intervals hold for all pairs at once, unless p-values are adjusted in steps.

        What would be found 4 times in 5 is by the level at which one pair of so many is told apart.
        """

        def asked(level: float) -> Tested:
            taken = columns(test, level)
            return lambda a, b: test.of_two(taken.two(a, b))

        return self.each(asked, test.unit, family, adjustment, level)

    def each(
        self, asked: Callable[[float], Tested], unit: Unit, family: Family, adjustment: str, level: float
    ) -> Contests:
        """Every pair by whatever tests two models with an interval at a level."""
        alone, strict = 1 - level, family.per_test(1 - level)
        together = adjustment in SINGLE_STEP
        of_two = asked(1 - strict if together else level)
        results = [of_two(a, b) for a, b in self.pairs]
        by = (strict if together else alone, strict)
        # A difference that cannot be is found by no number of repetitions.
        most = widest(self.measure) if unit == "value" else inf
        seen = (detectable(result, *by) for result in results)
        least = [size if size <= most else nan for size in seen]
        found = [(size, rows_to_show(result, *by)) for size, result in zip(least, results, strict=True)]
        p = [result.p for result in results]
        adjusted = [family.adjusted(one) for one in p] if together else adjust(p, adjustment).tolist()
        # The level that an interval holds at is that of all pairs together.
        results = [replace(_brief(result, len(results)), level=level) for result in results]
        holds = None if len(self.pairs) == 1 else together
        return tuple(
            self._contest(a, b, result, p, unit, seen, holds)
            for (a, b), result, p, seen in zip(self.pairs, results, adjusted, found, strict=True)
        )

    def jointly(self, test: PostHoc, found: Pairwise, columns: TestColumns) -> tuple[Contest, ...]:
        """What a test of all pairs together found of these."""
        made = []
        for a, b in self.pairs:
            two = columns.two(a, b)
            n = len(two.a) + (len(two.b) if test.takes == "samples" else 0)
            result, p = _turned(test, found, a, b, n)
            made.append(self._contest(a, b, result, p, test.unit, together=True))
        return tuple(made)

    def _contest(
        self,
        a: str,
        b: str,
        result: TestResult,
        p: float,
        unit: Unit,
        found: tuple[float, float] = (nan, nan),
        together: bool | None = None,
    ) -> Contest:
        both, over = (self.values[a], self.values[b]), self.over if unit == "value" else ""
        if result.alternative != "two-sided":
            result = replace(result, h1=claim(result.alternative, a, b))
        # Folds share their rows, and more of them are no more rows.
        least, needed = found[0], nan if over else found[1]
        made = Contest(a, b, self.measure, self.better, result, p, least, both, unit=unit, over=over, together=together)
        return replace(made, needed=needed)


def _brief(result: TestResult, pairs: int) -> TestResult:
    """The result without its lists of numbers where there are many pairs: nobody looks at them one by one."""
    if pairs <= LISTING:
        return result
    return replace(result, details={name: value for name, value in result.details.items() if name not in LISTS})


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
        h0=test.null,
        h1=claim("two-sided"),
    )
    return result, pair.p_adjusted


def detectable(result: TestResult, alpha: float, strict: float) -> float:
    """The true difference that would be found 4 times in 5 at a strict significance, by an interval at 1 - alpha."""
    two_sided = result.alternative == "two-sided"
    end = result.high if result.alternative == "less" else result.low
    half = (result.high - result.low) / 2 if two_sided else abs(result.effect - end)
    if not isfinite(half) or half <= 0:
        return nan
    tails = 1 if two_sided else 2
    seen, asked = (normal_quantile(1 - tails * level) for level in (alpha, strict))
    return half / seen * (asked + normal_quantile(2 * POWER - 1))
