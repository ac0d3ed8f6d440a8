"""Sums of centred powers, and moving their centre: the arithmetic that makes moments mergeable."""

from __future__ import annotations

from functools import cache
from math import comb

import numpy as np

from probative.evidence.arrays import Array, Floats, inner

ORDER = 6
"""Highest power kept: means of squares need 4 for their variance and 6 for its skewness."""


def stable_mean(values: Floats, weight: Floats | None = None) -> float:
    """The (weighted) mean, exact to the last digits even far from zero."""
    if not len(values):
        return 0.0
    rough = float(values[0]) if weight is None else float(values[np.argmax(weight)])
    gap = values - rough
    return rough + float(gap.mean() if weight is None else inner(gap, weight) / weight.sum())


def power_sums(values: Floats, centre: float, weight: Floats | None, order: int = ORDER) -> Floats:
    """Sums of weight times (value - centre) to the powers 0 to `order`."""
    gap = values - centre
    term = np.ones_like(gap) if weight is None else weight.astype(np.float64)
    sums = np.empty(order + 1)
    for k in range(order + 1):
        sums[k] = term.sum()
        if k < order:
            term = term * gap
    return sums


def joint_power_sums(a: Floats, b: Floats, centres: tuple[float, float], weight: Floats | None) -> Floats:
    """Sums of weight times (a - centre)^i (b - centre)^j for all i + j of at most ORDER."""
    x, y = a - centres[0], b - centres[1]
    sums = np.zeros((ORDER + 1, ORDER + 1))
    row = np.ones_like(x) if weight is None else weight.astype(np.float64)
    for i in range(ORDER + 1):
        term = row
        for j in range(ORDER + 1 - i):
            sums[i, j] = term.sum()
            if j < ORDER - i:
                term = term * y
        if i < ORDER:
            row = row * x
    return sums


def recentred(sums: Floats, shift: float | Array, axis: int = -1) -> Floats:
    """The sums about a centre that lies lower by `shift`: each value's distance grows by it."""
    moved = np.moveaxis(sums, axis, -1)
    choices, steps = _binomial(moved.shape[-1])
    step = np.asarray(shift, np.float64)[..., None, None]
    # What stands above a power says nothing of it, not even where it is undefined; joint powers beyond those kept may.
    with np.errstate(over="ignore", invalid="ignore"):
        terms = np.where(choices > 0, choices * step**steps * moved[..., :, None], 0.0)
        return np.moveaxis(terms.sum(axis=-2), -1, axis)


@cache
def _binomial(size: int) -> tuple[Floats, Array]:
    """How often each lower power (rows) is in a power of a sum (columns), and with which power of the shift."""
    powers = range(size)
    choices = np.array([[comb(k, j) for k in powers] for j in powers], np.float64)
    return choices, np.array([[max(k - j, 0) for k in powers] for j in powers])
