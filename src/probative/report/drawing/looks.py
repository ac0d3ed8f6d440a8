"""How series are told apart: by colour, by dash and by the shape of the mark, each of which suffices alone."""

from __future__ import annotations

SERIES = 7
"""Colours (Okabe and Ito's, in the style sheet as --s0, --s1, ...); later series start again with other dashes."""
DASHES = ("", "7 3", "2 3", "9 3 2 3", "13 4", "4 2 1 2 1 2", "1 3")
MARKS = (
    "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0Z",
    "M0-5.5L5.5 0L0 5.5L-5.5 0Z",
    "M-4-4H4V4H-4Z",
    "M0-5L5 4H-5Z",
    "M0 5L5-4H-5Z",
    "M-2-5H2V-2H5V2H2V5H-2V2H-5V-2H-2Z",
    "M0-6L2-2L6 0L2 2L0 6L-2 2L-6 0L-2-2Z",
)
"""Outlines of marks around (0, 0): disc, diamond, square, triangle, triangle down, cross, star."""


def series_class(series: int) -> str:
    """The class that gives a series its colour."""
    return f"s{series % SERIES}"


def dash(series: int) -> str:
    """The dashes of a series: another order for every round through the colours."""
    return DASHES[(series + series // SERIES) % len(DASHES)]


def mark(series: int) -> str:
    """The outline of a series' mark."""
    return MARKS[(series + series // SERIES) % len(MARKS)]
