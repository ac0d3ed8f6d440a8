"""Contests of models: the difference with its interval, the test, p before and after adjustment, what may be said."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import unescape
from math import inf, isfinite, isnan, nan

from probative.findings import Contest
from probative.findings.text import number, two_digits
from probative.inference import Estimate
from probative.report.tables import details, table
from probative.report.words import label, sentence, short, text
from probative.stats.result import TestResult

SHOWN = 10
"""Contests in the open; the others are there on demand."""


def what(contest: Contest) -> str:
    """What differs, in words without markup."""
    measure = unescape(label(contest.measure, 24))
    if contest.unit == "ranks":
        return f"average rank of {measure}"
    return f"chance of a higher {measure}" if contest.unit == "chance" else measure


def favoured_above_zero(contest: Contest) -> str | None:
    """The model that a positive difference speaks for; None where neither direction is better."""
    if contest.better == "neither":
        return None
    return contest.a if contest.better == "higher" and contest.unit != "ranks" else contest.b


def ordered(contests: Iterable[Contest]) -> list[Contest]:
    """All pairs, those with the smallest adjusted p first."""
    return sorted(contests, key=lambda c: tuple(inf if isnan(p) else p for p in (c.p_adjusted, c.result.p)))


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


def names(pair: Contest) -> str:
    """The two models, as the difference has them."""
    return f"{short(pair.a)} − {short(pair.b)}"


def pairs_table(pairs: Sequence[Contest], adjustment: str) -> str:
    """Every pair with its numbers: the first in the open, the others on demand."""
    rows = [_row(pair) for pair in pairs]
    first, level = pairs[0], percent(pairs[0].difference.level)
    adjusted = f"p, adjusted <small>({sentence(adjustment)})</small>" if adjustment else "p, adjusted"
    difference = f"Difference of {text(what(first))} <small>[{level} interval]</small>"
    head = ["Models", difference, "Test", "p", adjusted, "n", "What may be said"]
    body = table(head, rows[:SHOWN], _caption(pairs, level), kind="numbers pairs")
    rest = table(head, rows[SHOWN:], "", kind="numbers pairs") if len(rows) > SHOWN else ""
    return body + details(f"The other {len(rows) - SHOWN} pairs", rest)


def _caption(pairs: Sequence[Contest], level: str) -> str:
    first = pairs[0]
    shown = f"the {SHOWN} of {len(pairs)} pairs with the smallest adjusted p" if len(pairs) > SHOWN else ""
    best = {"ranks": "lower ranks are better"}.get(first.unit, f"{first.better} is better")
    tail = "" if first.better == "neither" else f"; {best}"
    words = f"{sentence(first.measure)}: first model minus second{tail}. {level} intervals by the test of the same row"
    return f"{words}; {shown}." if shown else f"{words}."


def _row(pair: Contest) -> list[str]:
    difference = pair.difference
    n = "" if difference.n is None else f"{difference.n:,.10g}"
    return [
        names(pair),
        f"{signed(difference.value, difference.digits())} <small>{interval(difference)}</small>"
        if difference.defined
        else "undefined",
        f"{sentence(pair.result.method or 'unknown')}{_statistic(pair.result)}",
        text(p_value(pair.result.p)),
        text(p_value(pair.p_adjusted)),
        n,
        said(pair),
    ]


def _statistic(result: TestResult) -> str:
    if isnan(result.statistic):
        return ""
    free = f", df {' and '.join(freedom(result))}" if freedom(result) else ""
    return f"<br><small>statistic {result.statistic:.3g}{free}</small>".replace("-", "−")


def freedom(result: TestResult) -> list[str]:
    """Degrees of freedom in words: none, one or two."""
    df = result.df
    return [] if df is None else [f"{part:.4g}" for part in (df if isinstance(df, tuple) else (df,))]


def said(pair: Contest) -> str:
    """What the test allows to say: the better model, or that they cannot be told apart."""
    if pair.winner is not None:
        return f"<strong>{short(pair.winner)}</strong> is better"
    if pair.better == "neither":
        return "neither direction is better"
    unseen = pair.detectable
    words = f"<br><small>differences under {two_digits(unseen)} may go unseen</small>" if unseen > 0 else ""
    return f"cannot tell{words}"


def ends(pair: Contest) -> tuple[float, float]:
    """The interval's ends for drawing; nan twice where there is none."""
    low, high = pair.difference.low, pair.difference.high
    return (nan, nan) if isnan(low) or isnan(high) else (low, high)
