"""A short ladder that stands for a long one: in every narrow range of scores a few nodes with the same moments.

What adds a smooth function of the score over all rows (a loss, its powers, a logistic regression on the log odds) need
not meet every row. In a range so narrow that the function is a polynomial of degree five but for rounding, three rows
of each class with the first six moments of those that are there, as in Gauss's quadrature, give the same sum. So the
rows are walked once for all such sums. Scores so near 0 or 1 that a float cannot tell nodes from each other, and ranges
with few different scores, stay as they are.
"""

from __future__ import annotations

import numpy as np

from probative.evidence.arrays import Array, Floats, read_only
from probative.evidence.evidence import remembered
from probative.evidence.ladder import Ladder
from probative.evidence.mapped import let_go
from probative.evidence.nodes import group_moments, three_nodes
from probative.evidence.part_sums import whole_groups
from probative.evidence.sorting import sums_at_distinct
from probative.evidence.threads import in_stretches

LONG = 50_000
"""Rungs below which every rung is looked at."""
RANGES = 1024
"""No range has more than this part of the rungs, so that ranges are narrow where the scores are close together."""
PER_OCTAVE = 64
"""Ranges per octave of the score or of its distance from 1: log odds and logarithms are polynomials in each of them."""
NEAR_0, NEAR_1 = 2.0**-30, 2.0**-20
"""Nearer to 0 and 1 than this, scores stay as they are."""
MOMENTS = 6
FEW = 12
"""Ranges with fewer rungs stay as they are."""

Nodes = tuple[Floats, Floats]
"""Scores and the mass at each."""


@remembered
def condensed(ladder: Ladder) -> Ladder:
    """A ladder of probabilities with few rungs and the same sums of what is smooth.

    Short and weighted ladders are their own.

    >>> scores = np.linspace(0.9, 0.1, 100_001)
    >>> long = Ladder(scores, np.ones(100_001, int), np.ones(100_001, int))
    >>> short = condensed(long)
    >>> len(short.scores) < 10_000, round(float(short.positives @ np.log(short.scores) / np.log(scores).sum()), 12)
    (True, 1.0)
    """
    if ladder.length < LONG or ladder.weighted or not ladder.are_probabilities:
        return ladder
    parts = ladder.walked(nodes_within)
    if len(parts) == 1:
        return parts[0]
    columns = zip(*(part.columns for part in parts), strict=True)
    return Ladder.from_columns(map(np.concatenate, columns))


def nodes_within(ladder: Ladder) -> Ladder:
    """The nodes of a stretch; their ranges are as narrow as those of the whole ladder."""
    starts = _ranges(ladder)
    groups = list(whole_groups(starts[:-1], int(starts[-1])))

    def found(first: int, last: int) -> list[list[Nodes]]:
        return [_of_ranges(ladder, starts[i : j + 1]) for i, j in groups if first <= starts[i] < last]

    parts = [nodes for stretch in in_stretches(len(ladder.scores), found) for nodes in stretch]
    ends = [
        [_kept(ladder, column, slice(0, starts[0])), _kept(ladder, column, slice(starts[-1], None))]
        for column in (ladder.positives, ladder.negatives)
    ]
    (at_p, p), (at_n, n) = (_together([*ends[k], *(nodes[k] for nodes in parts)]) for k in (0, 1))
    masses = np.concatenate([p, np.zeros(len(n))]), np.concatenate([np.zeros(len(p)), n])
    scores, columns = sums_at_distinct(np.concatenate([at_p, at_n]), *masses)
    return Ladder(read_only(scores), read_only(columns[0]), read_only(columns[1]))


def _ranges(ladder: Ladder) -> Array:
    """The first rung of each range, and the one behind the last: between scores that are too near to 1 and to 0."""
    octaves = np.arange(1, 31)[:, None]
    low = np.sort((2.0**-octaves * (1 + np.arange(PER_OCTAVE) / PER_OCTAVE)).ravel())
    edges = np.concatenate([low[(low >= NEAR_0) & (low < 0.5)], 1 - low[(low > NEAR_1) & (low <= 0.5)]])
    first, last = int(ladder.rungs_above(1 - NEAR_1, "right")), int(ladder.rungs_above(NEAR_0))
    at = np.clip(ladder.rungs_above(edges), first, last)
    even = np.arange(first, last, max(ladder.length // RANGES, FEW))
    return np.unique(np.concatenate([at, even, [first, last]]))


def _of_ranges(ladder: Ladder, starts: Array) -> list[Nodes]:
    """Nodes of the positives and of the negatives in consecutive ranges."""
    part, firsts, sizes = slice(int(starts[0]), int(starts[-1])), starts[:-1] - starts[0], np.diff(starts)
    scores = ladder.scores[part]
    highest, lowest = scores[firsts], scores[firsts + sizes - 1]
    middle, half = (highest + lowest) / 2, np.maximum((highest - lowest) / 2, np.finfo(float).tiny)
    places = scores - np.repeat(middle, sizes)
    places /= np.repeat(half, sizes)
    found = []
    for column in (ladder.positives[part], ladder.negatives[part]):
        # Rungs without rows of the class add nothing to its sums, which are most of the work.
        some = np.flatnonzero(column > 0)
        mass = column.take(some).astype(np.float64)
        z, masses, good = three_nodes(group_moments(places.take(some), mass, np.searchsorted(some, firsts)))
        good &= sizes >= FEW
        at = np.clip(middle + half * z, lowest, highest)
        plain, mass = _outside(some, mass, good, sizes)
        found.append(_together([(scores[plain], mass), (at[:, good].ravel(), masses[:, good].ravel())]))
    let_go(*(column[part] for column in ladder.columns))
    return found


def _outside(some: Array, mass: Floats, good: Array, sizes: Array) -> Nodes:
    """Rungs and masses of those in ranges that stay as they are."""
    if good.all():
        return some[:0], mass[:0]
    out = np.flatnonzero(np.repeat(~good, sizes).take(some))
    return some[out], mass[out]


def _kept(ladder: Ladder, column: Array, part: slice) -> Nodes:
    """Rungs as they are, those that hold rows of the class."""
    some = column[part] > 0
    return ladder.scores[part][some], column[part][some].astype(np.float64)


def _together(nodes: list[Nodes]) -> Nodes:
    scores, masses = zip(*nodes, strict=True)
    return np.concatenate(scores), np.concatenate(masses)
