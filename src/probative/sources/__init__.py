"""Sources: a path, a dataframe, arrays or a distributed table, made into something the tally can group.

The only room that names an engine.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from probative.errors import AmbiguousColumn, BadInput
from probative.sources.columns import Columns, Source

__all__ = ["Columns", "Source", "open_source"]


def open_source(data: Any) -> Source:
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
    if type(data).__module__.partition(".")[0] in ("duckdb", "_duckdb"):
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
