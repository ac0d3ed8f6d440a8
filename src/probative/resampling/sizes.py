"""Sizes of parts: whole numbers and shares, checked, rounded, read and written."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from typing import Any

import numpy as np

from probative.errors import BadParameter

Share = float | Fraction


def rounded(n: int, share: Share, least: int = 1) -> int:
    """The nearest whole number of rows (halves up), at least `least` of them, leaving at least one."""
    if n < 2:
        raise BadParameter("a split needs at least two rows.", found=f"{n}")
    return min(max(math.floor(n * share + Fraction(1, 2)), least), n - 1)


def checked_share(share: Share, name: str) -> Fraction:
    """A share strictly between 0 and 1, as the fraction meant: 0.7 is 7/10, so that sizes and names are exact."""
    known = isinstance(share, float | Fraction) and 0 < share < 1
    exact = Fraction(share).limit_denominator(10**6) if known else Fraction(0)
    if not 0 < exact < 1:
        raise BadParameter(f"{name} must lie between 0 and 1.", found=repr(share), remedy="0.7 for 70 %")
    return exact


def percents(*shares: Share) -> str:
    """Shares as 70/30; a single one is completed, and thirds stay thirds."""
    if len(shares) == 1 and isinstance(shares[0], Fraction) and shares[0].denominator in (3, 6, 7, 9):
        return str(shares[0])
    parts = (*shares, 1 - shares[0]) if len(shares) == 1 else shares
    return "/".join(f"{float(part * 100):.12f}".rstrip("0").rstrip(".") for part in parts)


def shares_in(word: str) -> tuple[float | Fraction, ...] | None:
    """Shares such as 70/30, 60/20/20, 2/3, 2/3-1/3, 0.7 and 80%: of the training rows first."""
    if match := re.fullmatch(r"(\d/[1-9])(?:-(\d/[1-9]))?", word):
        share = Fraction(match[1])
        return (share, 0) if 0 < share < 1 and (match[2] is None or share + Fraction(match[2]) == 1) else None
    if match := re.fullmatch(r"(0?\.\d+)|(\d+(?:\.\d+)?)%", word):
        return (float(match[1]) if match[1] else float(match[2]) / 100, 0)
    parts = re.fullmatch(r"\d+(?:\.\d+)?(?:/\d+(?:\.\d+)?){1,2}", word)
    if not parts:
        return None
    numbers = [Fraction(part) for part in word.split("/")]
    total = sum(numbers, Fraction(0))
    close = any(abs(total - whole) < Fraction(1, 10**9) for whole in (1, 10, 100))
    return tuple(number / total for number in numbers) if close and all(numbers) else None


def whole(value: Any, name: str, least: int) -> int:
    """A whole number of at least `least`."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
        raise BadParameter(f"{name} must be a whole number of at least {least}.", found=repr(value))
    return int(value)
