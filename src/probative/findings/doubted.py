"""Doubts about intervals, told once for all that have the same: in the terminal and on the page."""

from __future__ import annotations

from collections.abc import Iterable

from probative.inference import Estimate
from probative.inference.doubting import COARSE, HEAVY_TAIL, LONG_TAILS, UNSEEN

DOUBTED_INTERVALS = {
    COARSE: "Coarse intervals (of so few events that one may hold the truth in clearly less than 95 of 100 samples)",
    HEAVY_TAIL: "Intervals that single rows decide (the next such row moves them far; look at medians)",
    UNSEEN: "Intervals of too few rows to show what is rare and large (they do not hold where 1 row in 50 has a large "
    "error; medians do)",
    LONG_TAILS: "Intervals of errors with long tails (other samples may show far larger ones; medians hold)",
}
"""By how a doubt is known, what is said of all intervals that have it."""


def doubt_of(found: Estimate) -> str:
    """What is said of an interval that may not hold; nothing of others.

    >>> doubt_of(Estimate(0.9, 0.7, 1.0, why=f"{COARSE} (rows in all: 3)"))[:16]
    'Coarse intervals'
    """
    return next((said for doubt, said in DOUBTED_INTERVALS.items() if doubt in (found.why or "")), "")


def doubted_lines(named: Iterable[tuple[str, Estimate]]) -> list[str]:
    """Each doubt with the names of what it is about.

    >>> found = Estimate(0.9, 0.7, 1.0, why=f"{COARSE} (rows in all: 3)")
    >>> doubted_lines([("recall", found), ("auc", Estimate(0.9, 0.8, 1.0)), ("recall", found)])[0][-8:]
    ': recall'
    """
    said: dict[str, list[str]] = {}
    for name, found in named:
        if words := doubt_of(found):
            said.setdefault(words, []).append(name)
    return [f"{words}: {', '.join(dict.fromkeys(names))}" for words, names in sorted(said.items())]
