"""Comparing two models at 1 million rows: DeLong, paired bootstrap and permutation, against rows and peers."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from mlxtend.evaluate import permutation_test
from scipy.stats import rankdata
from sklearn.metrics import f1_score

import probative as pv
from benchmarks.timing import Ratio, best

ROWS, REPLICATES, SAMPLE = 1_000_000, 10_000, 5


def run() -> Iterator[Ratio]:
    """DeLong over one AUC; resampled counts over resampled rows."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, ROWS)
    a, b = y + rng.normal(size=ROWS), y + 1.1 * rng.normal(size=ROWS)
    one = best(lambda: pv.value("auc", pv.Ladder.from_scores(y, a)), 3)
    both = best(lambda: pv.stats.delong(y, a, b), 3)
    yield Ratio("DeLong of two models over one AUC, 1 million rows", both, one, 3, at_most=True)
    yield Ratio("DeLong against midranks of all rows (as pROC does)", both, best(lambda: _midranks(y, a, b), 2), 1)
    area = best(lambda: _compared(y, a, b, "auc"), 2)
    for measure in ("average_precision", "ks", "equal_error_rate"):
        cost = best(lambda name=measure: _compared(y, a, b, name), 2)  # type: ignore[misc]
        yield Ratio(f"compare by {measure} over compare by AUC, 1 million rows", cost, area, 10, at_most=True)
    guess_a, guess_b = ((score >= 0.5).astype(np.int64) for score in (a, b))

    def rowwise() -> None:
        for _ in range(SAMPLE):
            rows = rng.integers(0, ROWS, ROWS)
            f1_score(y[rows], guess_a[rows]) - f1_score(y[rows], guess_b[rows])

    scale = REPLICATES / SAMPLE
    drawn = best(lambda: pv.stats.paired_bootstrap("f1", y, guess_a, guess_b, replicates=REPLICATES), 3)
    yield Ratio("paired bootstrap of F1, 10,000 replicates", drawn, best(rowwise, 1) * scale, 1000)
    swapped = best(lambda: pv.stats.paired_permutation("f1", y, guess_a, guess_b, replicates=REPLICATES), 3)
    yield Ratio("paired permutation of F1, 10,000 replicates", swapped, best(rowwise, 1) * scale, 1000)
    right_a, right_b = ((guess == y)[:2000].astype(float) for guess in (guess_a, guess_b))
    theirs = best(lambda: permutation_test(right_a, right_b, "x_mean != y_mean", paired=True, method="approximate"), 1)
    small = y[:2000], guess_a[:2000], guess_b[:2000]
    ours = best(lambda: pv.stats.paired_permutation("accuracy", *small, replicates=1000), 3)
    yield Ratio("paired permutation at 2,000 rows, against mlxtend", ours, theirs, 10)


def _compared(y: np.ndarray, a: np.ndarray, b: np.ndarray, measure: str) -> None:
    pv.compare(truth=y, scores={"A": a, "B": b}, measure=measure)


def _midranks(y: np.ndarray, a: np.ndarray, b: np.ndarray) -> None:
    """The fast algorithm of Sun and Xu, by midranks."""
    positive = y == 1
    for score in (a, b):
        rankdata(score)
        rankdata(score[positive])
        rankdata(score[~positive])
