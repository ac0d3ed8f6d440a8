"""A band for a whole ROC curve of few rows, from the order statistics of both classes, whatever their distributions.

Of m scores of one class, the share of the population above the k-th highest has the beta distribution of an order
statistic. A local level is found (by simulation of uniform numbers, once for each m) at which all m of these lie in
their own beta limits at once (equal precision: Nair 1984, Aldor-Noiman et al. 2013). A threshold's true point lies in
a rectangle, and the true curve in the union of the rectangles (Campbell 1994, with limits of equal precision in the
place of Kolmogorov's). The union leaves the curve only where both classes err at one place and to one side, which is
far rarer than either: classes at the sixth power of the level hold it. Of 28 settings (10 to 90 rows of a class, AUC
0.6 to 0.995, bimodal and unequally wide scores) the curve lay in the band of 95 % in 95 to 100 of 100 samples, where a
band of resampled curves held that of 25 positives and 25 negatives in 78 to 86.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from probative.evidence import Ladder
from probative.evidence.arrays import Array, Floats

POWER = 6
"""Of the level of the band, that of the limits of each class."""
DRAWS = 4000
"""Samples of uniform numbers: the local level is known to about 5 % of itself, the joint one to 0.3 points."""


def exact_limits(ladder: Ladder, grid: Floats, level: float) -> tuple[Floats, Floats]:
    """The least and the largest TPR at every FPR of a grid.

    >>> ladder = Ladder.from_scores([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.4])
    >>> [limits.round(2).tolist() for limits in exact_limits(ladder, np.array([0.0, 1.0]), 0.95)]
    [[0.0, 0.28], [0.96, 1.0]]
    """
    whole = ladder.effective_totals
    low_t, high_t, low_f, high_f = (
        limits
        for counts, rows in zip((ladder.positives, ladder.negatives), whole, strict=True)
        for limits in _of_class(counts, rows, level**POWER)
    )
    # The threshold of an FPR has one of the rectangles that reach it: from the first to the last of these.
    first = np.searchsorted(high_f, grid, side="left")
    last = np.searchsorted(low_f, grid, side="right") - 1
    # Where both classes have a score, the curve runs straight between two thresholds: the next one bounds it, too.
    tied = int(((ladder.positives > 0) & (ladder.negatives > 0)).any())
    return low_t[np.clip(first - tied, 0, len(low_t) - 1)], high_t[np.clip(last + tied, 0, len(high_t) - 1)]


def _of_class(counts: Array, rows: float, level: float) -> tuple[Floats, Floats]:
    """The least and the largest share of the class above every threshold, from above all scores to below them."""
    from scipy.special import betaincinv

    above = np.concatenate([[0.0], np.cumsum(counts, dtype=np.float64)])
    above *= rows / above[-1]
    below = rows - above
    alpha = _local(max(round(rows), 1), level)
    low, high = np.zeros(len(above)), np.ones(len(above))
    some = above > 1e-9
    low[some] = betaincinv(above[some], below[some] + 1, alpha / 2)
    some = below > 1e-9
    high[some] = betaincinv(above[some] + 1, below[some], 1 - alpha / 2)
    return low, high


@lru_cache(maxsize=64)
def _local(rows: int, level: float) -> float:
    """The level at which each order statistic of so many uniform numbers must lie in its limits for all to do so."""
    from scipy.special import betainc

    k = np.arange(1, rows + 1)
    uniform = np.sort(np.random.default_rng(rows).random((DRAWS, rows)), axis=1)
    share = betainc(k, rows + 1 - k, uniform)
    return float(np.quantile(2 * np.minimum(share, 1 - share).min(axis=1), 1 - level))
