"""A survey of a table: facts about columns, a hash for every row, and chosen rows, without listing it all.

What files and relations can answer inside the engine is asked there; of anything else one column at a time is listed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from probative.evidence.arrays import Array
from probative.evidence.replication import mixed
from probative.sources.columns import Columns, Source, missing_in
from probative.sources.sql import SqlSource, quoted

NEARLY_ALL = 0.9
"""A share of distinct values from which they are counted exactly: an engine's estimate is some per cent off."""

EXACT = 100_000
"""Rows up to which an engine counts different values exactly, which takes memory for each of them."""


@dataclass(frozen=True, slots=True)
class ColumnFacts:
    """How many values are missing, how many differ, and the lowest and highest number."""

    missing: int
    distinct: int
    low: float | None = None
    high: float | None = None


def facts_of(source: Source, names: Sequence[str]) -> dict[str, ColumnFacts]:
    """Facts about every column, of all rows.

    >>> from probative.sources import open_source
    >>> facts_of(open_source({"a": [1.0, None, 3.0], "b": ["x", "x", "x"]}), ["a", "b"])["a"]
    ColumnFacts(missing=1, distinct=2, low=1.0, high=3.0)
    """
    if not names:
        return {}
    if isinstance(source, SqlSource):
        return _facts_by_engine(source, names)
    return {name: _facts(source.listed([name]).values[name]) for name in names}


def estimates_distinct(source: Source) -> bool:
    """Whether different values are estimated by the engine, to some per cent."""
    return isinstance(source, SqlSource) and source.size > EXACT


def row_hashes(source: Source, names: Sequence[str]) -> Array:
    """A 64-bit number for every row, in their order; equal for rows that are equal once they are normalised.

    Numbers are equal as numbers (1 and 1.0), texts whatever their case and the blanks around them, gaps of all kinds.

    >>> from probative.sources import open_source
    >>> found = row_hashes(open_source({"a": [1.0, 1.0, 2.0], "b": ["x", " X", "x"]}), ["a", "b"])
    >>> bool(found[0] == found[1]), bool(found[0] == found[2])
    (True, False)
    """
    if isinstance(source, SqlSource):
        return np.asarray(
            source.arrays(f"SELECT hash({normalised(source, names)}) AS h FROM predictions")["h"], np.uint64
        )
    found = np.zeros(source.size, np.uint64)
    for name in names:
        found = mixed(found ^ value_hashes(source.listed([name]).values[name]))
    return found


def normalised(source: SqlSource, names: Sequence[str]) -> str:
    """What must be equal in equal rows, in SQL: values with commas between them."""
    kinds = source.kinds
    return ", ".join(_normal(name, kinds[name]) for name in names) or "0"


def value_hashes(column: Array) -> Array:
    """A 64-bit number for every value of a column, equal for equal normalised values."""
    if column.dtype.kind in "biuf":
        numbers = column.astype(np.float64) + 0.0
        numbers[np.isnan(numbers)] = np.nan
        return mixed(numbers.view(np.uint64))
    gone = missing_in(column)
    codes: dict[str, int] = {}
    texts = (None if g else str(v).strip().lower() for v, g in zip(column.tolist(), gone, strict=True))
    return mixed(np.fromiter((0 if t is None else codes.setdefault(t, len(codes) + 1) for t in texts), np.uint64))


def some_rows(source: Source, names: Sequence[str], places: Array) -> Columns:
    """The rows at these places (from 0, ascending), with these columns."""
    if not isinstance(source, SqlSource) or len(places) == source.size:
        return source.listed(names).only(places)
    return source.listed(names, places)


def _facts(column: Array) -> ColumnFacts:
    gone = missing_in(column)
    present = column[~gone]
    if column.dtype.kind in "biuf" and len(present):
        ends = float(present.min()), float(present.max())
        return ColumnFacts(int(gone.sum()), len(np.unique(present)), *ends)
    return ColumnFacts(int(gone.sum()), len({str(value) for value in present.tolist()}))


def _facts_by_engine(source: SqlSource, names: Sequence[str]) -> dict[str, ColumnFacts]:
    """One pass for all columns, and a second one for those that may have as many values as rows."""
    kinds, asked = source.kinds, []
    counted = "approx_count_distinct({})" if estimates_distinct(source) else "count(DISTINCT {})"
    for name in names:
        value = _present(name, kinds[name])
        ends = f"min({value})::DOUBLE, max({value})::DOUBLE" if kinds[name] == "number" else "NULL, NULL"
        asked.append(f"count({value}), {counted.format(value)}, {ends}")
    cells = source.rows(f"SELECT {', '.join(asked)} FROM predictions")[0]
    found = {}
    for i, name in enumerate(names):
        known, distinct, low, high = cells[4 * i : 4 * i + 4]
        found[name] = ColumnFacts(source.size - known, min(distinct, known), low, high)
    if not estimates_distinct(source):
        return found
    many = [name for name, fact in found.items() if fact.distinct > NEARLY_ALL * source.size]
    many = [name for name in many if kinds[name] != "number" or _whole(source, name)]
    if many:
        counts = ", ".join(f"count(DISTINCT {quoted(name)})" for name in many)
        exact = source.rows(f"SELECT {counts} FROM predictions")[0]
        for name, distinct in zip(many, exact, strict=True):
            fact = found[name]
            found[name] = ColumnFacts(fact.missing, distinct, fact.low, fact.high)
    return found


def _whole(source: SqlSource, name: str) -> bool:
    """Whether the first numbers are whole: only such may name rows, and only theirs are worth counting exactly."""
    column = quoted(name)
    test = f"SELECT bool_and(c = floor(c)) FROM (SELECT {column} AS c FROM predictions LIMIT 1000)"
    return bool(source.rows(test)[0][0])


def _present(name: str, kind: str) -> str:
    """The value, or null where a float is no number."""
    column = quoted(name)
    # isnan() may be folded away from a file's statistics, which do not know of NaN.
    known = f"isfinite({column}::DOUBLE) OR isinf({column}::DOUBLE)"
    return f"CASE WHEN {known} THEN {column} END" if kind == "number" else column


def _normal(name: str, kind: str) -> str:
    """What must be equal: a number, whatever its type, or a text without blanks around it and in small letters."""
    return f"{_present(name, kind)}::DOUBLE + 0.0" if kind == "number" else f"lower(trim({quoted(name)}::VARCHAR))"
