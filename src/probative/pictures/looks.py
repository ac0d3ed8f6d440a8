"""How series are told apart: by colour, by dash and by the shape of the mark, each of which suffices alone."""

from __future__ import annotations

import numpy as np

from probative.evidence.arrays import Floats

COLOURS = ("#0067a5", "#c04a00", "#007a5a", "#a2417a", "#38809f", "#8f6600", "#3a3a3a")
"""Okabe and Ito's, darkened until lines stand out from paper three to one; the page's style sheet has them too."""
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
    return MARKS[(series + series // SERIES) % SERIES]


def shade(shares: Floats, log: bool) -> Floats:
    """How dark shares are, 0 to 1; by logarithm, a hundredth is told from none."""
    return np.asarray(np.log1p(99 * shares) / np.log1p(99)) if log else shares
