"""Dask: its partitions are the parts, and its shuffle brings the ranges of a sort together."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import narwhals as nw
import numpy as np

from probative.sources.frames import kinds_of
from probative.sources.parts import (
    BESIDE,
    KEY,
    VALUE,
    Made,
    Parts,
    Plain,
    Ranges,
    Table,
    cut,
    joined,
    places_of,
    rows_in,
    table_of,
)

SEEN = 200
"""Entries of each part by which the ends of ranges are chosen: enough for ranges that differ by some per cent."""
RANGE = "range"
PLACES = (KEY, VALUE, BESIDE)


class DaskParts(Parts):
    """A dataframe of Dask's. With a client of a cluster its workers do everything, else Dask's own threads do."""

    name = "Dask"

    def __init__(self, frame: Any) -> None:
        self._frame = frame
        self.kinds = kinds_of(nw.from_native(frame).collect_schema())

    def each(self, names: Sequence[str], task: Callable[[Table], Made], *, large: bool = False) -> Iterator[Made]:
        """What a task makes of these columns of every part, in the order of parts."""
        return _results(self._frame[list(names)], _OfPart(tuple(names), task))

    def in_order(self, names: Sequence[str], entries: Callable[[Table], Table]) -> Iterator[Table]:
        """Two passes: a look at what lies where, and the shuffle into ranges, each sorted on the worker that has it."""
        return _results(_ranges(self._frame[list(names)], _OfPart(tuple(names), entries)), _sorted_range)

    def held(
        self, names: Sequence[str], entries: Callable[[Table], Table], rows: int, plain: Plain | None
    ) -> Ranges | None:
        """The sorted ranges as futures of the cluster's; those of a lost worker are made again."""
        client = _client()
        if client is None:
            return None
        return DaskRanges.of(client, self._frame[list(names)], _OfPart(tuple(names), entries))


class DaskRanges(Ranges):
    """Sorted ranges in the memory of workers, which put on their disks what is too much."""

    def __init__(self, client: Any, parts: Sequence[Any]) -> None:
        self._client, self._parts = client, list(parts)

    @classmethod
    def of(cls, client: Any, frame: Any, entries: _OfPart) -> DaskRanges:
        """The entries of a dataframe in their order."""
        import dask

        parts = [dask.delayed(_sorted_range)(part) for part in _ranges(frame, entries).to_delayed()]
        return cls(client, client.persist(parts))

    def each(self, task: Callable[[Table, Any], Made], given: Sequence[Any] | None = None) -> Iterator[Made]:
        """What a task makes of every range; the task itself travels once."""
        return _computed(self._client, self._made(task, given))

    def again(self, task: Callable[[Table, Any], Table], given: Sequence[Any]) -> Ranges:
        """The entries that a task makes of every range, in an order of their own."""
        import dask
        import dask.dataframe as frames

        made = [dask.delayed(_framed)(part) for part in self._client.persist(self._made(task, given))]
        empty = next(_computed(self._client, [dask.delayed(_emptied)(made[0])]))
        frame = frames.from_delayed(made, meta=empty, verify_meta=False)
        return DaskRanges.of(self._client, frame, _OfPart(tuple(empty.columns), dict))

    def _made(self, task: Callable[[Table, Any], Any], given: Sequence[Any] | None) -> list[Any]:
        import dask

        shared = dask.delayed(task, pure=False)
        asked = [None] * len(self._parts) if given is None else given
        return [dask.delayed(_applied)(shared, part, one) for part, one in zip(self._parts, asked, strict=True)]


def _framed(table: Table) -> Any:
    return nw.from_dict(table, backend="pandas").to_native()


def _emptied(frame: Any) -> Any:
    return frame.iloc[:0]


def _ranges(frame: Any, entries: _OfPart) -> Any:
    """A dataframe of entries, in as many ranges as the dataframe has parts."""
    some = list(_results(frame, _Seen(entries)))
    likes = next(part for part, _ in some)
    cuts = _cuts([(part, step) for part, step in some], frame.npartitions)
    meta = _Placed(entries, cuts).frame(cut(likes, np.zeros(0, np.intp)))
    placed = frame.map_partitions(_Placed(entries, cuts), meta=meta)
    # One division more than ranges: the last one is part of the range before it.
    return placed.set_index(RANGE, divisions=list(range(len(cuts[KEY]) + 2)))


def _applied(task: Callable[[Table, Any], Made], table: Table, given: Any) -> Made:
    return task(table, given)


def _results(frame: Any, task: Callable[[Any], Made]) -> Iterator[Made]:
    """The task's results in the order of partitions; those that are waited for stay with the workers."""
    import dask

    parts = [dask.delayed(task)(part) for part in frame.to_delayed()]
    client = _client()
    if client is None:
        yield from dask.compute(*parts)
        return
    yield from _computed(client, parts)


def _computed(client: Any, parts: Sequence[Any]) -> Iterator[Any]:
    futures = client.compute(parts)[::-1]
    try:
        while futures:
            yield futures.pop().result()
    finally:
        client.cancel(futures)


def _client() -> Any:
    """The cluster's client that is in use, if there is one."""
    if "distributed" not in sys.modules:
        return None
    from distributed import get_client

    try:
        return get_client()
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class _OfPart:
    names: tuple[str, ...]
    task: Callable[[Table], Any]

    def __call__(self, frame: Any) -> Any:
        return self.task(table_of(frame, self.names))


@dataclass(frozen=True, slots=True)
class _Seen:
    """Some entries of a part, evenly spaced in their order, and how many each stands for."""

    entries: _OfPart

    def __call__(self, frame: Any) -> tuple[Table, float]:
        found = joined(self.entries(frame))
        rows = rows_in(found)
        places = np.linspace(0, rows - 1, min(rows, SEEN)).astype(np.int64) if rows else np.zeros(0, np.int64)
        return cut(found, places), rows / max(len(places), 1)


def _cuts(seen: list[tuple[Table, float]], ranges: int) -> Table:
    """The first entries of all ranges but the first, in the order of entries."""
    found = {name: np.concatenate([part[name] for part, _ in seen]) for name in seen[0][0] if name in PLACES}
    stands = np.concatenate([np.full(rows_in(part), step) for part, step in seen])
    order = np.lexsort(places_of(found))
    reached = np.cumsum(stands[order])
    wanted = np.arange(1, ranges) * (reached[-1] / ranges) if len(reached) else np.zeros(0)
    return joined(cut(found, order[np.unique(np.searchsorted(reached, wanted))]))


@dataclass(frozen=True, slots=True)
class _Placed:
    """The entries of a part with the number of the range that each belongs to."""

    entries: _OfPart
    cuts: Table

    def __call__(self, frame: Any) -> Any:
        return self.frame(self.entries(frame))

    def frame(self, found: Table) -> Any:
        """The same as a dataframe."""
        both = {name: np.concatenate([self.cuts[name], found[name]]) for name in self.cuts}
        ends = rows_in(self.cuts)
        # An entry that equals a cut comes behind it.
        order = np.lexsort([np.arange(rows_in(both)) >= ends, *places_of(both)])
        ranges = np.cumsum(order < ends)[order >= ends]
        return _framed({RANGE: ranges.astype(np.int64), **cut(found, order[order >= ends] - ends)})


def _sorted_range(frame: Any) -> Table:
    """One range in its order, equal entries joined."""
    return joined(table_of(frame, list(frame.columns)))
