"""Walking down a ladder: chunks of rungs with their cumulated counts.

A pass over chunks that fit the processor's cache needs no arrays as long as the ladder and is several times faster
than the same arithmetic on whole columns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from probative.evidence.arrays import Array, Floats
from probative.evidence.ladder import Ladder
from probative.evidence.mapped import let_go
from probative.evidence.part_sums import STRETCH

CHUNK = STRETCH
GIVEN_BACK = 8
"""Chunks after which windows of columns on disk are given back."""


@dataclass(frozen=True, slots=True)
class Step:
    """Consecutive rungs: their scores, the positives `p` and negatives `n` on each, and all of them down to it."""

    first: int
    """Index of the first rung of the chunk."""
    scores: Floats
    p: Floats
    n: Floats
    p_squared: Floats
    n_squared: Floats
    before: tuple[float, float]
    """Positives and negatives above the chunk."""
    counts: tuple[Array, Array]
    """The positives and negatives as they are kept: integers where rows are not weighted."""

    @property
    def part(self) -> slice:
        """Where the chunk lies on the ladder."""
        return slice(self.first, self.first + len(self.scores))

    @property
    def tp(self) -> Floats:
        """Positives down to each rung."""
        return _cumulated(self.counts[0], self.before[0])

    @property
    def fp(self) -> Floats:
        """Negatives down to each rung."""
        return _cumulated(self.counts[1], self.before[1])


def _cumulated(counts: Array, before: float) -> Floats:
    # Integers are summed several times as fast as floats, one of which has to wait for the other.
    total = np.cumsum(counts).astype(np.float64, copy=False)
    total += before
    return total


def steps(ladder: Ladder) -> Iterator[Step]:
    """The ladder, or a stretch of one, from the highest score to the lowest, chunk by chunk."""
    tp, fp = ladder.beginning.positives, ladder.beginning.negatives
    chunks, kept = -(-len(ladder.scores) // CHUNK), 0
    for chunk in range(chunks):
        step = _step(ladder, chunk, (tp, fp))
        yield step
        tp, fp = tp + float(step.p.sum()), fp + float(step.n.sum())
        if chunk + 1 - kept == GIVEN_BACK or chunk + 1 == chunks:
            let_go(*(column[kept * CHUNK : (chunk + 1) * CHUNK] for column in ladder.columns))
            kept = chunk + 1


def steps_where(ladder: Ladder, wanted: Callable[[Floats, Floats], Array]) -> Iterator[Step]:
    """Some of the steps: those whose numbers are wanted, by the positives and negatives down to the end of each."""
    start = ladder.beginning.positives, ladder.beginning.negatives
    ends = [before + np.cumsum(sums) for before, sums in zip(start, ladder.sums_of_stretches, strict=True)]
    for chunk in wanted(*ends).tolist():
        yield _step(ladder, chunk, (float(ends[0][chunk - 1]), float(ends[1][chunk - 1])) if chunk else start)
        let_go(*(column[chunk * CHUNK : (chunk + 1) * CHUNK] for column in ladder.columns))


def _step(ladder: Ladder, chunk: int, before: tuple[float, float]) -> Step:
    part = slice(chunk * CHUNK, (chunk + 1) * CHUNK)
    counts = ladder.positives[part], ladder.negatives[part]
    p, n = (column.astype(np.float64) for column in counts)
    p2, n2 = p, n
    if ladder.positives_squared is not None and ladder.negatives_squared is not None:
        p2, n2 = ladder.positives_squared[part], ladder.negatives_squared[part]
    return Step(ladder.beginning.rungs + part.start, ladder.scores[part], p, n, p2, n2, before, counts)
