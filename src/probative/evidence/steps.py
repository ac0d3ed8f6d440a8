"""Walking down a ladder: chunks of rungs with their cumulated counts.

A pass over chunks that fit the processor's cache needs no arrays as long as the ladder and is several times faster
than the same arithmetic on whole columns.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from probative.evidence.arrays import Floats
from probative.evidence.ladder import Ladder

CHUNK = 1 << 15


@dataclass(frozen=True, slots=True)
class Step:
    """Consecutive rungs: their scores, the positives `p` and negatives `n` on each, and all of them down to it."""

    first: int
    """Index of the first rung of the chunk."""
    scores: Floats
    p: Floats
    n: Floats
    tp: Floats
    fp: Floats
    p_squared: Floats
    n_squared: Floats


def steps(ladder: Ladder) -> Iterator[Step]:
    """The ladder from the highest score to the lowest, chunk by chunk."""
    tp = fp = 0.0
    for first in range(0, len(ladder.scores), CHUNK):
        part = slice(first, first + CHUNK)
        p, n = ladder.positives[part].astype(np.float64), ladder.negatives[part].astype(np.float64)
        p2, n2 = p, n
        if ladder.positives_squared is not None and ladder.negatives_squared is not None:
            p2, n2 = ladder.positives_squared[part], ladder.negatives_squared[part]
        all_p, all_n = np.cumsum(p), np.cumsum(n)
        all_p += tp
        all_n += fp
        tp, fp = float(all_p[-1]), float(all_n[-1])
        yield Step(first, ladder.scores[part], p, n, all_p, all_n, p2, n2)
