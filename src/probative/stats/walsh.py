"""The shift between two models: the median of the means of all pairs of differences."""

from __future__ import annotations

from math import inf, nan, sqrt

import numpy as np

from probative.evidence.arrays import Array, Floats
from probative.stats.meaning import Alternative
from probative.stats.rank_distributions import signed_rank_shares
from probative.stats.tails import beyond

LISTED = 2000
"""Up to this many differences all their pairs are listed; above, they are counted."""
EXACT_UP_TO = 50


def shift_limits(d: Floats, level: float, side: Alternative) -> tuple[float, float, float]:
    """Hodges and Lehmann's shift, and the shifts that the signed-rank test does not reject.

    >>> shift_limits(np.array([-1.0, 1.0, -1.0, -2.0, -3.0, -2.0]), 0.95, "two-sided")
    (-1.5, -3.0, 1.0)
    """
    n = len(d)
    pairs = n * (n + 1) // 2
    out = _left_out(n, beyond(level, side))
    wanted = [(pairs + 1) // 2, pairs // 2 + 1, max(out, 1), pairs + 1 - max(out, 1)]
    below, above, low, high = _walsh_averages(np.sort(d), np.array(wanted))
    if not out:
        return (below + above) / 2, nan, nan
    return (below + above) / 2, -inf if side == "less" else low, inf if side == "greater" else high


def _left_out(n: int, tail: float) -> int:
    """How far from the end the limit lies among the ordered pairs; 0 if even the last one is too near."""
    if n > EXACT_UP_TO:
        from scipy.special import ndtri

        return max(int(n * (n + 1) / 4 + ndtri(tail) * sqrt(n * (n + 1) * (2 * n + 1) / 24)), 0)
    cumulated = np.cumsum(signed_rank_shares(np.arange(1.0, n + 1))[::2])
    return int(np.searchsorted(cumulated, tail * (1 + 1e-12), side="right"))


def _walsh_averages(ordered: Floats, places: Array) -> list[float]:
    """The means of pairs (each with itself as well) at these places, counted from 1, in ascending order."""
    n = len(ordered)
    if n <= LISTED:
        i, j = np.triu_indices(n)
        averages = np.sort((ordered[i] + ordered[j]) / 2)
        return [float(averages[place - 1]) for place in places]
    return [_by_counting(ordered, int(place)) for place in places]


def _by_counting(ordered: Floats, place: int) -> float:
    """Halve the range until it holds one number: the smallest that enough averages do not exceed."""
    low, high = float(ordered[0]), float(ordered[-1])
    while low < (middle := low + (high - low) / 2) < high:
        partners = np.searchsorted(ordered, 2 * middle - ordered, side="right")
        reached = (int(partners.sum()) + int((ordered <= middle).sum())) // 2
        low, high = (low, middle) if reached >= place else (middle, high)
    return high
