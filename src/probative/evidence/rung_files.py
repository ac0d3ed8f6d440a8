"""Ladders longer than memory: rungs that come in order, written to disk as they come."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

import numpy as np

from probative.evidence.arrays import Array, Floats
from probative.evidence.ladder import Ladder
from probative.evidence.mapped import ColumnFile


@dataclass(frozen=True, slots=True)
class Rungs:
    """Consecutive entries of a ladder, descending; equal scores may follow each other."""

    scores: Floats
    counts: tuple[Array, ...]
    """Positives and negatives at each; of weighted rows their squared weights too."""

    @classmethod
    def of_rows(cls, scores: Floats, positive: Array, weight: Floats | None = None) -> Rungs:
        """Rows in falling order of their scores."""
        yes = positive.astype(bool)
        if weight is None:
            return cls(scores, (yes.astype(np.int64), (~yes).astype(np.int64)))
        return cls(scores, (weight * yes, weight * ~yes, weight**2 * yes, weight**2 * ~yes))

    def __len__(self) -> int:
        return len(self.scores)

    def part(self, first: int, last: int | None = None) -> Rungs:
        """From one entry to another."""
        return Rungs(self.scores[first:last], tuple(column[first:last] for column in self.counts))

    def joined(self) -> Rungs:
        """Equal scores as one rung."""
        first = np.empty(len(self), bool)
        first[:1] = True
        np.not_equal(self.scores[1:], self.scores[:-1], out=first[1:])
        if first.all():
            return self
        starts = np.flatnonzero(first)
        return Rungs(self.scores[starts], tuple(np.add.reduceat(column, starts) for column in self.counts))


def ladder_on_disk(rows: Iterable[Rungs], folder: str | None = None) -> Ladder:
    """The ladder of entries that come in falling order, in files that are deleted with it.

    >>> parts = [Rungs.of_rows(np.array([0.9, 0.4]), np.array([1, 1])), Rungs.of_rows(np.array([0.4]), np.array([0]))]
    >>> ladder = ladder_on_disk(parts)
    >>> ladder.scores.tolist(), ladder.positives.tolist(), ladder.negatives.tolist()
    ([0.9, 0.4], [1, 1], [0, 1])
    """
    files: list[ColumnFile] = []
    for part in complete_rungs(rows):
        if not files:
            files = [ColumnFile(column.dtype, folder) for column in (part.scores, *part.counts)]
        for file, column in zip(files, (part.scores, *part.counts), strict=True):
            file.add(column)
    return Ladder.from_columns(file.mapped() for file in files) if files else Ladder.from_counts([], [], [])


def ladders_on_disk(rows: Iterable[tuple[Array | None, Rungs]], folder: str | None = None) -> dict[int, Ladder]:
    """One ladder for each key, of entries that come key after key, each in falling order; all in the same files.

    >>> part = Rungs.of_rows(np.array([0.9, 0.4, 0.4]), np.array([1, 1, 0]))
    >>> [ladder.scores.tolist() for ladder in ladders_on_disk([(np.array([7, 7, 8]), part)]).values()]
    [[0.9, 0.4], [0.4]]
    """
    return {key: Ladder.from_columns(columns) for key, columns in columns_on_disk(rows, folder).items()}


def columns_on_disk(rows: Iterable[tuple[Array | None, Rungs]], folder: str | None = None) -> dict[int, list[Array]]:
    """The values and counts of every key, equal values of it joined."""
    starts: dict[int, int] = {}
    files: list[ColumnFile] = []
    written = 0
    for key, entries in groupby(_by_key(rows), key=itemgetter(0)):
        starts[key] = written
        for part in complete_rungs(rungs for _, rungs in entries):
            files = files or [ColumnFile(column.dtype, folder) for column in (part.scores, *part.counts)]
            for file, column in zip(files, (part.scores, *part.counts), strict=True):
                file.add(column)
            written += len(part)
    columns = [file.mapped() for file in files]
    ends = [*list(starts.values())[1:], written]
    return {
        key: [column[first:last] for column in columns] for (key, first), last in zip(starts.items(), ends, strict=True)
    }


def _by_key(rows: Iterable[tuple[Array | None, Rungs]]) -> Iterator[tuple[int, Rungs]]:
    """Parts of one key each."""
    for keys, part in rows:
        assert keys is not None, "ladders are told apart by keys"
        cuts = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]])).tolist() if len(part) else []
        for first, last in zip(cuts, [*cuts[1:], len(part)], strict=True):
            yield int(keys[first]), part.part(first, last)


def complete_rungs(rows: Iterable[Rungs]) -> Iterator[Rungs]:
    """The same with equal scores joined; the last rung of a part waits for what the next one adds to it."""
    waiting: Rungs | None = None
    for part in rows:
        if not len(part):
            continue
        if waiting is not None:
            columns = zip(waiting.counts, part.counts, strict=True)
            both = tuple(np.concatenate([a, b]) for a, b in columns)
            part = Rungs(np.concatenate([waiting.scores, part.scores]), both)
        done = part.joined()
        waiting = done.part(len(done) - 1)
        if len(done) > 1:
            yield done.part(0, -1)
    if waiting is not None:
        yield waiting
