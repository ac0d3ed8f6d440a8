"""Spark, classic and Connect: batches of its partitions are the parts, and its own sort brings the ranges together."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import narwhals as nw
import numpy as np

from probative.sources.frames import kinds_of
from probative.sources.parts import KEY, VALUE, Made, Parts, Table, joined, rows_in, table_of

BATCH = 1 << 18
"""Rows that a worker looks at together: a few megabytes, whatever a partition holds."""
MADE = "made binary"


class SparkParts(Parts):
    """A dataframe of Spark's, whose executors have probative installed."""

    name = "Spark"

    def __init__(self, frame: Any) -> None:
        self._frame = frame
        self.kinds = kinds_of(nw.from_native(frame).collect_schema())

    def each(self, names: Sequence[str], task: Callable[[Table], Made]) -> Iterator[Made]:
        """What a task makes of these columns of every batch, in the order of partitions."""
        parts = self._columns(names).mapInArrow(_Maker(_OfBatch(tuple(names), task)), MADE)
        nothing = True
        for made in _arriving(parts):
            nothing = False
            yield made
        if nothing:
            yield task(_empty(names))

    def in_order(self, names: Sequence[str], entries: Callable[[Table], Table]) -> Iterator[Table]:
        """The entries of all partitions, sorted by Spark, equal ones joined on the executors."""
        made = entries(_empty(names))
        schema = ", ".join(
            f"{name} {'double' if column.dtype.kind == 'f' else 'long'}" for name, column in made.items()
        )
        placed = self._columns(names).mapInArrow(_Entries(_OfBatch(tuple(names), entries)), schema)
        in_order = placed.orderBy([KEY, VALUE], ascending=[True, False])
        return _arriving(in_order.mapInArrow(_Maker(_OfBatch(tuple(made), joined)), MADE))

    def _columns(self, names: Sequence[str]) -> Any:
        # A point in a plain name would mean a field, quoted or not, at some step inside.
        picked = self._frame.select(*("`" + name.replace("`", "``") + "`" for name in names))
        return picked.toDF(*(f"c{i}" for i in range(len(names))))


def _empty(names: Sequence[str]) -> Table:
    return {name: np.zeros(0) for name in names}


def _arriving(parts: Any) -> Iterator[Any]:
    """What executors made, one partition after another; it was packed by `_Maker` and nobody else."""
    return (pickle.loads(row[0]) for row in parts.toLocalIterator(prefetchPartitions=True))


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
class _Maker:
    """Whatever a task makes, as rows of bytes."""

    of_batch: _OfBatch

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow

        for made in self.of_batch(batches):
            yield pyarrow.RecordBatch.from_pydict({"made": pyarrow.array([pickle.dumps(made)], pyarrow.binary())})


@dataclass(frozen=True, slots=True)
class _Entries:
    """Entries as rows of numbers, which the engine sorts."""

    of_batch: _OfBatch

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow

        for made in self.of_batch(batches):
            if rows_in(made):
                yield pyarrow.RecordBatch.from_pydict({name: pyarrow.array(made[name]) for name in made})
