"""Ladders of bins: one arithmetic grid, the same on every engine, and how far the area under the curve may be off.

A bin is an octave and ten binary digits of min(s, 1 - s), so that probabilities near 0 and near 1 are told apart as
finely as any; of scores that are no probabilities, of |s|. Both are steps of arithmetic without rounding.
"""

from __future__ import annotations

import numpy as np

from probative.evidence.arrays import Array, Floats, read_only
from probative.evidence.ladder import Ladder

DROPPED = 42
"""Of the 52 binary digits behind the point of a float, those that a bin does not look at."""


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
    sides, bins = grid(ladder.scores, ladder.are_probabilities)
    apart = (bins[1:] != bins[:-1]) | (sides[1:] != sides[:-1])
    starts = np.flatnonzero(np.concatenate([[True], apart]))
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


def grid(scores: Floats, probabilities: bool) -> tuple[Array, Array]:
    """The side of the middle on which each score lies, and its bin there."""
    sides = scores > 0.5 if probabilities else scores < 0
    size = np.where(sides, 1 - scores, scores) if probabilities else np.abs(scores)
    return sides, (size + 0.0).view(np.int64) >> DROPPED


def grid_in_sql(score: str, probabilities: bool) -> tuple[str, str]:
    """The same for an engine that is asked in SQL, in which a float can be read as bits."""
    side = f"{score} > 0.5" if probabilities else f"{score} < 0"
    size = f"CASE WHEN {side} THEN 1 - {score} ELSE {score} END" if probabilities else f"abs({score})"
    return side, f"(({size}) + 0.0)::DOUBLE::BIT::BIGINT >> {DROPPED}"
