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
        # Tests of independent samples know nothing of what the models of a row share.
        shared = 0 if name in ("anova", "welch_anova", "kruskal_wallis") else rng.normal(size=(12, 1))
        values = rng.normal(size=(12, 4)) + shared
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


# --- hard settings: few events, strong models, models that err in different ways, groups of very unequal sizes --------

ROOM = 0.06
"""What no test may exceed at a nominal 0.05, beside the error of the simulation."""


def holds(hits: int, runs: int) -> bool:
    return hits / runs <= ROOM + 3 * math.sqrt(LEVEL * (1 - LEVEL) / runs)


def called(rng: np.random.Generator, n: int, prevalence: float, rates: tuple[float, float, float, float]) -> Any:
    """Truth and calls of two models with these recalls and specificities, whose errors have a common cause."""
    from scipy.special import ndtri

    y = rng.random(n) < prevalence
    common = rng.normal(size=n)
    right = [
        math.sqrt(0.5) * common + math.sqrt(0.5) * rng.normal(size=n) < ndtri(np.where(y, recall, specificity))
        for recall, specificity in (rates[:2], rates[2:])
    ]
    return y, *(np.where(ok, y, ~y) for ok in right)


@pytest.mark.slow
@pytest.mark.parametrize(("n", "prevalence"), [(20, 0.3), (50, 0.05), (50, 0.5), (300, 0.05), (1000, 0.05)])
@pytest.mark.parametrize("rates", [(0.7, 0.85) * 2, (0.95, 0.98) * 2, (0.8, 0.7, 0.6, 0.9)], ids=str)
def test_false_alarms_of_binary_measures(n: int, prevalence: float, rates: tuple[float, float, float, float]) -> None:
    """Equal models; and two of one balanced accuracy, of which one finds more and the other spares more."""
    rng, runs = np.random.default_rng(11), 600
    names = ["balanced_accuracy"] if rates[0] != rates[2] else ["f1", "mcc", "balanced_accuracy"]
    hits = dict.fromkeys(names, 0)
    for _ in range(runs):
        y, a, b = called(rng, n, prevalence, rates)
        if y.any() and not y.all():
            for name in names:
                hits[name] += stats.paired_square_and_add(name, y, a, b, pos_label=True).rejects(LEVEL)
    assert all(holds(count, runs) for count in hits.values()), hits


@pytest.mark.slow
@pytest.mark.parametrize("n", [20, 50, 200, 1000])
@pytest.mark.parametrize("disagreeing", [0.01, 0.05, 0.3, 0.8])
def test_false_alarms_of_the_default_mcnemar(n: int, disagreeing: float) -> None:
    """By the probability of every table: at most 5.5 % of both, the test and the gate at a margin of 0."""
    from scipy.stats import binom

    alarms = passes = 0.0
    for total in range(int(binom.ppf(1e-9, n, disagreeing)), int(binom.ppf(1 - 1e-9, n, disagreeing)) + 1):
        weight = binom.pmf(total, n, disagreeing)
        tails = [x for x in range(total + 1) if stats.mcnemar(x, total - x).rejects(LEVEL)]
        alarms += weight * float(binom.pmf(tails, total, 0.5).sum()) if tails else 0.0
        ahead = [x for x in range(total + 1) if stats.mcnemar(x, total - x, alternative="greater").rejects(LEVEL)]
        passes += weight * float(binom.pmf(ahead, total, 0.5).sum()) if ahead else 0.0
    assert max(alarms, passes) <= 0.055


@pytest.mark.slow
@pytest.mark.parametrize("groups", [4, 5, 6, 10, 20])
@pytest.mark.parametrize("equal", [True, False])
def test_false_alarms_of_groups(groups: int, equal: bool) -> None:
    rng, runs = np.random.default_rng(12), 1000
    hits = {"accuracy": 0, "f1": 0}
    for _ in range(runs):
        sizes = np.full(groups, 20) if equal else np.maximum(rng.lognormal(3, 1, groups), 1).astype(int)
        code = np.repeat(np.arange(groups), sizes)
        y = rng.random(len(code)) < 1 / (1 + np.exp(0.85 - 0.7 * rng.normal(size=groups)))[code]
        common = rng.normal(size=len(code))
        wrong = [
            0.55 * rng.normal(size=groups)[code] + 0.5 * common + 0.67 * rng.normal(size=len(code)) > 0.67
            for _ in range(2)
        ]
        for name in hits:
            found = stats.cluster_jackknife(name, y, *(y ^ error for error in wrong), groups=code, pos_label=True)
            hits[name] += found.rejects(LEVEL)
    assert all(holds(count, runs) for count in hits.values()), hits


@pytest.mark.slow
@pytest.mark.parametrize(("n", "prevalence"), [(50, 0.1), (200, 0.05), (200, 0.3), (1000, 0.01)])
@pytest.mark.parametrize("area", [0.6, 0.8, 0.95])
def test_false_alarms_of_areas(n: int, prevalence: float, area: float) -> None:
    from scipy.special import ndtri

    rng, runs, hits = np.random.default_rng(13), 400, 0
    for _ in range(runs):
        y = rng.random(n) < prevalence
        if 1 < y.sum() < n - 1:
            common = math.sqrt(2) * float(ndtri(area)) * y + math.sqrt(0.7) * rng.normal(size=n)
            a, b = (common + math.sqrt(0.3) * rng.normal(size=n) for _ in range(2))
            hits += stats.auc_difference(y, a, b).rejects(LEVEL)
    assert holds(hits, runs)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["macro_f1", "balanced_accuracy", "kappa"])
def test_false_alarms_of_several_classes(name: str) -> None:
    rng, runs, hits = np.random.default_rng(14), 800, 0
    for _ in range(runs):
        y = rng.choice(4, size=300, p=[0.7, 0.2, 0.07, 0.03])
        hard = rng.normal(size=300)
        wrong = [hard + rng.normal(size=300) > 1.2 for _ in range(2)]
        a, b = (np.where(error, (y + rng.integers(1, 4, 300)) % 4, y) for error in wrong)
        hits += stats.paired_jackknife(name, y, a, b).rejects(LEVEL)
    assert holds(hits, runs)
