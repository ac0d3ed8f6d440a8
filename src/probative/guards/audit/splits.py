"""Splits that were made elsewhere: from a column, a file, parts by row, or pairs of row numbers."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from probative.errors import BadInput, BadParameter, LengthMismatch, MissingColumn
from probative.evidence.arrays import Array
from probative.evidence.labels import encode
from probative.guards.audit.table import Pair
from probative.resampling import plan
from probative.sources import Source, open_source

TRAINING = ("train", "training", "learn", "fit", "dev")
MOST_SPLITS = 100
"""Splits of a plan that are made to be looked at."""
PART_COLUMNS = ("part", "split", "set", "role", "fold", "subset")
Splits = Any
"""A file, a column of the table, parts by row, pairs of row numbers, a table of these, or a plan."""


def pairs_of(splits: Splits, source: Source, ids: Array | None, row: str | None) -> list[tuple[Array, Array]]:
    """Places of training and test rows, split by split; one part against the others where parts are named."""
    if splits is None:
        return []
    if not isinstance(splits, str | os.PathLike | Mapping) and not hasattr(splits, "__len__"):
        raise BadParameter("these are no splits.", found=type(splits).__name__, remedy="a file, a column, or pairs")
    if isinstance(splits, str) and splits in source.kinds:
        return _of_parts(source.listed([splits]).values[splits], source.size)
    if isinstance(splits, str | os.PathLike):
        if Path(splits).suffix.lower() == ".json" and (found := _json_pairs(Path(splits))) is not None:
            return _checked(found, source.size)
        return _of_table(open_source(splits), source.size, ids, row)
    if hasattr(splits, "columns") or isinstance(splits, Mapping):
        return _of_table(open_source(splits), source.size, ids, row)
    listed = list(splits)
    if listed and all(isinstance(one, tuple | list) and len(one) == 2 for one in listed):
        if len(listed) == 2 and not any(np.ndim(part) for one in listed for part in one):
            return _checked([(listed[0], listed[1])], source.size)
        return _checked(listed, source.size)
    if len(listed) == 2 and all(np.ndim(one) == 1 for one in listed):
        return _checked([(listed[0], listed[1])], source.size)
    return _of_parts(np.array(listed), source.size)


def _json_pairs(path: Path) -> list[tuple[Any, Any]] | None:
    """The pairs in a file that `probative plan --indices` wrote."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if not isinstance(found, dict) or found.get("kind") != "splits":
        return None
    outer = [one for one in found["splits"] if one.get("inner") is None]
    return [(np.unique(one["training"]), one["test"]) for one in outer]


def _of_table(table: Source, n: int, ids: Array | None, row: str | None) -> list[tuple[Array, Array]]:
    """Splits in a table: a line for every row and split (role, row), or a part for every row of the data."""
    names = {name.lower(): name for name in table.kinds}
    if "role" in names and "row" in names:
        return _of_lines(table, names, n)
    part = next((names[word] for word in PART_COLUMNS if word in names), None)
    if part is None:
        raise MissingColumn(
            "the splits have no column of parts.",
            found=", ".join(list(table.kinds)[:20]),
            remedy="a column 'part' with train and test, or the file that probative plan --indices writes",
        )
    parts = table.listed([part]).values[part]
    if row is not None and row in table.kinds and ids is not None:
        parts = _by_id(table.listed([row]).values[row], parts, ids)
    return _of_parts(parts, n)


def _by_id(named: Array, parts: Array, ids: Array) -> Array:
    """The part of every row, found by its id."""
    known = dict(zip(map(str, named.tolist()), parts.tolist(), strict=True))
    if len(known) < len(named):
        seen: dict[str, set[object]] = {}
        for name, part in zip(map(str, named.tolist()), parts.tolist(), strict=True):
            seen.setdefault(name, set()).add(part)
        both = [name for name, found in seen.items() if len(found) > 1]
        if both:
            raise BadInput(
                "rows stand in several parts.", found=f"{len(both)} row ids, such as {both[0]}", remedy="one part each"
            )
    return np.array([known.get(str(one)) for one in ids.tolist()], object)


