"""Dask: its partitions are the parts, and its shuffle brings the ranges of a sort together."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import narwhals as nw
import numpy as np

from probative.evidence.arrays import Array
from probative.sources.frames import kinds_of
from probative.sources.parts import KEY, VALUE, Made, Parts, Plain, Ranges, Table, cut, joined, rows_in, table_of

SEEN = 200
"""Entries of each part by which the ends of ranges are chosen: enough for ranges that differ by some per cent."""
RANGE = "range"


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
        return _results(self._ranges(names, entries), _sorted_range)

    def held(
        self, names: Sequence[str], entries: Callable[[Table], Table], rows: int, plain: Plain | None
    ) -> Ranges | None:
        """The sorted ranges as futures of the cluster's; those of a lost worker are made again."""
        import dask

        client = _client()
        if client is None:
            return None
        ranges = self._ranges(names, entries).to_delayed()
        return DaskRanges(client, client.persist([dask.delayed(_sorted_range)(part) for part in ranges]))

    def _ranges(self, names: Sequence[str], entries: Callable[[Table], Table]) -> Any:
        made = _OfPart(tuple(names), entries)
        some = list(_results(self._frame[list(names)], _Seen(made)))
        likes = next(part for part, _ in some)
        cuts = _cuts([(part, step) for part, step in some], self._frame.npartitions)
        meta = _Placed(made, cuts).frame(cut(likes, np.zeros(0, np.intp)))
        placed = self._frame[list(names)].map_partitions(_Placed(made, cuts), meta=meta)
        # One division more than ranges: the last one is part of the range before it.
        return placed.set_index(RANGE, divisions=list(range(len(cuts[KEY]) + 2)))


class DaskRanges(Ranges):
    """Sorted ranges in the memory of workers, which put on their disks what is too much."""

    def __init__(self, client: Any, parts: Sequence[Any]) -> None:
        self._client, self._parts = client, list(parts)

    def each(self, task: Callable[[Table, Any], Made], given: Sequence[Any] | None = None) -> Iterator[Made]:
        """What a task makes of every range; the task itself travels once."""
        import dask

        shared = dask.delayed(task, pure=False)
        asked = [None] * len(self._parts) if given is None else given
        made = [dask.delayed(_applied)(shared, part, one) for part, one in zip(self._parts, asked, strict=True)]
        return _computed(self._client, made)


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


def _cuts(seen: list[tuple[Table, float]], ranges: int) -> dict[str, Array]:
    """The first entries of all ranges but the first, by rising key and falling value."""
    key = np.concatenate([part[KEY] for part, _ in seen])
    value = np.concatenate([part[VALUE] for part, _ in seen])
    stands = np.concatenate([np.full(rows_in(part), step) for part, step in seen])
    order = np.lexsort([-value, key])
    reached = np.cumsum(stands[order])
    wanted = np.arange(1, ranges) * (reached[-1] / ranges) if len(reached) else np.zeros(0)
    places = order[np.unique(np.searchsorted(reached, wanted))]
    pairs = dict.fromkeys(zip(key[places].tolist(), value[places].tolist(), strict=True))
    return {KEY: np.array([k for k, _ in pairs], np.int64), VALUE: np.array([v for _, v in pairs], np.float64)}


@dataclass(frozen=True, slots=True)
class _Placed:
    """The entries of a part with the number of the range that each belongs to."""

    entries: _OfPart
    cuts: dict[str, Array]

    def __call__(self, frame: Any) -> Any:
        return self.frame(self.entries(frame))

    def frame(self, found: Table) -> Any:
        """The same as a dataframe."""
        order = np.lexsort([-found[VALUE], found[KEY]])
        key, value = found[KEY][order], -found[VALUE][order]
        starts = []
        for k, v in zip(self.cuts[KEY].tolist(), (-self.cuts[VALUE]).tolist(), strict=True):
            first, last = np.searchsorted(key, k, "left"), np.searchsorted(key, k, "right")
            starts.append(first + np.searchsorted(value[first:last], v, "left"))
        ranges = np.searchsorted(np.array(starts, np.int64), np.arange(len(key)), "right")
        columns = {RANGE: ranges.astype(np.int64), **cut(found, order)}
        return nw.from_dict(columns, backend="pandas").to_native()


def _sorted_range(frame: Any) -> Table:
    """One range in its order, equal entries joined."""
    return joined(table_of(frame, list(frame.columns)))
