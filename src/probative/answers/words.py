"""Measures, costs and names in the words of a sentence."""

from __future__ import annotations

import re
from math import isfinite

from probative.decisions.costs import thousand as thousand
from probative.errors import ProbativeError
from probative.findings.contest import points
from probative.findings.text import limits, number, significant
from probative.inference import Estimate
from probative.inference.estimate import decimals as decimals_of
from probative.measurement import find

ALIKE = 9.95
"""A cost of a thousand rows from which on decimals say nothing."""


def titled(measure: str) -> str:
    """A measure as people write it inside a sentence: abbreviations and names keep their capitals.

    >>> titled("auc"), titled("mae"), titled("recall"), titled("my own")
    ('AUC', 'MAE', 'recall', 'my own')
    """
    try:
        title = re.sub(r" \([A-Z]+\)$", "", find(measure).title)
    except ProbativeError:
        return measure
    keeps = title[:2].isupper() or title.split()[0] in ("Brier", "Cohen's", "Gini", "Jaccard", "Hand")
    return title if keeps else title[:1].lower() + title[1:]


def valued(measure: str, found: Estimate, *, interval: bool = False) -> str:
    """A measure and its value, in words.

    >>> valued("accuracy", Estimate(0.969, 0.96, 0.976)), valued("mae", Estimate(44.31, 41.2, 47.6), interval=True)
    ('96.9 % right', 'off by 44.3 on average (41.2 to 47.6)')
    """
    if measure == "accuracy":
        return f"{in_percent(found.value)} % right{_between(found, 100.0) if interval else ''}"
    if measure == "expected_cost":
        return f"cost {thousand(found.value)} per 1,000 rows{_between(found, 1000.0) if interval else ''}"
    value, low, high = decimals(measure, found)
    spread = f" ({low} to {high})" if interval and isfinite(found.low) and isfinite(found.high) else ""
    if measure == "mae":
        return f"off by {value} on average{spread}"
    return f"{titled(measure)} {value}{spread}"


def in_percent(share: float, near: float | None = None) -> str:
    """A share in percent with one decimal, or as many as keep it apart from 0 and 100; as many as one near it has.

    >>> in_percent(0.9691), in_percent(0.99998), in_percent(1.0), in_percent(0.999995, near=0.99998)
    ('96.9', '99.9980', '100.0', '99.9995')
    """
    for one in (share if near is None else near, share):
        if 0 < one < 1 and f"{100 * one:.1f}" in ("0.0", "100.0"):
            return f"{100 * share:.{decimals_of(100 * min(one, 1 - one))}f}"
    return f"{100 * share:.1f}"


def thousands(*costs: float) -> tuple[str, ...]:
    """What a thousand rows cost, a value and its limits alike: as integers where any of them has two digits.

    >>> thousands(0.006, -0.0051, 0.017), thousands(0.0042, -0.0013, 0.0061), thousands(0.00099, 0.00086, 0.00114)
    (('6', '−5', '17'), ('4.2', '−1.3', '6.1'), ('0.99', '0.86', '1.14'))
    """
    known = [float(f"{cost:.11g}") for cost in costs if isfinite(cost)]
    whole = any(abs(1000 * cost) >= ALIKE for cost in known)
    places = 0 if whole else max((len(thousand(cost).partition(".")[2]) for cost in known), default=0)
    return tuple(number(float(f"{1000 * cost:.11g}"), places) for cost in costs)


def decimals(measure: str, found: Estimate) -> tuple[str, str, str]:
    """Value and limits: shares with three decimals, unless that would make a 1 of what is none; else as intervals ask.

    >>> decimals("auc", Estimate(0.99523, 0.98334, 0.9986)), decimals("auc", Estimate(0.99984, 0.9990, 0.99999))
    (('0.995', '0.983', '0.999'), ('0.99984', '0.99900', '0.99999'))
    """
    share = points(measure)[0] == 100
    whole = {f"{found.value:.3f}"} & {"0.000", "1.000", "-0.000"} and found.value not in (0, 1)
    if not isfinite(found.low) and not isfinite(found.high) and not share:
        return significant(found.value), "", ""
    if not share or whole:
        return limits(found)
    value, low, high = (number(x, 3) for x in (found.value, found.low, found.high))
    return value, low, high


def alike(value: float, found: Estimate) -> str:
    """A number without an interval, with as many decimals as one of the same measure has; no zeros at its end.

    >>> alike(40.947, Estimate(15.93, 14.5, 17.4)), alike(0.5, Estimate(0.992, 0.981, 0.997))
    ('40.9', '0.5')
    """
    text = number(value, found.digits())
    return text.rstrip("0").rstrip(".") if "." in text and "e" not in text else text


def _between(found: Estimate, scale: float) -> str:
    """The interval in brackets, where there is one."""
    if not (isfinite(found.low) and isfinite(found.high)):
        return ""
    if scale == 100.0:
        return f" ({in_percent(found.low, found.value)} to {in_percent(found.high, found.value)})"
    return f" ({thousand(found.low)} to {thousand(found.high)})"


def apart(a: float, b: float) -> tuple[str, str]:
    """Two numbers with as many digits as it takes to tell them apart.

    >>> apart(4.0, 4.5), apart(0.12341, 0.12349)
    (('4.0', '4.5'), ('0.1234', '0.1235'))
    """
    for digits in range(1, 16):
        first, second = f"{a:#.{digits}g}", f"{b:#.{digits}g}"
        if first != second:
            return first.rstrip("."), second.rstrip(".")
    return repr(a), repr(b)


def listed(names: list[str], most: int = 4) -> str:
    """Names in a row, the last joined by "and"; of many, how many more there are.

    >>> listed(["a"]), listed(["a", "b", "c"]), listed(list("abcdefg"))
    ('a', 'a, b and c', 'a, b, c and 4 more')
    """
    if len(names) > most:
        names = [*names[: most - 1], f"{len(names) - most + 1} more"]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def joined(*parts: str) -> str:
    """Sentences one after the other, each with a capital and a full stop.

    >>> joined("DeLong's test, p = 0.01", "", "guessing: 0.5.")
    "DeLong's test, p = 0.01. Guessing: 0.5."
    """
    said = (part.strip().rstrip(".") for part in parts if part)
    return " ".join(f"{part[:1].upper()}{part[1:]}." for part in said if part)
