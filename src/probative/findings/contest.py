"""A contest: two models compared by one test, in numbers and in a sentence."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf, isfinite, isnan, nan
from typing import ClassVar

from probative.findings.text import AtMost, in_digits, measure_cells, p_words, two_digits
from probative.inference import Estimate
from probative.inference.doubting import UNSEEN
from probative.measurement import find
from probative.records import SCATTERED, Document, Record
from probative.stats.bayesian import Posterior
from probative.stats.meaning import worked
from probative.stats.registry import Unit
from probative.stats.result import Details, TestResult

_SIZE = {"effect": "value", "low": "low", "high": "high", "level": "level", "n": "n", "effect_name": "name"}
"""Where a difference holds what a test found."""


MOST_MORE = 1e9
"""Rows beyond which nobody is told to collect more."""


@dataclass(frozen=True, slots=True)
class Difference(Estimate):
    """An estimate of how far two models are apart, and what it is of."""

    name: str = "mean difference"


@dataclass(frozen=True, slots=True)
class Contest(Record):
    """Two models compared: the difference a - b with its interval, the test, and p before and after adjustment."""

    also: ClassVar[dict[str, str]] = {
        "test": "result.method",
        "symbol": "result.symbol",
        "statistic": "result.statistic",
        "df": "result.df",
        "p": "result.p",
        "at_most": "result.at_most",
        "difference": "difference",
        "effect_size": "effect_size",
        "alternative": "result.alternative",
        "h0": "result.h0",
        "h1": "result.h1",
        "details": "details",
        "notes": "result.notes",
        "winner": "winner",
        "sentence": "sentence",
        "posterior_sentence": "posterior_sentence",
    }

    a: str
    b: str
    measure: str
    better: str
    result: TestResult = field(metadata=SCATTERED)
    p_adjusted: float = nan
    detectable: float = nan
    """The true difference that this much data would show 4 times in 5, at the level that allows for other pairs."""
    values: tuple[float, float] = (nan, nan)
    posterior: Posterior | None = None
    unit: Unit = "value"
    over: str = ""
    """What values and difference are means of, where they are: folds."""
    together: bool | None = None
    """Whether the interval holds for all pairs at once, or for this one by itself; None where there is one pair."""
    needed: float = nan
    """How large n would show the difference 4 times in 5, if it is as observed; nan of folds, which share rows."""

    @classmethod
    def upgraded(cls, plain: Document) -> Document:
        """The plain values, with those of the test gathered from their keys; an older file has fewer of them."""
        gap = plain.get("difference") or {}
        flat = {path.removeprefix("result."): key for key, path in cls.also.items() if path.startswith("result.")}
        test = {name: plain[key] for name, key in flat.items() if key in plain}
        size = {name: gap[key] for name, key in _SIZE.items() if key in gap}
        test["details"] = dict(plain.get("details") or {})
        if beside := plain.get("effect_size"):
            test["details"]["effect_size"] = {key: beside.get(key) for key in ("name", "value", "low", "high")}
        unknown = {"statistic": None, "df": None, "p": None}
        return {"measure": "the measure", "better": "neither"} | plain | {"result": unknown | test | size}

    @property
    def difference(self) -> Difference:
        """The difference a - b with its interval."""
        r = self.result
        why = "; ".join(r.notes) or None
        return Difference(r.effect, r.low, r.high, r.level, r.method, r.n, why, r.effect_name)

    @property
    def details(self) -> Details:
        """The further numbers of the test by name, but for the effect size, which stands by itself."""
        return {name: value for name, value in self.result.details.items() if name != "effect_size"}

    @property
    def effect_size(self) -> Difference | None:
        """The difference without a unit (Hedges' g, Cliff's delta, ...), where the test gives one."""
        size, r = self.result.details.get("effect_size"), self.result
        if not size:
            return None
        value, low, high = (nan if size[key] is None else float(size[key]) for key in ("value", "low", "high"))
        return Difference(value, low, high, r.level, r.method, r.n, None, size["name"])

    def counts(self) -> list[str]:
        """The counts of rows behind McNemar's test, where it is that."""
        if "n01" not in self.result.details:
            return []
        return [f"{self.a} and {self.b}: {worked(self.result.details, '', self.a, self.b)[0]}"]

    def size(self) -> list[str]:
        """The difference without a unit and its interval, where the test gives one."""
        size = self.effect_size
        if size is None or not size.defined:
            return []
        alone = [] if self.together is None else ["(this pair by itself)"]
        return [" ".join([f"{size.name} of {self.a} and {self.b}:", *filter(None, measure_cells(size)), *alone])]

    @property
    def what(self) -> str:
        """What differs, in words."""
        if self.unit == "ranks":
            return f"average rank of {self.measure}"
        return f"chance of a higher {self.measure}" if self.unit == "chance" else self.measure

    @property
    def averaged(self) -> str:
        """What the values are means of, as it is said after the measure."""
        return f", mean of {self.over}" if self.over else ""

    @property
    def better_if(self) -> str | None:
        """Whether higher or lower is better of what differs; None where neither is."""
        if self.better == "neither":
            return None
        return "lower" if self.unit == "ranks" else self.better

    @property
    def favoured_above_zero(self) -> str | None:
        """The model that a positive difference speaks for; None where neither direction is better."""
        return None if self.better_if is None else self.a if self.better_if == "higher" else self.b

    @property
    def winner(self) -> str | None:
        """The better model, where the test says so at its level."""
        r, gap = self.result, self.gap
        if self.better == "neither" or isnan(self.p_adjusted) or self.p_adjusted > 1 - r.level + 1e-12 or not gap:
            return None
        if gap * r.low <= 0 or gap * r.high <= 0:
            # A test that looks at part of the differences may point the other way than their mean; and where p and
            # interval are not of one family, nothing is told apart by one of them alone.
            return None
        return self.a if (gap > 0) == (self.better == "higher" and self.unit != "ranks") else self.b

    @property
    def p_told(self) -> tuple[float, float]:
        """Each p, before and after adjustment as they are told: as bounds where the test cannot see how small p is."""
        both = self.result.p, self.p_adjusted
        return (AtMost(both[0]), AtMost(both[1])) if self.result.at_most else both

    @property
    def gap(self) -> float:
        """The difference a - b."""
        return self.result.effect if not isnan(self.result.effect) else 0.0

    def __str__(self) -> str:
        return self.sentence()

    def sentence(self) -> str:
        """What may be said, in one sentence."""
        if self.better == "neither":
            return f"{self.a} and {self.b}: {self.result.line}"
        if isnan(self.result.p):
            return f"cannot tell {self.a} from {self.b}: {'; '.join(self.result.notes) or 'the test is undefined'}"
        p = p_words(self.p_told[1], 2)
        if self.result.alternative != "two-sided":
            p += f" (one-sided, {self.result.alternative})"
        if self.p_adjusted != self.result.p:
            p = f"adjusted {p}"
        n = "" if self.result.n is None else f", n = {self.result.n:,.10g}{f' {self.over}' if self.over else ''}"
        return self._undecided(f"{p}{n}") if self.winner is None else self._decided(self.winner, f"{p}{n}")

    @property
    def chances(self) -> tuple[float, float, float]:
        """Probabilities that a is practically better, that neither is, that b is; higher where nothing is better."""
        if self.posterior is None:
            return nan, nan, nan
        lower, within, higher = self.posterior.left, self.posterior.rope, self.posterior.right
        return (lower, within, higher) if self.better == "lower" else (higher, within, lower)

    def posterior_sentence(self) -> str | None:
        """How probable a practical difference is, in one sentence; None where nobody asked."""
        found = self.posterior
        if found is None:
            return None
        if isnan(found.rope):
            return f"no probabilities for {self.a} and {self.b}: {'; '.join(found.notes) or 'undefined'}"
        scale, unit, what = *in_units(self.measure), f" of {self.measure}{self.averaged}"
        first, within, second = (f"{chance:.3f}" for chance in self.chances)
        word = "higher" if self.better == "neither" else "better"
        region = f"{found.region * scale:.6g}{unit}{what}"
        return (
            f"{self.a} is {word} than {self.b} by more than {region} with probability {first}, {self.b} is {word} with "
            f"{second}, and they lie within it with {within} ({found.method})"
        )

    @property
    def told_in(self) -> tuple[float, str]:
        """The factor and the unit in which the difference is told, in sentences and tables alike."""
        factor, unit, _ = self._scale("higher")
        return factor, unit.strip()

    def _scale(self, side: str) -> tuple[float, str, str]:
        """The factor, the unit and the object of the difference in words; `side` is the one a chance is about."""
        if self.unit == "ranks":
            return 1.0, " ranks", f" of {self.measure}"
        if self.unit == "chance":
            return 100.0, " points", f" of the chance to be {side} in {self.measure}"
        return *in_units(self.measure), f" of {self.measure}{self.averaged}"

    def _decided(self, winner: str, proof: str) -> str:
        scale, unit, what = self._scale(self.better)
        loser, r = self.b if winner == self.a else self.a, self.result
        low, high = (r.low, r.high) if self.gap > 0 else (-r.high, -r.low)
        size, ends = in_digits(abs(self.gap) * scale, low * scale, high * scale, points=scale == 100)
        spread = f"{r.level * 100:g} % interval{self._of_whom} {ends}; " if ends else ""
        rows = " on these rows" if any(UNSEEN in note for note in r.notes) else ""
        return f"{winner} is better than {loser}{rows} by {size}{unit}{what} ({spread}{r.method}, {proof})"

    def _undecided(self, proof: str) -> str:
        scale, unit, what = self._scale("higher")
        ends_of = (self.result.low * scale, self.result.high * scale)
        size, ends = in_digits(self.gap * scale, *ends_of, points=scale == 100)
        spread = f" ({self.result.level * 100:g} % interval{self._of_whom} {ends})" if ends else ""
        found = ""
        if isfinite(self.detectable) and self.detectable > 0:
            least = two_digits(self.detectable * scale)
            found = f"; a true difference of {least}{unit} would be found 4 times in 5"
            if more := self.more_rows:
                found += f", and one as observed with some {more} more"
        return (
            f"cannot tell {self.a} from {self.b}: the difference is {size}{unit}{what}{spread}, "
            f"{self.result.method}, {proof}{found}"
        )

    @property
    def more_rows(self) -> str:
        """How many more rows would show the difference 4 times in 5, in two digits; nothing where that is not known."""
        n = self.result.n
        return two_digits(self.needed - n) if n and n < self.needed < MOST_MORE else ""

    @property
    def _of_whom(self) -> str:
        """Which pairs the interval speaks for, where there are several."""
        return "" if self.together is None else " for all pairs" if self.together else " of this pair alone"


