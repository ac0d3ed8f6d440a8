"""Pairs of models: the difference with its interval, the test, p before and after adjustment, which one is better."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import inf, isnan

from probative.findings.column import Cell, Column
from probative.findings.contest import Contest
from probative.findings.table import Table
from probative.findings.text import at_level
from probative.inference import Estimate

UNTOLD = "cannot tell"
"""What stands where a better model would be named."""


def _cells(contest: Contest, tested: bool = True) -> tuple[Cell, ...]:
    """The row of a contest; without p-values where nothing was tested."""
    result, df = contest.result, contest.result.df
    free = (*(df if isinstance(df, tuple) else (df,)), None)[:2]
    p = contest.p_told if tested else (None, None)
    said = contest.winner or ("neither direction is better" if contest.better == "neither" else UNTOLD)
    found = contest.detectable if contest.detectable > 0 else None
    return (
        *(contest.a, contest.b, contest.what, contest.better_if, contest.difference, result.method or "unknown"),
        *(None if isnan(result.statistic) else result.statistic, *free, *p),
        *(result.n, said if tested else None, found),
    )


COLUMNS = (
    Column("a", "name"),
    Column("b", "name"),
    Column("measure"),
    Column("better if", beneath=True),
    Column("difference", "estimate", signed=True),
    Column("test"),
    Column("statistic", "number", beneath=True),
    Column("df", "number", 4, beneath=True),
    Column("df 2", "number", 4, beneath=True),
    Column("p", "p"),
    Column("adjusted p", "p"),
    Column("n", "count"),
    Column("better", "name"),
    Column("found 4 times in 5", "spread", beneath=True),
)


def ordered(contests: Iterable[Contest]) -> list[Contest]:
    """All pairs, those with the smallest adjusted p first."""
    return sorted(contests, key=lambda c: tuple(inf if isnan(p) else p for p in (c.p_adjusted, c.result.p)))


def pairs_table(pairs: Sequence[Contest], adjustment: str = "", *, untested: Iterable[Contest] = ()) -> Table:
    """Every pair with its numbers; those that were not tested come after the others and have no p."""
    rows = [*map(_cells, pairs), *(_cells(pair, tested=False) for pair in untested)]
    levels = {cell.level for row in rows for cell in row if isinstance(cell, Estimate)}
    level = levels.pop() if len(levels) == 1 else None
    units = {pair.told_in for pair in pairs}
    # Of one measure sentence and table are in one unit; several have no unit in common.
    times, unit = units.pop() if len(units) == 1 else (1.0, "")
    scaled = {"difference": (times, unit), "found 4 times in 5": (times, "")}
    columns = tuple(
        replace(c, times=scaled[c.name][0], unit=scaled[c.name][1]) if c.name in scaled else c for c in COLUMNS
    )
    note = "Differences are in the units of their measures: 0.01 of a share is a point." if units else ""
    made = Table(_title(pairs, adjustment, level), columns, tuple(rows), level, note)
    # Few tests have a second number of degrees of freedom.
    return made if any(cell is not None for cell in made.column("df 2")) else made.without("df 2")


def _title(pairs: Sequence[Contest], adjustment: str, level: float | None) -> str:
    words, best = "Pairs of models", ""
    if len({(pair.what, pair.better_if) for pair in pairs}) == 1:
        words = f"{pairs[0].what}{pairs[0].averaged}, pairs of models"
        best = f"; {pairs[0].better_if} is better" if pairs[0].better_if else ""
    adjusted = f"; p adjusted: {adjustment}" if adjustment else ""
    return f"{words}, first minus second{best}{adjusted}{'' if level is None else at_level(level)}{_for_whom(pairs)}"


def _for_whom(pairs: Sequence[Contest]) -> str:
    """Which pairs the intervals speak for, where there are several."""
    if not pairs or pairs[0].together is None:
        return ""
    return " for all pairs together" if pairs[0].together else ", of each pair by itself"
