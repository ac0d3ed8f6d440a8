"""The columns of a table that a plan looks at: targets, groups and times, whatever else the table holds."""

from __future__ import annotations

from dataclasses import dataclass

from probative.errors import BadParameter, EmptyData
from probative.evidence.arrays import Array
from probative.experiments.kinds import as_moments
from probative.predictions.tally import Missing, complete
from probative.sources import TableLike, open_source
from probative.sources.columns import require


@dataclass(frozen=True, slots=True)
class RowsToSplit:
    """How many rows a table has, and their targets, groups, times and ids where columns were named."""

    n: int
    y: Array | None = None
    groups: Array | None = None
    time: Array | None = None
    ids: Array | None = None
    dropped: int = 0
    """Rows that were left out because one of these is missing."""


def rows_to_split(
    table: TableLike,
    *,
    target: str | None = None,
    groups: str | None = None,
    time: str | None = None,
    row: str | None = None,
    missing: Missing = "error",
) -> RowsToSplit:
    """The rows of a table as a plan sees them; those with gaps are an error, or dropped.

    >>> found = rows_to_split({"x": [1, 2, 3], "y": ["a", "b", "a"]}, target="y")
    >>> found.n, found.y.tolist(), found.groups
    (3, ['a', 'b', 'a'], None)
    """
    source = open_source(table)
    wanted = [name for name in (target, groups, time, row) if name is not None]
    require(source, wanted)
    if missing not in ("error", "drop"):
        raise BadParameter("rows with gaps are an error, or dropped.", found=missing, remedy="error or drop")
    if not source.size:
        raise EmptyData("the table has no rows.")
    if not wanted:
        return RowsToSplit(source.size)
    rows, dropped = complete(source.listed(list(dict.fromkeys(wanted))), missing)
    values = rows.values
    y, group, moment, ids = (None if name is None else values[name] for name in (target, groups, time, row))
    moments = None if moment is None or time is None else as_moments(moment, time)
    return RowsToSplit(len(rows), y, group, moments, ids, dropped)
