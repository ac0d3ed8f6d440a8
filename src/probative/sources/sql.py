"""DuckDB relations and files as a source: grouped inside the engine, whatever their size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from probative.evidence.arrays import Array
from probative.sources.columns import Columns, FileFacts, Source, bad_weights, require, require_weights

if TYPE_CHECKING:
    from duckdb import DuckDBPyRelation

_TRUTH = {"true": True, "false": False}
"""Text files know no booleans; these two words are meant as such, as in pandas."""
_NUMBERS = ("INT", "FLOAT", "DOUBLE", "DECIMAL", "REAL")


class SqlSource(Source):
    """A DuckDB relation."""

    def __init__(
        self,
        relation: DuckDBPyRelation,
        *,
        untyped: bool = False,
        size: int | None = None,
        file: FileFacts | None = None,
    ) -> None:
        self._relation = relation
        self._untyped = untyped
        self._size = size
        self._file = file or FileFacts()

    @property
    def file(self) -> FileFacts:
        """What was found out about the file."""
        return self._file

    @property
    def kinds(self) -> dict[str, str]:
        """Column names with their kind."""
        types = zip(self._relation.columns, map(str, self._relation.types), strict=True)
        return {name: _kind(dtype) for name, dtype in types}

    @property
    def size(self) -> int:
        """The number of rows, counted by the engine unless opening the file did."""
        if self._size is None:
            self._size = int(self._relation.aggregate("count(*)").fetchall()[0][0])
        return self._size

    def listed(self, names: Sequence[str], places: Array | None = None) -> Columns:
        """All rows of these columns, in the order of the table; or only those at these places, from 0, ascending."""
        require(self, names)
        picked = ", ".join(self._expression(name, i) for i, name in enumerate(names))
        rows = "predictions"
        if places is not None:
            wanted = ", ".join(map(str, places.tolist()))
            numbered = f"SELECT {', '.join(map(quoted, names))}, row_number() OVER () - 1 AS place_of_row"
            rows = f"({numbered} FROM predictions) WHERE place_of_row IN ({wanted}) ORDER BY place_of_row"
        return Columns(self._fetched(f"SELECT {picked} FROM {rows}", names)[0])

    def grouped(self, names: Sequence[str], weight: str | None = None) -> Columns:
        """Equal rows counted by the engine."""
        require(self, [*names, weight])
        picked = [self._expression(name, i) for i, name in enumerate(names)]
        sums = ["count(*) AS rows"]
        if weight is not None:
            require_weights(self, weight)
            self._refuse_bad_weights(weight)
            w = f"CAST({quoted(weight)} AS DOUBLE)"
            sums += [f"sum({w}) AS weight", f"sum({w} * {w}) AS square"]
        values, extra = self._fetched(f"SELECT {', '.join(picked + sums)} FROM predictions GROUP BY ALL", names)
        counts = np.asarray(extra["rows"]).astype(np.int64)
        if weight is None:
            return Columns(values, counts)
        return Columns(values, counts, np.asarray(extra["weight"]), np.asarray(extra["square"]))

    def _expression(self, name: str, place: int) -> str:
        """A column under a plain alias; enumerations and dates as text, which every engine shares."""
        column = quoted(name)
        plain = column if self.kinds[name] in ("number", "boolean") else f"CAST({column} AS VARCHAR)"
        return f"{plain} AS c{place}"

    def _fetched(self, query: str, names: Sequence[str]) -> tuple[dict[str, Array], dict[str, Array]]:
        found = self.asked(query).fetchnumpy()
        values = {name: _unmasked(found[f"c{i}"], self.kinds[name], self._untyped) for i, name in enumerate(names)}
        return values, found

    def asked(self, query: str) -> DuckDBPyRelation:
        """The answer to a query of the table, which is called `predictions` in it."""
        found = self._relation.query("predictions", query)
        assert found is not None, "a SELECT has an answer"
        return found

    def _refuse_bad_weights(self, weight: str) -> None:
        w = f"CAST({quoted(weight)} AS DOUBLE)"
        facts = f"SELECT min({w}), max({w}), count({w}), count(*), count_if(isnan({w})) FROM predictions"
        low, high, known, rows, nan = self.asked(facts).fetchall()[0]
        # NaN is the greatest of numbers here; isnan() alone may be folded away from a file's statistics.
        nan = max(nan, 1 if known and np.isnan(high) else 0)
        bad_weights(low if known else 0.0, high if known else 0.0, rows - known + nan, rows)


def quoted(name: str) -> str:
    """An SQL identifier: whatever is in the name stays a name."""
    return '"' + name.replace('"', '""') + '"'


def _kind(dtype: str) -> str:
    dtype = dtype.upper()
    if dtype == "BOOLEAN":
        return "boolean"
    if dtype.startswith(("VARCHAR", "ENUM", "CHAR")):
        return "text"
    return (
        "number"
        if any(word in dtype for word in _NUMBERS)
        and "[" not in dtype
        and "(" not in dtype.replace("DECIMAL(", "")
        and "INTERVAL" not in dtype
        else "other"
    )


def _unmasked(column: Array, kind: str, untyped: bool) -> Array:
    """Missing numbers as NaN, other missing values as None."""
    mask = np.ma.getmaskarray(column)
    data = np.asarray(np.ma.getdata(column))
    if (
        untyped
        and kind == "text"
        and (words := set(data[~mask].tolist()))
        and all(str(w).lower() in _TRUTH for w in words)
    ):
        data = np.array([None if gone else _TRUTH[w.lower()] for w, gone in zip(data, mask, strict=True)], object)
        return data if mask.any() else data.astype(bool)
    if not mask.any():
        return data
    if kind == "number":
        result: Array = data.astype(np.float64)
        result[mask] = np.nan
        return result
    result = data.astype(object)
    result[mask] = None
    return result
