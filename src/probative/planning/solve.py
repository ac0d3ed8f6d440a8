"""The missing one of rows, difference and power."""

from __future__ import annotations

from collections.abc import Callable
from math import isinf

import numpy as np

from probative.errors import BadParameter
from probative.inference.roots import root
from probative.planning.design import Design

MOST = 10**12
CLOSE = 1e-12
"""Power is computed to about this, so that a power that was computed leads back to its n."""


def first_n(enough: Callable[[int], bool], smallest: int) -> int:
    """The first number of rows from `smallest` on that is enough, where more rows are never worse.

    >>> first_n(lambda n: n >= 1234, 2)
    1234
    """
    low, high = smallest - 1, smallest
    while not enough(high):
        if high >= MOST:
            raise BadParameter(
                "no test set that anybody has is large enough.",
                found=f"more than {MOST:.0e} rows",
                remedy="a larger difference, margin or half width",
            )
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def rows_for(design: Design, difference: float, power: float) -> int:
    """The number of rows that gives the power, and below which it does not hold any more.

    >>> from probative.planning.mean_loss import MeanLoss
    >>> rows_for(MeanLoss(level=0.95, side="two-sided", sd=1.0), 0.5, 0.8)
    34
    """

    def enough(n: int) -> bool:
        return design.power(n, difference) >= power - CLOSE

    n = first_n(enough, design.smallest)
    while True:
        # One more row can cost power where counts step; what is promised must hold for the next sizes, too.
        later = np.arange(n, n + design.ripple(n, difference) + 1)
        short = later[design.powers(later, difference) < power - CLOSE]
        if not len(short):
            return n
        n = int(short[-1]) + 1


def difference_for(design: Design, n: int, power: float) -> float:
    """The smallest true difference that n rows show with the power, on the side that the test looks at.

    >>> from probative.planning.mean_loss import MeanLoss
    >>> round(difference_for(MeanLoss(level=0.95, side="two-sided", sd=1.0), 34, 0.8), 3)
    0.495
    """
    sign = -1.0 if design.side == "less" else 1.0
    near, far = -design.shift, design.reach[1] if sign > 0 else -design.reach[0]
    if isinf(far):
        far = _doubled(design, n, power, near, sign)
    else:
        near = max(near, sign * design.reach[0] if sign > 0 else -design.reach[1])

    def lacking(difference: float) -> float:
        return design.power(n, sign * difference) - power

    if lacking(far) < 0:
        raise BadParameter(
            "so few rows cannot show any difference with that power.",
            found=f"n = {n}, power {lacking(far) + power:.3g} at the largest difference, {far:g}",
            remedy="more rows, or less power",
        )
    if lacking(near) > 0:
        near_power = lacking(near) + power
        raise BadParameter("that power is reached without a difference.", found=f"{near_power:.3g}", remedy="0.8")
    return sign * root(lacking, near, far, within=1e-14)


def _doubled(design: Design, n: int, power: float, near: float, sign: float) -> float:
    """A difference beyond the one that is looked for, where nothing bounds it."""
    step = 1.0
    while design.power(n, sign * (near + step)) < power:
        step *= 2
    return near + step
