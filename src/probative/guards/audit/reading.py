"""Whatever holds a table, made ready to be audited in a few passes over it, however large it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from probative.errors import EmptyData, MissingColumn
from probative.evidence.arrays import Array, Floats
from probative.evidence.labels import Label, encode
from probative.experiments.kinds import as_moments, as_numbers
from probative.guards.audit.commands import Commands
from probative.guards.audit.field import field_of, moments
from probative.guards.audit.holding import Beyond, Held, Whole, holding
from probative.guards.audit.identifiers import names_rows
from probative.guards.audit.planned import Planned, is_plan
from probative.guards.audit.table import SEED, AuditTable, Pair
from probative.predictions.target import Task, find_target
from probative.resampling.told_splits import Splits, of_parts, pairs_of, positions
from probative.sources import Limits, Source, TableLike, open_source
from probative.sources.columns import missing_in
from probative.sources.survey import estimates_distinct, facts_of, some_rows

SAMPLE = 20_000
"""Rows on which columns are looked at one by one."""
PASSES = 5
"""Over the table: opening, rows to hold, facts, sample, roles and hashes."""


def audit_table(
    data: TableLike,
    target: str,
    *,
    group: str | None = None,
    time: str | None = None,
    row: str | None = None,
    splits: Splits = None,
    task: Task | None = None,
    limits: Limits | None = None,
    step: Callable[[int], object] = lambda steps: None,
) -> AuditTable:
    """Read what an audit looks at; `step` is called after each of the `PASSES`.

    >>> audit_table({"x": [1.0, 2.0, 3.0], "y": ["a", "b", "a"]}, "y").labels
    ('a', 'b')
    """
    source = open_source(data, limits)
    named = (target, group, time, row)
    part = splits if isinstance(splits, str) and splits in source.kinds else None
    roles = [name for name in dict.fromkeys((*named, part)) if name is not None]
    _require(source, [name for name in dict.fromkeys(named) if name is not None])
    step(1)
    rows = holding(source, target, roles, group=group, row=row, split=splits is not None, seed=SEED)
    if not rows.n:
        raise EmptyData("no row has a target.", found=f"column {target!r}")
    step(1)
    inputs = [name for name in source.kinds if name not in roles]
    sample = _sample(rows.places)
    facts = facts_of(source, inputs)
    step(1)
    columns = some_rows(source, inputs, sample).values if inputs else {}
    fields = tuple(field_of(name, source.kinds[name], columns[name], facts[name]) for name in inputs)
    step(1)
    # What differs in every row anyway would hide that the rest is equal.
    held = rows.held([field.name for field in fields if not names_rows(field, source.size)])
    step(1)
    found = find_target(held.values[target], task=task, positive=None, scored=False)
    labels, y, sizes = (
        _classes(rows, held, target) if found.labels else ((), as_numbers(held.values[target], target), None)
    )
    ids = None if row is None else held.values[row]
    groups = None if group is None else _groups(held.values[group])
    times = None if time is None else _times(held.values[time], time)
    pairs: Sequence[Pair]
    if part is not None:
        pairs = [Pair(*pair) for pair in of_parts(held.values[part], len(y), tested_only=False)]
    elif is_plan(splits, source):
        pairs = Planned.of(splits, y, groups, times)
    else:
        told = pairs_of(splits, source, ids, row, at=held.places)
        pairs = [Pair(*pair) for pair in positions(told, held.places, source.size)]
    return AuditTable(
        target=target,
        task=found.task,
        labels=labels,
        n=rows.n,
        y=y,
        sizes=sizes,
        places=held.places,
        drawn=held.drawn,
        ids=ids,
        group=groups,
        group_name=group,
        time=times,
        time_name=time,
        keys=held.keys,
        repeats=held.repeats,
        sample=np.searchsorted(held.places, sample),
        fields=fields,
        pairs=pairs,
        say=Commands.of(data, target),
        gone=rows.gone,
        without=rows.without,
        estimated=estimates_distinct(source),
        memory=source.limits.text if rows.drawn else "",
    )


def _sample(places: Array) -> Array:
    if len(places) <= SAMPLE:
        return places
    return places[np.sort(np.random.default_rng(SEED).choice(len(places), SAMPLE, replace=False))]


def _classes(rows: Whole | Beyond, held: Held, target: str) -> tuple[tuple[Label, ...], Array, Array | None]:
    """The classes of all rows, their codes in the rows that are held, and how many rows of all have each."""
    labels, y = encode(held.values[target], target)
    if isinstance(rows, Whole):
        return labels, y, np.bincount(y, minlength=len(labels))
    everywhere, sizes = rows.classes
    at = {label: code for code, label in enumerate(everywhere)}
    return everywhere, np.array([at[label] for label in labels])[y], sizes


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
