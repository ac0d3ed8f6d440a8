"""Dataframes of any library through narwhals: eager ones column by column, lazy ones by a group-by of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import narwhals as nw
import numpy as np
from narwhals.typing import IntoDataFrame, IntoSeries

from probative.evidence.arrays import Array, gapped, numbers
from probative.sources.arrays import ArraySource
from probative.sources.columns import Columns, Source, bad_weights, require, require_weights, whole

_COUNT, _WEIGHT, _SQUARE = "rows", "weight", "square"


class FrameSource(Source):
    """An eager dataframe: pandas, Polars, PyArrow, Modin."""

    def __init__(self, frame: nw.DataFrame[IntoDataFrame]) -> None:
        self._frame = frame

    @property
    def kinds(self) -> dict[str, str]:
        """Column names with their kind."""
        return kinds_of(self._frame.schema)

    @property
    def at_hand(self) -> bool:
        """An eager frame lies in memory."""
        return True

    @property
    def size(self) -> int:
        """The number of rows."""
        return len(self._frame)

    def listed(self, names: Sequence[str]) -> Columns:
        """All rows of these columns."""
        require(self, names)
        return Columns({name: _numpy(self._frame[name]) for name in names})

    def grouped(self, names: Sequence[str], weight: str | None = None) -> Columns:
        """All rows, left apart: NumPy counts them faster than a dataframe's group-by."""
        require(self, [*names, weight])
        wanted = dict.fromkeys([*names, *([weight] if weight else [])])
        return ArraySource({name: _numpy(self._frame[name]) for name in wanted}).grouped(names, weight)


class LazySource(Source):
    """A lazy or distributed table: only the grouped counts ever leave the engine."""

    def __init__(self, frame: nw.LazyFrame[Any]) -> None:
        self._schema = frame.collect_schema()
        # Plain aliases inside the engine: some take "*" or "^a$" for patterns of names.
        self._alias = {name: f"c{i}" for i, name in enumerate(self._schema)}
        self._frame = frame.rename(self._alias)

    @property
    def kinds(self) -> dict[str, str]:
        """Column names with their kind."""
        return kinds_of(self._schema)

    @property
    def size(self) -> int:
        """The number of rows, counted by the engine."""
        return int(self._frame.select(nw.len().alias(_COUNT)).collect()[_COUNT].to_list()[0])

    def listed(self, names: Sequence[str]) -> Columns:
        """All rows of these columns."""
        require(self, names)
        frame = self._frame.select(*(self._alias[name] for name in dict.fromkeys(names))).collect()
        return Columns({name: _numpy(frame[self._alias[name]]) for name in names})

    def grouped(self, names: Sequence[str], weight: str | None = None) -> Columns:
        """Equal rows counted by the engine."""
        require(self, names)
        keys = [self._alias[name] for name in dict.fromkeys(names)]
        sums, frame = [nw.len().alias(_COUNT)], self._frame
        if weight is not None:
            require_weights(self, weight)
            _refuse_bad_weights(frame, self._alias[weight])
            frame = frame.with_columns(nw.col(self._alias[weight]).cast(nw.Float64).alias(_WEIGHT))
            w = nw.col(_WEIGHT)
            sums += [w.sum().alias(_WEIGHT), (w * w).sum().alias(_SQUARE)]
        done = frame.select(*keys, *([_WEIGHT] if weight else [])).group_by(*keys).agg(*sums).collect()
        values = {name: _numpy(done[self._alias[name]]) for name in names}
        counts = done[_COUNT].to_numpy().astype(np.int64)
        if weight is None:
            return Columns(values, counts)
        return Columns(values, counts, numbers(_numpy(done[_WEIGHT]), weight), numbers(_numpy(done[_SQUARE]), weight))


def _refuse_bad_weights(frame: nw.LazyFrame[Any], weight: str) -> None:
    """A sum hides a negative or missing weight, so these are looked for first."""
    w = nw.col(weight).cast(nw.Float64)
    facts = frame.select(
        w.min().alias("low"),
        w.max().alias("high"),
        w.is_null().sum().alias("null"),
        w.is_nan().sum().alias("nan"),
        nw.len().alias("rows"),
    ).collect()
    low, high, null, nan, rows = (facts[name].to_list()[0] for name in ("low", "high", "null", "nan", "rows"))
    bad_weights(0.0 if low is None else low, 0.0 if high is None else high, int((null or 0) + (nan or 0)), int(rows))


def kinds_of(schema: nw.Schema) -> dict[str, str]:
    """Column names with their kind."""
    kinds = {}
    for name, dtype in schema.items():
        if dtype.is_numeric():
            kinds[name] = "number"
        elif dtype == nw.Boolean:
            kinds[name] = "boolean"
        elif dtype in (nw.String, nw.Categorical, nw.Enum):
            kinds[name] = "text"
        elif dtype == nw.Object or dtype == nw.Unknown:
            kinds[name] = "other"
        else:
            kinds[name] = "other"
    return kinds


def _numpy(series: nw.Series[IntoSeries]) -> Array:
    """A NumPy array in which a missing number is NaN and any other missing value is None."""
    if series.dtype.is_numeric() and series.dtype != nw.Decimal:
        if series.dtype in (nw.Int128, nw.UInt128):
            # NumPy has none of these.
            return whole(series.to_list())
        gone = np.asarray(series.is_null().to_numpy()).astype(bool)
        if series.dtype.is_integer() and gone.any():
            return gapped(np.asarray(series.fill_null(0).to_numpy()), gone)
        array = np.asarray((series.cast(nw.Float64) if gone.any() else series).to_numpy())
        return array.astype(np.float64) if array.dtype.kind not in "iuf" else array
    if series.dtype == nw.Boolean and not series.is_null().any():
        return np.asarray(series.to_numpy()).astype(bool)
    values = series.to_list()
    array = np.empty(len(values), object)
    array[:] = values
    return array
