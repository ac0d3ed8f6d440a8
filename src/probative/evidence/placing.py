"""Rows in the falling order of their scores, placed on a ladder that is walked beside them."""

from __future__ import annotations

import numpy as np

from probative.evidence.arrays import Array, Floats
from probative.evidence.ladder import Ladder
from probative.evidence.mapped import let_go


def rungs_after(last: float | None, scores: Floats) -> Array:
    """The rung of each of these falling scores, counted from that of the score before them (from the first one).

    >>> rungs_after(0.9, np.array([0.9, 0.4, 0.4])).tolist(), rungs_after(None, np.array([0.9, 0.4])).tolist()
    ([0, 1, 1], [0, 1])
    """
    new = np.ones(len(scores), bool)
    new[0] = last is not None and scores[0] != last
    np.not_equal(scores[1:], scores[:-1], out=new[1:])
    return np.cumsum(new)


class Placing:
    """What lies on the other side of each row: batch after batch of the rows that a ladder counts, all of them.

    A positive row has twice the negatives below it, a negative row twice the positives above it; ties count half.

    >>> placing = Placing(Ladder.from_scores([1, 1, 0, 0], [0.9, 0.4, 0.4, 0.1]))
    >>> placing(np.array([0.9, 0.4]), np.array([True, False])).tolist()
    [4, 3]
    >>> placing(np.array([0.4, 0.1]), np.array([True, False])).tolist()
    [3, 4]
    """

    def __init__(self, ladder: Ladder) -> None:
        self._ladder, self._negatives = ladder, int(ladder.totals[1])
        self._rung, self._above = 0, (0, 0)
        self._last: float | None = None

    def __call__(self, scores: Floats, positive: Array) -> Array:
        """The rows of the next batch."""
        if not len(scores):
            return np.zeros(0, np.int64)
        rungs = rungs_after(self._last, scores)
        part = slice(self._rung, self._rung + int(rungs[-1]) + 1)
        p, n = self._ladder.positives[part], self._ladder.negatives[part]
        above, over = (np.cumsum(column) + before for column, before in zip((p, n), self._above, strict=True))
        let_go(p, n)
        below_twice, above_twice = 2 * self._negatives - 2 * over + n, 2 * above - p
        # The next batch may begin on the rung on which this one ends.
        self._rung, self._last = part.stop - 1, float(scores[-1])
        self._above = int(above[-1] - p[-1]), int(over[-1] - n[-1])
        found: Array = np.where(positive, below_twice[rungs], above_twice[rungs])
        return found
