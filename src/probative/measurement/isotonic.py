"""Isotonic recalibration of a ladder: pooling neighbouring rungs until the share of positives falls with the score.

The pools are the segments of the ROC curve's convex hull. All neighbours that are out of order are pooled at once,
chunk by chunk, which leaves few pools; the same steps finish what is left, or SciPy's isotonic regression where that
would take many of them.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from probative.evidence import Ladder
from probative.evidence.arrays import Array, Floats
from probative.evidence.evidence import remembered
from probative.evidence.mapped import let_go

_CHUNK = 1 << 16
_FEW = 64
"""Below this many pools, or once a pass removes little, chunks are put together before another pass."""
_PASSES = 100
"""Passes over what is left; after them SciPy takes over, whose room of optimisation is slow to load."""


@dataclass(frozen=True, slots=True)
class Pools:
    """Groups of consecutive rungs with falling shares of positives; `ends` are the indices of their last rungs."""

    ends: Array
    p: Floats
    n: Floats

    @property
    def rates(self) -> Floats:
        """Share of positives in each pool."""
        return self.p / (self.p + self.n)

    def rates_of(self, first: int, count: int) -> Floats:
        """The recalibrated rate of `count` rungs from index `first` on."""
        i, j = np.searchsorted(self.ends, [first, first + count - 1])
        ends = np.minimum(self.ends[i : j + 1], first + count - 1)
        return np.repeat(self.rates[i : j + 1], np.diff(ends, prepend=first - 1))


@remembered
def isotonic_pools(ladder: Ladder) -> Pools:
    """The pools of a ladder; their rates are the least-squares fit that never rises as the score falls."""
    parts = ladder.walked(pools_within)
    ends, p, n = parts[0] if len(parts) == 1 else _finished(*_pooled(*map(np.concatenate, zip(*parts, strict=True))))
    # Rungs without mass behind the last pool belong to it.
    ends[-1] = ladder.length - 1
    return Pools(ends, p, n)


def pools_within(ladder: Ladder) -> tuple[Array, Floats, Floats]:
    """The pools of a stretch alone: the last rung, the positives and the negatives of each."""

    def pooled(first: int) -> tuple[Array, Array, Array]:
        p, n = (column[first : first + _CHUNK].copy() for column in (ladder.positives, ladder.negatives))
        let_go(ladder.positives[first : first + _CHUNK], ladder.negatives[first : first + _CHUNK])
        places = np.arange(first, first + len(p)) + ladder.beginning.rungs
        occupied = (p + n) > 0
        if not occupied.all():
            places, p, n = places[occupied], p[occupied], n[occupied]
        return _pooled(places, p, n)

    firsts = range(0, len(ladder.scores), _CHUNK)
    if len(firsts) < 8:
        parts = [pooled(first) for first in firsts]
    else:
        with ThreadPoolExecutor(min(os.cpu_count() or 1, 8)) as pool:
            parts = list(pool.map(pooled, firsts))
    if not parts:
        return np.zeros(0, np.intp), np.zeros(0), np.zeros(0)
    ends, p, n = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    ends, p, n = _pooled(ends, p, n)
    ends, p, n = _finished(ends, p.astype(np.float64), n.astype(np.float64))
    ladder.note(ends)
    return ends, p, n


def _pooled(ends: Array, p: Array, n: Array) -> tuple[Array, Array, Array]:
    """Pool all neighbours that are out of order, again and again while that helps much.

    Neighbours with p1/n1 <= p2/n2 end up in one pool whatever else happens, so all of them may be joined at once.
    """
    while len(ends) > _FEW:
        lasts = _lasts(p, n)
        if len(lasts) > 0.95 * len(ends):
            break
        # Differences of running sums at the last places are the sums of the pools.
        p, n = np.diff(np.cumsum(p)[lasts], prepend=0), np.diff(np.cumsum(n)[lasts], prepend=0)
        ends = ends[lasts]
    return ends, p, n


def _lasts(p: Array, n: Array) -> Array:
    """The last places of runs of neighbours that are out of order or equal."""
    apart = np.empty(len(p), bool)
    # Products of counts may be larger than any integer; their sums are the faster for being integers.
    of_p, of_n = p.astype(np.float64, copy=False), n.astype(np.float64, copy=False)
    np.greater(of_p[:-1] * of_n[1:], of_p[1:] * of_n[:-1], out=apart[:-1])
    apart[-1:] = True
    return np.flatnonzero(apart)


def _finished(ends: Array, p: Floats, n: Floats) -> tuple[Array, Floats, Floats]:
    """The pools when none is out of order any more."""
    for _ in range(_PASSES):
        lasts = _lasts(p, n)
        if len(lasts) == len(ends):
            return ends, p, n
        firsts = np.concatenate([[0], lasts[:-1] + 1])
        ends, p, n = ends[lasts], np.add.reduceat(p, firsts), np.add.reduceat(n, firsts)
    return _by_scipy(ends, p, n)


def _by_scipy(ends: Array, p: Floats, n: Floats) -> tuple[Array, Floats, Floats]:
    from scipy.optimize import isotonic_regression

    fit = isotonic_regression(p / (p + n), weights=p + n, increasing=False)
    starts = fit.blocks[:-1]
    joined = np.add.reduceat(p, starts), np.add.reduceat(n, starts)
    ends = ends[fit.blocks[1:] - 1]
    # Pools of equal rate are one segment; rounding may have kept them apart.
    apart = np.concatenate([[True], joined[0][:-1] * joined[1][1:] > joined[0][1:] * joined[1][:-1]])
    firsts = np.flatnonzero(apart)
    return (
        ends[np.append(firsts[1:], len(ends)) - 1],
        np.add.reduceat(joined[0], firsts),
        np.add.reduceat(joined[1], firsts),
    )
