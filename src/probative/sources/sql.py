"""DuckDB relations and files as a source: grouped inside the engine, whatever their size."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING, Any

import numpy as np

from probative.errors import UnreadableFile
from probative.evidence.arrays import Array
from probative.evidence.labels import Label, ordered, tidy
from probative.sources.columns import (
    Columns,
    FileFacts,
    Source,
    bad_weights,
    require,
    require_weights,
    whole,
)
from probative.sources.limits import Limits
from probative.sources.sql_types import FLOATS, WHOLE_NUMBERS, is_wide, kind_of, unmasked
from probative.sources.stopped import stoppable

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

MANY, SOME = 100_000, 10_000
"""Different numbers, about, that are too many to be labels; and how many of them are looked at."""
FEW = 1000
"""Lines up to which equal rows that were counted are kept."""
_NAMES = count()
"""Names of tables that queries answer: each its own."""


class SqlSource(Source):
    """A DuckDB relation."""

    def __init__(
        self,
        relation: DuckDBPyRelation,
        *,
        untyped: bool = False,
        size: int | None = None,
        file: FileFacts | None = None,
        limits: Limits | None = None,
        connection: DuckDBPyConnection | None = None,
    ) -> None:
        self._relation = relation
        # A relation does not keep its connection alive in every release of the engine.
        self._connection = connection
        self._untyped = untyped
        self._size = size
        self._file = file or FileFacts()
        self._limits = limits or Limits()
        self._answers: dict[str, list[tuple[Any, ...]]] = {}
        self._few: dict[tuple[str | None, ...], Columns] = {}
        self._cells: dict[str, list[Any]] = {}

    @property
    def limits(self) -> Limits:
        """How much memory its rows may take."""
        return self._limits

    @property
    def file(self) -> FileFacts:
        """What was found out about the file."""
        return self._file

    @cached_property
    def kinds(self) -> dict[str, str]:
        """Column names with their kind."""
        types = zip(self._relation.columns, map(str, self._relation.types), strict=True)
        return {name: kind_of(dtype) for name, dtype in types}

    @property
    def size(self) -> int:
        """The number of rows, counted by the engine unless opening the file did."""
        if self._size is None:
            self._size = int(self.rows("SELECT count(*) FROM predictions")[0][0])
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
        """Equal rows counted by the engine; asked once where there are few of them."""
        known = (*names, weight)
        if known not in self._few:
            found = self._counted(names, weight)
            if len(found) > FEW:
                return found
            self._few[known] = found
        return self._few[known]

    def labels(self, name: str) -> list[Label]:
        """The labels in a column."""
        return [label for label, _ in self._spoken(name)]

    def _spoken(self, name: str) -> list[tuple[Label, Any]]:
        """Every label in a column, and its cell as the engine has it."""
        if name not in self._cells:
            self._cells[name] = [
                row[0] for row in self.rows(f"SELECT DISTINCT {self._expression(name, 0)} FROM predictions")
            ]
        cells = self._cells[name]
        return list(zip(self._as_labels(name, cells), cells, strict=True))

    def _counted(self, names: Sequence[str], weight: str | None) -> Columns:
        require(self, [*names, weight])
        if len(names) == 1 and weight is None and (two := self._two_numbers(names[0])) is not None:
            return two
        picked = [self._expression(name, i) for i, name in enumerate(names)]
        sums = ["count(*) AS rows"]
        if weight is not None:
            self.refuse_bad_weights(weight)
            w = f"CAST({quoted(weight)} AS DOUBLE)"
            sums += [f"sum({w}) AS weight", f"sum({w} * {w}) AS square"]
        values, extra = self._fetched(f"SELECT {', '.join(picked + sums)} FROM predictions GROUP BY ALL", names)
        counts = np.asarray(extra["rows"]).astype(np.int64)
        if len(names) == 1 and len(counts) <= FEW:
            self._cells[names[0]] = extra["c0"].tolist()
        if weight is None:
            return Columns(values, counts)
        return Columns(values, counts, np.asarray(extra["weight"]), np.asarray(extra["square"]))

    def _two_numbers(self, name: str) -> Columns | None:
        """Equal rows of a column of whole numbers that holds two neighbours, such as 0 and 1, or but one number.

        A Parquet file knows its ends without a look at its rows, and counting one number is cheaper than a group-by.
        """
        column = quoted(name)
        kind = str(self._relation.types[self._relation.columns.index(name)]).upper()
        if kind not in WHOLE_NUMBERS:
            return None
        low, high, known = self.rows(f"SELECT min({column}), max({column}), count({column}) FROM predictions")[0]
        if known != self.size or not known or high - low > 1:
            return None
        higher = self.rows(f"SELECT count_if({column} = {high}) FROM predictions")[0][0]
        cells, counts = ([high], [higher]) if low == high else ([low, high], [known - higher, higher])
        self._cells[name] = cells
        return Columns({name: np.array(cells)}, np.array(counts, np.int64))

    @cached_property
    def _wide(self) -> frozenset[str]:
        """Columns of whole numbers that need not fit into 64 bits, which NumPy would be given rounded."""
        types = zip(self._relation.columns, map(str, self._relation.types), strict=True)
        return frozenset(name for name, dtype in types if is_wide(dtype.upper()))

    def _expression(self, name: str, place: int) -> str:
        """A column under a plain alias; enumerations, dates and very long integers as text, which all engines share."""
        column = quoted(name)
        plain = self.kinds[name] in ("number", "boolean") and name not in self._wide
        return f"{column if plain else f'CAST({column} AS VARCHAR)'} AS c{place}"

    def _fetched(self, query: str, names: Sequence[str]) -> tuple[dict[str, Array], dict[str, Array]]:
        found = self.arrays(query)
        return {name: self._column(found[f"c{i}"], name) for i, name in enumerate(names)}, found

    def _column(self, found: Array, name: str) -> Array:
        if name in self._wide:
            gone = np.ma.getmaskarray(found).tolist()
            texts = np.ma.getdata(found).tolist()
            return whole([None if lost else int(text) for text, lost in zip(texts, gone, strict=True)])
        return unmasked(found, self.kinds[name], self._untyped)

    def arrays(self, query: str) -> dict[str, Array]:
        """The columns that answer a query of the table, which is called `predictions` in it."""
        with readable(self._limits):
            made: dict[str, Array] = self.asked(query).fetchnumpy()
            return made

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """The rows that answer a query of the table."""
        with readable(self._limits):
            return list(self.asked(query).fetchall())

    def asked(self, query: str) -> DuckDBPyRelation:
        """The relation that answers a query of the table, not read yet."""
        found = self._relation.query("predictions", query)
        assert found is not None, "a SELECT has an answer"
        return found

    def only(self, condition: str) -> SqlSource:
        """The rows of which a condition is true."""
        return self._of(self._relation.filter(condition), None)

    def answering(self, query: str, size: int | None = None) -> SqlSource:
        """The rows that answer a query of the table, as a table of their own; how many they are, if that is known."""
        # A query within a query of the same name is one without an end to DuckDB 1.5.1.
        name = f"rows_{next(_NAMES)}"
        found = self._relation.query(name, query.replace("FROM predictions", f"FROM {name}"))
        assert found is not None, "a SELECT has an answer"
        return self._of(found, size)

    def _of(self, relation: DuckDBPyRelation, size: int | None) -> SqlSource:
        words = {"untyped": self._untyped, "file": self._file, "limits": self._limits, "connection": self._connection}
        return SqlSource(relation, size=size, **words)  # type: ignore[arg-type]

    def drawn(self, most: int, seed: int) -> tuple[SqlSource, Array]:
        """About so many rows at random, in their order, and their places from 0; the same ones for the same seed."""
        share = min(int(most / self.size * 2**64), 2**64 - 1)
        numbered = "SELECT *, row_number() OVER () - 1 AS place_of_row FROM predictions"
        chosen = f"FROM ({numbered}) WHERE hash(place_of_row, {seed}) <= {share}::UBIGINT"
        places = np.asarray(self.arrays(f"SELECT place_of_row {chosen}")["place_of_row"])
        return self.answering(f"SELECT * EXCLUDE (place_of_row) {chosen}", len(places)), places

    def many_numbers(self, name: str) -> Array | None:
        """Some of the different numbers in a column that holds very many of them; None of any other column."""
        if self.kinds.get(name) != "number" or name in self._wide:
            return None
        column, known = quoted(name), self.known(name)
        about = int(self.rows(f"SELECT approx_count_distinct({column}) FROM predictions WHERE {known}")[0][0])
        if about < MANY:
            return None
        share = int(SOME / about * 2**64)
        chosen = f"{known} AND hash({column}) <= {share}::UBIGINT"
        found = self.arrays(f"SELECT DISTINCT {column} AS c FROM predictions WHERE {chosen}")["c"]
        return np.sort(np.asarray(found))

    def counted(self) -> int:
        """The number of rows, counted now."""
        return int(self.rows("SELECT count(*) FROM predictions")[0][0])

    def _may_be_nan(self, name: str) -> bool:
        return str(self._relation.types[self._relation.columns.index(name)]).upper().startswith(FLOATS)

    def _count_known(self, name: str) -> str:
        """How many values are there, in SQL; of what cannot be NaN a Parquet file knows that by itself."""
        return f"count_if({self.known(name)})" if self._may_be_nan(name) else f"count({quoted(name)})"

    def known(self, name: str) -> str:
        """Whether a value is there, in SQL: neither null nor, of a number, NaN."""
        column = quoted(name)
        if not self._may_be_nan(name):
            return f"{column} IS NOT NULL"
        # isnan() may be folded away from a file's statistics, which do not know of NaN.
        return f"(isfinite({column}::DOUBLE) OR isinf({column}::DOUBLE))"

    def gaps(self, names: Sequence[str]) -> list[int]:
        """How many rows have no value, by column."""
        counts = ", ".join(f"count(*) - {self._count_known(name)}" for name in names)
        return [int(count) for count in self.rows(f"SELECT {counts} FROM predictions")[0]]

    def number(self, name: str) -> str:
        """A column of numbers in SQL, whole ones as they are."""
        kind = str(self._relation.types[self._relation.columns.index(name)]).upper()
        return f"CAST({quoted(name)} AS {'BIGINT' if kind in WHOLE_NUMBERS else 'DOUBLE'})"

    def matching(self, name: str, wanted: Callable[[Label], bool]) -> str:
        """Whether a column holds one of the labels that are wanted, in SQL."""
        chosen = [cell for label, cell in self._spoken(name) if wanted(label)]
        plain = self._expression(name, 0).rpartition(" AS ")[0]
        if len(chosen) == 1:
            return f"{plain} = {_literal(chosen[0])}"
        return f"{plain} IN ({', '.join(map(_literal, chosen))})" if chosen else "false"

    def hash_of(self, names: Sequence[str]) -> str:
        """A number for every combination of values, in SQL."""
        return f"hash({', '.join(self._expression(name, 0).rpartition(' AS ')[0] for name in names)})"

    def hashed_labels(self, names: Sequence[str]) -> dict[int, tuple[Label, ...]]:
        """The combinations of labels in these columns by their hash, in their order."""
        labels, raw = self._labels(names)
        found = {int(cells[-1]): label for label, cells in zip(labels, raw, strict=True)}
        assert len(found) == len(labels), "two combinations of labels share a hash"
        places = [{one: i for i, one in enumerate(ordered(column))} for column in zip(*labels, strict=True)]
        return dict(
            sorted(found.items(), key=lambda item: [place[one] for place, one in zip(places, item[1], strict=True)])
        )

    def _labels(self, names: Sequence[str]) -> tuple[list[tuple[Label, ...]], list[tuple[Any, ...]]]:
        """Every combination of labels, and its cells as the engine has them, the hash behind them."""
        picked = ", ".join(self._expression(name, i) for i, name in enumerate(names))
        raw = self._distinct(f"SELECT DISTINCT {picked}, {self.hash_of(names)} FROM predictions")
        spoken = []
        for name, cells in zip(names, zip(*raw, strict=True), strict=False):
            spoken.append(self._as_labels(name, cells))
        return list(zip(*spoken, strict=True)), raw

    def _as_labels(self, name: str, cells: Sequence[Any]) -> list[Label]:
        """What the cells of a column say."""
        gone = [cell is None for cell in cells]
        filler = 0 if self.kinds[name] == "number" and name not in self._wide else ""
        known = np.array([filler if lost else cell for cell, lost in zip(cells, gone, strict=True)])
        return [tidy(value) for value in self._column(np.ma.array(known, mask=gone), name)]

    def _distinct(self, query: str) -> list[tuple[Any, ...]]:
        """The answer to a query for few rows, asked once."""
        if query not in self._answers:
            self._answers[query] = self.rows(query)
        return self._answers[query]

    def refuse_bad_weights(self, weight: str) -> None:
        """Refuse weights that are missing, negative, infinite or all 0, by one pass."""
        require_weights(self, weight)
        w = f"CAST({quoted(weight)} AS DOUBLE)"
        facts = f"SELECT min({w}), max({w}), count({w}), count(*), count_if(isnan({w})) FROM predictions"
        low, high, known, rows, nan = self.rows(facts)[0]
        # NaN is the greatest of numbers here; isnan() alone may be folded away from a file's statistics.
        nan = max(nan, 1 if known and np.isnan(high) else 0)
        bad_weights(low if known else 0.0, high if known else 0.0, rows - known + nan, rows)


@contextmanager
def readable(limits: Limits) -> Iterator[None]:
    """Whatever the engine stumbles over while it reads is said of the table: a damaged page shows only then."""
    import duckdb

    try:
        with stoppable():
            yield
    except duckdb.OutOfMemoryException as error:
        raise limits.exceeded(error) from error
    except (duckdb.Error, UnicodeError, RuntimeError, OverflowError) as error:
        told = next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)
        raise UnreadableFile(
            "the table cannot be read to its end.",
            found=told.rstrip(".")[:200],
            remedy="check that the file is complete, or make it again",
        ) from error


def quoted(name: str) -> str:
    """An SQL identifier: whatever is in the name stays a name."""
    return '"' + name.replace('"', '""') + '"'


def _literal(value: object) -> str:
    """A value in SQL."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return "'" + value.replace("'", "''") + "'" if isinstance(value, str) else repr(value)
