"""Measures and tests against scikit-learn, SciPy and statsmodels on random inputs (docs/differences.md)."""

import os
import warnings

import numpy as np
import pytest
from scipy import stats
from sklearn import metrics
from statsmodels.stats.contingency_tables import cochrans_q, mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

import probative as pv

ROUNDS = int(os.environ.get("PROBATIVE_ROUNDS", "150"))
"""Random inputs for each measure and test in `make test`; `make fuzz` takes thousands."""


def inputs(number):
    """Rows with ties, weights and rare classes."""
    rng = np.random.default_rng([17, number])
    n = int(rng.integers(4, 200))
    y = (rng.random(n) < rng.uniform(0.05, 0.95)).astype(int)
    y[:2] = 0, 1
    digits = int(rng.integers(1, 6))
    s = np.round(np.clip(0.3 * y + 0.7 * rng.random(n), 0.001, 0.999), digits)
    return rng, y, np.clip(s, 0.0, 1.0)


BINARY = {
    "accuracy": metrics.accuracy_score,
    "precision": lambda y, p: metrics.precision_score(y, p, zero_division=np.nan),
    "recall": metrics.recall_score,
    "f1": lambda y, p: metrics.f1_score(y, p, zero_division=np.nan),
    "mcc": metrics.matthews_corrcoef,
    "balanced_accuracy": metrics.balanced_accuracy_score,
    "kappa": metrics.cohen_kappa_score,
    "jaccard": metrics.jaccard_score,
}
RANKED = {
    "auc": metrics.roc_auc_score,
    "average_precision": metrics.average_precision_score,
    "brier": metrics.brier_score_loss,
    "log_loss": lambda y, s: metrics.log_loss(y, np.clip(s, 1e-15, 1 - 1e-15)),
}
NUMBERS = {
    "mse": metrics.mean_squared_error,
    "mae": metrics.mean_absolute_error,
    "r2": metrics.r2_score,
    "explained_variance": metrics.explained_variance_score,
    "median_absolute_error": metrics.median_absolute_error,
    "max_error": metrics.max_error,
    "pearson": lambda y, h: stats.pearsonr(y, h).statistic,
    "spearman": lambda y, h: stats.spearmanr(y, h).statistic,
    "kendall": lambda y, h: stats.kendalltau(y, h).statistic,
}


def agree(name, evidence, wanted):
    """Whether there was something to compare; undefined with us is told in docs/differences.md."""
    found = pv.value(name, evidence)
    if np.isnan(found):
        return False
    assert found == pytest.approx(wanted, rel=1e-9, abs=1e-9), name
    return True


@pytest.mark.parametrize("name", BINARY)
def test_binary_measures(name):
    compared = 0
    for number in range(ROUNDS):
        _, y, s = inputs(number)
        p = (s >= 0.5).astype(int)
        cells = pv.ConfusionMatrix.from_labels(y, p, labels=[0, 1]).outcomes(1)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compared += agree(name, cells, BINARY[name](y, p))
    assert compared > ROUNDS / 2


@pytest.mark.parametrize("name", RANKED)
def test_measures_of_scores(name):
    compared = 0
    for number in range(ROUNDS):
        _, y, s = inputs(number)
        if name == "log_loss" and ((s == 0) | (s == 1)).any():
            continue  # infinite with us: docs/differences.md
        compared += agree(name, pv.Ladder.from_scores(y, s), RANKED[name](y, s))
    assert compared > ROUNDS / 2


@pytest.mark.parametrize("name", NUMBERS)
def test_measures_of_numbers(name):
    compared = 0
    for number in range(ROUNDS):
        rng, _, s = inputs(number)
        truth, said = s + rng.normal(size=len(s)), np.round(s + rng.normal(size=len(s)), 1)
        kind = pv.ValuePairs if name in ("pearson", "spearman", "kendall") else pv.Residuals
        compared += agree(name, kind.from_values(truth, said), NUMBERS[name](truth, said))
    assert compared > ROUNDS / 2


TESTS = {
    "paired_t": stats.ttest_rel,
    "student_t": stats.ttest_ind,
    "welch_t": lambda a, b: stats.ttest_ind(a, b, equal_var=False),
}


@pytest.mark.parametrize("name", TESTS)
def test_two_samples(name):
    for number in range(ROUNDS):
        rng, _, s = inputs(number)
        a, b = rng.normal(size=len(s)), rng.normal(0.3, 2, len(s))
        assert getattr(pv.stats, name)(a, b).p == pytest.approx(TESTS[name](a, b).pvalue, rel=1e-9)


def test_mcnemar_exact_and_mid_p():
    for number in range(ROUNDS):
        rng = np.random.default_rng([18, number])
        b, c = (int(x) for x in rng.integers(0, 60, 2))
        if not b + c:
            continue
        exact = mcnemar([[0, b], [c, 0]], exact=True).pvalue
        wanted = min(1.0, exact - stats.binom.pmf(min(b, c), b + c, 0.5)) if b != c else None
        found = pv.stats.mcnemar(b, c).p
        assert found == pytest.approx(wanted if wanted is not None else found, rel=1e-9)
        assert found <= exact + 1e-12


def test_many_models():
    for number in range(ROUNDS // 3):
        rng = np.random.default_rng([19, number])
        table = rng.random((int(rng.integers(8, 40)), int(rng.integers(3, 6))))
        assert pv.stats.friedman(table).p == pytest.approx(stats.friedmanchisquare(*table.T).pvalue, rel=0.2, abs=0.02)
        right = (table > 0.4).astype(int)
        if len({tuple(row) for row in right.T}) > 1:
            assert pv.stats.cochran_q(right).p == pytest.approx(cochrans_q(right).pvalue, rel=1e-8, abs=1e-12)


@pytest.mark.parametrize("method", ["holm", "bonferroni", "hommel", "sidak", "holm-sidak"])
def test_adjustments(method):
    for number in range(ROUNDS):
        p = np.random.default_rng([20, number]).random(int(number % 9) + 1) ** 3
        wanted = multipletests(p, method=method)[1]
        np.testing.assert_allclose(pv.stats.adjust(p, method), wanted, rtol=1e-9, atol=1e-12)


SHARES = {"wilson": "wilson", "clopper-pearson": "beta", "jeffreys": "jeffreys"}


@pytest.mark.parametrize("method", SHARES)
def test_intervals_of_shares(method):
    for number in range(ROUNDS):
        rng = np.random.default_rng([21, number])
        n = int(rng.integers(2, 500))
        k = int(rng.integers(1, n))
        low, high = proportion_confint(k, n, method=SHARES[method])
        found = pv.estimate("recall", pv.Outcomes(tp=k, fn=n - k, fp=1, tn=1), method=method)
        assert (found.low, found.high) == (pytest.approx(low, abs=1e-9), pytest.approx(high, abs=1e-9))
