"""Columns that must hold numbers: what is wrong with one that does not, and in which row."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from probative.errors import BadScores
from probative.evidence.arrays import Array, Floats, not_numbers
from probative.sources.columns import Source, missing_in, require


def require_numbers(source: Source, names: Sequence[str], remedy: str = "name a column of numbers") -> None:
    """Refuse columns with anything but numbers, by the first row that holds something else."""
    require(source, names)
    for name in names:
        if source.kinds[name] not in ("number", "boolean"):
            _refuse(source.listed([name]).values[name], name, remedy)


def mostly_numbers(source: Source, name: str) -> bool:
    """Whether a column of texts was meant to hold numbers: more than half of its values are some."""
    column = source.listed([name]).values[name]
    there = column[~missing_in(column)]
    return len(there) > 0 and int(not_numbers(there).sum()) < len(there) / 2


def _refuse(column: Array, name: str, remedy: str) -> None:
    bad = not_numbers(column) & ~missing_in(column)
    if not bad.any():
        if all(value is None or isinstance(value, str) for value in column.tolist()):
            raise BadScores(f"column {name!r} must hold numbers.", found="numbers written as text", remedy=remedy)
        return
    first, count = int(np.flatnonzero(bad)[0]), int(bad.sum())
    value = str(column[first])
    if "," in value and not value.strip("+-0123456789.,eE "):
        remedy = "one decimal point and no other mark in a number: 0.75, 1500"
    elif count < len(column) / 2:
        remedy = "leave the cell empty where a value is missing, and drop these rows with --missing drop"
    raise BadScores(
        f"column {name!r} must hold numbers.", found=f"{value!r} in {_rows(first, count, len(column))}", remedy=remedy
    )


def as_floats(column: Array, name: str) -> Floats:
    """A column of numbers as floats; whole numbers that are too large to be one are refused."""
    try:
        return column.astype(np.float64)
    except OverflowError:
        bad = not_numbers(column) & ~missing_in(column)
        first, count = int(np.flatnonzero(bad)[0]), int(bad.sum())
        raise BadScores(
            f"column {name!r} holds a number that is too large.",
            found=f"one of {len(str(column[first]))} digits in {_rows(first, count, len(column))}",
            remedy="numbers up to 1e308",
        ) from None


def refuse_infinite(column: Array, name: str, among: str = "") -> None:
    """Refuse a column of numbers with an infinite one, by its row."""
    endless = np.isinf(as_floats(column, name)) if column.dtype.kind in "fO" else np.zeros(len(column), bool)
    if not endless.any():
        return
    first, count = int(np.flatnonzero(endless)[0]), int(endless.sum())
    raise BadScores(
        f"column {name!r} holds an infinite value{among}.",
        found=f"{float(column[first]):g} in {_rows(first, count, len(column))}",
        remedy="mend the value, or leave the cell empty and drop the row with --missing drop",
    )


def _rows(first: int, count: int, n: int) -> str:
    """Where a bad value stands; rows are counted from 1, after the names."""
    return f"row {first + 1}" + (f", and in {count - 1} more of {n} rows" if count > 1 else f" of {n}")
