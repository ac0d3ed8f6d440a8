"""Cuts as they can be written: the shortest number that calls the same rows."""

from __future__ import annotations

from decimal import ROUND_FLOOR, Context, Decimal
from math import floor, frexp, isfinite

_EXACT = Context(prec=40)
_MOST = 17
"""Digits that tell any two floats apart."""


def shortest(above: float, up_to: float) -> str:
    """The shortest decimal in (above, up_to]: a cut that calls the same rows, and can be typed.

    >>> shortest(0.1, 0.71234), shortest(0.712339, 0.71234), shortest(0.25, 0.75), shortest(-3.0, -1.25)
    ('0.7', '0.71234', '0.7', '-2')
    """
    if not isfinite(up_to):
        return "∞" if up_to > 0 else "−∞"
    exact = Decimal(repr(up_to))
    first = exact.adjusted()
    plain = abs(frexp(up_to)[1]) < 900
    for place in range(first, first - _MOST, -1):
        if plain and _beyond(up_to, place) <= above:
            continue
        down = exact.quantize(Decimal((0, (1,), place)), ROUND_FLOOR, _EXACT)
        if above < float(down) <= up_to:
            return f"{down:f}"
    return repr(up_to)


def _beyond(number: float, place: int) -> float:
    """Not below the number rounded down to that decimal place: floats tell most places that are too coarse."""
    step = 10.0**place
    many = number / step
    rounded = floor(many + 1e-9 + abs(many) * 1e-15) * step
    return rounded + abs(rounded) * 1e-15
