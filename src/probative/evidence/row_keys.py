"""Keys of rows: equal rows have equal keys, whatever their columns hold."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from probative.evidence.arrays import Array
from probative.evidence.replication import mixed


def row_keys(columns: Iterable[Array]) -> Array:
    """A 64-bit key for every row over columns of numbers, text, dates or anything; a gap equals a gap.

    Keys are those of one table: they mean nothing beside another one's. Different rows share a key with probability
    2^-64 per pair.

    >>> keys = row_keys([np.array([1.5, np.nan, np.nan]), np.array(["a", None, None], object)])
    >>> bool(keys[1] == keys[2]), bool(keys[0] == keys[1])
    (True, False)
    """
    found: Array | None = None
    for column in columns:
        codes = _codes(column)
        found = mixed(codes if found is None else found ^ codes)
    assert found is not None, "rows have columns"
    return found


def _codes(column: Array) -> Array:
    """A number for every value, equal for equal values of the column."""
    kind = column.dtype.kind
    if kind in "biu":
        return column.astype(np.int64).view(np.uint64)
    if kind == "f":
        numbers = column.astype(np.float64) + 0.0
        numbers[np.isnan(numbers)] = np.nan
        return numbers.view(np.uint64)
    if kind in "mM":
        return column.astype(column.dtype.newbyteorder("=")).view(np.int64).view(np.uint64)
    place: dict[object, int] = {}
    codes = (place.setdefault(_hashable(value), len(place)) for value in column.tolist())
    return np.fromiter(codes, np.uint64, len(column))


def _hashable(value: object) -> object:
    """The value, or what stands for it: None for any gap, its text for what has no hash."""
    try:
        if value is None or value != value:
            return None
        hash(value)
    except (TypeError, ValueError):
        # pandas' NA has no truth; lists have no hash.
        return None if type(value).__name__ == "NAType" else repr(value)
    return value
