"""Columns that say nothing: no value at all, or one only; a target that has but one, or gaps."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from probative.guards.audit.table import AuditTable, in_words
from probative.guards.guard import Guard
from probative.guards.note import Note

EMPTY = Guard(
    "column-empty",
    "warning",
    "",
    "An input has no value in any row.",
    "Most often a join or an export went wrong, and what should have been there is missing.",
    "mend the export, or leave the column out",
)
CONSTANT = Guard(
    "column-constant",
    "note",
    "",
    "An input has the same value in every row.",
    "Nothing can be learned from it; where it varies in use, the sample was not drawn from what the model will meet.",
    "leave the column out",
)
NO_TARGET = Guard(
    "target-missing",
    "warning",
    "",
    "The target is missing in some rows.",
    "Rows that go without a target for a reason bias every number; they were left out of the audit.",
    "find out why, then leave them out",
)
SAME_TARGET = Guard(
    "target-constant",
    "warning",
    "",
    "The target has the same value in every row.",
    "There is nothing to tell apart: whatever says it always is right, and nothing of use is learned.",
    "audit rows of all classes, or all values, that the model will meet",
)


def empty_columns(table: AuditTable) -> Iterator[Note]:
    """Columns without values, columns with one, and rows without a target."""
    n = table.rows_of_all
    empty = [field.name for field in table.fields if field.facts.missing == n]
    if empty:
        yield EMPTY(f"{in_words(empty)}: no value in any of {n:,} rows.", table.say.run(drop=empty), columns=empty)
    same = [field.name for field in table.fields if field.facts.distinct == 1 and not field.facts.missing]
    if same:
        yield CONSTANT(f"{in_words(same)}: one value in all rows.", table.say.run(drop=same), columns=same)
    if table.n > 1 and (len(table.labels) == 1 or (not table.labels and not np.ptp(table.y))):
        yield SAME_TARGET(f"the target {table.target!r} is the same in all of {table.n:,} rows.")
    if table.without:
        yield NO_TARGET(
            f"{table.without:,} of {n:,} rows have no target; the audit leaves them out.",
            table.say.run(missing="drop"),
            rows=[int(place) for place in table.gone[:10_000]],
            count=float(table.without),
        )
