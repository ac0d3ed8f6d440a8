"""Counts: their distribution function for any number of rows, and where an exact test begins to reject."""

from __future__ import annotations

from typing import Any

import numpy as np

from probative.evidence.arrays import Floats


def at_most(k: Any, n: Any, p: float) -> Floats:
    """Probability of at most k successes in n trials; k below 0 has none.

    >>> at_most([-1, 0, 2], 2, 0.5).tolist()
    [0.0, 0.25, 1.0]
    """
    from scipy.special import betainc

    k, n = np.broadcast_arrays(np.asarray(k, np.float64), np.asarray(n, np.float64))
    inside = (k >= 0) & (k < n)
    # Outside, the parameters are replaced: the function has no value there, and np.where evaluates both.
    below = betainc(np.where(inside, n - k, 1.0), np.where(inside, k + 1, 1.0), 1 - p)
    return np.asarray(np.where(inside, below, (k >= n).astype(np.float64)))


def lower_limit(n: Any, p: float, tail: float, *, mid: bool = False) -> Floats:
    """The largest k with P(K <= k) <= tail; -1 if there is none; `mid` counts half of P(K = k) only.

    >>> lower_limit([5, 6, 20], 0.5, 0.025).tolist(), lower_limit([5, 6, 20], 0.5, 0.025, mid=True).tolist()
    ([-1.0, 0.0, 5.0], [0.0, 0.0, 5.0])
    """
    from scipy.stats import binom

    n = np.asarray(n, np.float64)
    limit = np.asarray(binom.ppf(tail, n, p), np.float64) - 1
    # The quantile is the first k at or beyond the tail; exactly at it, or by half of it, it may still belong.
    for _ in range(2):
        after = at_most(limit + 1, n, p)
        if mid:
            after = (after + at_most(limit, n, p)) / 2
        limit = limit + ((after <= tail) & (limit + 1 < n))
    return limit
