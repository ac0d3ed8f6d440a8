"""Bins of scores as stretches of a ladder: where each begins is found once, and sums are those from start to start."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from probative.evidence import Ladder
from probative.evidence.arrays import Array, Floats
from probative.evidence.evidence import remembered
from probative.evidence.steps import Step, steps

FEW = 64
"""Bins in a chunk up to which each is summed by itself."""


@dataclass(frozen=True, slots=True, eq=False)
class ScoreBins:
    """Bins that hold rungs, down the ladder: the first rung of each, and its number of all bins."""

    starts: Array
    places: Array
    bins: int

    def within(self, step: Step) -> tuple[Array, Array]:
        """The bins that a chunk has rungs of, and where in it they begin."""
        i = int(np.searchsorted(self.starts, step.first, "right")) - 1
        j = int(np.searchsorted(self.starts, step.first + len(step.scores)))
        return self.places[i:j], np.maximum(self.starts[i:j] - step.first, 0)

    def add(self, total: Floats, column: Floats, step: Step) -> None:
        """Add a column of a chunk to the totals of all bins."""
        places, firsts = self.within(step)
        if len(places) > FEW:
            total[places] += np.add.reduceat(column, firsts)
            return
        # Sums of slices are many times as fast: those of `reduceat` wait for one another, entry by entry.
        ends = [*firsts[1:].tolist(), len(column)]
        for place, first, end in zip(places.tolist(), firsts.tolist(), ends, strict=True):
            total[place] += column[first:end].sum()

    def spread(self, values: Floats, step: Step) -> Floats:
        """For every rung of a chunk the value of its bin."""
        places, firsts = self.within(step)
        return np.repeat(values[places], np.diff(firsts, append=len(step.scores)))


@remembered
def score_bins(ladder: Ladder, bins: int, strategy: str) -> ScoreBins:
    """The bins of a ladder, of equal "mass" or of equal "width".

    >>> ladder = Ladder.from_scores([0, 1, 1, 0], [0.9, 0.6, 0.2, 0.1])
    >>> found = score_bins(ladder, 2, "mass")
    >>> found.starts.tolist(), found.places.tolist()
    ([0, 2], [0, 1])
    """
    parts = ladder.walked(bins_within, bins, strategy)
    starts, places = (np.concatenate(column) for column in zip(*parts, strict=True))
    # A bin may go on in the next stretch.
    new = np.diff(places, prepend=-1) != 0
    return ScoreBins(starts[new], places[new], bins)


def bins_within(stretch: Ladder, bins: int, strategy: str) -> tuple[Array, Array]:
    """The first rungs of the bins of a stretch, and their numbers."""
    starts, places, last = [np.zeros(0, np.intp)], [np.zeros(0, np.intp)], -1
    for step in steps(stretch):
        firsts, numbers = _by_mass(step, stretch.n, bins) if strategy == "mass" else _by_width(step, bins)
        # Of bins that begin on the same rung all but the last are empty; the first may go on from above.
        new = np.append(firsts[1:] > firsts[:-1], True)
        new[0] &= numbers[0] != last
        starts.append(step.first + firsts[new])
        places.append(numbers[new])
        last = int(numbers[-1])
    return np.concatenate(starts), np.concatenate(places)


# On the border of two bins rounding must not decide, or equal weights would change the bins.
BORDER = 1e-9


def _by_mass(step: Step, n: float, bins: int) -> tuple[Array, Array]:
    """Bins by where the middle of the mass of a rung lies, so that ties are never split: first rungs, and numbers."""
    share = step.called
    share -= (step.counts[0] + step.counts[1]) * 0.5
    share *= bins / n
    share += BORDER
    first, last = (min(int(end), bins - 1) for end in (share[0], share[-1]))
    numbers = np.arange(first, max(first, last) + 1)
    return np.searchsorted(share, numbers), numbers


def _by_width(step: Step, bins: int) -> tuple[Array, Array]:
    """The same by the score."""
    falling = step.scores * -bins
    falling -= BORDER
    first, last = (min(int(-end), bins - 1) for end in (falling[0], falling[-1]))
    numbers = np.arange(first, last - 1, -1)
    firsts = np.searchsorted(falling, -(numbers + 1.0), "right")
    firsts[0] = 0
    return firsts, numbers


@remembered
def bin_sums(ladder: Ladder, bins: int, strategy: str) -> Floats:
    """Bin by bin: rows, their scores, positives, squared weights of the positives and of all, and their spread.

    The spread of a row that is as likely to be positive as its score says: s (1 - s), by its squared weight.

    >>> bin_sums(Ladder.from_scores([0, 1, 1], [0.25, 0.5, 1.0]), 2, "width")[[0, 1, 5]].tolist()
    [[1.0, 2.0], [0.25, 1.5], [0.1875, 0.25]]
    """
    return np.asarray(np.sum(ladder.walked(sums_in_bins, bins, strategy), axis=0))


def sums_in_bins(stretch: Ladder, bins: int, strategy: str) -> Floats:
    """The same of a stretch."""
    sums, binned = np.zeros((6, bins)), score_bins(stretch, bins, strategy)
    for step in steps(stretch):
        rows = step.p + step.n
        spread = scored = rows * step.scores
        columns = [rows, scored, step.p]
        if stretch.weighted:
            squares = step.p_squared + step.n_squared
            columns += [step.p_squared, squares]
            spread = squares * step.scores
        for total, column in zip(sums, columns, strict=False):
            binned.add(total, column, step)
        binned.add(sums[5], spread * (1 - step.scores), step)
    if not stretch.weighted:
        sums[3], sums[4] = sums[2], sums[0]
    return sums
