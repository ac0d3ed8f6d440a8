"""Bins of scores as stretches of a ladder: where each begins is found once, and sums are those from start to start."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from probative.evidence import Ladder
from probative.evidence.arrays import Array, Floats
from probative.evidence.evidence import remembered
from probative.evidence.steps import Step, steps


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
        total[places] += np.add.reduceat(column, firsts)

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
        place = _bin_of(step, stretch.n, bins, strategy)
        firsts = np.flatnonzero(np.diff(place, prepend=last))
        starts.append(step.first + firsts)
        places.append(place[firsts])
        last = int(place[-1])
    return np.concatenate(starts), np.concatenate(places)


def _bin_of(step: Step, n: float, bins: int, strategy: str) -> Array:
    """The bin of each rung: where the middle of its mass lies (so ties are never split), or by its score."""
    if strategy == "mass":
        rows = step.p + step.n
        share = step.tp + step.fp
        share -= rows / 2
        share *= bins / n
    else:
        share = step.scores * bins
    # On the border of two bins rounding must not decide, or equal weights would change the bins.
    share += 1e-9
    return np.minimum(share.astype(np.intp), bins - 1)
