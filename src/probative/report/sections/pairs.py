"""Pairs of models on the page: their table, and what pictures say of them."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan, nan

from probative.answers.words import titled
from probative.findings import Contest
from probative.findings.column import Column
from probative.findings.pairs import pairs_table
from probative.report.tables import folded_table
from probative.report.words import sentence

SHOWN = 10
"""Contests in the open; the others are there on demand."""


def pairs_html(pairs: Sequence[Contest], adjustment: str) -> str:
    """Every pair with its numbers: the first in the open, the others on demand."""
    found = pairs_table(pairs, adjustment)
    if len({pair.what for pair in pairs}) == 1:
        # One measure, of which the caption tells.
        found = found.without("measure", "better if")
    title = found.title
    for one in {pair.measure for pair in pairs}:
        # The measure as people write it, as everywhere on the page.
        title = title.replace(one, titled(one), 1)
    shown = f"the {SHOWN} of {len(pairs)} pairs with the smallest adjusted p" if len(pairs) > SHOWN else ""
    return folded_table(found, SHOWN, "pairs", sentence("; ".join(filter(None, (title, shown)))), kind="pairs")


def size(pair: Contest) -> str:
    """The difference in its unit, and its interval, in one piece."""
    times, unit = pair.told_in
    value, interval = Column("difference", "estimate", signed=True, times=times).parts(
        pair.difference, pair.result.level
    )
    return " ".join(filter(None, (value, unit, interval)))


def ends(pair: Contest) -> tuple[float, float]:
    """The interval's ends for drawing; nan twice where there is none."""
    low, high = pair.difference.low, pair.difference.high
    return (nan, nan) if isnan(low) or isnan(high) else (low, high)
