"""The verdict: which models differ, by how much, by which test and why that one; in numbers and in sentences."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isfinite, isnan, nan
from typing import Any

from probative.comparison.diagram import CriticalDifference
from probative.findings.table import Table
from probative.findings.tables.pairs import pairs_of, pairs_table
from probative.findings.text import limits, two_digits
from probative.inference import Estimate
from probative.inference.estimate import json_number
from probative.measurement import find
from probative.stats import Pairwise, TestResult
from probative.stats.registry import Unit
from probative.stats.result import plain


@dataclass(frozen=True, slots=True)
class Contest:
    """Two models compared: the difference a - b with its interval, the test, and p before and after adjustment."""

    a: str
    b: str
    measure: str
    better: str
    result: TestResult
    p_adjusted: float
    detectable: float = nan
    """The smallest difference that this much data would show 4 times in 5."""
    values: tuple[float, float] = (nan, nan)
    posterior: dict[str, Any] | None = None
    unit: Unit = "value"

    @property
    def winner(self) -> str | None:
        """The better model, where the test says so at its level."""
        r, gap = self.result, self.gap
        if self.better == "neither" or isnan(self.p_adjusted) or self.p_adjusted > 1 - r.level + 1e-12 or not gap:
            return None
        if gap * r.low < 0 and gap * r.high < 0:
            # A test that looks at part of the differences may point the other way than their mean.
            return None
        return self.a if (gap > 0) == (self.better == "higher" and self.unit != "ranks") else self.b

    @property
    def gap(self) -> float:
        """The difference a - b."""
        return self.result.effect if not isnan(self.result.effect) else 0.0

    def sentence(self) -> str:
        """What may be said, in one sentence."""
        if self.better == "neither":
            return f"{self.a} and {self.b}: {self.result}"
        if isnan(self.result.p):
            return f"cannot tell {self.a} from {self.b}: {'; '.join(self.result.notes) or 'the test is undefined'}"
        p = "p < 0.0001" if self.p_adjusted < 1e-4 else f"p = {self.p_adjusted:.2g}"
        if self.p_adjusted != self.result.p:
            # The interval is of this pair alone, and may exclude 0 where the adjusted p does not.
            p = f"adjusted {p}"
        n = "" if self.result.n is None else f", n = {self.result.n:,.10g}"
        return self._undecided(f"{p}{n}") if self.winner is None else self._decided(self.winner, f"{p}{n}")

    def _scale(self, side: str) -> tuple[float, str, str]:
        """The factor, the unit and the object of the difference in words; `side` is the one a chance is about."""
        if self.unit == "ranks":
            return 1.0, " ranks", f" of {self.measure}"
        if self.unit == "chance":
            return 100.0, " points", f" of the chance to be {side} in {self.measure}"
        return *points(self.measure), f" of {self.measure}"

    def _decided(self, winner: str, proof: str) -> str:
        scale, unit, what = self._scale(self.better)
        loser, r = self.b if winner == self.a else self.a, self.result
        low, high = (r.low, r.high) if self.gap > 0 else (-r.high, -r.low)
        size, ends = _shown(abs(self.gap) * scale, low * scale, high * scale)
        verb = "beats (lower is better)" if self.better == "lower" and self.unit != "ranks" else "beats"
        spread = f"{r.level * 100:g} % interval {ends}; " if ends else ""
        return f"{winner} {verb} {loser} by {size}{unit}{what} ({spread}{r.method}, {proof})"

    def _undecided(self, proof: str) -> str:
        scale, unit, what = self._scale("higher")
        size, ends = _shown(self.gap * scale, self.result.low * scale, self.result.high * scale)
        spread = f" ({ends})" if ends else ""
        unseen = ""
        if isfinite(self.detectable) and self.detectable > 0:
            unseen = (
                f"; with this much data differences under {two_digits(self.detectable * scale)}{unit} are invisible"
            )
        return (
            f"cannot tell {self.a} from {self.b}: the difference is {size}{unit}{what}{spread}, "
            f"{self.result.method}, {proof}{unseen}"
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON, as findings hold them."""
        r = self.result
        return {
            "a": self.a,
            "b": self.b,
            "measure": self.measure,
            "better": self.better,
            "test": r.method,
            "statistic": json_number(r.statistic),
            "df": plain(r.df),
            "p": json_number(r.p),
            "p_adjusted": json_number(self.p_adjusted),
            "difference": {
                "value": json_number(r.effect),
                "low": json_number(r.low),
                "high": json_number(r.high),
                "level": r.level,
                "method": r.method,
                "name": r.effect_name,
                "n": json_number(r.n),
            },
            "values": [json_number(value) for value in self.values],
            "detectable": json_number(self.detectable),
            "unit": self.unit,
            "winner": self.winner,
            "sentence": self.sentence(),
            "notes": list(r.notes),
            "posterior": self.posterior,
        }


