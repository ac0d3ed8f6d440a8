"""Columns that name rows, groups or moments, and were not declared to."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from probative.guards.audit.field import Field
from probative.guards.audit.table import AuditTable, in_words
from probative.guards.guard import Guard
from probative.guards.note import Note
from probative.sources.ids import called_id

ID_COLUMN = Guard(
    "column-names-rows",
    "warning",
    "",
    "An input is different in every row and is text, or whole numbers that count the rows or are called an id.",
    "A model can learn rows by heart from it, and what it learned means nothing for new rows; where ids follow the "
    "order of collection, they leak the target.",
    "leave the column out, or declare it with --row",
)
GROUP_COLUMN = Guard(
    "column-names-groups",
    "warning",
    "",
    "An input is called an id, and its values occur several times each.",
    "Rows of one patient, device or customer resemble each other: torn apart by a split, they let a model recognise "
    "whom it knows instead of what it should learn.",
    "declare it with --group",
)
TIME_COLUMN = Guard(
    "column-tells-time",
    "warning",
    "",
    "An input holds dates or times, and no column of times was declared. A run says so of dates that it leaves out.",
    "A random split trains on what came later than the rows it tests.",
    "declare it with --time",
)
_TIMES = ("date", "time", "timestamp", "datetime", "year", "month", "day", "created", "updated")
_EPOCHS = ((6e8, 2.5e9), (6e11, 2.5e12), (19_000_101, 21_001_231))
"""Seconds, milliseconds, and days written as YYYYMMDD."""
FEW = 20
"""Rows below which different values say nothing."""


def names_rows(field: Field, n: int) -> bool:
    """Whether a column is different in every row and says nothing but which."""
    known = n - field.facts.missing
    if n < FEW or field.facts.distinct < known or known < n:
        return False
    if field.kind in ("text", "category"):
        return True
    if not field.whole or field.facts.low is None or field.facts.high is None:
        return False
    counted = field.facts.high - field.facts.low + 1 <= 1.05 * n
    return counted or called_id(field.name)


def tells_time(field: Field) -> bool:
    """Whether a column holds dates, or numbers that can only be moments."""
    if field.kind == "date":
        return True
    words = set(field.name.lower().replace("-", "_").replace(" ", "_").split("_"))
    if field.kind != "number" or not words & {*_TIMES} or field.facts.low is None or field.facts.high is None:
        return False
    ranges = [*_EPOCHS, *([(1850, 2150)] if "year" in words else [])]
    return field.whole and any(low <= field.facts.low and field.facts.high <= high for low, high in ranges)


def names_groups(field: Field, n: int) -> bool:
    """Whether a column is called an id and its values come several times."""
    known = n - field.facts.missing
    return known >= FEW and called_id(field.name) and 5 <= field.facts.distinct <= known / 2


def identifiers(table: AuditTable) -> Iterator[Note]:
    """Columns that name rows, groups or moments."""
    n = table.rows_of_all
    names = [field.name for field in table.fields if names_rows(field, n)]
    if names:
        yield ID_COLUMN(
            f"{in_words(names)}: a different value in each of the {n:,} rows, so that rows can be known by name.",
            table.say.run(drop=names),
            columns=names,
            rows_named=n,
        )
    groups = [field for field in table.fields if names_groups(field, n)]
    if groups and table.group is None:
        told = ", ".join(f"{field.name!r} ({field.facts.distinct:,} values)" for field in groups[:5])
        yield GROUP_COLUMN(
            f"{told}: called an id, with several rows for each value, which must not be torn apart.",
            table.say.run(group=groups[0].name),
            columns=[field.name for field in groups],
            groups=float(groups[0].facts.distinct),
        )
    times = [field for field in table.fields if tells_time(field)]
    if times and table.time is None:
        told = f"{in_words([field.name for field in times])} hold{'s' * (len(times) == 1)} times"
        yield TIME_COLUMN(
            f"{told}: a random split tests rows that are older than what was learned from.",
            table.say.run(time=times[0].name),
            columns=[field.name for field in times],
            span=float(np.nanmax(times[0].values) - np.nanmin(times[0].values)),
        )
