"""How series are told apart: by colour, by dash and by the shape of the mark, each of which suffices alone."""

from __future__ import annotations

import numpy as np

from probative.evidence.arrays import Floats

COLOURS = ("#0063a6", "#b84300", "#0b3f30", "#8f25d4", "#6e6350", "#00717a", "#646b76")
"""Five to one from paper, apart for eyes that see fewer colours, the last the baseline's; in the style sheet too."""
GREY = len(COLOURS) - 1
"""The series of a rule that looks at no input."""
DASHES: tuple[tuple[int, ...], ...] = (
    (),
    (7, 3),
    (2, 3),
    (9, 3, 2, 3),
    (13, 4),
    (4, 2, 1, 2, 1, 2),
    (1, 3),
)
"""Lengths of strokes and gaps, for lines two units wide."""
MARKS = ("disc", "diamond", "square", "triangle", "triangle down", "cross", "star")
SERIES = len(COLOURS)
"""Series that differ in everything; later ones start again with other dashes and marks."""


def colour(series: int) -> str:
    """The colour of a series."""
    return COLOURS[series % SERIES]


def dash(series: int) -> tuple[int, ...]:
    """The dashes of a series: another order for every round through the colours."""
    return DASHES[(series + series // SERIES) % SERIES]


def mark(series: int) -> str:
    """The name of a series' mark.

    >>> mark(0), mark(7), dash(0), dash(7)
    ('disc', 'diamond', (), (7, 3))
    """
    # Of one colour, after all dashes, every dash gets another mark.
    return MARKS[(series + series // SERIES + series // SERIES**2) % SERIES]


def shade(shares: Floats, log: bool) -> Floats:
    """How dark shares are, 0 to 1; by logarithm, a hundredth is told from none."""
    return np.asarray(np.log1p(99 * shares) / np.log1p(99)) if log else shares
