"""Exact distributions of rank sums given the ties, by counting. SciPy's exact tables take ranks as untied."""

from __future__ import annotations

import numpy as np

from probative.errors import BadParameter
from probative.evidence.arrays import Array, Floats

WORK = 4e9
"""Additions that an exact distribution may take."""


def midranks(values: Floats) -> Floats:
    """Ranks from 1; equal values share the mean of theirs.

    >>> midranks(np.array([3.0, 1.0, 3.0])).tolist()
    [2.5, 1.0, 2.5]
    """
    # Not SciPy's rankdata: its room of statistics takes longer to load than all ranks of an evaluation.
    values = np.ravel(values)
    if np.isnan(values).any():
        return np.full(len(values), np.nan)
    place, counts = np.unique(values, return_inverse=True, return_counts=True)[1:]
    found: Floats = (np.cumsum(counts) - (counts - 1) / 2)[place]
    return found


def signed_rank_shares(ranks: Floats) -> Floats:
    """Probability of every doubled sum of positive ranks when each sign is a fair toss.

    Midranks are multiples of one half, so doubled ranks are whole numbers.

    >>> signed_rank_shares(np.array([1.5, 1.5])).tolist()
    [0.25, 0.0, 0.0, 0.5, 0.0, 0.0, 0.25]
    """
    doubled = np.sort(np.round(2 * ranks).astype(np.int64))
    _bounded(float(doubled.sum()) * len(doubled))
    shares = np.zeros(int(doubled.sum()) + 1)
    shares[0], top = 1.0, 0
    for rank in doubled.tolist():
        shares[: top + 1] *= 0.5
        # The copy keeps the sums of before: without it a rank could be added twice.
        shares[rank : top + rank + 1] += shares[: top + 1].copy()
        top += rank
    return shares


def rank_sum_shares(ranks: Floats, size: int) -> Floats:
    """Probability of every doubled rank sum of `size` of the values when every choice is equally likely.

    >>> rank_sum_shares(np.array([1.0, 2.0, 3.0]), 1).tolist()
    [0.0, 0.0, 0.3333333333333333, 0.0, 0.3333333333333333, 0.0, 0.3333333333333333]
    """
    doubled = np.sort(np.round(2 * ranks).astype(np.int64))
    n, most = len(doubled), int(doubled[len(doubled) - size :].sum())
    _bounded(float(most) * size * n)
    ways = np.zeros((size + 1, most + 1))
    ways[0, 0] = 1.0
    for seen, rank in enumerate(doubled.tolist(), 1):
        # From the largest choice down, so that no value is used twice; choices that cannot be completed are left.
        for chosen in range(min(seen, size), max(size - (n - seen), 1) - 1, -1):
            ways[chosen, rank:] += ways[chosen - 1, : most + 1 - rank]
    return np.asarray(ways[size] / ways[size].sum())


def _bounded(work: float) -> None:
    if work > WORK:
        raise BadParameter(
            "the exact distribution of so many values would take too long.",
            found=f"about {work:.0e} steps",
            remedy="method='normal', which is as good at this size",
        )


def exact_p(shares: Floats, doubled: int, side: str) -> float:
    """Exact p of a doubled rank sum; two-sided: all sums at least as far from the mean.

    >>> exact_p(signed_rank_shares(np.array([1.0, 2.0, 3.0])), 0, "less")
    0.125
    """
    places: Array = np.arange(len(shares))
    if side == "two-sided":
        mean = float((places * shares).sum())
        far = np.abs(places - mean) >= abs(doubled - mean) - 1e-6
    else:
        far = places <= doubled if side == "less" else places >= doubled
    return min(1.0, float(shares[far].sum()))
