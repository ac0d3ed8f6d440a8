"""Tables whose rows can stay where they are: on disk, or on the machines of a cluster."""

from __future__ import annotations

from collections.abc import Sequence

from probative.sources.columns import Source
from probative.sources.far import FarRows
from probative.sources.spread import SpreadSource
from probative.sources.spread_rows import SpreadRows
from probative.sources.sql import SqlSource

Staying = FarRows | SpreadRows
"""Rows that are asked, counted and sorted where they are."""


def staying_rows(
    source: Source, names: Sequence[str], weight: str | None = None, model: tuple[str, str] | None = None
) -> Staying:
    """Rows of a table that stay there; see `stays`."""
    if isinstance(source, SpreadSource):
        return SpreadRows(source, names, weight, model)
    assert isinstance(source, SqlSource), "only an engine can be asked"
    return FarRows(source, names, weight, model)


def stays(source: Source) -> bool:
    """Whether the rows of a table can be evaluated without being fetched."""
    return isinstance(source, SqlSource | SpreadSource)
