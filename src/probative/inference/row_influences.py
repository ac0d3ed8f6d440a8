"""How far each row moves a value, to first order: what closed forms of paired differences are made of."""

from __future__ import annotations

import numpy as np

from probative.evidence import Ladder
from probative.evidence.arrays import Array, Floats
from probative.evidence.placed import Placed
from probative.evidence.placing import rungs_after
from probative.inference.delta import gradient
from probative.measurement.registry import Measure, Parameters


def says_how_rows_move(measure: Measure) -> bool:
    """Whether a measure of scores or numbers declares what each row does to it."""
    of_scores = measure.needs is Ladder and (measure.slopes is not None or measure.gradient is not None)
    return of_scores or measure.row_moves is not None


def ladder_influences(measure: Measure, positive: Array, scores: Floats, parameters: Parameters) -> Floats | None:
    """Of every row of scores; None where the value does not exist.

    >>> from probative.measurement import find
    >>> area = find("auc", Ladder.from_scores([1, 0], [1.0, 0.0]))
    >>> ladder_influences(area, np.array([True, True, False]), np.array([0.9, 0.1, 0.5]), {}).tolist()
    [0.25, -0.25, 0.0]
    """
    placed = Placed.of(positive, scores)
    if not np.isfinite(float(measure(placed.ladder, **parameters))):
        return None
    return gradient(measure, placed.ladder, parameters)[placed.cells]


class SortedInfluences:
    """How far each row moves a value: batch after batch of rows by falling score, which a ladder counts, all of them.

    >>> from probative.measurement import find
    >>> ladder = Ladder.from_scores([1, 0, 1], [0.9, 0.5, 0.1])
    >>> along = SortedInfluences(ladder, find("auc", ladder), {})
    >>> along(np.array([0.9, 0.5]), np.array([True, False])).tolist(), along(np.array([0.1]), np.array([True])).tolist()
    ([0.25, 0.0], [-0.25])
    """

    def __init__(self, ladder: Ladder, measure: Measure, parameters: Parameters) -> None:
        assert measure.slopes is not None, "ladders are walked by slopes"
        self._steps = measure.slopes(ladder, **parameters)
        self._known = np.zeros((2, 0))
        self._last: float | None = None

    def __call__(self, scores: Floats, positive: Array) -> Floats:
        """The rows of the next batch."""
        if not len(scores):
            return np.zeros(0)
        rungs, self._last = rungs_after(self._last, scores), float(scores[-1])
        while self._known.shape[1] <= rungs[-1]:
            _, of_p, of_n = next(self._steps)
            self._known = np.concatenate([self._known, np.stack([of_p, of_n])], axis=1)
        found: Floats = np.where(positive, self._known[0, rungs], self._known[1, rungs])
        # The next batch may begin on the rung on which this one ends.
        self._known = self._known[:, rungs[-1] :]
        return found
