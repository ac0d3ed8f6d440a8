"""A path, or a pattern of paths."""

from __future__ import annotations

import os

from probative.sources.columns import Source
from probative.sources.limits import Limits

LAST = True
"""Files that another engine knows by their ending are not for this one."""


def opened(data: object, limits: Limits) -> Source | None:
    """CSV, TSV, Parquet or JSON lines, read by DuckDB."""
    if not isinstance(data, str | os.PathLike):
        return None
    from probative.sources.ahead import begun
    from probative.sources.files import open_file

    return begun(data, limits) or open_file(data, limits)
