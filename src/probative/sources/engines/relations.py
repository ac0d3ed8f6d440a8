"""A relation of DuckDB's."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

from probative.sources.columns import Source
from probative.sources.limits import Limits

if TYPE_CHECKING:
    from duckdb import DuckDBPyRelation


def opened(data: object, limits: Limits) -> Source | None:
    """A query or table inside DuckDB."""
    if not _is_relation(data):
        return None
    from probative.sources.sql import SqlSource

    return SqlSource(data, limits=limits)


def _is_relation(data: object) -> TypeGuard[DuckDBPyRelation]:
    """Told by its module: DuckDB is not loaded to find that something is not from it."""
    return type(data).__module__.partition(".")[0] in ("duckdb", "_duckdb")