def points(measure: str) -> tuple[float, str]:
    """Shares are spoken of in points (hundredths), other measures in their own unit."""
    try:
        known = find(measure)
    except ValueError:
        return 1.0, ""
    return (100.0, " points") if known.low >= -1 and known.high <= 1 else (1.0, "")


def _shown(value: float, low: float, high: float) -> tuple[str, str]:
    """A value and its interval with as many digits as the interval is worth."""
    if not isfinite(high - low) or high <= low:
        return two_digits(value), ""
    value_text, low_text, high_text = limits(Estimate(value, low, high))
    return value_text, f"{low_text} to {high_text}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Everything that a comparison found, and why it was done that way."""

    measure: str
    better: str
    contests: tuple[Contest, ...]
    reasons: tuple[str, ...]
    assumptions: tuple[str, ...]
    omnibus: TestResult | None = None
    post_hoc: Pairwise | None = None
    ranks: dict[str, float] = field(default_factory=dict)
    false_alarm: float = nan
    """Chance of at least one false alarm if nobody had adjusted for the number of comparisons."""
    adjustment: str = "holm"
    forced: str | None = None
    notes: tuple[str, ...] = ()
    level: float = 0.95
    seed: int = 0

    @property
    def test(self) -> str:
        """The test that was run."""
        return self.contests[0].result.method if self.contests else ""

    @property
    def p(self) -> float:
        """The adjusted p-value of the only contest, or that of the test of all models."""
        if len(self.contests) == 1:
            return self.contests[0].p_adjusted
        return self.omnibus.p if self.omnibus is not None else nan

    def table(self) -> Table:
        """Every pair with its difference, interval and p-values, those with the smallest adjusted p first."""
        return pairs_table(pairs_of((contest.to_dict() for contest in self.contests), self.level), self.adjustment)

    def sentences(self) -> list[str]:
        """What may be said about every pair."""
        return [contest.sentence() for contest in self.contests]

    def diagram(self) -> CriticalDifference:
        """The critical-difference diagram of average ranks, where there are ranks."""
        return CriticalDifference.of(self)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "probative": 1,
            "kind": "comparison",
            "measure": self.measure,
            "better": self.better,
            "level": self.level,
            "comparisons": [contest.to_dict() for contest in self.contests],
            "reasons": list(self.reasons),
            "assumptions": list(self.assumptions),
            "omnibus": None if self.omnibus is None else self.omnibus.to_dict(),
            "post_hoc": None if self.post_hoc is None else self.post_hoc.to_dict(),
            "ranks": {name: json_number(rank) for name, rank in self.ranks.items()},
            "false_alarm_unadjusted": json_number(self.false_alarm),
            "adjustment": self.adjustment,
            "forced": self.forced,
            "notes": list(self.notes),
            "seed": self.seed,
        }

    def __str__(self) -> str:
        lines = [*self.sentences()]
        if self.omnibus is not None:
            lines.insert(0, f"all models together: {self.omnibus}")
        lines += [f"why this test: {reason}" for reason in self.reasons]
        lines += [f"assumes: {text}" for text in self.assumptions]
        lines += [f"note: {text}" for text in self.notes]
        return "\n".join(lines)
