"""Precision averaged over the positives, and how far single rows move it: sums down a ladder, chunk by chunk."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from probative.evidence import Ladder
from probative.evidence.arrays import Array, Floats, inner
from probative.evidence.evidence import remembered
from probative.evidence.steps import Step, steps
from probative.measurement.registry import Slopes

Sums = tuple[float, float, float]


def mean_precision(ladder: Ladder) -> float:
    """The average precision of a ladder that has positives."""
    return _total(_sums(ladder))[0] / ladder.totals[0]


@dataclass(frozen=True, slots=True)
class _Found:
    """The rungs of a chunk with positives: no others add precision, and between two of them no sum changes."""

    places: Array
    p: Floats
    fp: Floats
    precision: Floats
    share: Floats
    """Positives on the rung, of all rows down to it."""

    def on_it(self, column: Array) -> Array:
        """What lies on each of these rungs."""
        return column.take(self.places)

    def above_it(self, column: Array) -> Array:
        """What lies on each of them and above it, up to the one before; and what is left of the chunk."""
        running = np.cumsum(column)
        return np.diff(running.take(self.places), prepend=0, append=running[-1])

    @classmethod
    def on(cls, step: Step) -> _Found:
        # Of numbers NumPy looks for those that are not 0 one by one, of truth values by the word.
        places = np.flatnonzero(step.counts[0] > 0)
        p = step.counts[0].take(places)
        tp = np.cumsum(p) + step.before[0]
        fp = np.cumsum(step.counts[1]).take(places) + step.before[1]
        called = tp + fp
        return cls(places, p.astype(np.float64), fp, tp / called, p / called)


def precision_within(stretch: Ladder) -> Sums:
    """Over the positives of a stretch: precision, and its change by a further positive and by a further negative."""
    total = gain = loss = 0.0
    for found in map(_Found.on, steps(stretch)):
        part, missed = float(found.share.sum()), inner(found.share, found.precision)
        total += inner(found.p, found.precision)
        gain, loss = gain + part - missed, loss + missed
    return total, gain, loss


@remembered
def _sums(ladder: Ladder) -> list[Sums]:
    return ladder.walked(precision_within)


def _total(parts: Sequence[Sums]) -> Sums:
    total, gain, loss = (sum(column) for column in zip(*parts, strict=True))
    return total, gain, loss


def _left(ladder: Ladder) -> Iterator[tuple[Step, _Found, Floats, Floats]]:
    """Of both changes what is left from each rung with positives on down, chunk by chunk, and behind the last of them.

    A row counts at every threshold at or below its rung. Between two rungs with positives nothing changes.
    """
    # Of a stretch, what is left of the whole ladder's sums where it begins.
    _, gain, loss = _total(_sums(ladder)[ladder.beginning.number :])
    for step in steps(ladder):
        found = _Found.on(step)
        losses = found.share * found.precision
        gains = found.share - losses
        gained = gain - np.cumsum(gains) + gains
        lost = loss - np.cumsum(losses) + losses
        gain -= float(gains.sum())
        loss -= float(losses.sum())
        yield step, found, np.append(gained, gain), np.append(lost, loss)


def precision_slopes(ladder: Ladder) -> Slopes:
    """What a row of each class on each rung changes of the average precision."""
    positives, area = ladder.totals[0], mean_precision(ladder)
    for step, found, gained, lost in _left(ladder):
        times = np.diff(np.append(found.places, len(step.scores) - 1), prepend=-1)
        of_p = step.tp / np.maximum(step.called, np.finfo(np.float64).tiny)
        of_p += np.repeat(gained, times) - area
        yield step, of_p / positives, np.repeat(lost, times) / -positives


@remembered
def precision_spread(ladder: Ladder) -> tuple[float, float]:
    """Variance of the average precision, and BCa's acceleration."""
    variance, second, third = np.sum(ladder.walked(powers_within), axis=0).tolist()
    if not second > 0:
        return variance, 0.0
    # Rows count by their effective number, so that a weight of 10 for all is no more than a weight of 1.
    doubled = float(ladder.n) / float(ladder.effective_n)
    return variance, third * doubled**0.5 / (6 * second**1.5)


def powers_within(stretch: Ladder) -> Sums:
    """Squares of what rows change, by their squared weights and by their weights, and cubes, summed over a stretch."""
    positives, area = stretch.totals[0], mean_precision(stretch)
    sums = np.zeros(3)
    for step, found, gained, lost in _left(stretch):
        gained = gained[:-1] + found.precision
        gained -= area
        columns = [found.p, found.above_it(step.counts[1])]
        squares = None if step.squares is None else [found.on_it(step.squares[0]), found.above_it(step.squares[1])]
        for i, (moves, rows) in enumerate(zip((gained, lost), columns, strict=True)):
            square = np.square(moves)
            weighed = square * rows
            second = float(weighed.sum())
            variance = second if squares is None else inner(square, squares[i])
            sums += variance, second, inner(weighed, moves) * (-1 if i else 1)
    variance, second, third = (sums / [positives**2, positives**2, positives**3]).tolist()
    return variance, second, third
