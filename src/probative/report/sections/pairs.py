"""Pairs of models: the difference with its interval, the test, p before and after adjustment, what may be said."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import unescape
from math import floor, inf, isfinite, isnan, log10, nan
from typing import Any

from probative.findings.text import number
from probative.inference import Estimate
from probative.inference.estimate import number_from_json
from probative.report.tables import details, table
from probative.report.words import label, sentence, short, text

SHOWN = 10
"""Pairs in the open; the others are there on demand."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two models as findings hold their comparison; what an older file does not say is empty."""

    a: str
    b: str
    measure: str
    better: str
    unit: str
    difference: Estimate
    p: float
    p_adjusted: float
    winner: str | None
    plain: dict[str, Any]

    @classmethod
    def of(cls, plain: dict[str, Any], level: float) -> Pair:
        """The pair that a contest described."""
        found = {"level": level} | (plain.get("difference") or {})
        return cls(
            str(plain.get("a", "?")),
            str(plain.get("b", "?")),
            str(plain.get("measure") or "the measure"),
            str(plain.get("better") or "neither"),
            str(plain.get("unit") or "value"),
            Estimate.from_dict(found),
            number_from_json(plain.get("p")),
            number_from_json(plain.get("p_adjusted")),
            None if plain.get("winner") is None else str(plain["winner"]),
            plain,
        )

    @property
    def what(self) -> str:
        """What differs, in words without markup."""
        measure = unescape(label(self.measure, 24))
        if self.unit == "ranks":
            return f"average rank of {measure}"
        return f"chance of a higher {measure}" if self.unit == "chance" else measure

    @property
    def favoured_above_zero(self) -> str | None:
        """The model that a positive difference speaks for; None where neither direction is better."""
        if self.better == "neither":
            return None
        return self.a if self.better == "higher" and self.unit != "ranks" else self.b


def pairs_of(plain: Iterable[dict[str, Any]], level: float) -> list[Pair]:
    """All pairs, those with the smallest adjusted p first."""
    known = [Pair.of(contest, level) for contest in plain]
    return sorted(known, key=lambda pair: tuple(inf if isnan(p) else p for p in (pair.p_adjusted, pair.p)))


def p_value(p: float) -> str:
    """A p-value as text; very small ones only as small.

    >>> p_value(0.04567), p_value(2e-9)
    ('0.0457', '< 0.0001')
    """
    if isnan(p):
        return "undefined"
    return "< 0.0001" if p < 1e-4 else f"{p:.3g}"


def signed(value: float, digits: int) -> str:
    """A difference with its sign; what rounds to zero has none.

    >>> signed(0.0123, 3), signed(-0.0123, 3), signed(-0.0001, 3)
    ('+0.012', '−0.012', '0.000')
    """
    rounded = round(value, digits) + 0.0 if isfinite(value) else value
    return f"{'+' if rounded > 0 else ''}{number(rounded, digits)}"


def interval(estimate: Estimate) -> str:
    """An interval of a difference, in brackets."""
    if isnan(estimate.low) or isnan(estimate.high):
        return "[no interval]"
    return f"[{', '.join(signed(end, estimate.digits()) for end in (estimate.low, estimate.high))}]"


def percent(share: float) -> str:
    """A level as a percentage."""
    return f"{share * 100:g} %"


def names(pair: Pair) -> str:
    """The two models, as the difference has them."""
    return f"{short(pair.a)} − {short(pair.b)}"


def pairs_table(pairs: Sequence[Pair], adjustment: str) -> str:
    """Every pair with its numbers: the first in the open, the others on demand."""
    rows = [_row(pair) for pair in pairs]
    first, level = pairs[0], percent(pairs[0].difference.level)
    adjusted = f"p, adjusted <small>({sentence(adjustment)})</small>" if adjustment else "p, adjusted"
    difference = f"Difference of {text(first.what)} <small>[{level} interval]</small>"
    head = ["Models", difference, "Test", "p", adjusted, "n", "What may be said"]
    body = table(head, rows[:SHOWN], _caption(pairs, level), kind="numbers pairs")
    rest = table(head, rows[SHOWN:], "", kind="numbers pairs") if len(rows) > SHOWN else ""
    return body + details(f"The other {len(rows) - SHOWN} pairs", rest)


def _caption(pairs: Sequence[Pair], level: str) -> str:
    first = pairs[0]
    shown = f"the {SHOWN} of {len(pairs)} pairs with the smallest adjusted p" if len(pairs) > SHOWN else ""
    best = {"ranks": "lower ranks are better"}.get(first.unit, f"{first.better} is better")
    tail = "" if first.better == "neither" else f"; {best}"
    words = f"{sentence(first.measure)}: first model minus second{tail}. {level} intervals by the test of the same row"
    return f"{words}; {shown}." if shown else f"{words}."


def _row(pair: Pair) -> list[str]:
    difference = pair.difference
    n = "" if difference.n is None else f"{number_from_json(difference.n):,.10g}"
    return [
        names(pair),
        f"{signed(difference.value, difference.digits())} <small>{interval(difference)}</small>"
        if difference.defined
        else "undefined",
        f"{sentence(pair.plain.get('test') or 'unknown')}{_statistic(pair.plain)}",
        text(p_value(pair.p)),
        text(p_value(pair.p_adjusted)),
        n,
        said(pair),
    ]


def _statistic(plain: dict[str, Any]) -> str:
    if plain.get("statistic") is None:
        return ""
    df = plain.get("df")
    parts = [f"{number_from_json(d):.4g}" for d in (df if isinstance(df, list | tuple) else [df]) if d is not None]
    free = f", df {' and '.join(parts)}" if parts else ""
    return f"<br><small>statistic {number_from_json(plain['statistic']):.3g}{free}</small>".replace("-", "−")


def said(pair: Pair) -> str:
    """What the test allows to say: the better model, or that they cannot be told apart."""
    if pair.winner is not None:
        return f"<strong>{short(pair.winner)}</strong> is better"
    if pair.better == "neither":
        return "neither direction is better"
    unseen = number_from_json(pair.plain.get("detectable"))
    words = f"<br><small>differences under {two_digits(unseen)} may go unseen</small>" if unseen > 0 else ""
    return f"cannot tell{words}"


def two_digits(value: float) -> str:
    """Two significant digits, written out."""
    if not value or not isfinite(value):
        return number(value, 0)
    digits = 1 - floor(log10(abs(value)))
    return number(round(value, digits), min(max(digits, 0), 8))


def ends(pair: Pair) -> tuple[float, float]:
    """The interval's ends for drawing; nan twice where there is none."""
    low, high = pair.difference.low, pair.difference.high
    return (nan, nan) if isnan(low) or isnan(high) else (low, high)
