"""2,000 bootstrap replicates at 100,000 rows, against resampling rows with scikit-learn."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from sklearn.metrics import f1_score, roc_auc_score

import probative as pv
from benchmarks.ranking import scored
from benchmarks.timing import Ratio, best

REPLICATES, SAMPLE = 2000, 10
"""The peer's replicates all cost the same; ten of them are timed and scaled up."""


def run() -> Iterator[Ratio]:
    """Percentile intervals of a count-based and of a score-based measure."""
    y, s = scored(100_000)
    guess = (s >= 0.5).astype(np.int64)
    outcomes = pv.ConfusionMatrix.from_labels(y, guess).outcomes(1)
    ladder = pv.Ladder.from_scores(y, s)
    rng = np.random.default_rng(0)

    def rows_f1() -> None:
        for _ in range(SAMPLE):
            i = rng.integers(0, len(y), len(y))
            f1_score(y[i], guess[i])

    def rows_auc() -> None:
        for _ in range(SAMPLE):
            i = rng.integers(0, len(y), len(y))
            roc_auc_score(y[i], s[i])

    scale = REPLICATES / SAMPLE
    yield Ratio(
        "F1, 2,000 replicates at 100,000 rows",
        best(lambda: pv.estimate("f1", outcomes, method="bootstrap", replicates=REPLICATES)),
        best(rows_f1, 2) * scale,
        5000,
    )
    yield Ratio(
        "AUC, 2,000 replicates at 100,000 rows",
        best(lambda: pv.estimate("auc", ladder, method="bootstrap", replicates=REPLICATES), 2),
        best(rows_auc, 2) * scale,
        40,
    )
