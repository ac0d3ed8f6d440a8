"""Arrays and lists as a source."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from probative.evidence.arrays import Array, Floats, same_length, vector
from probative.sources.columns import (
    ColumnLike,
    Columns,
    Source,
    bad_weights,
    kind_of,
    missing_in,
    require,
    require_weights,
    whole,
)
from probative.sources.number_columns import as_floats


class ArraySource(Source):
    """Columns given as arrays or lists by name."""

    def __init__(self, columns: Mapping[str, ColumnLike]) -> None:
        self._columns = {str(name): _column(values, str(name)) for name, values in columns.items()}
        if self._columns:
            same_length(**{f"column {name!r}": column for name, column in self._columns.items()})

    @property
    def kinds(self) -> dict[str, str]:
        """Column names with their kind."""
        return {name: kind_of(column) for name, column in self._columns.items()}

    @property
    def at_hand(self) -> bool:
        """Arrays lie in memory."""
        return True

    @property
    def size(self) -> int:
        """The number of rows."""
        return len(next(iter(self._columns.values()))) if self._columns else 0

    def listed(self, names: Sequence[str]) -> Columns:
        """All rows of these columns."""
        require(self, names)
        return Columns({name: self._columns[name] for name in names})

    def grouped(self, names: Sequence[str], weight: str | None = None) -> Columns:
        """All rows, left apart: counting them is the evidence's own, faster business."""
        rows = self.listed(names)
        if weight is None:
            return rows
        require_weights(self, weight)
        return Columns(rows.values, None, *checked_weights(self._columns[weight]))


def checked_weights(column: Array) -> tuple[Floats, Floats]:
    """Weights and their squares, without gaps, negatives and infinities."""
    missing = int(missing_in(column).sum())
    w = np.zeros(0) if missing else as_floats(column, "weight")
    bad_weights(float(w.min(initial=0.0)), float(w.max(initial=0.0)), missing, len(column))
    return w, w * w


def _column(values: ColumnLike, name: str) -> Array:
    """An array; lists of numbers with gaps become floats, other lists with gaps or text stay objects."""
    if not isinstance(values, list | tuple) or not any(value is None or isinstance(value, str) for value in values):
        return vector(values, name)
    present = [value for value in values if value is not None]
    if present and all(isinstance(value, int | np.integer) and not isinstance(value, bool) for value in present):
        return whole([None if value is None else int(value) for value in values])
    if present and all(isinstance(value, int | float) and not isinstance(value, bool) for value in present):
        return np.array([np.nan if value is None else value for value in values], np.float64)
    array = np.empty(len(values), object)
    array[:] = values
    return array
