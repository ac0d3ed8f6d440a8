"""Levels of confidence, checked once for everybody who takes one."""

from __future__ import annotations

from numbers import Real

from probative.errors import BadParameter


def checked_level(level: float, least: float = 0.0) -> float:
    """A level between `least` and 1.

    >>> checked_level(0.95)
    0.95
    """
    if isinstance(level, bool) or not isinstance(level, Real) or not least < level < 1:
        raise BadParameter(f"a level lies between {least:g} and 1.", found=repr(level), remedy="0.95 for 95 %")
    return float(level)
