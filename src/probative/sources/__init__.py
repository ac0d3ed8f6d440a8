"""Sources: a path, a dataframe, arrays or a distributed table, made into something the tally can group.

The only room that names an engine.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import TYPE_CHECKING, TypeAlias

from probative.errors import BadInput
from probative.sources import engines
from probative.sources.columns import ColumnLike, Columns, Said, Source
from probative.sources.limits import Limits

if TYPE_CHECKING:
    from narwhals.typing import IntoFrame

__all__ = ["ColumnLike", "Columns", "Limits", "Said", "Source", "TableLike", "open_source"]

TableLike: TypeAlias = "Source | str | os.PathLike[str] | Mapping[str, ColumnLike] | IntoFrame"
"""Whatever holds columns: a file, a dict of arrays, a dataframe or a relation of any engine."""


def open_source(data: TableLike, limits: Limits | None = None) -> Source:
    """The table behind whatever the user holds.

    >>> open_source({"y": [1, 0], "score": [0.9, 0.2]}).kinds
    {'y': 'number', 'score': 'number'}
    """
    if isinstance(data, Source):
        return data
    for engine in _engines():
        source: Source | None = engine.opened(data, limits or Limits())
        if source is not None:
            return source
    raise BadInput(
        "these predictions are not a table.",
        found=type(data).__name__,
        remedy="pass a path, a dataframe (pandas, Polars, PyArrow, DuckDB), or a dict of columns",
    )


@cache
def _engines() -> tuple[ModuleType, ...]:
    """The files of `engines/`, those that would take what others know better behind them."""
    found = [import_module(f"{engines.__name__}.{info.name}") for info in iter_modules(engines.__path__)]
    return tuple(sorted(found, key=lambda engine: getattr(engine, "LAST", False)))
