"""Where a function crosses 0: SciPy's room of optimisation takes longer to load than a whole evaluation to solve."""

from __future__ import annotations

from collections.abc import Callable
from math import copysign, ulp

from probative.errors import BadInput

LONGEST = 2000
"""Steps at most: halves from the largest numbers down to the smallest take as many."""


def root(function: Callable[[float], float], low: float, high: float, within: float = 1e-15) -> float:
    """Where a continuous function that has opposite signs at both ends is 0, by Chandrupatla's method (1997).

    The place is known to `within` and the precision of floating-point numbers. Where a parabola through the last three
    places, taken as a function of the value, is sure to rise or to fall, it says where to look next; else the middle.

    >>> root(lambda x: x**3 - 2, 0.0, 2.0) == 2 ** (1 / 3)
    True
    """
    near, far = float(low), float(high)
    of_near, of_far = float(function(near)), float(function(far))
    if 0 in (of_near, of_far):
        return near if of_near == 0 else far
    if not min(of_near, of_far) < 0 < max(of_near, of_far):
        raise BadInput("the function does not change its sign.", found=f"{of_near:g} and {of_far:g} at its ends")
    share = 0.5
    for _ in range(LONGEST):
        at = near + share * (far - near)
        value = float(function(at))
        if copysign(1, value) == copysign(1, of_near):
            last, of_last = near, of_near
        else:
            last, of_last, far, of_far = far, of_far, near, of_near
        near, of_near = at, value
        best, least = (near, of_near) if abs(of_near) < abs(of_far) else (far, of_far)
        slack = (2 * ulp(best) + within) / abs(far - near) if far != near else 1.0
        if slack > 0.5 or least == 0:
            return best
        share = min(max(_parabola((near, far, last), (of_near, of_far, of_last)), slack), 1 - slack)
    return best


def _parabola(places: tuple[float, float, float], values: tuple[float, float, float]) -> float:
    """The share of the way from the first to the second place at which a parabola through all three is 0."""
    (a, b, c), (fa, fb, fc) = places, values
    if fc in (fa, fb) or c == b:
        return 0.5
    across, up = (a - b) / (c - b), (fa - fb) / (fc - fb)
    if not (up**2 < across and (1 - up) ** 2 < 1 - across):
        return 0.5
    return fa / (fb - fa) * fc / (fb - fc) + (c - a) / (b - a) * fa / (fc - fa) * fb / (fc - fb)
