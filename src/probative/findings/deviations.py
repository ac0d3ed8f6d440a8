"""The differences of a paired test, worked by hand: each, its deviation from their mean, its square, and the sums."""

from __future__ import annotations

from math import nan

from probative.findings.column import Column
from probative.findings.contest import Contest
from probative.findings.table import Table
from probative.stats.degrees_of_freedom import Deviations, deviations

COLUMNS = (
    Column("pair", "count"),
    Column("difference", "number", 6, signed=True),
    Column("deviation", "number", 6, signed=True),
    Column("square", "number", 6),
)


def deviations_table(contest: Contest) -> Table | None:
    """The differences a - b one by one with their deviations; None where the test kept none.

    >>> import probative as pv
    >>> verdict = pv.compare({"A": [80, 82, 85, 78, 85], "B": [81, 81, 86, 80, 88]}, of="paired")
    >>> deviations_table(verdict.contests[0]).column("deviation")[1:4]
    (2.2, 0.2, -0.8)
    """
    listed = contest.result.details.get("differences")
    if not listed:
        return None
    found = deviations(listed)
    rows = [
        (float(i), float(value), float(off), float(square))
        for i, (value, off, square) in enumerate(zip(found.values, found.deviations, found.squares, strict=True), 1)
    ]
    title = f"{contest.measure}, differences {contest.a} minus {contest.b}"
    return Table(title, COLUMNS, tuple(_tidy(row) for row in rows), note=_sums(found))


def _sums(found: Deviations) -> str:
    """What follows from the columns."""
    return (
        f"mean {found.mean:.6g}, sum of squares {found.sum_of_squares:.6g}, degrees of freedom {found.df}, "
        f"variance {found.variance:.6g}, S {found.sd:.6g}; {found.sentence}"
    )


def _tidy(row: tuple[float, ...]) -> tuple[float, ...]:
    """Numbers without the last digits that only rounding left there."""
    return tuple(round(cell, 12) if cell == cell else nan for cell in row)
