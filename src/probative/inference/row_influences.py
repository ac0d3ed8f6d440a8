"""How far each row moves a value, to first order: what closed forms of paired differences are made of."""

from __future__ import annotations

import numpy as np

from probative.evidence import Ladder
from probative.evidence.arrays import Array, Floats
from probative.evidence.placed import Placed
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
