"""Columns of the inputs that are the target itself, under another name or in other words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np

from probative.evidence.arrays import EXACT, Array, Floats
from probative.evidence.labels import encode
from probative.evidence.row_keys import row_keys
from probative.running.brought import Inputs
from probative.running.twins import by_chance
from probative.sources.columns import missing_in

ENOUGH = 20
"""Rows below which a column may equal the target by chance."""

TOGETHER = 1 << 19
"""Entries of columns that are sorted together."""
CHANCE = 1e-6
"""How often any of the columns may look as if it determined the target where none knows anything."""


def target_columns(
    X: Inputs,  # noqa: N803
    codes: Array,
    *,
    classifies: bool,
    names: Sequence[str] = (),
) -> tuple[str, ...]:
    """The columns that determine the target and are determined by it, by name or number.

    >>> y = np.arange(30) % 3
    >>> target_columns(np.column_stack([np.arange(30.0), 10.0 - y]), y, classifies=True)
    ('1',)
    """
    if len(codes) < ENOUGH:
        return ()
    same = partial(_one_to_one, classes=len(np.unique(codes))) if classifies else _on_a_line
    return tuple(name for name, column in _columns(X, names) if same(column, codes))


def telling_columns(
    X: Inputs,  # noqa: N803
    codes: Array,
    names: Sequence[str] = (),
    groups: Array | None = None,
) -> tuple[str, ...]:
    """The columns whose every value, a gap among them, has rows of one class only, beyond what chance makes.

    A value of one group only says as much as one row does, and so do copies of a row: that they agree is no wonder.

    >>> y = np.arange(60) % 2
    >>> telling_columns(np.column_stack([np.arange(60) % 6, np.arange(60)]), y, ["boat", "id"])
    ('boat',)
    >>> patient = np.arange(60) // 3 % 10
    >>> telling_columns(patient[:, None], patient % 2), telling_columns(patient[:, None], patient % 2, groups=patient)
    (('0',), ())
    """
    if len(codes) < ENOUGH:
        return ()
    columns = list(_columns(X, names))
    share = float(np.bincount(codes).max()) / len(codes)

    def of_use(rows: Array | int, size: Array | int) -> Any:
        # Were the column of no use, each further row of a value would agree with the first at most so often.
        return len(columns) * share ** (rows - size) < CHANCE

    found: list[str] = []
    units: Array | None = None
    for name, column in _of_one_class_each(columns, codes, of_use):
        place = _values(column, len(codes))
        if place is None:
            continue
        size = int(place.max()) + 1
        if not of_use(len(codes), size) or not len(np.unique(place * len(codes) + codes)) == size > 1:
            continue
        # Few columns come this far, so that whole rows are looked at for them only.
        units = _units(columns, codes, groups) if units is None else units
        distinct = len(np.unique(place * len(codes) + units))
        if of_use(distinct, size):
            found.append(name)
    return tuple(found)


def _of_one_class_each(
    columns: Sequence[tuple[str, Array]], codes: Array, of_use: Callable[[int, Array], Array]
) -> Iterator[tuple[str, Array]]:
    """The columns without those of floats of which some value has rows of several classes, or most have one row.

    They are sorted many at a time.
    """
    floats = [i for i, (_, column) in enumerate(columns) if column.dtype.kind == "f" and column.ndim == 1]
    order = np.argsort(codes, kind="stable")
    ends = np.cumsum(np.bincount(codes))[:-1]
    block = max(1, TOGETHER // len(codes))
    out: set[int] = set()
    for start in range(0, len(floats), block):
        chosen = floats[start : start + block]
        table = np.stack([columns[i][1][order].astype(np.float64) for i in chosen])
        # A value of two classes is counted twice among the classes, and once in the whole.
        apart = sum(_distinct(part) for part in np.split(table, ends, axis=1))
        sizes = _distinct(table)
        out.update(np.array(chosen)[(sizes < apart) | ~of_use(len(codes), sizes)].tolist())
    yield from (pair for i, pair in enumerate(columns) if i not in out)


def _distinct(table: Floats) -> Array:
    """How many distinct values each row of a table has, all gaps being one."""
    ordered = np.sort(table, axis=1)
    gaps = np.isnan(ordered).sum(axis=1)
    changes = (ordered[:, 1:] != ordered[:, :-1]).sum(axis=1) + (table.shape[1] > 0)
    found: Array = changes - np.maximum(gaps - 1, 0)
    return found


def _units(columns: Sequence[tuple[str, Array]], codes: Array, groups: Array | None) -> Array:
    """What counts once, as a number for every row: its group, or the row with its copies, where chance made none."""
    if groups is not None:
        return encode(groups, "groups")[1]
    table = dict(columns)
    if by_chance(table, codes):
        return np.arange(len(codes))
    found: Array = np.unique(row_keys([*table.values(), codes]), return_inverse=True)[1]
    return found


def _values(column: Array, n: int) -> Array | None:
    """The values of a column as numbers, a gap as one more; None for what is no column of labels or numbers."""
    if column.dtype.kind not in "biufUSO" or column.ndim != 1:
        return None
    found: Array
    if column.dtype.kind in "biuf":
        # NaN equals NaN here. Floats beyond 2^53 may be several numbers that were made one.
        if column.dtype.kind == "f" and (np.isfinite(column) & (np.abs(column, dtype=np.float64) >= EXACT)).any():
            return None
        found = np.unique(column, return_inverse=True)[1]
        return found
    gone = missing_in(column)
    place = np.zeros(n, np.int64)
    try:
        place[~gone] = encode(column[~gone], "column")[1] + 1
    except ValueError:
        return None
    found = np.unique(place, return_inverse=True)[1]
    return found


def _columns(X: Any, names: Sequence[str] = ()) -> Iterator[tuple[str, Array]]:  # noqa: N803
    """The columns of an array or of a dataframe; nothing of other inputs."""
    if isinstance(X, np.ndarray) and X.ndim == 2:
        known = names if len(names) == X.shape[1] else [str(i) for i in range(X.shape[1])]
        yield from ((known[i], X[:, i]) for i in range(X.shape[1]))
    elif hasattr(X, "columns") and hasattr(X, "to_numpy"):
        yield from ((str(name), np.asarray(X[name])) for name in X.columns)


def _one_to_one(column: Array, codes: Array, classes: int) -> bool:
    """Whether every class has one value of the column, and every value one class."""
    if column.dtype.kind not in "biufUSO" or column.ndim != 1:
        return False
    # Most columns have many values: the first rows tell. (A gap is no label.)
    head = column[: 20 * classes].tolist()
    plain = column.dtype.kind in "biuf"
    if len(set(head) if plain else {repr(value) for value in head}) > classes:
        return False
    try:
        values, place = encode(column, "column")
    except ValueError:
        return False
    return len(values) == classes and len(np.unique(place * classes + codes)) == classes


def _on_a_line(column: Array, target: Array) -> bool:
    """Whether a column of numbers is the target in other units."""
    if column.dtype.kind not in "iuf" or column.ndim != 1:
        return False
    values = column.astype(np.float64)
    if not np.isfinite(values).all() or np.ptp(values) == 0 or np.ptp(target) == 0:
        return False
    return bool(abs(np.corrcoef(values, target)[0, 1]) > 1 - 1e-12)
