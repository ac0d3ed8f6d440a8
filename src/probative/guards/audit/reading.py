"""Whatever holds a table, made ready to be audited: three passes over it, however large it is."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from probative.errors import EmptyData, MissingColumn
from probative.evidence.arrays import Array, Floats
from probative.evidence.labels import encode
from probative.experiments.kinds import as_moments, as_numbers
from probative.guards.audit.commands import Commands
from probative.guards.audit.field import field_of, moments
from probative.guards.audit.identifiers import names_rows
from probative.guards.audit.planned import is_plan, planned
from probative.guards.audit.table import SEED, AuditTable, Pair
from probative.predictions.target import Task, find_target
from probative.resampling.told_splits import Splits, pairs_of, positions
from probative.sources import Source, TableLike, open_source
from probative.sources.columns import missing_in
from probative.sources.survey import estimates_distinct, facts_of, row_hashes, some_rows

SAMPLE = 20_000
"""Rows on which columns are looked at one by one; role columns, hashes and facts are of all rows."""
PASSES = 5
"""Over the table: opening, columns with a role, facts, sample, hashes."""


def audit_table(
    data: TableLike,
    *,
    target: str,
    group: str | None = None,
    time: str | None = None,
    row: str | None = None,
    splits: Splits = None,
    task: Task | None = None,
    step: Callable[[int], object] = lambda steps: None,
) -> AuditTable:
    """Read what an audit looks at; `step` is called after each of the `PASSES`.

    >>> audit_table({"x": [1.0, 2.0, 3.0], "y": ["a", "b", "a"]}, target="y").labels
    ('a', 'b')
    """
    source = open_source(data)
    roles = [name for name in dict.fromkeys((target, group, time, row)) if name is not None]
    _require(source, roles)
    step(1)
    whole = source.listed(roles).values
    step(1)
    gone = missing_in(whole[target])
    if gone.all():
        raise EmptyData("no row has a target.", found=f"column {target!r}")
    kept = np.flatnonzero(~gone)
    # Millions of rows are copied only where some have to go.
    targets = whole[target][kept] if gone.any() else whole[target]
    found = find_target(targets, task=task, positive=None, scored=False)
    y = encode(targets, target)[1] if found.labels else as_numbers(targets, target)
    part = splits if isinstance(splits, str) else None
    inputs = [name for name in source.kinds if name not in (*roles, part)]
    sample = _sample(len(kept))
    facts = facts_of(source, inputs)
    step(1)
    columns = some_rows(source, inputs, kept[sample]).values if inputs else {}
    fields = tuple(field_of(name, source.kinds[name], columns[name], facts[name]) for name in inputs)
    step(1)
    # What differs in every row anyway would hide that the rest is equal.
    told = [field.name for field in fields if not names_rows(field, source.size)]
    groups = None if group is None else _groups(whole[group][kept])
    times = None if time is None else _times(whole[time][kept], time)
    if is_plan(splits, source):
        pairs = planned(splits, y, groups, times)
    else:
        told_pairs = pairs_of(splits, source, None if row is None else whole[row], row)
        pairs = tuple(Pair(*pair) for pair in positions(told_pairs, kept, source.size))
    keys = row_hashes(source, told)
    keys = keys[kept] if gone.any() else keys
    step(1)
    return AuditTable(
        target=target,
        task=found.task,
        labels=found.labels,
        y=y,
        places=kept,
        ids=None if row is None else whole[row][kept],
        group=groups,
        group_name=group,
        time=times,
        time_name=time,
        keys=keys,
        sample=sample,
        fields=fields,
        pairs=pairs,
        say=Commands.of(data, target),
        gone=np.flatnonzero(gone),
        estimated=estimates_distinct(source),
    )


def _sample(n: int) -> Array:
    if n <= SAMPLE:
        return np.arange(n)
    return np.sort(np.random.default_rng(SEED).choice(n, SAMPLE, replace=False))


def _require(source: Source, roles: list[str]) -> None:
    """Refuse a table without rows or inputs, and names that are not columns."""
    known = list(source.kinds)
    for name in roles:
        if name not in known:
            raise MissingColumn(f"the table has no column {name!r}.", found=", ".join(known[:20]) or "no columns")
    if not source.size:
        raise EmptyData("the table has no rows.")
    if len(known) <= len(roles):
        raise EmptyData("the table has no inputs.", found=", ".join(known), remedy="columns beside the target")


def _groups(column: Array) -> Array:
    """A number for every group; a row without one is a group of its own."""
    gone = missing_in(column)
    codes = np.full(len(column), -1)
    if not gone.all():
        codes[~gone] = encode(column[~gone].astype(str), "groups")[1]
    codes[gone] = codes.max() + 1 + np.arange(gone.sum())
    return codes


def _times(column: Array, name: str) -> Floats:
    """Times as numbers whose order is theirs."""
    if column.dtype.kind in "iuf":
        return column.astype(np.float64)
    seconds = moments(column)
    if seconds is not None:
        return seconds
    return np.unique(as_moments(column, name), return_inverse=True)[1].astype(np.float64)
