"""What a split must not do: tear groups apart, train on later rows, leave a class out."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from probative.guards.audit.table import AuditTable
from probative.guards.guard import Guard
from probative.guards.note import Note

SHARED_ROWS = Guard(
    "rows-on-both-sides",
    "error",
    "",
    "A row, or a row id, is trained on and tested in the same split.",
    "The model has seen the answer.",
    "make training and test rows disjoint",
)
TORN_GROUPS = Guard(
    "groups-on-both-sides",
    "error",
    "",
    "Rows of one group are trained on and tested in the same split.",
    "The model recognises the group instead of what it should learn, and new groups will disappoint.",
    "split by groups",
)
BROKEN_TIME = Guard(
    "parts-out-of-time",
    "warning",
    "",
    "Rows are trained on that are later than rows tested in the same split.",
    "In use, the future is not there to learn from.",
    "split by time",
)
SMALL_CLASS = Guard(
    "class-too-small",
    "warning",
    "",
    "A class has fewer rows than the plan has folds, or is missing from a training or test part.",
    "Some folds have no row of it to test, or none to learn from, and its numbers rest on next to nothing.",
    "collect more of it, merge classes, or take fewer folds",
)
ENOUGH = 5
"""Rows for each class that a part must have before one of them is missed: a single row cannot be of every class."""
EXPECTED = 20
"""Rows of a class that a part would have by chance, from which that it has none is no chance."""
FOLDS = 10
"""The folds of the plan that is taken where none is named."""


def parts(table: AuditTable) -> Iterator[Note]:
    """Everything about the given splits."""
    yield from _rows(table)
    yield from _groups(table)
    yield from _times(table)
    yield from _classes(table)


def _rows(table: AuditTable) -> Iterator[Note]:
    names = np.arange(len(table.y)) if table.ids is None else np.unique(table.ids.astype(str), return_inverse=True)[1]
    both = np.zeros(len(table.y), bool)
    for pair in table.pairs:
        both[pair.test[np.isin(names[pair.test], names[pair.train])]] = True
    rows = np.flatnonzero(both)
    if len(rows):
        what = "rows" if table.ids is None else "rows, by their id,"
        yield SHARED_ROWS(
            f"{len(rows):,} {what} are trained on and tested in the same split ({table.such_as(rows)})"
            f"{table.about_held()}.",
            table.say.plan("10-fold stratified" if table.classifies else "10-fold"),
            rows=table.rows(rows),
            count=float(len(rows)),
        )


def _groups(table: AuditTable) -> Iterator[Note]:
    if table.group is None or table.group_name is None:
        return
    torn = np.zeros(len(table.y), bool)
    for pair in table.pairs:
        torn[pair.test[np.isin(table.group[pair.test], table.group[pair.train])]] = True
    rows = np.flatnonzero(torn)
    if len(rows):
        count = len(np.unique(table.group[rows]))
        yield TORN_GROUPS(
            f"{count:,} groups of {table.group_name!r} stand on both sides of a split, with {len(rows):,} tested rows"
            f"{table.about_held()}.",
            table.say.plan(f"{min(FOLDS, len(np.unique(table.group)))}-fold grouped", group=table.group_name),
            rows=table.rows(rows),
            columns=[table.group_name],
            groups=float(count),
        )


def _times(table: AuditTable) -> Iterator[Note]:
    if table.time is None or table.time_name is None or not table.pairs:
        return
    late, tested = np.zeros(len(table.y), bool), np.zeros(len(table.y), bool)
    for pair in table.pairs:
        late[pair.test[table.time[pair.test] < np.nanmax(table.time[pair.train])]] = True
        tested[pair.test] = True
    rows = np.flatnonzero(late)
    if len(rows):
        yield BROKEN_TIME(
            f"{len(rows):,} of {int(tested.sum()):,} tested rows are older than rows that are trained on "
            f"({table.time_name!r}){table.about_held()}.",
            table.say.plan("time 5", time=table.time_name),
            rows=table.rows(rows),
            columns=[table.time_name],
            count=float(len(rows)),
        )


def _classes(table: AuditTable) -> Iterator[Note]:
    if not table.classifies or len(table.labels) < 2:
        return
    found = _lacking(table) if table.pairs else _too_small(table)
    if not found:
        return
    assert table.sizes is not None, "classes were counted"
    sizes = [int(table.sizes[code]) for code in found]
    what = "classes that a part lacks" if table.pairs else f"classes with fewer rows than the usual {FOLDS} folds"
    told = ", ".join(f"{table.labels[code]!r} ({words})" for code, words in list(found.items())[:5])
    folds = f"{min(FOLDS, max(2, min(sizes)))}-fold stratified"
    yield SMALL_CLASS(
        f"{what}: {told}{' and more' * (len(found) > 5)}.",
        table.say.plan(folds) if table.pairs else table.say.run(plan=folds),
        rows=table.rows(np.flatnonzero(np.isin(table.y, list(found)))),
        columns=[table.target],
        smallest=float(min(sizes)),
    )


def _too_small(table: AuditTable) -> dict[int, str]:
    """Classes that cannot be in every fold of the usual plan."""
    assert table.sizes is not None, "classes were counted"
    return {code: f"{size} row{'s' * (size > 1)}" for code, size in enumerate(table.sizes.tolist()) if size < FOLDS}


def _lacking(table: AuditTable) -> dict[int, str]:
    """Classes without a row in a training part, or in a test part that is large enough to have some of all."""
    found: dict[int, str] = {}
    held = np.bincount(table.y, minlength=len(table.labels))
    for pair in table.pairs:
        for part, rows in (("training", pair.train), ("test", pair.test)):
            if len(rows) >= ENOUGH * len(table.labels):
                absent = np.bincount(table.y[rows], minlength=len(table.labels)) == 0
                # Of a class that is rare among the rows that are held, the part may have rows that are not.
                absent &= not table.memory or held * len(rows) >= EXPECTED * len(table.y)
                found |= {int(code): f"no row in a {part} part" for code in np.flatnonzero(absent) if code not in found}
    return found
