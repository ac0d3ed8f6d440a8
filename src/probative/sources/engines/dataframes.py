"""A dataframe of any library that narwhals knows, eager or lazy; asked after all others."""

from __future__ import annotations

import os
from typing import Any

from probative.errors import AmbiguousColumn
from probative.sources.columns import Source
from probative.sources.limits import Limits

LAST = True
"""What another engine knows better is not taken for a frame."""


def opened(data: Any, limits: Limits) -> Source | None:
    """Pandas, Polars, PyArrow, Modin; lazy and distributed tables too."""
    if isinstance(data, str | os.PathLike):
        return None
    import narwhals as nw

    from probative.sources.frames import FrameSource, LazySource

    try:
        frame = nw.from_native(data)
    except nw.exceptions.DuplicateError as error:
        raise AmbiguousColumn(
            "several columns have the same name.", found=str(error), remedy="give columns different names"
        ) from None
    except TypeError:
        return None
    return LazySource(frame) if isinstance(frame, nw.LazyFrame) else FrameSource(frame)
