"""The precision-recall curve."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

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
    recall, precision = np.cumsum(ladder.positives, dtype=np.float64), np.cumsum(ladder.negatives, dtype=np.float64)
    precision += recall
    with np.errstate(invalid="ignore"):
        np.divide(recall, precision, out=precision)
    recall /= positives
    return PrecisionRecallCurve(recall, precision, ladder.scores, float(average_precision(ladder)))
