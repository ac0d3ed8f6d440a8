"""DuckDB's types of columns: what we call them, and their cells as NumPy has them."""

from __future__ import annotations

import numpy as np

from probative.evidence.arrays import Array, gapped

FLOATS = ("FLOAT", "DOUBLE", "REAL")
WHOLE_NUMBERS = ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER")
_NUMBERS = ("INT", "FLOAT", "DOUBLE", "DECIMAL", "REAL", "BIGNUM")
_TRUTH = {"true": True, "false": False}
"""Text files know no booleans; these two words are meant as such, as in pandas."""


def kind_of(dtype: str) -> str:
    """What we call a column of this type: number, boolean, text or other."""
    dtype = dtype.upper()
    if dtype == "BOOLEAN":
        return "boolean"
    if dtype.startswith(("VARCHAR", "ENUM", "CHAR")):
        return "text"
    return (
        "number"
        if any(word in dtype for word in _NUMBERS)
        and "[" not in dtype
        and "(" not in dtype.replace("DECIMAL(", "")
        and "INTERVAL" not in dtype
        else "other"
    )


def is_wide(dtype: str) -> bool:
    """Whether whole numbers of this type have more than 64 bits."""
    if dtype in ("HUGEINT", "UHUGEINT", "BIGNUM", "VARINT"):
        return True
    if not dtype.startswith("DECIMAL("):
        return False
    digits, scale = map(int, dtype.removeprefix("DECIMAL(").rstrip(")").split(","))
    return scale == 0 and digits > 15


def unmasked(column: Array, kind: str, untyped: bool) -> Array:
    """Missing numbers as NaN, other missing values as None."""
    mask = np.ma.getmaskarray(column)
    data = np.asarray(np.ma.getdata(column))
    if (
        untyped
        and kind == "text"
        and (words := set(data[~mask].tolist()))
        and all(str(w).lower() in _TRUTH for w in words)
    ):
        data = np.array([None if gone else _TRUTH[w.lower()] for w, gone in zip(data, mask, strict=True)], object)
        return data if mask.any() else data.astype(bool)
    if not mask.any():
        return data
    if kind == "number" and data.dtype.kind in "iu":
        return gapped(data, mask)
    if kind == "number":
        result: Array = data.astype(np.float64)
        result[mask] = np.nan
        return result
    result = data.astype(object)
    result[mask] = None
    return result
