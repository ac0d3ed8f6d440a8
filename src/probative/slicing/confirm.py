"""Confirmation: a few slices that were found elsewhere, held against rows that nobody has looked at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from probative.evidence.arrays import Array, Floats
from probative.slicing.excess import Losses
from probative.slicing.found import Null

FEWEST_GROUPS = 10
"""Groups of rows inside a slice, and outside, from which their sums show how they vary."""


def permuted(
    losses: Losses,
    masks: Sequence[Array],
    n_permutations: int,
    rng: np.random.Generator,
    level: float,
    families: int,
    move: Callable[[int], None],
) -> Null:
    """The largest and smallest t of these slices when losses are dealt anew to all rows."""
    pattern = np.zeros(losses.n, np.int64)
    for mask in masks:
        pattern *= 2
        pattern += mask
    kinds, sizes = np.unique(pattern, return_counts=True)
    # Rows of one kind lie together: dealt losses are summed in stretches.
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    belongs = np.stack([(kinds >> (len(masks) - 1 - i)) & 1 for i in range(len(masks))]).astype(np.float64)
    rows = belongs @ sizes
    dealt = losses.values.copy()
    highs, lows = np.empty(n_permutations), np.empty(n_permutations)
    for number in range(n_permutations):
        rng.shuffle(dealt)
        sums = belongs @ np.add.reduceat(dealt, starts)
        squares = (
            losses.squares_from(rows, sums)
            if losses.pair is not None
            else belongs @ np.add.reduceat(np.square(dealt), starts)
        )
        t = losses.excess(rows, sums, squares)[0]
        highs[number], lows[number] = t.max(), t.min()
        move(1)
    return Null(highs, lows, level, families)


@dataclass(frozen=True, slots=True)
class Clustered:
    """The excess of slices where rows weigh differently or come in groups: what each group moves it by."""

    gap: Floats
    error: Floats
    freedom: Floats
    moves: Floats
    """By group and slice; to first order."""
    inside: Floats
    """Weighted mean losses in the slices."""

    @classmethod
    def of(cls, losses: Floats, masks: Sequence[Array], weight: Floats, groups: Array) -> Clustered:
        """Excess, standard error and degrees of freedom, groups varying as wholes."""
        count = int(groups.max()) + 1
        columns, inner, gaps = [], [], []
        for mask in masks:
            w_in, w_out = float(weight[mask].sum()), float(weight[~mask].sum())
            mean_in = float((weight * losses)[mask].sum()) / w_in
            mean_out = float((weight * losses)[~mask].sum()) / w_out
            moved = weight * np.where(mask, (losses - mean_in) / w_in, (mean_out - losses) / w_out)
            columns.append(np.bincount(groups, moved, count))
            inner.append(mean_in)
            gaps.append(mean_in - mean_out)
        moves = np.stack(columns, axis=1) * np.sqrt(count / (count - 1))
        squares = np.square(moves)
        total = squares.sum(axis=0)
        with np.errstate(divide="ignore", invalid="ignore"):
            # As many degrees of freedom as equally large moves would have (Satterthwaite).
            freedom = np.maximum(total**2 / np.square(squares).sum(axis=0) - 1, 1.0)
        return cls(np.array(gaps), np.sqrt(total), freedom, moves, np.array(inner))


def too_few(mask: Array, weight: Floats, groups: Array) -> bool:
    """Whether a slice, or what is outside of it, has too few groups to see how they vary."""
    return min(len(np.unique(groups[part & (weight > 0)])) for part in (mask, ~mask)) < FEWEST_GROUPS
