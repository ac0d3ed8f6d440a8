"""AUC from raw scores, large and small, against scikit-learn and against sorting alone."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from sklearn.metrics import roc_auc_score

import probative as pv
from benchmarks.timing import Ratio, beside, many


def scored(n: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Labels with 30 % positives and normal scores that overlap."""
    rng = np.random.default_rng(seed)
    y = (rng.random(n) < 0.3).astype(np.int64)
    return y, rng.normal(size=n) + y


def run() -> Iterator[Ratio]:
    """The exact AUC."""
    y, s = scored(5_000_000)

    def ours() -> float:
        return pv.value("auc", pv.Ladder.from_scores(y, s))

    ours()
    yield Ratio("AUC, 5 million scores, against scikit-learn", *beside(ours, lambda: roc_auc_score(y, s), 3), 20)
    yield Ratio("AUC, 5 million scores, against np.sort", *beside(ours, lambda: np.sort(s)), 2, at_most=True)
    y, s = y[:100], s[:100]
    yield Ratio("AUC, 100 scores", many(ours, 300), many(lambda: roc_auc_score(y, s), 100), 20)
