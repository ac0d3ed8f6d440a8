"""What an engine guesses from the first rows of a text file, held against all of its rows.

Types are guessed from some 20,000 rows. Where these hold whole numbers, a later 0.4 would be read as 0, and 01 as 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from probative.sources.headers import Options
from probative.sources.sql import quoted

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

GUESSED_FROM = 20_480
"""Rows of a file from which the engine guesses types."""
TOGETHER = 500
"""Columns of whole numbers that are looked at in one pass: each takes some 150 KB, however few its rows are."""


def checked(
    connection: DuckDBPyConnection, reader: str, pattern: str, options: Options, relation: DuckDBPyRelation
) -> DuckDBPyRelation:
    """The same relation, but reading it fails where what was taken for whole numbers is written in another way.

    A wide table is read through for it at once, some columns at a time.
    """
    kinds = dict(zip(relation.columns, map(str, relation.types), strict=True))
    whole = [name for name, kind in kinds.items() if kind == "BIGINT"]
    if not whole:
        return relation
    words: dict[str, Any] = dict(options)
    # Text is what is written; a number taken from it must look the same.
    if reader == "read_csv":
        words["dtype"] = dict.fromkeys(whole, "VARCHAR")
    else:
        words["columns"] = kinds | dict.fromkeys(whole, "VARCHAR")
    written: DuckDBPyRelation = getattr(connection, reader)(pattern, **words)
    if len(whole) > TOGETHER:
        for first in range(0, len(whole), TOGETHER):
            some = written.project(", ".join(_whole(name) for name in whole[first : first + TOGETHER]))
            some.aggregate("count(COLUMNS(*))").fetchall()
        return relation
    return written.project(", ".join(_whole(name) if name in whole else quoted(name) for name in kinds))


def _whole(name: str) -> str:
    column = quoted(name)
    number = f"CAST({column} AS BIGINT)"
    # Spaces around it are looked for only where something is: most numbers are compared once.
    spaced = f"CASE WHEN CAST({number} AS VARCHAR) = trim({column}) THEN {number} ELSE error('no whole number') END"
    return f"CASE WHEN CAST({number} AS VARCHAR) != {column} THEN {spaced} ELSE {number} END AS {column}"


def begins_empty(relation: DuckDBPyRelation) -> bool:
    """Whether a column may have its first value behind the rows from which its type was guessed: text, or nothing."""
    kinds = dict(zip(relation.columns, map(str, relation.types), strict=True))
    if '"NULL"' in kinds.values():
        return True
    texts = [name for name, kind in kinds.items() if kind == "VARCHAR"]
    empty = _without_values(relation.limit(GUESSED_FROM), texts)
    return _without_values(relation, empty) != empty


def _without_values(rows: DuckDBPyRelation, names: list[str]) -> list[str]:
    if not names:
        return []
    counts = rows.aggregate(", ".join(f"count({quoted(name)})" for name in names)).fetchall()[0]
    return [name for name, count in zip(names, counts, strict=True) if not count]
