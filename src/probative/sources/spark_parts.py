"""Spark, classic and Connect: batches of its partitions are the parts, and its own sort brings the ranges together."""

from __future__ import annotations

import pickle
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import reduce
from operator import itemgetter, or_
from typing import Any

import narwhals as nw
import numpy as np

from probative.evidence.sorting import rungs_of_rows
from probative.sources.frames import kinds_of
from probative.sources.parts import (
    BESIDE,
    KEY,
    VALUE,
    Kept,
    Looked,
    Made,
    Parts,
    Plain,
    Ranges,
    Table,
    joined,
    rows_in,
    table_of,
)

BATCH = 1 << 18
"""Rows that a worker looks at together: a few megabytes, whatever a partition holds."""
MADE = "made binary"
SAMPLE, FEW = 20_000, 10
"""Rows by which scores are looked for that many rows share, and how many of these say nothing yet."""


class SparkParts(Parts):
    """A dataframe of Spark's, whose executors have probative installed."""

    name = "Spark"

    def __init__(self, frame: Any) -> None:
        self._frame = frame
        self.kinds = kinds_of(nw.from_native(frame).collect_schema())

    def each(self, names: Sequence[str], task: Callable[[Table], Made], *, large: bool = False) -> Iterator[Made]:
        """What a task makes of these columns of every batch, in the order of partitions."""
        parts = self._columns(names).mapInArrow(_Maker(_OfBatch(tuple(names), task)), MADE)
        nothing = True
        for made in _arriving(parts, large):
            nothing = False
            yield made
        if nothing:
            yield task(_empty(names))

    def in_order(self, names: Sequence[str], entries: Callable[[Table], Table]) -> Iterator[Table]:
        """The entries of all partitions, sorted by Spark, equal ones joined on the executors."""
        made, placed = self._placed(names, entries)
        in_order = placed.orderBy([KEY, VALUE], ascending=[True, False])
        return _arriving(in_order.mapInArrow(_Maker(_OfBatch(tuple(made), joined)), MADE), large=True)

    def rows(self) -> int:
        """The number of rows."""
        return int(self._frame.count())

    def distinct(self, names: Sequence[str]) -> list[Table]:
        """Every different row, counted by Spark; what it takes for different may still be equal."""
        found = self._columns(names).groupBy(*(f"c{i}" for i in range(len(names)))).count().toArrow()
        table = table_of(found.rename_columns([*names, "#"]), [*names, "#"])
        return [table | {"#": table["#"].astype(np.int64)}]

    def looked(self, kept: Kept) -> list[Looked]:
        """How many rows there are, how many are complete, and the gaps of each column, counted by Spark."""
        if kept.model is not None or any(self.kinds[name] == "other" for name in kept.names):
            return super().looked(kept)
        from pyspark.sql import functions as f

        frame = self._columns(kept.names)
        real = {name for name, kind in frame.dtypes if kind in ("double", "float")}
        gone = [f.col(name).isNull() | (f.isnan(name) if name in real else f.lit(False)) for name in frame.columns]
        some = reduce(or_, gone)
        sums = [f.coalesce(f.sum(one.cast("long")), f.lit(0)) for one in (some, *gone)]
        rows, broken, *gaps = frame.agg(f.count(f.lit(1)), *sums).collect()[0]
        return [(rows, rows - broken, tuple(gaps))]

    def held(
        self, names: Sequence[str], entries: Callable[[Table], Table], rows: int, plain: Plain | None
    ) -> Ranges | None:
        """The partitions of the sorted entries, in the memory and on the disks of executors."""
        ranges = _ranges(rows)
        if plain is None:
            return SparkRanges(*self._placed(names, entries), joined, ranges)
        likes, placed = self._rows_of(plain)
        if not _shared(placed, rows, ranges):
            return SparkRanges(likes, placed, _of_rows, ranges)
        # Spark adds equal rows up before they move: many rows of one score must not meet on one executor.
        return SparkRanges(*_counted(placed), joined, ranges)

    def _rows_of(self, plain: Plain) -> tuple[Table, Any]:
        """Rows of a score and whether they are positive, made by Spark alone; and none of them, as they are."""
        value, yes = self._columns([plain.score, plain.truth]).columns
        frame = self._columns([plain.score, plain.truth])
        from pyspark.sql import functions as f

        if self.kinds[plain.truth] == "number":
            positive = f.col(yes).cast("double").isin([float(str(label)) for label in plain.positive])
        else:
            positive = f.col(yes).isin(list(plain.positive))
        # Adding zero makes -0.0 and 0.0 the same number.
        scores = (f.col(value).cast("double") + f.lit(0.0)).alias(VALUE)
        placed = frame.select(f.lit(0).cast("long").alias(KEY), scores, positive.cast("byte").alias("p"))
        return {KEY: np.zeros(0, np.int64), VALUE: np.zeros(0), "p": np.zeros(0, np.int8)}, placed

    def _placed(self, names: Sequence[str], entries: Callable[[Table], Table]) -> tuple[Table, Any]:
        """The entries as a dataframe; and none of them, as they are."""
        made = entries(_empty(names))
        return made, self._columns(names).mapInArrow(_Entries(_OfBatch(tuple(names), entries)), _schema(made))

    def _columns(self, names: Sequence[str]) -> Any:
        # A point in a plain name would mean a field, quoted or not, at some step inside.
        picked = self._frame.select(*("`" + name.replace("`", "``") + "`" for name in names))
        return picked.toDF(*(f"c{i}" for i in range(len(names))))


