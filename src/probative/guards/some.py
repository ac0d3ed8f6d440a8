"""Some of many rows or ids, for a sentence."""

from __future__ import annotations

from collections.abc import Sequence

SHOWN = 10


def some(rows: Sequence[object]) -> str:
    """The first ten; that there are more is said by dots.

    >>> some(range(12)), some([3, 4])
    ('0, 1, 2, 3, 4, 5, 6, 7, 8, 9, ...', '3, 4')
    """
    return ", ".join(map(str, rows[:SHOWN])) + (", ..." if len(rows) > SHOWN else "")
