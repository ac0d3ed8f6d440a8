"""The whole lattice at once: every slice, held against what permuted losses give (max-t)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from probative.evidence.arrays import Array, Floats
from probative.slicing.excess import Losses
from probative.slicing.found import Null, Tested
from probative.slicing.lattice import Block, Choice, Lattice
from probative.slicing.settings import Settings

CELLS = 1_500_000
"""Numbers worked on at a time."""
MOST = 2_000
"""Slices beyond the limit that are looked at further, the farthest first."""


def whole(
    losses: Losses, lattice: Lattice, settings: Settings, rng: np.random.Generator, move: Callable[[int], None]
) -> tuple[list[Tested], Null, int]:
    """Slices beyond the limit of chance, that limit, and how many were looked at.

    Losses are dealt anew to all rows again and again; features stay as they are, so that however slices overlap and
    features hang together, the largest t of all slices is drawn from its own distribution, exactly.
    """
    blocks, n_permutations = list(lattice.blocks()), settings.n_permutations
    highs, lows = np.full(n_permutations, -np.inf), np.full(n_permutations, np.inf)
    width = max(min(CELLS // max(losses.n, lattice.largest), n_permutations), 1)
    seen: dict[Block, tuple[Array, Floats]] = {}
    for start in range(0, n_permutations, width):
        stop = min(start + width, n_permutations)
        dealt = np.empty((losses.n, stop - start + (start == 0)))
        # The losses as they are go along with the first permutations.
        dealt[:, -1] = losses.values
        for column in range(stop - start):
            dealt[:, column] = rng.permutation(losses.values)
        for block in blocks:
            kept, t = _held(losses, lattice, block, settings.least, dealt)
            if not len(kept):
                continue
            if start == 0:
                seen[block] = kept, t[:, -1]
                t = t[:, :-1]
            np.maximum(highs[start:stop], t.max(axis=0), out=highs[start:stop])
            np.minimum(lows[start:stop], t.min(axis=0), out=lows[start:stop])
        move(stop - start)
    null = Null(highs, lows, settings.level, settings.families)
    looked_at = sum(int(lattice.own(block)[kept].sum()) for block, (kept, _) in seen.items())
    return _beyond(losses, lattice, seen, null.upper), null, looked_at


def _held(losses: Losses, lattice: Lattice, block: Block, least: int, dealt: Floats) -> tuple[Array, Floats]:
    """The numbers of the slices of a block that are neither too small nor nearly everything, and their t."""
    place, count = lattice.cells(block)
    rows = lattice.slices(block, np.bincount(place, minlength=count)[:, None].astype(np.float64))[:, 0]
    kept = np.flatnonzero((rows >= least) & (losses.n - rows >= least))
    if not len(kept):
        return kept, np.zeros((0, dealt.shape[1]))
    sums = lattice.slices(block, _summed(place, count, dealt))[kept]
    if losses.pair is not None:
        squares = losses.squares_from(rows[kept][:, None], sums)
    else:
        squares = lattice.slices(block, _summed(place, count, np.square(dealt)))[kept]
    return kept, losses.excess(rows[kept], sums, squares)[0]


def _summed(place: Array, count: int, columns: Floats) -> Floats:
    """Sums by cell of every column."""
    from scipy.sparse import csr_array

    n = len(place)
    return np.asarray(csr_array((np.ones(n), place, np.arange(n + 1)), shape=(n, count)).T @ columns)


def _beyond(losses: Losses, lattice: Lattice, seen: dict[Block, tuple[Array, Floats]], limit: float) -> list[Tested]:
    """The slices beyond the limit, the farthest first, each once."""
    found: dict[Choice, float] = {}
    for block, (kept, t) in seen.items():
        far = np.flatnonzero(t > limit)
        for choice, one in zip(lattice.choices(block, kept[far]), t[far].tolist(), strict=True):
            found.setdefault(choice, one)
    first = sorted(found, key=lambda choice: (-found[choice], len(choice), choice))[:MOST]
    return [measured(losses, choice, lattice.rows(choice)) for choice in first]


def measured(losses: Losses, choice: Choice, held: Array) -> Tested:
    """A slice by its rows."""
    mine = losses.values[held]
    rows, sums = np.array([len(mine)]), np.array([mine.sum()])
    t, gap, error = losses.excess(rows, sums, np.array([np.square(mine).sum()]))
    return Tested(choice, float(t[0]), float(gap[0]), float(error[0]), len(mine))
