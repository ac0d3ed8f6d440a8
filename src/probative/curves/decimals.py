"""Cuts as they can be written: the shortest number that calls the same rows."""

from __future__ import annotations

from decimal import ROUND_FLOOR, Context, Decimal
from math import isfinite


def shortest(above: float, up_to: float) -> str:
    """The shortest decimal in (above, up_to]: a cut that calls the same rows, and can be typed.

    >>> shortest(0.1, 0.71234), shortest(0.712339, 0.71234), shortest(0.25, 0.75), shortest(-3.0, -1.25)
    ('0.7', '0.71234', '0.7', '-2')
    """
    if not isfinite(up_to):
        return "∞" if up_to > 0 else "−∞"
    exact = Decimal(repr(up_to))
    for digits in range(1, 18):
        step = Decimal((0, (1,), exact.adjusted() - digits + 1))
        down = exact.quantize(step, ROUND_FLOOR, Context(prec=40))
        if above < float(down) <= up_to:
            return f"{down:f}"
    return repr(up_to)
