"""Two models and many, and every test of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from probative import stats

RNG = np.random.default_rng(0)
A, B = RNG.normal(0.3, 1.0, 12), RNG.normal(0.0, 1.2, 12)
TRUTH = np.arange(12) % 2
COUPLES = np.arange(12) // 2
TWO: dict[str, Any] = {
    "paired_t": lambda a, b, **k: stats.paired_t(a, b, **k),
    "corrected_t": lambda a, b, **k: stats.corrected_t(a, b, n_train=9, n_test=1, **k),
    "five_by_two_t": lambda a, b, **k: stats.five_by_two_t(np.reshape(a[:10], (5, 2)), np.reshape(b[:10], (5, 2)), **k),
    "diebold_mariano": lambda a, b, **k: stats.diebold_mariano(a, b, power=None, **k),
    "wilcoxon": lambda a, b, **k: stats.wilcoxon(a, b, **k),
    "wilcoxon normal": lambda a, b, **k: stats.wilcoxon(a, b, method="normal", **k),
    "wilcoxon pratt": lambda a, b, **k: stats.wilcoxon(a, b, zeros="pratt", **k),
    "sign": lambda a, b, **k: stats.sign(a, b, **k),
    "student_t": lambda a, b, **k: stats.student_t(a, b, **k),
    "welch_t": lambda a, b, **k: stats.welch_t(a, b, **k),
    "mann_whitney": lambda a, b, **k: stats.mann_whitney(a, b, **k),
    "mann_whitney normal": lambda a, b, **k: stats.mann_whitney(a, b, method="normal", **k),
    "delong": lambda a, b, **k: stats.delong(TRUTH[: len(a)], a, b, **k),
    "bootstrap": lambda a, b, **k: stats.paired_bootstrap("auc", TRUTH[: len(a)], a, b, replicates=199, **k),
    "clusters": lambda a, b, **k: stats.cluster_bootstrap(
        "rmse", TRUTH[: len(a)], a, b, groups=COUPLES[: len(a)], replicates=199, **k
    ),
    "permutation": lambda a, b, **k: stats.paired_permutation("rmse", TRUTH[: len(a)][:8], a[:8], b[:8], **k),
}
"""Tests of two columns of numbers."""
RESAMPLED = ("bootstrap", "clusters")
EXACT = {"wilcoxon", "wilcoxon pratt", "sign", "mann_whitney", "permutation"}
PAIRED = set(TWO) - {"student_t", "welch_t", "mann_whitney", "mann_whitney normal", "delong", *RESAMPLED}
MANY: dict[str, Any] = {
    "anova": lambda t: stats.anova(*np.asarray(t, float).T),
    "welch_anova": lambda t: stats.welch_anova(*np.asarray(t, float).T),
    "kruskal_wallis": lambda t: stats.kruskal_wallis(*np.asarray(t, float).T),
    "rm_anova": stats.rm_anova,
    "friedman": stats.friedman,
    "quade": stats.quade,
}
INDEPENDENT = ("anova", "welch_anova", "kruskal_wallis")


def same(found: Any, wanted: Any) -> Any:
    return found == pytest.approx(wanted, rel=1e-9, abs=1e-12, nan_ok=True)
