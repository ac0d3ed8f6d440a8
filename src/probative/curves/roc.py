"""The ROC curve: true against false positive rate at every threshold."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from probative.errors import BadInput
from probative.evidence import Ladder
from probative.evidence.arrays import Floats
from probative.measures.ladder import auc


@dataclass(frozen=True, slots=True)
class RocCurve:
    """Points from (0, 0) to (1, 1), one per distinct score; the first threshold is +inf."""

    fpr: Floats
    tpr: Floats
    thresholds: Floats
    auc: float


def roc(ladder: Ladder) -> RocCurve:
    """The ROC curve of a ladder; a row is positive if its score is at least the threshold.

    >>> import probative as pv
    >>> curve = pv.roc(pv.Ladder.from_scores([1, 0, 1, 0], [0.9, 0.4, 0.4, 0.1]))
    >>> curve.fpr.tolist(), curve.tpr.tolist(), curve.thresholds.tolist()
    ([0.0, 0.0, 0.5, 1.0], [0.0, 0.5, 1.0, 1.0], [inf, 0.9, 0.4, 0.1])
    """
    positives, negatives = ladder.totals
    if not (positives and negatives):
        raise BadInput(
            "a ROC curve needs both classes.",
            found=f"{positives:g} positives and {negatives:g} negatives",
            remedy="check the positive label, or evaluate on rows of both classes",
        )
    fpr, tpr = np.zeros(len(ladder.scores) + 1), np.zeros(len(ladder.scores) + 1)
    np.cumsum(ladder.negatives, out=fpr[1:])
    np.cumsum(ladder.positives, out=tpr[1:])
    fpr /= negatives
    tpr /= positives
    return RocCurve(fpr, tpr, np.concatenate([[np.inf], ladder.scores]), float(auc(ladder)))
