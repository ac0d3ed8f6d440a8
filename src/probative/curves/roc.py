"""The ROC curve: true against false positive rate at every threshold."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from probative.curves.display import thinned_indices
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

    def thinned(self, points: int = 500) -> RocCurve:
        """At most about that many points, both ends among them, for display; the AUC stays that of all points."""
        kept = thinned_indices(self.fpr, self.tpr, points)
        return RocCurve(self.fpr[kept], self.tpr[kept], self.thresholds[kept], self.auc)


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
    cells = ladder.outcomes()
    thresholds = np.concatenate([[np.inf], ladder.scores])
    return RocCurve(cells.fp / negatives, cells.tp / positives, thresholds, float(auc(ladder)))
