"""A dict of columns."""

from __future__ import annotations

from collections.abc import Mapping

from probative.sources.columns import Source
from probative.sources.limits import Limits


def opened(data: object, limits: Limits) -> Source | None:
    """Columns given as arrays or lists by name."""
    if not isinstance(data, Mapping):
        return None
    from probative.sources.arrays import ArraySource

    return ArraySource(data)
