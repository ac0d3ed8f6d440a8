"""Rows in an order that matters: neighbours resemble each other, and a shuffle would hide it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from probative.evidence.arrays import Floats
from probative.guards.audit.matrix import ordinary
from probative.guards.audit.table import AuditTable, in_words
from probative.guards.guard import Guard
from probative.guards.note import Note
from probative.resampling.neighbours import CHANCE, FEW, autocorrelation, follow_each_other, likeness, monotone

IN_ORDER = Guard(
    "rows-in-order",
    "warning",
    "",
    "Neighbouring rows resemble each other in the target (beyond chance, at p 0.0002, and by 0.2 at least), or in at "
    "least a quarter of the inputs, and the table is not simply sorted by a column. A run looks at the target alone, "
    "where its splits shuffle the rows and neither times nor groups were named.",
    "Measurements that follow each other, or come in batches, are not independent: a shuffle puts neighbours on both "
    "sides of a split, and the test looks better than any later row will be.",
    "declare the time or the groups, and keep what belongs together on one side",
)
SORTED = Guard(
    "rows-sorted",
    "note",
    "",
    "The table is sorted by the target or by an input.",
    "Splits without a shuffle test classes or values that were never trained on.",
    "shuffle and stratify, as '10-fold stratified' does",
)
LEAST_OF_INPUTS = 0.3


def order(table: AuditTable) -> Iterator[Note]:
    """Whether neighbours are alike; declared times and groups explain it."""
    if table.n < FEW:
        return
    by = _sorted_by(table)
    if by:
        plan = "10-fold stratified" if table.classifies else "10-fold"
        yield SORTED(f"the rows are sorted by {by!r}.", table.say.run(plan=plan), columns=[by])
    if table.time is not None or table.group is not None:
        return
    classes = len(table.labels)
    # Rows that are held for their equals are next to none of their neighbours.
    y = table.y if table.drawn is None else table.y[table.drawn]
    strength, p = likeness(y, classes)
    alike = _inputs_alike(table, within=by == table.target)
    sorted_by_input = bool(by) and by != table.target
    by_target = not by and follow_each_other(y, classes) is not None
    tested = ordinary(table)
    by_inputs = not sorted_by_input and len(alike) >= max(2, len(tested) / 4)
    if by_target or by_inputs:
        what = [f"{table.target!r} (likeness {strength:.2f} of 1)"] * by_target
        what += [f"{len(alike)} of {len(tested)} inputs, such as {in_words(alike, 3)}"] * by_inputs
        yield IN_ORDER(
            f"rows next to each other are alike in {' and in '.join(what)}: a series, or batches. Shuffled splits put "
            "neighbours on both sides.",
            # Without a column of times, rows follow each other as they stand.
            table.say.run(plan="time 5"),
            columns=[table.target] * by_target + alike * by_inputs,
            likeness=strength,
            p=p,
            inputs=float(len(alike)),
        )


def _sorted_by(table: AuditTable) -> str:
    """The target or the first input by which the rows are sorted; empty if there is none."""
    y = table.y
    steps = np.flatnonzero(np.diff(y))
    if table.classifies and 2 <= len(table.labels) == len(steps) + 1:
        return table.target
    if not table.classifies and monotone(y):
        return table.target
    for field in ordinary(table):
        if field.facts.distinct > 2 and not field.facts.missing:
            if field.kind == "number" and monotone(field.values):
                return field.name
            if field.kind == "category" and (np.diff(field.values) != 0).sum() + 1 == len(np.unique(field.values)):
                return field.name
    return ""


def _inputs_alike(table: AuditTable, *, within: bool) -> list[str]:
    """Inputs whose neighbours are alike; `within` the classes where the table is sorted by them."""
    fields = [field for field in ordinary(table) if field.kind == "number"]
    found = []
    for field in fields:
        values = field.values
        if within:
            y = table.target_here
            values = np.concatenate([_ranked(values[y == code]) for code in range(len(table.labels))])
        likeness, p = autocorrelation(values)
        if likeness >= LEAST_OF_INPUTS and p * len(fields) < CHANCE:
            found.append(field.name)
    return found


def _ranked(values: Floats) -> Floats:
    """Ranks from 0 to 1, so that classes on different levels are no likeness."""
    from scipy.stats import rankdata

    return rankdata(values, nan_policy="omit") / max(len(values), 1) if len(values) else values
