"""Rows of numbers that come in any order and are wanted in the order of one of them: kept by an engine that spills."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from probative.evidence.arrays import Array
from probative.sources.arrow import numeric_batches
from probative.sources.clear import clear_errors
from probative.sources.limits import ENGINE, PER_THREAD, Limits

KINDS = {np.dtype(np.float64): "DOUBLE", np.dtype(np.int64): "BIGINT", np.dtype(np.uint8): "UTINYINT"}


class Spool:
    """A table that is filled batch by batch and read in falling order of a column; it goes with whoever holds it.

    >>> spool = Spool(Limits(), 2)
    >>> spool.add(np.array([0.1, 0.9]), np.array([1, 0]))
    >>> [[column.tolist() for column in part] for part in spool.falling(0)]
    [[[0.9, 0.1], [0, 1]]]
    """

    def __init__(self, limits: Limits, columns: int, *, alone: bool = False) -> None:
        """Alone: nothing else is sorted meanwhile, and all that the limits leave is there for it."""
        import duckdb

        self._connection = duckdb.connect()
        # Else the engine that rows come from sorts at the same time.
        self._limits = limits if alone else replace(limits, memory=limits.memory // 2)
        self._limits.apply(self._connection)
        # Every thread holds parts of all columns while it sorts.
        threads = max(int(self._limits.memory * ENGINE / (PER_THREAD * max(columns / 2, 1))), 1)
        self._connection.execute(f"SET threads = {min(threads, os.cpu_count() or 1)}")
        self._connection.execute("SET preserve_insertion_order = false")
        self._names = [f"c{i}" for i in range(columns)]
        self._made = False

    def add(self, *columns: Array) -> None:
        """Further rows, column by column; of no more than eight bytes a number."""
        with clear_errors(self._limits):
            self._add(columns)

    def _add(self, columns: Sequence[Array]) -> None:
        self._connection.register("batch", dict(zip(self._names, columns, strict=True)))
        picked = ", ".join(self._names)
        if not self._made:
            kinds = zip(self._names, (KINDS[column.dtype] for column in columns), strict=True)
            self._connection.execute(f"CREATE TABLE rows ({', '.join(f'{name} {kind}' for name, kind in kinds)})")
            self._made = True
        self._connection.execute(f"INSERT INTO rows SELECT {picked} FROM batch")
        self._connection.unregister("batch")

    def falling(self, by: int, columns: Sequence[int] | None = None) -> Iterator[tuple[Array, ...]]:
        """All columns, or some, in falling order of one of them."""
        picked = ", ".join(self._names if columns is None else [self._names[i] for i in columns])
        with clear_errors(self._limits):
            rows = self._connection.sql(f"SELECT {picked} FROM rows ORDER BY {self._names[by]} DESC")
            yield from numeric_batches(rows)
