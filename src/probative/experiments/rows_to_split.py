"""The columns of a table that a plan looks at: targets, groups and times, whatever else the table holds."""

from __future__ import annotations

from dataclasses import dataclass

from probative.errors import EmptyData, MissingColumn, MissingValues
from probative.evidence.arrays import Array
from probative.experiments.kinds import as_moments
from probative.sources import TableLike, open_source
from probative.sources.columns import missing_in


@dataclass(frozen=True, slots=True)
class RowsToSplit:
    """How many rows a table has, and their targets, groups, times and ids where columns were named."""

    n: int
    y: Array | None = None
    groups: Array | None = None
    time: Array | None = None
    ids: Array | None = None


def rows_to_split(
    table: TableLike,
    *,
    target: str | None = None,
    groups: str | None = None,
    time: str | None = None,
    row: str | None = None,
) -> RowsToSplit:
    """The rows of a table as a plan sees them.

    >>> found = rows_to_split({"x": [1, 2, 3], "y": ["a", "b", "a"]}, target="y")
    >>> found.n, found.y.tolist(), found.groups
    (3, ['a', 'b', 'a'], None)
    """
    source = open_source(table)
    known = list(source.kinds)
    wanted = [name for name in (target, groups, time, row) if name is not None]
    for name in wanted:
        if name not in known:
            raise MissingColumn(f"the table has no column {name!r}.", found=", ".join(known[:20]))
    if not source.size:
        raise EmptyData("the table has no rows.")
    values = source.listed(list(dict.fromkeys(wanted))).values if wanted else {}
    for name, column in values.items():
        if count := int(missing_in(column).sum()):
            raise MissingValues(
                f"column {name!r} must be complete.",
                found=f"missing in {count} of {len(column)} rows",
                remedy="leave these rows out",
            )
    y, group, moment, ids = (None if name is None else values[name] for name in (target, groups, time, row))
    moments = None if moment is None or time is None else as_moments(moment, time)
    return RowsToSplit(source.size, y, group, moments, ids)
