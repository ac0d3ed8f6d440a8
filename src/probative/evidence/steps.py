"""Walking down a ladder: chunks of rungs with their cumulated counts.

A pass over chunks that fit the processor's cache needs no arrays as long as the ladder and is several times faster
than the same arithmetic on whole columns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from probative.evidence.arrays import Array, Floats
from probative.evidence.ladder import Ladder
from probative.evidence.mapped import GIVEN_BACK, let_go
from probative.evidence.part_sums import STRETCH
from probative.evidence.threads import in_stretches

CHUNK = STRETCH


@dataclass(frozen=True)
class Step:
    """Consecutive rungs: their scores, what lies on each, and all of it down to each.

    Floats are made when they are asked for, once: half of the walks ask for running counts only.
    """

    first: int
    """Index of the first rung of the chunk."""
    scores: Floats
    counts: tuple[Array, Array]
    """The positives and negatives as they are kept: integers where rows are not weighted."""
    squares: tuple[Floats, Floats] | None = None
    """Their squared weights, where rows are weighted."""
    before: tuple[float, float] = (0.0, 0.0)
    """Positives and negatives above the chunk."""

    @property
    def part(self) -> slice:
        """Where the chunk lies on the ladder."""
        return slice(self.first, self.first + len(self.scores))

    @cached_property
    def p(self) -> Floats:
        """Positives on each rung."""
        return self.counts[0].astype(np.float64)

    @cached_property
    def n(self) -> Floats:
        """Negatives on each rung."""
        return self.counts[1].astype(np.float64)

    @property
    def p_squared(self) -> Floats:
        """Squared weights of the positives on each rung."""
        return self.p if self.squares is None else self.squares[0]

    @property
    def n_squared(self) -> Floats:
        """Squared weights of the negatives on each rung."""
        return self.n if self.squares is None else self.squares[1]

    @property
    def tp(self) -> Floats:
        """Positives down to each rung: an array of your own."""
        return _cumulated(self.counts[0], self.before[0])

    @property
    def fp(self) -> Floats:
        """Negatives down to each rung: an array of your own."""
        return _cumulated(self.counts[1], self.before[1])

    @property
    def called(self) -> Floats:
        """Rows down to each rung: an array of your own."""
        return _cumulated(self.counts[0] + self.counts[1], sum(self.before))


def _cumulated(counts: Array, before: float) -> Floats:
    # Integers are summed several times as fast as floats, one of which has to wait for the other.
    total = np.cumsum(counts).astype(np.float64, copy=False)
    total += before
    return total


def steps(ladder: Ladder) -> Iterator[Step]:
    """The ladder, or a stretch of one, from the highest score to the lowest, chunk by chunk."""
    starts, kept = _starts(ladder), 0
    chunks = len(starts) - 1
    for chunk in range(chunks):
        yield _step(ladder, chunk, starts[chunk])
        if chunk + 1 - kept == GIVEN_BACK or chunk + 1 == chunks:
            let_go(*(column[kept * CHUNK : (chunk + 1) * CHUNK] for column in ladder.columns))
            kept = chunk + 1


def steps_where(ladder: Ladder, wanted: Callable[[Floats, Floats], Array]) -> Iterator[Step]:
    """Some of the steps: those whose numbers are wanted, by the positives and negatives down to where each begins.

    Behind them stands where the last one ends.
    """
    starts = _starts(ladder)
    for chunk in wanted(*np.array(starts).T).tolist():
        yield _step(ladder, chunk, starts[chunk])
        let_go(*(column[chunk * CHUNK : (chunk + 1) * CHUNK] for column in ladder.columns))


def in_steps(ladder: Ladder, work: Callable[[Step], None]) -> None:
    """Something done with every step, in any order and on all processors: columns as long as the ladder are filled."""
    starts = _starts(ladder)

    def some(first: int, last: int) -> None:
        for chunk in range(first // CHUNK, -(-last // CHUNK)):
            work(_step(ladder, chunk, starts[chunk]))
            let_go(*(column[chunk * CHUNK : (chunk + 1) * CHUNK] for column in ladder.columns))

    in_stretches(len(ladder.scores), some, CHUNK)


def _starts(ladder: Ladder) -> list[tuple[float, float]]:
    """The positives and negatives above each chunk, and those down to the end of the last."""
    above = ladder.beginning.positives, ladder.beginning.negatives
    # The sums of chunks are remembered with the ladder.
    sums = (np.cumsum([before, *sums]) for before, sums in zip(above, ladder.sums_of_stretches, strict=True))
    return list(zip(*(column.tolist() for column in sums), strict=True))


def _step(ladder: Ladder, chunk: int, before: tuple[float, float]) -> Step:
    part, squares = slice(chunk * CHUNK, (chunk + 1) * CHUNK), None
    if ladder.positives_squared is not None and ladder.negatives_squared is not None:
        squares = ladder.positives_squared[part], ladder.negatives_squared[part]
    counts = ladder.positives[part], ladder.negatives[part]
    return Step(ladder.beginning.rungs + part.start, ladder.scores[part], counts, squares, before)
