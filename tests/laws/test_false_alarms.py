"""How often a true null is rejected, by simulation."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from probative import stats

from .models import EXACT, MANY, PAIRED, TWO

LEVEL = 0.05


def share_within(hits: int, runs: int, *, exact: bool) -> bool:
    """Four standard errors around the level; an exact test of few outcomes may stay below it."""
    error = 4 * math.sqrt(LEVEL * (1 - LEVEL) / runs)
    return hits / runs <= LEVEL + error and (exact or hits / runs >= LEVEL - error)


def normal_pairs(rng: np.random.Generator) -> tuple[Any, Any]:
    base = rng.normal(size=15)
    return base + rng.normal(size=15), base + rng.normal(size=15)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["paired_t", "wilcoxon", "sign", "mann_whitney", "student_t", "welch_t"])
@pytest.mark.parametrize("side", ["two-sided", "greater"])
def test_false_alarms_of_two_columns(name: str, side: str) -> None:
    rng, runs = np.random.default_rng(1), 3000
    draw = normal_pairs if name in PAIRED else lambda rng: (rng.normal(size=12), rng.normal(size=15))
    hits = sum(TWO[name](*draw(rng), alternative=side).rejects(LEVEL) for _ in range(runs))
    assert share_within(hits, runs, exact=name in EXACT)


@pytest.mark.slow
@pytest.mark.parametrize("method", ["exact", "mid-p", "chi2", "chi2-corrected"])
def test_false_alarms_of_mcnemar(method: str) -> None:
    rng, runs = np.random.default_rng(2), 4000
    hits = sum(stats.mcnemar(x, 60 - x, method=method).rejects(LEVEL) for x in rng.binomial(60, 0.5, runs).tolist())
    assert share_within(hits, runs, exact=method in ("exact", "chi2-corrected", "mid-p"))


@pytest.mark.slow
def test_false_alarms_and_coverage_of_delong() -> None:
    rng, runs = np.random.default_rng(3), 2000
    hits = missed = 0
    for _ in range(runs):
        y = rng.random(150) < 0.4
        shared = y + rng.normal(size=150)
        a, b = shared + rng.normal(size=150), shared + rng.normal(size=150)
        found = stats.delong(y, a, b)
        hits += found.rejects(LEVEL)
        missed += not found.low <= 0 <= found.high
    assert share_within(hits, runs, exact=False)
    assert missed == hits


@pytest.mark.slow
@pytest.mark.parametrize("name", ["mcc", "f1", "balanced_accuracy"])
def test_false_alarms_of_resampling(name: str) -> None:
    rng, runs = np.random.default_rng(4), 800
    hits = {stats.paired_bootstrap: 0, stats.paired_permutation: 0}
    for _ in range(runs):
        y = rng.integers(0, 2, 200)
        hard = rng.random(200) < 0.3
        a, b = (np.where(hard & (rng.random(200) < 0.6), 1 - y, y) for _ in range(2))
        for test in hits:
            hits[test] += test(name, y, a, b, replicates=400).rejects(LEVEL)
    assert share_within(hits[stats.paired_permutation], runs, exact=False)
    # The percentile bootstrap is valid for many rows only: a little more is allowed to it.
    assert hits[stats.paired_bootstrap] / runs <= 0.09


@pytest.mark.slow
@pytest.mark.parametrize("name", [*MANY, "iman-davenport"])
def test_false_alarms_of_many_models(name: str) -> None:
    rng, runs = np.random.default_rng(5), 3000
    hits = 0
    for _ in range(runs):
        values = rng.normal(size=(12, 4)) + (0 if name == "anova" else rng.normal(size=(12, 1)))
        if name == "iman-davenport":
            hits += stats.friedman(values).details["iman_davenport_p"] <= LEVEL
        else:
            hits += MANY[name](values).rejects(LEVEL)
    assert share_within(hits, runs, exact=name in ("friedman", "quade", "iman-davenport"))


@pytest.mark.slow
def test_false_alarms_after_adjustment() -> None:
    rng, runs = np.random.default_rng(6), 1500
    hits = {stats.nemenyi: 0, stats.wilcoxon_holm: 0}
    for _ in range(runs):
        values = rng.normal(size=(12, 4))
        for test in hits:
            hits[test] += min(pair.p_adjusted for pair in test(values).pairs) <= LEVEL
    for count in hits.values():
        assert share_within(count, runs, exact=True)


@pytest.mark.slow
def test_equivalence_is_not_claimed_at_the_margin() -> None:
    rng, runs = np.random.default_rng(7), 3000
    hits = sum(
        stats.tost(*(x + s for x, s in zip(normal_pairs(rng), (2.0, 0.0), strict=True)), margin=2.0).rejects(LEVEL)
        for _ in range(runs)
    )
    assert share_within(hits, runs, exact=False)


def accuracies(rng: np.random.Generator, repeats: int = 10, folds: int = 10, n: int = 100) -> tuple[Any, Any]:
    """Fold accuracies of two learners that are equally good: each splits its own feature between the class means."""
    y = np.arange(n) % 2
    x = rng.normal(size=(n, 2)) + 0.8 * y[:, None]
    found = []
    for _ in range(repeats):
        for test in np.array_split(rng.permutation(n), folds):
            train = np.setdiff1d(np.arange(n), test)
            means = np.array([x[train][y[train] == c].mean(axis=0) for c in (0, 1)])
            called = (x[test] > means.mean(axis=0)) == (means[1] > means[0])
            found.append((called == y[test][:, None]).mean(axis=0))
    return tuple(np.array(found).T)


@pytest.mark.slow
def test_the_plain_t_over_repeated_cross_validation_is_not_a_test() -> None:
    """Two equally good learners, 10 times 10 folds: the plain t sees a difference in about every second study."""
    rng, runs = np.random.default_rng(8), 300
    naive = corrected = 0
    for _ in range(runs):
        a, b = accuracies(rng)
        naive += stats.paired_t(a, b).rejects(LEVEL)
        corrected += stats.corrected_t(a, b, n_train=90, n_test=10).rejects(LEVEL)
    assert naive / runs > 0.35
    assert corrected / runs <= LEVEL + 4 * math.sqrt(LEVEL * (1 - LEVEL) / runs)
    assert naive > 5 * corrected


@pytest.mark.slow
def test_five_by_two_over_the_same_learners() -> None:
    rng, runs = np.random.default_rng(9), 600
    hits = {stats.five_by_two_t: 0, stats.five_by_two_f: 0}
    for _ in range(runs):
        a, b = (x.reshape(5, 2) for x in accuracies(rng, repeats=5, folds=2, n=200))
        for test in hits:
            hits[test] += test(a, b).rejects(LEVEL)
    for count in hits.values():
        assert share_within(count, runs, exact=True)
