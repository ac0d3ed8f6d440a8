"""What a stretch is asked where it lies: its sums, counts at levels and down to rungs, groups of rungs as one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from probative.evidence.arrays import Array, Floats
from probative.evidence.ladder import Ladder
from probative.evidence.stretch import Stretch, sums_down_to

USUAL = np.arange(1000, -1, -1) / 1000
"""Levels whose counts the first pass brings: the ticks of a page and the thresholds of a decision curve."""


@dataclass(frozen=True, slots=True)
class Survey:
    """What the first pass brings of a stretch: its rungs and sums, its ends, and the counts at usual levels in it."""

    sums: tuple[float, ...]
    """Rungs, positives and negatives (and their squared weights)."""
    ends: tuple[float, float] | None
    levels: Floats
    rungs: Array
    counts: Floats
    """Rungs of this stretch above each level that lies in it, and the sums down to there, a column a level."""

    @classmethod
    def of(cls, ladder: Ladder, _: object = None) -> Survey:
        """The survey of some rungs.

        >>> found = Survey.of(Ladder.from_scores([1, 0, 0], [0.4, 0.4, 0.399]))
        >>> found.sums, found.levels.tolist(), found.rungs.tolist(), found.counts.tolist()
        ((2.0, 1.0, 2.0), [0.4, 0.399], [1, 2], [[1.0, 1.0], [1.0, 2.0]])
        """
        columns = ladder.columns[1:]
        sums = (float(len(ladder.scores)), *(float(column.sum()) for column in columns))
        if not len(ladder.scores):
            return cls(sums, None, np.zeros(0), np.zeros(0, np.int64), np.zeros((len(columns), 0)))
        high, low = float(ladder.scores[0]), float(ladder.scores[-1])
        levels = USUAL[(low <= USUAL) & (high >= USUAL)]
        rungs = ladder.rungs_above(levels)
        return cls(sums, (high, low), levels, rungs, sums_down_to(ladder, rungs))


def rungs_above(stretch: Stretch, levels: Floats, side: Literal["left", "right"]) -> Array:
    """How many rungs of a stretch have a score of at least each level ("right": above it)."""
    found = stretch.rungs_above(levels, side)
    stretch.note(stretch.place.rungs + found)
    return found


def noting(stretch: Stretch, rungs: Array) -> None:
    """Nothing but notes."""
    stretch.note(rungs)


@dataclass(frozen=True, slots=True)
class Groups:
    """Groups of consecutive rungs that a stretch has a part of: the number of each, its ends and its sums."""

    numbers: Array
    highest: Floats
    lowest: Floats
    sums: tuple[Array, ...]
    """Positives, negatives (and squared weights) of each."""
    mean: Floats
    """Mean score of the rows."""
    inside: Floats
    """Positives times negatives, summed over the rungs."""


def groups(stretch: Stretch, starts: Array) -> Groups:
    """The groups that begin at some rungs of the whole ladder."""
    first, rungs = stretch.beginning.rungs, len(stretch.scores)
    i, j = np.searchsorted(starts, [first, first + rungs])
    begin = starts[i:j] - first
    numbers = np.arange(i, j)
    if rungs and (not len(begin) or begin[0] > 0):
        # The first rungs go on with a group that begins above.
        begin, numbers = np.concatenate([[0], begin]), np.concatenate([[i - 1], numbers])
    if not rungs:
        begin, numbers = begin[:0], numbers[:0]
    return _groups(stretch, begin.astype(np.intp), numbers)


def even_groups(stretch: Stretch, many: int) -> Groups:
    """Groups that hold equal shares of all rows."""
    before_it = stretch.beginning.positives + stretch.beginning.negatives
    mass = stretch.positives + stretch.negatives
    before = np.cumsum(mass) - mass + before_it
    number = np.minimum((before * (many / stretch.n)).astype(np.intp), many - 1)
    begin = np.flatnonzero(np.diff(number, prepend=-1))
    return _groups(stretch, begin, number[begin])


def _groups(stretch: Stretch, begin: Array, numbers: Array) -> Groups:
    if not len(begin):
        nothing = np.zeros(0)
        sums = tuple(column[:0] for column in stretch.columns[1:])
        return Groups(numbers, nothing, nothing, sums, nothing, nothing)
    p, n, scores = stretch.positives, stretch.negatives, stretch.scores
    ends = np.append(begin[1:], len(scores))
    highest, lowest = scores[begin], scores[ends - 1]
    mass = p + n
    with np.errstate(invalid="ignore", over="ignore", divide="ignore"):
        # Distances within a group are small where the scores themselves may be huge, or ulps apart.
        far = np.add.reduceat((scores - np.repeat(highest, ends - begin)) * mass, begin)
        mean = np.clip(highest + far / np.add.reduceat(mass, begin), lowest, highest)
    sums = tuple(np.add.reduceat(column, begin) for column in stretch.columns[1:])
    inside = np.add.reduceat(p.astype(np.float64) * n.astype(np.float64), begin)
    return Groups(numbers, highest, lowest, sums, np.where(np.isnan(mean), highest, mean), inside)


def together(parts: list[Groups]) -> Groups:
    """Groups of stretches that follow each other; those of which several have parts are one."""
    numbers = np.concatenate([part.numbers for part in parts])
    begin = np.flatnonzero(np.diff(numbers, prepend=-2))
    ends = np.append(begin[1:], len(numbers))
    columns = zip(*(part.sums for part in parts), strict=True)
    whole = [np.concatenate(column) for column in columns]
    highest, lowest, mean, inside = (
        np.concatenate([getattr(part, name) for part in parts]) for name in ("highest", "lowest", "mean", "inside")
    )
    mass = whole[0] + whole[1]
    with np.errstate(invalid="ignore", divide="ignore"):
        far = np.add.reduceat((mean - np.repeat(highest[begin], ends - begin)) * mass, begin)
        middle = np.clip(highest[begin] + far / np.add.reduceat(mass, begin), lowest[ends - 1], highest[begin])
    return Groups(
        numbers[begin],
        highest[begin],
        lowest[ends - 1],
        tuple(np.add.reduceat(column, begin) for column in whole),
        np.where(np.isnan(middle), highest[begin], middle),
        np.add.reduceat(inside, begin),
    )
