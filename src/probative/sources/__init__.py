"""Sources: a path, a dataframe, arrays or a distributed table, made into something the tally can group.

The only room that names an engine.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias, TypeGuard

from probative.errors import AmbiguousColumn, BadInput
from probative.sources.columns import ColumnLike, Columns, Said, Source

if TYPE_CHECKING:
    from duckdb import DuckDBPyRelation
    from narwhals.typing import IntoFrame

__all__ = ["ColumnLike", "Columns", "Said", "Source", "TableLike", "open_source"]

TableLike: TypeAlias = "Source | str | os.PathLike[str] | Mapping[str, ColumnLike] | IntoFrame"
"""Whatever holds columns: a file, a dict of arrays, a dataframe or a relation of any engine."""


def open_source(data: TableLike) -> Source:
    """The table behind whatever the user holds.

    >>> open_source({"y": [1, 0], "score": [0.9, 0.2]}).kinds
    {'y': 'number', 'score': 'number'}
    """
    if isinstance(data, Source):
        return data
    if isinstance(data, str | os.PathLike):
        from probative.sources.files import open_file

        return open_file(data)
    if isinstance(data, Mapping):
        from probative.sources.arrays import ArraySource

        return ArraySource(data)
    if _is_relation(data):
        from probative.sources.sql import SqlSource

        return SqlSource(data)
    import narwhals as nw

    from probative.sources.frames import FrameSource, LazySource

    try:
        frame = nw.from_native(data)
    except nw.exceptions.DuplicateError as error:
        raise AmbiguousColumn(
            "several columns have the same name.", found=str(error), remedy="give columns different names"
        ) from None
    except TypeError:
        raise BadInput(
            "these predictions are not a table.",
            found=type(data).__name__,
            remedy="pass a path, a dataframe (pandas, Polars, PyArrow, DuckDB), or a dict of columns",
        ) from None
    return LazySource(frame) if isinstance(frame, nw.LazyFrame) else FrameSource(frame)


def _is_relation(data: TableLike) -> TypeGuard[DuckDBPyRelation]:
    """Told by its module: DuckDB is not loaded to find that something is not from it."""
    return type(data).__module__.partition(".")[0] in ("duckdb", "_duckdb")
