"""Columns of text that hold numbers all the same, in a spelling that the engine does not read as such."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from probative.sources.sql import quoted

if TYPE_CHECKING:
    from duckdb import DuckDBPyRelation

FIRST_ROWS = 100
"""Rows that rule out most columns of text, so that the others alone are read to their end."""


def spelled_like(
    relation: DuckDBPyRelation, every: str, some: str | None = None, unlike: str | None = None
) -> tuple[str, ...]:
    """Columns of text whose values all fit the pattern `every`, one at least fits `some`, and one does not `unlike`.

    >>> import duckdb
    >>> table = duckdb.sql("SELECT * FROM (VALUES ('1,5', 'a'), ('2', '3')) AS t(score, y)")
    >>> spelled_like(table, "[0-9,]+"), spelled_like(table, "[0-9,]+", unlike="[0-9,]+")
    (('score',), ())
    """
    texts = [name for name, kind in zip(relation.columns, relation.types, strict=True) if str(kind) == "VARCHAR"]
    texts = _where(relation.limit(FIRST_ROWS), texts, lambda c: f"coalesce(bool_and({_fits(c, every)}), true)")
    return tuple(_where(relation, texts, lambda c: f"coalesce({_facts(c, every, some, unlike)}, false)"))


def _where(relation: DuckDBPyRelation, names: list[str], fact: Callable[[str], str]) -> list[str]:
    if not names:
        return []
    found = relation.aggregate(", ".join(fact(quoted(name)) for name in names)).fetchall()[0]
    return [name for name, yes in zip(names, found, strict=True) if yes]


def _facts(column: str, every: str, some: str | None, unlike: str | None) -> str:
    facts = [f"bool_and({_fits(column, every)})"]
    facts += [f"bool_or({_fits(column, some)})"] if some else []
    facts += [f"NOT bool_and({_fits(column, unlike)})"] if unlike else []
    return " AND ".join(facts)


def _fits(column: str, pattern: str) -> str:
    return f"regexp_full_match({column}, '{pattern}')"


def rewritten(relation: DuckDBPyRelation, names: tuple[str, ...], number: str) -> DuckDBPyRelation:
    """The relation with these columns as the numbers that an SQL expression makes of {column}."""
    if not names:
        return relation
    picked = (
        f"{number.replace('{column}', quoted(name))} AS {quoted(name)}" if name in names else quoted(name)
        for name in relation.columns
    )
    return relation.project(", ".join(picked))
