"""Dataframes of any library through narwhals: eager ones column by column, lazy ones by a group-by of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import narwhals as nw
import numpy as np

from probative.evidence.arrays import Array, numbers
from probative.sources.arrays import ArraySource
from probative.sources.columns import Columns, Source, require

_COUNT, _WEIGHT, _SQUARE = "__probative_rows", "__probative_weight", "__probative_square"


class FrameSource(Source):
    """An eager dataframe: pandas, Polars, PyArrow, Modin."""

    def __init__(self, frame: nw.DataFrame[Any]) -> None:
        self._frame = frame

    @property
    def kinds(self) -> dict[str, str]:
        """Column names with their kind."""
        return _kinds(self._frame.schema)

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
        self._frame = frame
        self._schema = frame.collect_schema()

    @property
    def kinds(self) -> dict[str, str]:
        """Column names with their kind."""
        return _kinds(self._schema)

    def listed(self, names: Sequence[str]) -> Columns:
        """All rows of these columns."""
        require(self, names)
        frame = self._frame.select(*dict.fromkeys(names)).collect()
        return Columns({name: _numpy(frame[name]) for name in names})

    def grouped(self, names: Sequence[str], weight: str | None = None) -> Columns:
        """Equal rows counted by the engine."""
        require(self, [*names, weight])
        keys = list(dict.fromkeys(names))
        sums = [nw.len().alias(_COUNT)]
        if weight is not None:
            _refuse_bad_weights(self._frame, weight)
            w = nw.col(weight).cast(nw.Float64)
            sums += [w.sum().alias(_WEIGHT), (w * w).sum().alias(_SQUARE)]
        frame = self._frame.select(*dict.fromkeys([*keys, *([weight] if weight else [])]))
        done = frame.group_by(*keys).agg(*sums).collect()
        values = {name: _numpy(done[name]) for name in names}
        counts = done[_COUNT].to_numpy().astype(np.int64)
        if weight is None:
            return Columns(values, counts)
        return Columns(values, counts, numbers(_numpy(done[_WEIGHT]), weight), numbers(_numpy(done[_SQUARE]), weight))


def _refuse_bad_weights(frame: nw.LazyFrame[Any], weight: str) -> None:
    """A sum hides a negative or missing weight, so these are looked for first."""
    w = nw.col(weight).cast(nw.Float64)
    facts = frame.select(
        w.min().alias("low"), w.max().alias("high"), w.is_null().sum().alias("null"), w.is_nan().sum().alias("nan")
    ).collect()
    low, high, null, nan = (facts[name].to_list()[0] for name in ("low", "high", "null", "nan"))
    worst = np.array([np.nan] if null or nan else [low, high], np.float64)
    ArraySource({"x": worst, "w": worst}).grouped(["x"], "w")


def _kinds(schema: Any) -> dict[str, str]:
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


def _numpy(series: nw.Series[Any]) -> Array:
    """A NumPy array in which a missing number is NaN and any other missing value is None."""
    if series.dtype in (nw.Categorical, nw.Enum):
        series = series.cast(nw.String)
    if series.dtype.is_numeric() and series.dtype != nw.Decimal:
        if series.is_null().any():
            series = series.cast(nw.Float64)
        array = np.asarray(series.to_numpy())
        return array.astype(np.float64) if array.dtype.kind not in "iuf" else array
    if series.dtype == nw.Boolean and not series.is_null().any():
        return np.asarray(series.to_numpy()).astype(bool)
    values = series.to_list()
    array = np.empty(len(values), object)
    array[:] = values
    return array
