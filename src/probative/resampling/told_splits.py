"""Splits that were made elsewhere, told by a file, a table, a column, parts by row, or pairs of row numbers."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from probative.errors import BadInput, BadParameter, LengthMismatch
from probative.evidence.arrays import Array
from probative.evidence.labels import encode
from probative.resampling.split_lines import IN_TRAINING, Lines
from probative.sources import Source, open_source
from probative.sources.columns import missing_in

Splits = Any
"""A file, a column of the table, parts by row, pairs of row numbers, a table of these, or a plan."""
Pairs = list[tuple[Array, Array]]


def pairs_of(
    splits: Splits,
    source: Source,
    ids: Array | None,
    row: str | None,
    *,
    tested_only: bool = False,
    at: Array | None = None,
) -> Pairs:
    """Places of training and test rows, split by split; one part against the others where parts are named.

    `ids` are those of all rows, or of the rows at the places `at`. With `tested_only`, a part that is called test is
    the only one that is tested: validation rows are left out.
    """
    if splits is None:
        return []
    if not isinstance(splits, str | os.PathLike | Mapping) and not hasattr(splits, "__len__"):
        raise BadParameter("these are no splits.", found=type(splits).__name__, remedy="a file, a column, or pairs")
    if isinstance(splits, str) and splits in source.kinds:
        return of_parts(source.listed([splits]).values[splits], source.size, tested_only)
    if isinstance(splits, str | os.PathLike):
        if Path(splits).suffix.lower() == ".json" and (found := _json_pairs(Path(splits))) is not None:
            return _checked(found, source.size)
        return _checked(_of_table(splits, source.size, (ids, at), row, tested_only), source.size)
    if hasattr(splits, "columns") or isinstance(splits, Mapping):
        return _checked(_of_table(splits, source.size, (ids, at), row, tested_only), source.size)
    listed = list(splits)
    if listed and all(isinstance(one, tuple | list) and len(one) == 2 for one in listed):
        if len(listed) == 2 and not any(np.ndim(part) for one in listed for part in one):
            return _checked([(listed[0], listed[1])], source.size)
        return _checked(listed, source.size)
    if len(listed) == 2 and all(np.ndim(one) == 1 for one in listed):
        return _checked([(listed[0], listed[1])], source.size)
    return of_parts(np.array(listed), source.size, tested_only)


def positions(pairs: Pairs, kept: Array, n: int) -> Pairs:
    """The pairs counted in the rows that were kept; `kept` are the places of these rows, in order.

    >>> positions([(np.array([0, 1]), np.array([2, 3]))], np.array([0, 2, 3]), 4)
    [(array([0]), array([1, 2]))]
    """
    if len(kept) == n:
        return pairs
    return [(_among(train, kept), _among(test, kept)) for train, test in pairs]


def _among(places: Array, kept: Array) -> Array:
    """Where these places stand among those that were kept; others are left out."""
    where = np.minimum(np.searchsorted(kept, places), len(kept) - 1)
    found: Array = where[kept[where] == places]
    return found


def _json_pairs(path: Path) -> list[tuple[Any, Any]] | None:
    """The pairs in a file that `probative plan --indices` wrote."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if not isinstance(found, dict) or found.get("kind") != "splits":
        return None
    outer = [one for one in found["splits"] if one.get("inner") is None]
    return [(one["training"], one["test"]) for one in outer]


def _of_table(
    splits: Any, n: int, named: tuple[Array | None, Array | None], row: str | None, tested_only: bool
) -> Pairs:
    lines = Lines.of(open_source(splits), n, named[0], row, named[1])
    return lines.pairs(tested_only=tested_only)


def of_parts(parts: Array, n: int, tested_only: bool) -> Pairs:
    """A part for every row: training against each other part, or, where none is so called, each against the rest."""
    if len(parts) != n:
        raise LengthMismatch("the splits are of another number of rows.", found=f"{len(parts):,} and {n:,} rows")
    known = np.flatnonzero(~missing_in(parts))
    labels, _ = encode(parts[known].astype(str), "splits")
    if len(labels) < 2:
        raise BadInput("there is one part only.", found=f"{', '.join(map(str, labels)) or 'no part'}", remedy="two")
    words = parts[known].astype(str)
    trains = any(str(label).strip().lower() in IN_TRAINING for label in labels)
    lines = Lines(known, role=words if trains else None, fold=None if trains else words)
    return lines.pairs(tested_only=tested_only)


def _checked(pairs: Iterable[Any], n: int) -> Pairs:
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
