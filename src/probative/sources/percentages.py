"""Numbers that were written as percentages, as spreadsheets show them: 36.0% is 0.36."""

from __future__ import annotations

from typing import TYPE_CHECKING

from probative.sources.spellings import rewritten, spelled_like

if TYPE_CHECKING:
    from duckdb import DuckDBPyRelation

PERCENT = r"\s*[+-]?(\d+([.,]\d*)?|[.,]\d+)\s*%\s*"
"""A number with the sign of percent behind it, with a decimal point or comma."""


def shares(relation: DuckDBPyRelation) -> tuple[DuckDBPyRelation, tuple[str, ...]]:
    """The relation with columns of percentages as shares, and the names of these columns.

    >>> import duckdb
    >>> table, names = shares(duckdb.sql("SELECT * FROM (VALUES ('36.0%', 'a'), ('7 %', 'b')) AS t(score, y)"))
    >>> table.fetchall(), names
    ([(0.36, 'a'), (0.07, 'b')], ('score',))
    """
    names = spelled_like(relation, PERCENT)
    return rewritten(relation, names, "CAST(replace(rtrim(trim({column}), '% '), ',', '.') AS DOUBLE) / 100"), names
