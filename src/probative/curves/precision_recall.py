"""The precision-recall curve."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from probative.curves.display import thinned_indices
from probative.errors import BadInput
from probative.evidence import Ladder
from probative.evidence.arrays import Floats
from probative.measures.ladder import average_precision


@dataclass(frozen=True, slots=True)
class PrecisionRecallCurve:
    """Points by falling threshold, one per distinct score; where nothing is called positive there is no precision."""

    recall: Floats
    precision: Floats
    thresholds: Floats
    average_precision: float

    def thinned(self, points: int = 500) -> PrecisionRecallCurve:
        """At most about that many points for display; the average precision stays that of all points."""
        kept = thinned_indices(self.recall, self.precision, points)
        return PrecisionRecallCurve(
            self.recall[kept], self.precision[kept], self.thresholds[kept], self.average_precision
        )


def precision_recall(ladder: Ladder) -> PrecisionRecallCurve:
    """The precision-recall curve of a ladder.

    >>> import probative as pv
    >>> curve = pv.precision_recall(pv.Ladder.from_scores([1, 0, 1, 0], [0.9, 0.4, 0.4, 0.1]))
    >>> curve.recall.tolist(), curve.precision.tolist()
    ([0.5, 1.0, 1.0], [1.0, 0.6666666666666666, 0.5])
    """
    positives, _ = ladder.totals
    if not positives:
        raise BadInput("a precision-recall curve needs positives.", remedy="check the positive label")
    cells = ladder.outcomes()
    tp, called = cells.tp[1:], (cells.tp + cells.fp)[1:]
    with np.errstate(invalid="ignore"):
        precision = tp / called
    return PrecisionRecallCurve(tp / positives, precision, ladder.scores, float(average_precision(ladder)))
