"""Numbers that were written as percentages, as spreadsheets show them: 36.0% is 0.36."""

from __future__ import annotations

from typing import TYPE_CHECKING

from probative.sources.sql import quoted

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
    texts = [name for name, kind in zip(relation.columns, relation.types, strict=True) if str(kind) == "VARCHAR"]
    if not texts:
        return relation, ()
    facts = ", ".join(f"coalesce(bool_and(regexp_full_match({quoted(name)}, '{PERCENT}')), false)" for name in texts)
    found = relation.aggregate(facts).fetchall()[0]
    names = tuple(name for name, yes in zip(texts, found, strict=True) if yes)
    if not names:
        return relation, ()
    picked = (
        f"CAST(replace(rtrim(trim({quoted(name)}), '% '), ',', '.') AS DOUBLE) / 100 AS {quoted(name)}"
        if name in names
        else quoted(name)
        for name in relation.columns
    )
    return relation.project(", ".join(picked)), names
