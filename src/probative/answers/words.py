"""Measures, costs and names in the words of a sentence."""

from __future__ import annotations

from math import isfinite

from probative.errors import ProbativeError
from probative.findings.text import limits, number
from probative.inference import Estimate
from probative.measurement import find


def titled(measure: str) -> str:
    """A measure as people write it inside a sentence: abbreviations and names keep their capitals.

    >>> titled("auc"), titled("mae"), titled("balanced_accuracy"), titled("my own")
    ('AUC', 'MAE', 'balanced accuracy', 'my own')
    """
    try:
        title = find(measure).title
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
        return f"{100 * found.value:.1f} % right{_between(found, 100.0) if interval else ''}"
    if measure == "expected_cost":
        return f"{thousand(found.value)} per 1,000 rows{_between(found, 1000.0) if interval else ''}"
    value, low, high = decimals(measure, found)
    spread = f" ({low} to {high})" if interval and isfinite(found.low) and isfinite(found.high) else ""
    if measure == "mae":
        return f"off by {value} on average{spread}"
    return f"{titled(measure)} {value}{spread}"


def decimals(measure: str, found: Estimate) -> tuple[str, str, str]:
    """Value and limits: shares with three decimals, unless that would make a 1 of what is none; else as intervals ask.

    >>> decimals("auc", Estimate(0.99523, 0.98334, 0.9986)), decimals("auc", Estimate(0.99984, 0.9990, 0.99999))
    (('0.995', '0.983', '0.999'), ('0.99984', '0.99900', '0.99999'))
    """
    known = find(measure)
    whole = {f"{found.value:.3f}"} & {"0.000", "1.000", "-0.000"} and found.value not in (0, 1)
    if known.low < -1 or known.high > 1 or whole:
        return limits(found)
    value, low, high = (number(x, 3) for x in (found.value, found.low, found.high))
    return value, low, high


def _between(found: Estimate, scale: float) -> str:
    """The interval in brackets, where there is one."""
    if not (isfinite(found.low) and isfinite(found.high)):
        return ""
    if scale == 100.0:
        return f" ({100 * found.low:.1f} to {100 * found.high:.1f})"
    return f" ({thousand(found.low)} to {thousand(found.high)})"


def thousand(cost: float) -> str:
    """What a thousand rows cost: whole, or with two digits where that would be next to nothing.

    >>> thousand(0.3374), thousand(0.0012), thousand(0.00004)
    ('337', '1.2', '0.040')
    """
    per = 1000 * cost
    if not isfinite(per) or abs(per) >= 10 or per == 0:
        return number(per, 0)
    return f"{per:.2g}" if abs(per) >= 0.1 else f"{per:.3f}"


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
