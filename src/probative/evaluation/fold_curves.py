"""ROC curves of single folds and their mean: what a run shows in the place of a curve of mixed scores."""

from __future__ import annotations

from typing import Any

import numpy as np

from probative.curves import average_roc, roc
from probative.curves.roc import thinned_ladder
from probative.evidence.arrays import Floats
from probative.predictions import Predictions

MOST, POINTS, GRID = 20, 40, 101
"""Folds whose curves are kept, points of each, and false positive rates at which the mean is known."""


def fold_curves(predictions: Predictions, model: str) -> dict[str, Any] | None:
    """The curve of every test set that has both classes, and their vertical average; None where there are not two.

    >>> import probative as pv
    >>> columns = {"y": [1, 0, 1, 0], "s": [0.9, 0.2, 0.4, 0.6], "f": [0, 0, 1, 1]}
    >>> found = fold_curves(pv.read(columns, truth="y", scores="s", fold="f"), "s")
    >>> found["auc"], found["mean"]["tpr"][50]
    ([1.0, 0.0], 0.5)
    """
    there = {place: ladder for place, ladder in predictions.ladders(model).items() if all(ladder.totals)}
    if len(there) < 2:
        return None
    mean = average_roc([*there.values()], points=GRID)
    shown = [roc(thinned_ladder(ladder, POINTS)) for ladder in list(there.values())[:MOST]]
    return {
        "folds": len(there),
        "repeat": [repeat for repeat, _ in there][:MOST],
        "fold": [fold for _, fold in there][:MOST],
        "auc": _rounded(mean.aucs[:MOST]),
        "fpr": [_rounded(curve.fpr) for curve in shown],
        "tpr": [_rounded(curve.tpr) for curve in shown],
        "mean": {name: _rounded(getattr(mean, name)) for name in ("fpr", "tpr", "tpr_spread")},
    }


def _rounded(values: Floats) -> list[float]:
    """As many digits as anybody sees."""
    return [float(value) for value in np.round(values, 6)]