class SparkRanges(Ranges):
    """Sorted partitions that Spark keeps; those of a lost executor are made again."""

    def __init__(self, likes: Table, placed: Any, made: Callable[[Table], Table], ranges: int) -> None:
        from pyspark.sql import functions

        order = [functions.col(KEY).asc(), functions.col(VALUE).desc()]
        order += [functions.col(BESIDE).desc()] if BESIDE in likes else []
        self._empty, self._ranges = made(likes), ranges
        self._of: SparkRanges | None = None
        parted = placed.repartitionByRange(ranges, *order)
        self._frame = parted.mapInArrow(_InOrder(likes, made), _schema(self._empty)).persist()
        weakref.finalize(self, _given_up, self._frame).atexit = False

    def each(self, task: Callable[[Table, Any], Made], given: Sequence[Any] | None = None) -> Iterator[Made]:
        """What a task makes of every partition, in their order."""
        made = self._frame.mapInArrow(_Maker(_OfRange(self._empty, task, given, numbered=True)), MADE)
        return (one for _, one in sorted(_arriving(made), key=itemgetter(0)))

    def again(self, task: Callable[[Table, Any], Table], given: Sequence[Any]) -> Ranges:
        """The entries that a task makes of every partition, in an order of their own."""
        likes = task(self._empty, None)
        placed = self._frame.mapInArrow(_Entries(_OfRange(self._empty, task, given)), _schema(likes))
        found = SparkRanges(likes, placed, joined, self._ranges)
        # Where an executor is lost, theirs are made of these once more.
        found._of = self
        return found


def _schema(table: Table) -> str:
    return ", ".join(f"{name} {'double' if column.dtype.kind == 'f' else 'long'}" for name, column in table.items())


def _of_rows(table: Table) -> Table:
    """Rows of one key as entries."""
    scores, p, n = rungs_of_rows(table[VALUE], table["p"].astype(bool))
    return {KEY: np.zeros(len(scores), np.int64), VALUE: scores, "p": p, "n": n}


def _shared(placed: Any, rows: int, ranges: int) -> bool:
    """Whether a sample has a score that would fill several ranges by itself."""
    from pyspark.sql import functions as f

    some = placed.sample(fraction=min(SAMPLE / max(rows, 1), 1.0), seed=0).groupBy(VALUE).count()
    most, seen = some.agg(f.max("count"), f.sum("count")).collect()[0]
    return most is not None and most > max(4 * seen / ranges, FEW)


