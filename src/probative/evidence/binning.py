"""Ladders of bins: one arithmetic grid, the same on every engine, and how far the area under the curve may be off.

A bin is an octave and ten binary digits of the odds s / (1 - s), so that probabilities near 0 and near 1 are told apart
as finely as any; of scores that are no probabilities, of s itself. Veltkamp's splitting rounds to these digits by two
products and two differences, which NumPy and engines asked in SQL do alike, to the last bit, and faster than either
reads bits.
"""

from __future__ import annotations

import numpy as np

from probative.evidence.arrays import Array, Floats, read_only
from probative.evidence.ladder import Ladder

SPLIT = 2.0**42 + 1
"""What splits a float of 53 binary digits: the 42 last ones are rounded away."""
BEHIND_1 = 1 + 2.0**-52
"""What stands for 1 in the odds, so that those of a score of 1 are finite."""
LARGE = 2.0**900
"""The largest score that is told from larger ones: beyond it products would overflow."""


def binned(ladder: Ladder) -> Ladder:
    """The rungs of each bin as one, at the middle of its scores; `auc_error` bounds what that does to the AUC.

    A bin of one distinct score adds no error.

    >>> fine = Ladder.from_scores([1, 0, 1, 0], [0.9, 0.70001, 0.70002, 0.1])
    >>> rough = binned(fine)
    >>> len(rough.scores), rough.auc_error
    (3, 0.125)
    """
    if not len(ladder.scores):
        return ladder
    bins = grid(ladder.scores, ladder.are_probabilities)
    starts = np.flatnonzero(np.concatenate([[True], bins[1:] != bins[:-1]]))
    ends = np.append(starts[1:], len(ladder.scores)) - 1
    return of_bins(ladder.scores[ends], ladder.scores[starts], *ladder.joined(starts), before=ladder.auc_error)


def of_bins(
    low: Floats,
    high: Floats,
    positives: Array,
    negatives: Array,
    positives_squared: Floats | None = None,
    negatives_squared: Floats | None = None,
    before: float = 0.0,
) -> Ladder:
    """The ladder of bins that are counted already, from the highest down, with the scores that each reaches."""
    p, n = positives.astype(np.float64), negatives.astype(np.float64)
    pairs = float(p.sum()) * float(n.sum())
    doubtful = float((p * n)[low < high].sum())
    bound = before + (0.5 * doubtful / pairs if pairs else 0.0)
    with np.errstate(invalid="ignore", over="ignore"):
        middle = np.where(low == high, low, low + (high - low) / 2)
    scores = read_only(np.where(np.isfinite(middle), middle, high))
    coarse = 1 if (low < high).any() else 0
    return Ladder(scores, positives, negatives, positives_squared, negatives_squared, bound, coarse)


def grid(scores: Floats, probabilities: bool) -> Floats:
    """The bin of each score, as the number that its scores are rounded to: higher scores are in no lower bin.

    >>> low, _, high = grid(np.array([0.5, 0.50001, 0.5006]), probabilities=True).tolist()
    >>> low, high
    (1.0, 1.001953125)
    """
    size = scores / (BEHIND_1 - scores) if probabilities else np.clip(scores, -LARGE, LARGE)
    wide = size * SPLIT
    return wide - (wide - size)


def grid_in_sql(score: str, low: float, high: float) -> str:
    """The same in SQL, of scores between these two."""
    size = f"{score} / ({_double(BEHIND_1)} - {score})"
    if not probable(low, high):
        inside = low >= -LARGE and high <= LARGE
        size = score if inside else f"greatest(least({score}, {_double(LARGE)}), {_double(-LARGE)})"
    wide = f"({size}) * {_double(SPLIT)}"
    return f"({wide}) - (({wide}) - ({size}))"


def probable(low: float, high: float) -> bool:
    """Whether scores that reach from one number to another are taken for probabilities."""
    return low >= 0 and high <= 1


def _double(number: float) -> str:
    """A float in SQL that is not taken for a decimal."""
    return f"{number!r}::DOUBLE"
