"""The interval of KS, the largest of many differences: the pointwise one, moved down by what the choice flatters.

KS is the Youden index at the threshold where it is largest on these rows. The choice is repeated on resamples; by how
much a resample's largest gap exceeds the gap of these rows at the same threshold is the optimism.
"""

from __future__ import annotations

from math import log, sqrt

import numpy as np

from probative.evidence import Ladder, Outcomes
from probative.evidence.thinning import thinned
from probative.inference.bootstrap import drawn_counts
from probative.inference.methods import interval, preferred
from probative.inference.mover import of_outcomes
from probative.inference.task import Limits, Task
from probative.measurement.ladder import widest_gap
from probative.measurement.registry import find

RUNGS, REPLICATES = 200, 200


@interval("widened", fits=preferred("widened"))
def widened(task: Task) -> Limits:
    """The interval of Youden's index at the chosen threshold, its lower end moved by the optimism of the choice."""
    ladder = task.evidence
    assert isinstance(ladder, Ladder)
    at = ladder.at(float(ladder.scores[widest_gap(ladder)[0]]))
    # Where positives score lower, the distance is that of the opposite call.
    outcomes = at if at.tp * at.negatives >= at.fp * at.positives else _opposite(at)
    low, high = of_outcomes(find("informedness", outcomes), outcomes, task.level, {})
    if task.value <= _by_chance(ladder, task.level):
        return Limits(0.0, high)
    return Limits(max(low - _optimism(ladder, task.seed), 0.0), high)


def _by_chance(ladder: Ladder, level: float) -> float:
    """A gap up to which two samples of one distribution may lie apart (Smirnov's, for large samples)."""
    rows = sum(1 / rows for rows in ladder.effective_totals)
    return sqrt(-log((1 - level) / 2) / 2 * rows)


def _optimism(ladder: Ladder, seed: int) -> float:
    """Mean excess of a resample's largest gap over the gap of the sample at the same threshold."""
    small = thinned(ladder, RUNGS)
    rungs = len(small.scores)
    counts = np.cumsum(drawn_counts(small, REPLICATES, seed).reshape(-1, 2, rungs), axis=2)
    counts = counts[(counts[:, :, -1] > 0).all(axis=1)]
    if not len(counts):
        return 0.0
    rates = counts / counts[:, :, -1:]
    gaps = rates[:, 0] - rates[:, 1]
    # Equal gaps must not be told apart by rounding.
    best = np.argmax(np.abs(gaps).round(12), axis=1)
    full = np.cumsum(small.positives) / small.positives.sum() - np.cumsum(small.negatives) / small.negatives.sum()
    chosen = gaps[np.arange(len(best)), best]
    return max(float(np.mean(np.sign(chosen) * (chosen - full[best]))), 0.0)


def _opposite(o: Outcomes) -> Outcomes:
    """The same rows with every call turned round."""
    return Outcomes.trusted(o.fn, o.tp, o.tn, o.fp, None if o.squares is None else _opposite(o.squares))
