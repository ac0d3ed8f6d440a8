"""Sphericity: whether the differences between all pairs of models vary equally, as repeated measures assume."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, inf, log, nan

import numpy as np

from probative.evidence.arrays import Floats
from probative.stats.tails import chi2_tail

FLAT = 1e-11
"""Relative variance below which a contrast of models does not vary."""


@dataclass(frozen=True, slots=True)
class Sphericity:
    """Mauchly's test, and the factors by which degrees of freedom shrink without sphericity."""

    w: float
    chi2: float
    df: float
    p: float
    greenhouse_geisser: float
    huynh_feldt: float
    """As computed; it may exceed 1, and is cut there where it is used."""


def sphericity(values: Floats) -> Sphericity:
    """Mauchly's W, and the epsilons of Greenhouse and Geisser and of Huynh and Feldt, of a table of results.

    >>> columns = [2.2, 3.1, 4.3, 4.1, 7.2], [1.1, 2.5, 4.1, 5.2, 6.4], [8.2, 4.5, 3.4, 6.2, 7.2]
    >>> found = sphericity(np.column_stack(columns))
    >>> round(found.w, 3), round(found.greenhouse_geisser, 2), round(found.huynh_feldt, 2), round(found.p, 3)
    (0.21, 0.56, 0.62, 0.096)
    """
    from scipy.linalg import helmert

    n, k = values.shape
    d = k - 1
    if d == 1:
        # One difference cannot vary unequally.
        return Sphericity(1.0, 0.0, 0, 1.0, 1.0, 1.0)
    # From a value nearby, since the mean of large numbers rounds.
    contrasts = (values - values[0, 0]) @ helmert(k).T
    spread = np.atleast_2d(np.cov(contrasts, rowvar=False)) if n > 1 else np.full((d, d), nan)
    trace = float(np.trace(spread))
    if not trace > 0:
        return Sphericity(nan, nan, nan, nan, nan, nan)
    gg = trace**2 / (d * float(np.square(spread).sum()))
    room = n - 1 - d * gg
    hf = (n * d * gg - 2) / (d * room) if room > 1e-12 else inf
    return Sphericity(*_mauchly(spread / trace, n, k), min(gg, 1.0), hf)


def _mauchly(spread: Floats, n: int, k: int) -> tuple[float, float, float, float]:
    """W, chi-squared, its degrees of freedom and p, with the second term of the series as in R's mauchly.test."""
    d, rest = k - 1, n - 1
    df = d * (d + 1) / 2 - 1
    if rest < d:
        # Too few rows to see every direction: W is 0 whatever the truth.
        return nan, nan, df, nan
    sizes = np.linalg.eigvalsh(spread)
    # A direction without spread is one, whatever trace rounding leaves of it.
    log_w = float(np.log(sizes).sum()) + d * log(d) if sizes[0] > FLAT * sizes[-1] else -inf
    factor = 1 - (2 * d**2 + d + 2) / (6 * d * rest)
    chi2 = -rest * factor * log_w
    if not (np.isfinite(chi2) and factor > 0):
        return exp(log_w), nan, df, nan
    second = (d + 2) * (d - 1) * (d - 2) * (2 * d**3 + 6 * d**2 + 3 * k + 2) / (288 * (rest * d * factor) ** 2)
    p = chi2_tail(chi2, df)
    return exp(log_w), chi2, df, p + second * (chi2_tail(chi2, df + 4) - p)
