"""A whole evaluation of one binary model at a million rows, against four calls of scikit-learn."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from sklearn.metrics import classification_report, precision_recall_curve, roc_auc_score, roc_curve

import probative as pv
from benchmarks.ranking import scored
from benchmarks.timing import Ratio, beside


def run() -> Iterator[Ratio]:
    """All measures with intervals, ROC and precision-recall."""
    y, s = scored(1_000_000)
    p = 1 / (1 + np.exp(-s))
    guess = (p >= 0.5).astype(np.int64)

    def theirs() -> None:
        roc_auc_score(y, p)
        classification_report(y, guess)
        roc_curve(y, p)
        precision_recall_curve(y, p)

    def ours() -> None:
        pv.evaluate(truth=y, scores=p)

    ours()
    yield Ratio("everything for a binary model, 1 million rows", *beside(ours, theirs), 4)
