"""One check of a gate: how far the candidate is from the baseline by a measure, and what follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil, floor, isfinite, isnan, log10, nan
from typing import Any, Protocol

import numpy as np

from probative.comparison.choice import choose
from probative.comparison.facts import result_facts, row_facts
from probative.comparison.far import FarPair
from probative.comparison.gate_result import Check, Question, Status
from probative.comparison.growing import times_as_many
from probative.comparison.held import Results, fold_results
from probative.comparison.taking import ResultColumns, RowColumns
from probative.errors import BadParameter
from probative.inference.doubting import doubts_of
from probative.inference.proportion import normal_quantile
from probative.measurement import find
from probative.predictions import Predictions
from probative.predictions.guesses import Guesses
from probative.predictions.same_rows import SameRows
from probative.stats import TestResult
from probative.stats.registry import Test

NEAR = 0.5
"""Standard errors from the margin within which nobody can say how many rows would tell: 25 times as many or more."""
NO_SPREAD = "the sample shows no spread of the difference, so nothing bounds it"


@dataclass(frozen=True, slots=True)
class How:
    """What all checks of a gate have in common."""

    level: float
    count: int
    question: Question = "not worse"

    @property
    def strict(self) -> float:
        """The one-sided level at which a check fails, corrected for the number of checks (Bonferroni)."""
        return self.level if self.count == 1 else 1 - (1 - self.level) / self.count


class Sides(Protocol):
    """Baseline and candidate by one measure."""

    @property
    def n(self) -> int:
        """The number of rows."""

    @property
    def grows(self) -> bool:
        """Whether more rows would make the limits narrower in a way that is known."""

    def values(self) -> tuple[float, float]:
        """What the measure is for baseline and candidate."""

    def unchanged(self) -> str:
        """That the measure cannot differ, in words; nothing where it can."""

    def tested(self, one_sided: float) -> TestResult:
        """Candidate against baseline, with a limit on either side at this level."""


@dataclass(frozen=True, slots=True)
class RowSides:
    """The same rows predicted by both."""

    held: SameRows
    seed: int
    guesses: Guesses
    test: Test
    parameters: Mapping[str, Any]

    @classmethod
    def of(cls, held: SameRows, seed: int, measure: str, parameters: Mapping[str, Any]) -> RowSides:
        """By a measure whose differences have an interval."""
        test = _with_interval(choose(row_facts(held, measure)).test, measure)
        return cls(held, seed, Guesses.of(held, measure), test, parameters)

    @property
    def n(self) -> int:
        """The number of rows."""
        return self.held.n

    @property
    def grows(self) -> bool:
        """Limits from rows narrow with the root of their number."""
        return True

    def values(self) -> tuple[float, float]:
        """What the measure is for baseline and candidate."""
        given = dict(self.parameters)
        return self.guesses.value("baseline", given), self.guesses.value("candidate", given)

    def unchanged(self) -> str:
        """That the measure cannot differ, in words; nothing where it can."""
        if not self.guesses.same("candidate", "baseline"):
            return ""
        equal = np.array_equal(self.guesses.models["candidate"], self.guesses.models["baseline"])
        return "no difference on any row" if equal else "no difference in the order of the rows"

    def tested(self, one_sided: float) -> TestResult:
        """The chosen test, with limits at this one-sided level."""
        level, given = 2 * one_sided - 1, self.parameters
        columns = RowColumns.of(self.held, self.guesses.measure, self.test, level, self.seed, given)
        return self.test.of_two(columns.two("candidate", "baseline"))


@dataclass(frozen=True, slots=True)
class FarSides:
    """The same rows predicted by both, which stay where they are."""

    pair: FarPair
    test: Test

    @classmethod
    def of(cls, pair: FarPair) -> FarSides:
        """By a measure whose differences have an interval."""
        return cls(pair, _with_interval(choose(pair.facts).test, pair.measure))

    @property
    def n(self) -> int:
        """The number of rows."""
        return self.pair.n

    @property
    def grows(self) -> bool:
        """Limits from rows narrow with the root of their number."""
        return True

    def values(self) -> tuple[float, float]:
        """What the measure is for baseline and candidate."""
        return self.pair.values["baseline"], self.pair.values["candidate"]

    def unchanged(self) -> str:
        """That the measure cannot differ, in words; nothing where it can."""
        return self.pair.unchanged("candidate", "baseline")

    def tested(self, one_sided: float) -> TestResult:
        """The chosen test, with limits at this one-sided level."""
        return self.test.of_two(self.pair.columns(self.test, 2 * one_sided - 1).two("candidate", "baseline"))


@dataclass(frozen=True, slots=True)
class FoldSides:
    """Results of both on the same folds."""

    results: Results
    n: int
    better: str
    test: Test

    @classmethod
    def of(cls, said: Predictions, measure: str, parameters: Mapping[str, Any]) -> FoldSides:
        """By a measure whose differences between folds have an interval."""
        held = fold_results(said, measure, 0.95, dict(parameters))
        test = _with_interval(choose(result_facts(held, None)).test, measure)
        return cls(held, said.n, find(measure).better, test)

    @property
    def grows(self) -> bool:
        """More rows change the trainings too."""
        return False

    def values(self) -> tuple[float, float]:
        """The means over the folds."""
        means = [float(np.mean(self.results.samples[name])) for name in ("baseline", "candidate")]
        return means[0], means[1]

    def unchanged(self) -> str:
        """Equal results need not come from equal predictions."""
        return ""

    def tested(self, one_sided: float) -> TestResult:
        """The chosen test, with limits at this one-sided level."""
        columns = ResultColumns(self.results, self.better, 2 * one_sided - 1)
        return self.test.of_two(columns.two("candidate", "baseline"))


def _with_interval(test: Test, measure: str) -> Test:
    if not test.interval:
        raise BadParameter(f"no interval is known for differences of {measure}.", remedy="another measure")
    return test


def check(sides: Sides, label: str, measure: str, margin: float, how: How) -> Check:
    """One measure on one part of the rows."""
    better = find(measure).better
    if better == "neither":
        raise BadParameter(f"{measure} has no better direction to gate on.")
    sign = 1.0 if better == "higher" else -1.0
    old, new = sides.values()
    result = sides.tested(how.level)
    limits = Limits(
        *_better_limits(result, sign),
        *_better_limits(result if how.strict == how.level else sides.tested(how.strict), sign),
    )
    change, needed = 0.0 + sign * result.effect, nan
    status: Status = "passed"
    why = ""
    if isnan(old) or isnan(new):
        status, why = "inconclusive", "the measure is undefined for one of the models"
    elif sides.unchanged():
        # The candidate says what the baseline says: nothing changed, and nothing can have.
        change, limits = 0.0, Limits(0.0, 0.0, 0.0, 0.0)
        why = f"{sides.unchanged()} (n = {sides.n:,})"
    elif isnan(limits.low) or isnan(limits.high):
        status, why = "inconclusive", NO_SPREAD if result.p == 1 else "; ".join(result.notes) or NO_SPREAD
    else:
        status = limits.equivalent(margin) if how.question == "equivalent" else limits.not_worse(margin)
        if status == "inconclusive" and sides.grows and how.question == "not worse":
            error = float(result.details.get("standard_error") or nan)
            needed = _needed(sides.n, change, limits.low, margin, how, error)
    low, high = limits.low, limits.high if how.question == "equivalent" else limits.strict_high
    told = (status, old, new, change, low, high, margin, sides.n, needed, result.method, why)
    return Check(measure, label, *told, question=how.question, doubt="; ".join(doubts_of(result.notes)))


def _better_limits(result: TestResult, sign: float) -> tuple[float, float]:
    """The interval of the change in the better direction."""
    return (result.low, result.high) if sign > 0 else (0.0 - result.high, 0.0 - result.low)


@dataclass(frozen=True, slots=True)
class Limits:
    """One-sided limits of the change in the better direction, at the gate's level and at the one for failing."""

    low: float
    high: float
    strict_low: float
    strict_high: float

    def not_worse(self, margin: float) -> Status:
        """Whether a loss beyond the margin is ruled out, certain, or neither."""
        if self.low > -margin:
            return "passed"
        return "failed" if self.strict_high < -margin else "inconclusive"

    def equivalent(self, margin: float) -> Status:
        """Whether any change beyond the margin is ruled out (two one-sided tests), certain, or neither."""
        if -margin < self.low and self.high < margin:
            return "passed"
        return "failed" if self.strict_high < -margin or self.strict_low > margin else "inconclusive"


def _needed(n: int, change: float, low: float, margin: float, how: How, error: float) -> float:
    """About how many rows would judge a true change as observed 4 times in 5, to two digits.

    Nothing where the change lies so near the margin that its own error decides the figure.
    """
    room, half, seen = change + margin, change - low, normal_quantile(2 * how.level - 1)
    if not (half > 0 and isfinite(half) and abs(room) >= NEAR * half / seen):
        return nan
    asked = normal_quantile(2 * (how.level if room > 0 else how.strict) - 1)
    rows = n * times_as_many(abs(room), half, seen, asked, error)
    digit = 10.0 ** max(floor(log10(rows)) - 1, 0)
    return ceil(rows / digit - 1e-9) * digit