def _counted(placed: Any) -> tuple[Table, Any]:
    """Rows of a score as entries, equal ones as one; and none of them, as they are."""
    from pyspark.sql import functions as f

    p = f.sum(f.col("p").cast("long"))
    entries = placed.groupBy(KEY, VALUE).agg(p.alias("p"), (f.count(f.lit(1)) - p).alias("n"))
    return {name: np.zeros(0, float if name == VALUE else np.int64) for name in (KEY, VALUE, "p", "n")}, entries


def _ranges(rows: int) -> int:
    """How many ranges: a million rows each, ten million where that would be more than ten thousand ranges."""
    return max(8, min(rows // 10**6, 10**4), rows // 10**7)


def _given_up(frame: Any) -> None:
    # A session that has ended keeps nothing.
    with suppress(Exception):
        frame.unpersist()


def _empty(names: Sequence[str]) -> Table:
    return {name: np.zeros(0) for name in names}


def _arriving(parts: Any, large: bool = False) -> Iterator[Any]:
    """What executors made, in the order of partitions; it was packed here and by nobody else.

    What is large comes one partition after another, each in a job of its own.
    """
    rows = parts.toLocalIterator(prefetchPartitions=True) if large else parts.collect()
    return (pickle.loads(row[0]) for row in rows)


@dataclass(frozen=True, slots=True)
class _OfBatch:
    names: tuple[str, ...]
    task: Callable[[Table], Any]

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        """What is made of every few batches together."""
        waiting: list[Any] = []
        for batch in batches:
            waiting.append(batch)
            if sum(map(len, waiting)) >= BATCH:
                yield self._made(waiting)
                waiting = []
        if sum(map(len, waiting)):
            yield self._made(waiting)

    def _made(self, batches: list[Any]) -> Any:
        import pyarrow

        frame = pyarrow.Table.from_batches(batches).rename_columns(list(self.names))
        return self.task(table_of(frame, self.names))


@dataclass(frozen=True, slots=True)
class _OfRange:
    """What a task makes of all batches of a partition together, beside the partition's number if that is wanted."""

    empty: Table
    task: Callable[[Table, Any], Any]
    given: Sequence[Any] | None
    numbered: bool = False

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        from pyspark import TaskContext

        number = TaskContext.get().partitionId()
        made = self.task(_whole(batches, self.empty), self.given[number] if self.given is not None else None)
        yield (number, made) if self.numbered else made


@dataclass(frozen=True, slots=True)
class _Maker:
    """Whatever a task makes, as rows of bytes."""

    makes: _OfBatch | _OfRange

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow

        for made in self.makes(batches):
            yield pyarrow.RecordBatch.from_pydict({"made": pyarrow.array([pickle.dumps(made)], pyarrow.binary())})


def _whole(batches: Iterator[Any], likes: Table) -> Table:
    """All batches of a partition together."""
    import pyarrow

    some = [batch for batch in batches if len(batch)]
    if not some:
        return dict(likes)
    whole = pyarrow.Table.from_batches(some)
    return {name: whole[name].to_numpy() for name in likes}


@dataclass(frozen=True, slots=True)
class _InOrder:
    """The rows of a partition as entries in their order, batch by batch."""

    likes: Table
    made: Callable[[Table], Table]

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow

        found = self.made(_whole(batches, self.likes))
        yield from pyarrow.table({name: pyarrow.array(found[name]) for name in found}).to_batches(BATCH)


@dataclass(frozen=True, slots=True)
class _Entries:
    """Entries as rows of numbers, which the engine sorts."""

    makes: _OfBatch | _OfRange

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow

        for made in self.makes(batches):
            if rows_in(made):
                yield pyarrow.RecordBatch.from_pydict({name: pyarrow.array(made[name]) for name in made})
