"""The best thresholds of a ladder by an aim, found by walking it twice: for the best value, and all that reach it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from typing import Any

import numpy as np

from probative.decisions.aims import Aim, unreachable
from probative.errors import BadInput
from probative.evidence import Ladder, Outcomes
from probative.evidence.arrays import Array, Floats
from probative.evidence.steps import steps


def best_rungs(ladder: Ladder, aim: Aim, allowed: Callable[[Outcomes], Array] | None = None) -> Array:
    """The rungs at which to cut that are best, from the highest; -1: above all of them, nothing is positive.

    >>> from probative.decisions.aims import find_aim
    >>> ladder = Ladder.from_scores([1, 1, 0, 1, 0, 0], [0.9, 0.8, 0.7, 0.6, 0.3, 0.1])
    >>> best_rungs(ladder, find_aim("accuracy", None, (), {})).tolist()
    [1, 3]
    """
    # The end of the running sums: of weights, another order of adding would leave a trace of a row.
    ends = ladder.down_to(np.array([ladder.length]))
    question = (aim, allowed, float(ends[0][0]), float(ends[1][0]))
    best = max(ladder.walked(_best_within, *question))
    if best == -inf:
        thresholds = np.concatenate([[inf], ladder.scores])
        what = unreachable(aim, ladder.outcomes(), thresholds)
        raise BadInput(what, remedy="relax a constraint, or find a better model")
    least = best if np.isinf(best) else best - 1e-12 * max(abs(best), 1.0)
    return np.concatenate(ladder.walked(_reaching_within, *question, least))


def _best_within(stretch: Ladder, *question: Any) -> float:
    return max((float(scores.max()) for _, scores in _valued(stretch, *question)), default=-inf)


def _reaching_within(stretch: Ladder, *question: Any) -> Array:
    *aim, least = question
    found = [first + np.flatnonzero(scores >= least) for first, scores in _valued(stretch, *aim)]
    rungs = np.concatenate([np.zeros(0, np.intp), *found])
    stretch.note(rungs)
    return rungs


def _valued(
    ladder: Ladder, aim: Aim, allowed: Callable[[Outcomes], Array] | None, positives: float, negatives: float
) -> Iterator[tuple[int, Floats]]:
    """Values of the aim, more of which is better: above all rungs, then at each, chunk by chunk."""

    def of(tp: Floats, fp: Floats) -> Floats:
        tp, fp = np.minimum(tp, positives), np.minimum(fp, negatives)
        cells = Outcomes.trusted(tp, positives - tp, fp, negatives - fp)
        found = aim.scores(cells)
        return found if allowed is None else np.where(allowed(cells), found, -inf)

    # No threshold is above an infinite score, so that "nothing is positive" cannot be had there.
    if len(ladder.scores) and not ladder.beginning.rungs:
        yield -1, np.full(1, -inf) if ladder.scores[0] == inf else of(np.zeros(1), np.zeros(1))
    for step in steps(ladder):
        yield step.first, of(step.tp, step.fp)
