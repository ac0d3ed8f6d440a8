"""Confirmation: a few slices that were found elsewhere, held against rows that nobody has looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from probative.evidence.arrays import Array, Floats
from probative.slicing.excess import Losses
from probative.slicing.found import Null
from probative.slicing.kinds import Kinds
from probative.slicing.settings import Settings, dealings


def permuted(
    losses: Losses,
    masks: Sequence[Array],
    settings: Settings,
    rng: np.random.Generator,
    move: Callable[[int], None],
) -> Null:
    """The largest and smallest t of these slices when losses are dealt anew to all rows."""
    kinds = Kinds.of(masks)
    belongs, sizes = kinds.belongs, kinds.sizes
    rows = belongs @ sizes
    draw = _drawn if losses.pair is not None else _shuffled
    count = settings.n_permutations if losses.pair is not None else dealings(settings, losses.n)
    highs, lows = np.empty(count), np.empty(count)
    for number, (sums, squares) in enumerate(draw(losses, sizes, count, rng)):
        t = losses.excess(rows, belongs @ sums, belongs @ squares)[0]
        highs[number], lows[number] = t.max(), t.min()
        move(1)
    return Null(highs, lows, settings.level, settings.families)


def _drawn(losses: Losses, sizes: Array, count: int, rng: np.random.Generator) -> Iterator[tuple[Floats, Floats]]:
    """Of losses with two values only their number in each kind of row matters, which is drawn at once."""
    assert losses.pair is not None
    low, high = losses.pair
    many = int((losses.values == high).sum())
    for _ in range(count):
        high_rows = rng.multivariate_hypergeometric(sizes, many, method="marginals")
        low_rows = sizes - high_rows
        yield high * high_rows + low * low_rows, high**2 * high_rows + low**2 * low_rows


def _shuffled(losses: Losses, sizes: Array, count: int, rng: np.random.Generator) -> Iterator[tuple[Floats, Floats]]:
    """Rows of one kind lie together, so that shuffled losses are summed in stretches."""
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    dealt = losses.values.copy()
    for _ in range(count):
        rng.shuffle(dealt)
        yield np.add.reduceat(dealt, starts), np.add.reduceat(np.square(dealt), starts)
