"""The answer of a test: statistic, p-value, and the size of the effect with its interval."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isnan, nan
from typing import Any, ClassVar, TypedDict

import numpy as np

from probative.evidence.arrays import Floats
from probative.inference.estimate import decimals, written
from probative.pictures import Chart, draw
from probative.records import INHERITED, Record
from probative.stats.exports import public
from probative.stats.meaning import HOLDS_NOT, NOT_SIZE, P_MEANS, Alternative, Spoken, decision, rejected, worked
from probative.stats.null_chart import null_chart
from probative.stats.null_distributions import Statistic

Freedom = float | tuple[float, float] | None
Details = dict[str, Any]
"""What else a test found, by name: numbers, pairs of them, numbers by model."""


def beside(name: str, value: float, low: float, high: float) -> Details:
    """An effect size as details hold it, beside the effect of the test itself.

    >>> beside("Cohen's d_z", 0.5, 0.1, 0.9)["effect_size"]["name"]
    "Cohen's d_z"
    """
    return {"effect_size": {"name": name, "value": value, "low": low, "high": high}}


class Remarks(TypedDict, total=False):
    """What a result says of itself beside its numbers."""

    n: float
    level: float
    alternative: Alternative
    symbol: str
    effect_name: str
    details: Details


@public
@dataclass(frozen=True, slots=True)
class TestResult(Spoken, Record):
    """Statistic, degrees of freedom, p-value and effect of one test.

    `p` is the probability, if there were no difference, of a statistic at least as extreme; it is not the
    probability that there is none. `low` and `high` bound what the test would not reject at `level`, so that a
    one-sided alternative gives a one-sided interval. What does not exist is nan, and `notes` say why.
    `details` holds the further numbers of a test by name, `effect_size` among them: one without a unit (Cohen's d and
    its kin), with its interval.

    >>> result = TestResult(-1.81, 4, 0.145, -1.2, -3.04, 0.64, "paired t-test", n=5, h0="the mean difference is 0")
    >>> print(result)
    paired t-test: t(4) = -1.81, p = 0.145; mean difference -1.2 (95 % interval -3.0 to 0.6), n = 5
      H0: the mean difference is 0; alternative: H0 does not hold
      p is the probability, under H0, of a statistic at least as extreme as this one; it is not the probability of H0
      H0 is not rejected at 0.05, 0.01, 0.001 (the level is chosen before looking: rejected if p is not above)
      significance is not size of effect: how large a difference is, its interval says, and p does not
    """

    __test__: ClassVar[bool] = False  # not a test case, whatever its name suggests to a test runner

    statistic: float
    df: Freedom
    p: float
    effect: float = nan
    low: float = nan
    high: float = nan
    method: str = ""
    notes: tuple[str, ...] = ()
    n: float | None = None
    level: float = field(default=0.95, metadata=INHERITED)
    alternative: Alternative = "two-sided"
    symbol: str = "t"
    effect_name: str = "mean difference"
    details: Details = field(default_factory=dict)
    at_most: bool = False
    """Whether p is only known not to exceed this: a resampling test cannot see less than one in its replicates."""
    h0: str = ""
    """The null hypothesis, in words: as the test declares it."""
    h1: str = ""
    """The alternative to it, in words."""

    @property
    def defined(self) -> bool:
        """Whether there is a p-value."""
        return not isnan(self.p)

    def rejects(self, significance: float = 0.05) -> bool:
        """Whether "no difference" is rejected at a level that was chosen beforehand; never if p is undefined.

        >>> TestResult(2.5, 9, 0.034).rejects(), TestResult(2.5, 9, 0.034).rejects(0.01)
        (True, False)
        """
        return rejected(self.p, significance)

    def picture(self, significance: float | None = None) -> Chart:
        """The distribution of the statistic under H0, with the rejection region and what was seen, as a chart."""
        facts = (self.statistic, self.df, self.p, self.alternative, self.symbol, self.method, self.h0, self.details)
        return null_chart(
            Statistic(*facts, at_most=self.at_most), round(1 - self.level, 12) if significance is None else significance
        )

    def plot(self, ax: Any = None, *, significance: float | None = None, **style: Any) -> Any:
        """Draw the null distribution with the rejection region, one- or two-tailed, and the statistic (extra `plots`).

        The level is that of the result, unless another `significance` is named.

        >>> import probative as pv
        >>> pv.stats.paired_t([80, 82, 85, 78, 85], [81, 81, 86, 80, 88]).plot().get_xlabel()
        't(4) if H0 holds'
        """
        return draw(self.picture(significance), ax, below=True, **style)

    def words(self) -> list[str]:
        """What was asked and what the answer means: H0 and the alternative, p, the usual levels, what lies behind.

        >>> TestResult(2.5, 9, 0.034, h0="the mean difference is 0").words()[2]
        'H0 is rejected at 0.05, not at 0.01, 0.001 (the level is chosen before looking: rejected if p is not above)'
        """
        told = [f"H0: {self.h0 or 'there is no difference'}; alternative: {self.h1 or HOLDS_NOT}"]
        if self.defined:
            told += [P_MEANS, decision(self.p, 1 - self.level), NOT_SIZE]
        return [*told, *worked(self.details, self.effect_name), *(f"note: {note}" for note in self.notes)]

    @property
    def line(self) -> str:
        """Statistic, p and effect in one line."""
        side = "" if self.alternative == "two-sided" else f" ({self.alternative})"
        if self.defined:
            sign = "≤" if self.at_most else "="
            answer = f"{self.symbol}{_freedom(self.df)} = {self.statistic:.3g}, p {sign} {self.p:.3g}{side}"
        else:
            answer = f"undefined: {'; '.join(self.notes)}"
        rows = "" if self.n is None else f", n = {self.n:g}"
        return f"{self.method}: {answer}; {self._effect()}{self._size()}{rows}"

    def _effect(self) -> str:
        if isnan(self.effect):
            return f"{self.effect_name} undefined"
        if isnan(self.low) and isnan(self.high):
            return f"{self.effect_name} {self.effect:.3g} (no interval)"
        effect, low, high = _told(self.effect, self.low, self.high)
        return f"{self.effect_name} {effect} ({self.level * 100:g} % interval {low} to {high})"

    def _size(self) -> str:
        """The effect without a unit, where a test gives one beside its own."""
        size = self.details.get("effect_size")
        if not size or size["value"] is None or isnan(size["value"]):
            return ""
        low, high = (nan if size[end] is None else size[end] for end in ("low", "high"))
        if isnan(low) or isnan(high):
            return f", {size['name']} {size['value']:.2g}"
        value, below, above = _told(size["value"], low, high, 2)
        return f", {size['name']} {value} ({below} to {above})"


@public
@dataclass(frozen=True, slots=True)
class Pair(Record):
    """Two of several models: their difference, its statistic, and p before and after adjustment."""

    a: str
    b: str
    difference: float
    statistic: float
    p: float
    p_adjusted: float
    low: float = nan
    high: float = nan


@public
@dataclass(frozen=True, slots=True)
class Pairwise(Record):
    """Every pair of several models after a test of them all.

    `averages` are the average ranks (or means) that `difference` compares; two models further apart than the
    `critical_difference` differ at `level`. It is None where no single one exists.

    >>> pair = Pair("A", "B", 1.2, 2.1, 0.036, 0.09)
    >>> print(Pairwise((pair,), ("A", "B"), "Nemenyi", "studentised range", (1.4, 2.6)).line)
    Nemenyi (studentised range): A - B = 1.2, p = 0.09
    """

    pairs: tuple[Pair, ...]
    names: tuple[str, ...]
    method: str
    adjustment: str
    averages: tuple[float, ...]
    critical_difference: float | None = None
    level: float = 0.95
    notes: tuple[str, ...] = ()
    h0: str = ""
    """The null hypothesis, in words: as the test declares it."""

    def matrix(self) -> Floats:
        """Adjusted p-values of all pairs in the order of `names`, with 1 on the diagonal."""
        place = {name: i for i, name in enumerate(self.names)}
        result = np.ones((len(place), len(place)))
        for pair in self.pairs:
            i, j = place[pair.a], place[pair.b]
            result[i, j] = result[j, i] = pair.p_adjusted
        return result

    def __str__(self) -> str:
        doubted = [f"H0: {self.h0}; alternative: {HOLDS_NOT}"] if self.h0 else []
        return "\n  ".join([self.line, *doubted, P_MEANS, NOT_SIZE, *(f"note: {note}" for note in self.notes)])

    @property
    def line(self) -> str:
        """Every difference and its p in one line."""
        lines = (f"{pair.a} - {pair.b} = {pair.difference:.3g}, p = {pair.p_adjusted:.3g}" for pair in self.pairs)
        return f"{self.method} ({self.adjustment}): {'; '.join(lines)}"


def _told(value: float, low: float, high: float, least: int = 0) -> list[str]:
    """A value and its limits, with two significant digits of the interval's half width."""
    digits = max(decimals((high - low) / 2), least)
    return [written(part, digits) for part in (value, low, high)]


def _freedom(df: Freedom) -> str:
    if df is None:
        return ""
    return f"({', '.join(f'{part:.4g}' for part in (df if isinstance(df, tuple) else (df,)))})"
