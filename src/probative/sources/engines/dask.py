"""A dataframe of Dask's."""

from __future__ import annotations

from typing import Any

from probative.sources.columns import Source
from probative.sources.limits import Limits


def opened(data: Any, limits: Limits) -> Source | None:
    """Partitions, on this machine or on the workers of a cluster; told by its module, so that nothing is loaded."""
    if type(data).__module__.partition(".")[0] != "dask" or not hasattr(data, "npartitions"):
        return None
    from probative.sources.dask_parts import DaskParts
    from probative.sources.spread import SpreadSource

    return SpreadSource(DaskParts(data), limits)
