"""Columns from the future: moments later than the one at which a prediction is due."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from probative.evidence.arrays import Floats
from probative.guards.audit.identifiers import tells_time
from probative.guards.audit.table import AuditTable
from probative.guards.guard import Guard
from probative.guards.note import Note

FUTURE = Guard(
    "column-from-the-future",
    "warning",
    "",
    "A column of times was declared, and another input holds times that are later in at least one row in twenty.",
    "At the declared time its value is not known yet: what a model learns from it is not there in use.",
    "leave the column out, unless it is planned ahead",
)
SHARE = 0.05
"""Rows with a later time from which the column is suspected."""


def future(table: AuditTable) -> Iterator[Note]:
    """Columns of times that are later than the declared one."""
    if table.time is None:
        return
    now = table.time[table.sample]
    for field in table.fields:
        if not tells_time(field) or not _same_unit(field.values, now):
            continue
        later = ~field.missing & (field.values > now)
        if later.mean() >= SHARE:
            yield FUTURE(
                f"{field.name!r} is later than {table.time_name!r} in {later.mean():.0%} of rows"
                f"{table.about_sample(len(now))}: at that time its value is not known.",
                table.say.run(time=str(table.time_name), drop=[field.name]),
                rows=table.rows(table.sample[later]),
                columns=[field.name],
                share=float(later.mean()),
            )


def _same_unit(values: Floats, now: Floats) -> bool:
    """Whether two columns of times can be compared: dates with dates, and numbers of the same size."""
    known, ours = values[~np.isnan(values)], now[~np.isnan(now)]
    if not len(known) or not len(ours):
        return False
    ratio = (abs(float(np.median(known))) + 1) / (abs(float(np.median(ours))) + 1)
    return 0.5 < ratio < 2
