"""Ladders longer than memory: rungs that come in order, written to disk as they come."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

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
    return Ladder(*(file.mapped() for file in files)) if files else Ladder.from_counts([], [], [])


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
