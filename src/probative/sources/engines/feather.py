"""A Feather file, through PyArrow where that is installed."""

from __future__ import annotations

import os
from pathlib import Path

from probative.errors import MissingExtra, UnreadableFile, no_such_file
from probative.sources.columns import Source
from probative.sources.limits import Limits

ENDINGS = (".feather", ".arrow")


def opened(data: object, limits: Limits) -> Source | None:
    """A file in Arrow's own format, as `to_feather` of pandas and `write_ipc` of Polars write it."""
    if not isinstance(data, str | os.PathLike) or Path(data).suffix.lower() not in ENDINGS:
        return None
    path = Path(data)
    if not path.is_file():
        raise no_such_file(str(path))
    try:
        from pyarrow import ArrowException, feather
    except ImportError:
        raise MissingExtra(
            "Feather files are read by PyArrow.", remedy="pip install pyarrow, or a Parquet file"
        ) from None
    import narwhals as nw

    from probative.sources.frames import FrameSource

    try:
        return FrameSource(nw.from_native(feather.read_table(path), eager_only=True))
    except (OSError, ArrowException) as error:
        raise UnreadableFile(
            f"{str(path)!r} cannot be read as Feather.", found=str(error).splitlines()[0][:200], remedy="check the file"
        ) from error
