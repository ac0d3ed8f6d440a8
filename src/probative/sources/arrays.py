"""Arrays and lists as a source."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from probative.evidence.arrays import same_length, vector, weights
from probative.sources.columns import Columns, Source, kind_of, require


class ArraySource(Source):
    """Columns given as arrays or lists by name."""

    def __init__(self, columns: Mapping[str, Any]) -> None:
        self._columns = {str(name): _column(values, str(name)) for name, values in columns.items()}
        if self._columns:
            same_length(**{f"column {name!r}": column for name, column in self._columns.items()})

    @property
    def kinds(self) -> dict[str, str]:
        """Column names with their kind."""
        return {name: kind_of(column) for name, column in self._columns.items()}

    def listed(self, names: Sequence[str]) -> Columns:
        """All rows of these columns."""
        require(self, names)
        return Columns({name: self._columns[name] for name in names})

    def grouped(self, names: Sequence[str], weight: str | None = None) -> Columns:
        """All rows, left apart: counting them is the evidence's own, faster business."""
        rows = self.listed(names)
        if weight is None:
            return rows
        require(self, [weight])
        w = weights(self._columns[weight], len(self._columns[weight]))
        assert w is not None
        return Columns(rows.values, None, w, w * w)


def _column(values: Any, name: str) -> Any:
    """An array; lists that mix text with nothing stay objects, so that None remains None."""
    if isinstance(values, list | tuple) and any(value is None or isinstance(value, str) for value in values):
        array = np.empty(len(values), object)
        array[:] = values
        return array
    return vector(values, name)