def _of_lines(table: Source, names: Mapping[str, str], n: int) -> list[tuple[Array, Array]]:
    """The long table of `probative plan --indices`: repeat, fold, role, row."""
    read = table.listed([names[word] for word in ("repeat", "fold", "inner", "role", "row") if word in names]).values
    by = {word: read[names[word]] for word in names if word in ("repeat", "fold", "inner", "role", "row")}
    outer = np.array([value is None or value != value for value in by["inner"].tolist()]) if "inner" in by else True
    role, rows = by["role"].astype(str), by["row"].astype(np.int64)
    keys = [by[word].astype(np.int64) for word in ("repeat", "fold") if word in by]
    codes = np.zeros(len(rows), np.int64)
    for key in keys:
        codes = codes * (int(key.max(initial=0)) + 1) + key
    found = []
    for code in np.unique(codes):
        here = (codes == code) & outer
        found.append((np.unique(rows[here & (role == "training")]), rows[here & (role == "test")]))
    return _checked(found, n)


def _of_parts(parts: Array, n: int) -> list[tuple[Array, Array]]:
    """A part for every row: training against each other part, or, where none is so called, each against the rest."""
    if len(parts) != n:
        raise LengthMismatch("the splits are of another number of rows.", found=f"{len(parts):,} and {n:,} rows")
    gone = np.array([value is None or value != value for value in parts.tolist()])
    labels, codes = encode(parts[~gone].astype(str), "splits")
    full = np.full(n, -1)
    full[~gone] = codes
    if len(labels) < 2:
        raise BadInput("there is one part only.", found=f"{', '.join(map(str, labels)) or 'no part'}", remedy="two")
    training = [i for i, label in enumerate(labels) if str(label).strip().lower() in TRAINING]
    if training:
        train = np.flatnonzero(np.isin(full, training))
        return [(train, np.flatnonzero(full == i)) for i in range(len(labels)) if i not in training]
    return [(np.flatnonzero((full != i) & (full >= 0)), np.flatnonzero(full == i)) for i in range(len(labels))]


def _checked(pairs: Iterable[Any], n: int) -> list[tuple[Array, Array]]:
    made = []
    for number, (train, test) in enumerate(pairs):
        both = []
        for part in (train, test):
            rows = np.asarray(part)
            rows = np.flatnonzero(rows) if rows.dtype == bool else rows.astype(np.int64)
            if not len(rows) or rows.min() < 0 or rows.max() >= n:
                raise BadParameter(f"split {number} does not name rows of the table.", remedy=f"rows 0 to {n - 1}")
            both.append(rows)
        made.append((both[0], both[1]))
    return made


def is_plan(splits: Splits, source: Source) -> bool:
    """Whether splits are yet to be made: a plan by name, or a splitter."""
    if isinstance(splits, str):
        return splits not in source.kinds and not Path(splits).suffix
    return hasattr(splits, "split")


def planned(splits: Splits, y: Array, group: Array | None, time: Array | None) -> tuple[Pair, ...]:
    """The splits that a plan makes of these rows, as far as they are looked at."""
    made = plan(splits)
    parts = made.parts(range(len(y)), y, group if made.grouped else None, time if made.ordered else None)
    return tuple(Pair(part.train, part.test) for part in islice(parts, MOST_SPLITS))


def positions(pairs: list[tuple[Array, Array]], kept: Array, n: int) -> tuple[Pair, ...]:
    """The pairs in positions of the rows that have a target; `kept` are the places of these rows."""
    where = np.full(n, -1)
    where[kept] = np.arange(len(kept))
    found = [(where[train], where[test]) for train, test in pairs]
    return tuple(Pair(train[train >= 0], test[test >= 0]) for train, test in found)
