"""Power of McNemar's test, summed over how many rows will be discordant and who will win them."""

from __future__ import annotations

from math import sqrt

import numpy as np

from probative.evidence.arrays import Floats
from probative.planning.binomial import at_most, lower_limit
from probative.planning.design import Design
from probative.stats.disagreements import METHODS

WIDE = 9.0
"""Standard deviations around the expected number of discordant rows; beyond them lies 1e-18."""


def summed_power(design: Design, kind: str | None, n: int, discordance: float, difference: float) -> float:
    """Probability that McNemar's test of that kind rejects; None is the kind that the test chooses by itself.

    >>> from probative.planning.design import Design
    >>> round(summed_power(Design(level=0.95, side="two-sided"), "exact", 200, 0.2, 0.08), 4)
    0.677
    """
    from scipy.stats import binom

    centre, reach = n * discordance, WIDE * sqrt(n * discordance * (1 - discordance)) + WIDE**2
    rows = np.arange(max(np.floor(centre - reach), 0), min(np.ceil(centre + reach), n) + 1)
    share = min(max((discordance + difference) / (2 * discordance), 0.0), 1.0)
    losses = most_losses(design, kind, rows)
    rejected = np.zeros(len(rows))
    if design.side != "less":
        rejected += at_most(losses, rows, 1 - share)
    if design.side != "greater":
        rejected += at_most(losses, rows, share)
    return float(binom.pmf(rows, n, discordance) @ rejected)


def most_losses(design: Design, kind: str | None, rows: Floats) -> Floats:
    """How many discordant rows the winner may lose if the test is to reject; -1 if it cannot.

    >>> from probative.planning.design import Design
    >>> most_losses(Design(level=0.95, side="two-sided"), None, np.array([5.0, 6.0, 40.0])).tolist()
    [0.0, 0.0, 13.0]
    """
    kind = kind or METHODS[0]
    if kind.startswith("chi2"):
        correction = 1.0 if kind == "chi2-corrected" else 0.0
        limit = np.floor((rows - correction - design.quantile * np.sqrt(rows)) / 2)
    else:
        limit = lower_limit(rows, 0.5, design.tail, mid=kind == "mid-p")
    # Without a discordant row there is nothing to reject by.
    return np.asarray(np.where(rows > 0, np.maximum(limit, -1.0), -1.0))
