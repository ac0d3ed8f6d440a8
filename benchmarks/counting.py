"""Confusion matrices of integer and text labels against scikit-learn."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from sklearn.metrics import confusion_matrix

import probative as pv
from benchmarks.timing import Ratio, beside


def run() -> Iterator[Ratio]:
    """Counting pairs of labels."""
    rng = np.random.default_rng(0)
    truth, guess = rng.integers(0, 5, 5_000_000), rng.integers(0, 5, 5_000_000)
    yield Ratio(
        "confusion matrix, 5 million integer labels",
        *beside(lambda: pv.ConfusionMatrix.from_labels(truth, guess), lambda: confusion_matrix(truth, guess), 3),
        12,
    )
    names = np.array(["ash", "beech", "cedar", "elm", "oak"])
    words, others = names[truth], names[guess]
    yield Ratio(
        "confusion matrix, 5 million text labels",
        *beside(lambda: pv.ConfusionMatrix.from_labels(words, others), lambda: confusion_matrix(words, others), 3),
        10,
    )
