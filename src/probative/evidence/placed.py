"""Scored rows on their ladder: one sort says where every row stands, and whoever pairs models needs no more."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from probative.evidence.arrays import Array, Floats
from probative.evidence.ladder import Ladder
from probative.evidence.ordering import ascending


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """A ladder, which rows are positive, and the rung on which each row stands.

    >>> placed = Placed.of(np.array([True, False, True]), np.array([0.4, 0.1, 0.9]))
    >>> placed.ladder.scores.tolist(), placed.rungs.tolist()
    ([0.9, 0.4, 0.1], [1, 2, 0])
    """

    ladder: Ladder
    positive: Array
    rungs: Array

    @classmethod
    def of(cls, positive: Array, scores: Floats, known: Ladder | None = None) -> Placed:
        """From rows of unit weight; `known` is a ladder that may be theirs, and have things worked out already."""
        order, new = ascending(scores)
        rungs = np.empty(len(scores), np.int32 if len(scores) < 1 << 31 else np.int64)
        # Scores rise in this order, and rungs fall.
        rungs[order] = np.count_nonzero(new) - np.cumsum(new, dtype=rungs.dtype)
        if known is not None and _counts(known, positive, scores, order, new):
            return cls(known, positive, rungs)
        return cls(Ladder.from_columns(_columns(positive, scores, order, new)), positive, rungs)

    def __len__(self) -> int:
        """The number of rows."""
        return len(self.rungs)

    @property
    def cells(self) -> Array:
        """The cell of the ladder in which each row is counted."""
        return np.where(self.positive, self.rungs, self.rungs + len(self.ladder.scores))

    def beaten(self) -> Array:
        """What `twice` says, row by row."""
        found = np.empty(len(self.rungs), np.int32 if len(self.rungs) < 1 << 30 else np.int64)
        found[self.positive], found[~self.positive] = self.twice()
        return found

    def twice(self) -> tuple[Array, Array]:
        """Twice the negatives below each positive row, and the positives above each negative one; ties count half.

        >>> of_positives, of_negatives = Placed.of(np.array([1, 1, 0, 0]) > 0, np.array([0.9, 0.4, 0.4, 0.1])).twice()
        >>> of_positives.tolist(), of_negatives.tolist()
        ([4, 3], [3, 4])
        """
        whole = np.int32 if len(self.rungs) < 1 << 30 else np.int64
        above, below = (_middles(each, whole) for each in (self.ladder.positives, self.ladder.negatives))
        np.subtract(2 * int(self.ladder.negatives.sum()), below, out=below)
        parts = ((below, np.flatnonzero(self.positive)), (above, np.flatnonzero(~self.positive)))
        of_positives, of_negatives = (column[self.rungs[rows]] for column, rows in parts)
        return of_positives, of_negatives


def beaten(positive: Array, scores: Floats) -> Array:
    """Row by row what `Placed.twice` says class by class, without a ladder: one sort, and one way back to the rows.

    >>> beaten(np.array([True, False, True, False]), np.array([0.9, 0.4, 0.4, 0.1])).tolist()
    [4, 3, 3, 4]
    """
    rows, whole = len(scores), np.int32 if len(scores) < 1 << 30 else np.int64
    order, new = ascending(scores)
    won = positive.take(order)
    # Positives on a rung or below it, and all rows; of both half of those on the rung itself.
    p: Array = np.cumsum(won, dtype=whole)
    n: Array = np.arange(1, rows + 1, dtype=whole)
    if new.all():
        twice_p, twice_n = 2 * p - won, 2 * n - 1
    else:
        starts = np.flatnonzero(new)
        ends, sizes = np.append(starts[1:], rows) - 1, np.diff(starts, append=rows)
        # Down to a rung and above it: the rung's own rows count once, all others twice.
        twice_p, twice_n = (np.repeat(at + np.append(0, at[:-1]), sizes) for at in (p[ends], n[ends]))
    twice_n -= twice_p
    # A positive row beats the negatives below it, the positives above a negative row beat that.
    np.subtract(2 * int(np.count_nonzero(positive)), twice_p, out=twice_p)
    # Products choose several times as fast as `where`, which has to guess at every row.
    twice_n -= twice_p
    twice_n *= won
    twice_n += twice_p
    found: Array = np.empty(rows, whole)
    found[order] = twice_n
    return found


def _middles(each: Array, whole: type) -> Array:
    """Twice the rows on higher rungs, and those on this one, which count half of it."""
    sums: Array = np.cumsum(each, dtype=whole)
    sums *= 2
    sums -= each.astype(whole)
    return sums


def _columns(positive: Array, scores: Floats, order: Array, new: Array) -> tuple[Floats, Array, Array]:
    """Distinct scores, descending, with their positives and negatives; of rows by rising score, new where it rises."""
    if new.all():
        # A row on every rung.
        of_rungs = positive[order][::-1]
        return scores[order][::-1] + 0.0, of_rungs.astype(np.int64), (~of_rungs).astype(np.int64)
    starts = np.flatnonzero(new)
    ends = len(scores) - starts[::-1]
    tp = np.cumsum(positive[order][::-1], dtype=np.int64)[ends - 1]
    of_positives = np.diff(tp, prepend=0)
    return scores[order[starts]][::-1] + 0.0, of_positives, np.diff(ends, prepend=0) - of_positives


def _counts(known: Ladder, positive: Array, scores: Floats, order: Array, new: Array) -> bool:
    """Whether a ladder counts just these rows; one that lies elsewhere is not fetched to find out."""
    if type(known) is not Ladder or known.weighted or len(known.scores) != np.count_nonzero(new):
        return False
    return all(map(np.array_equal, known.columns, _columns(positive, scores, order, new)))