def widest(measure: str) -> float:
    """The largest difference that there can be of a measure.

    >>> widest("accuracy"), widest("mcc"), widest("mae")
    (1.0, 2.0, inf)
    """
    try:
        known = find(measure)
    except ValueError:
        return inf
    return known.high - known.low


def points(measure: str) -> tuple[float, str]:
    """Shares are spoken of in points (hundredths), other measures in their own unit."""
    try:
        known = find(measure)
    except ValueError:
        return 1.0, ""
    return (100.0, " points") if known.low >= -1 and known.high <= 1 else (1.0, "")


def in_units(measure: str) -> tuple[float, str]:
    """The factor and the unit in which differences of a measure are told: costs for 1,000 rows, shares in points.

    >>> in_units("expected_cost"), in_units("auc"), in_units("mae")
    ((1000.0, ' per 1,000 rows'), (100.0, ' points'), (1.0, ''))
    """
    return (1000.0, " per 1,000 rows") if measure == "expected_cost" else points(measure)


def unpaired(method: str) -> bool:
    """Whether a test takes its models as independent samples, so that no rows are the same.

    >>> unpaired("two independent proportions (miettinen-nurminen)"), unpaired("McNemar's test (mid-p)")
    (True, False)
    """
    return "independent" in method.lower() or "unpaired" in method.lower()
