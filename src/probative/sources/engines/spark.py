"""A dataframe of Spark's, classic or Connect."""

from __future__ import annotations

from typing import Any

from probative.sources.columns import Source
from probative.sources.limits import Limits


def opened(data: Any, limits: Limits) -> Source | None:
    """Partitions on executors; told by its module, so that nothing is loaded."""
    if type(data).__module__.partition(".")[0] != "pyspark" or not hasattr(data, "mapInArrow"):
        return None
    from probative.sources.spark_parts import SparkParts
    from probative.sources.spread import SpreadSource

    return SpreadSource(SparkParts(data), limits)
