"""Intervals of shares, of differences of shares, and of kappa, against other tools."""

import math

import numpy as np
import pytest
from statsmodels.stats.inter_rater import cohens_kappa
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

import probative as pv

from .sampled import close, standard_error

PROPORTIONS = {
    "wilson": "wilson",
    "clopper-pearson": "beta",
    "jeffreys": "jeffreys",
    "agresti-coull": "agresti_coull",
}
GRID = [(k, n) for n in (1, 2, 3, 10, 47, 1000) for k in sorted({0, 1, n // 3, n // 2, n - 1, n})]

# --- Proportions -----------------------------------------------------------------------------------------------------


def limits_of(k, n, method, level=0.95):
    found = pv.estimate("recall", pv.Outcomes(tp=k, fn=n - k, fp=3, tn=4), method=method, level=level)
    assert (found.value, found.n, found.method) == (k / n, n, method)
    return found.low, found.high


@pytest.mark.parametrize("level", [0.8, 0.95, 0.999])
@pytest.mark.parametrize(("k", "n"), GRID)
@pytest.mark.parametrize("method", PROPORTIONS)
def test_proportions_against_statsmodels(method, k, n, level):
    low, high = proportion_confint(k, n, alpha=1 - level, method=PROPORTIONS[method])
    if method == "jeffreys":
        low, high = 0.0 if k == 0 else low, 1.0 if k == n else high
    assert limits_of(k, n, method, level) == close((low, high))


@pytest.mark.parametrize("n", [1, 10, 1000])
@pytest.mark.parametrize("method", ["wilson", "clopper-pearson", "jeffreys"])
def test_limits_at_the_edges_are_exactly_0_and_1(method, n):
    assert limits_of(0, n, method)[0] == 0.0
    assert limits_of(n, n, method)[1] == 1.0


@pytest.mark.parametrize("n", [5, 10, 30])
def test_jeffreys_edges_are_a_convention_and_not_the_beta_quantile(n):
    low, high = proportion_confint(0, n, method="jeffreys")
    assert low > 0
    assert limits_of(0, n, "jeffreys") == close((0.0, high))


@pytest.mark.parametrize(
    ("name", "k", "n"),
    [
        ("accuracy", 85, 100),
        ("error_rate", 15, 100),
        ("recall", 40, 50),
        ("specificity", 45, 50),
        ("false_positive_rate", 5, 50),
        ("false_negative_rate", 10, 50),
        ("precision", 40, 45),
        ("npv", 45, 55),
        ("false_discovery_rate", 5, 45),
        ("false_omission_rate", 10, 55),
        ("jaccard", 40, 55),
        ("prevalence", 50, 100),
        ("prediction_rate", 45, 100),
    ],
)
def test_every_rate_has_the_wilson_interval_of_its_own_denominator(name, k, n):
    found = pv.estimate(name, pv.Outcomes(tp=40, fn=10, fp=5, tn=45))
    assert (found.method, found.n) == ("wilson", n)
    assert (found.low, found.high) == close(proportion_confint(k, n, method="wilson"))


# --- Square and add: Newcombe's interval of a difference of two independent shares -----------------------------------


@pytest.mark.parametrize("level", [0.8, 0.95])
@pytest.mark.parametrize(("tp", "fn", "fp", "tn"), [(40, 10, 5, 45), (3, 1, 2, 30), (9, 1, 8, 2), (10, 0, 0, 20)])
def test_informedness_against_newcombes_interval(tp, fn, fp, tn, level):
    low, high = confint_proportions_2indep(tp, tp + fn, fp, fp + tn, method="newcomb", alpha=1 - level)
    outcomes = pv.Outcomes(tp=tp, fn=fn, fp=fp, tn=tn)
    youden = pv.estimate("informedness", outcomes, level=level)
    balanced = pv.estimate("balanced_accuracy", outcomes, level=level)
    assert youden.method == balanced.method == "mover"
    assert (youden.low, youden.high) == close((low, high))
    assert (2 * balanced.low - 1, 2 * balanced.high - 1) == close((low, high))


# --- Kappa -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("k", [2, 3, 5])
@pytest.mark.parametrize("seed", range(4))
def test_standard_error_of_kappa_is_fleiss_cohen_everitts(k, seed):
    rng = np.random.default_rng(seed)
    table = rng.integers(0, 15, (k, k)) + np.diag(rng.integers(5, 40, k))
    expected = cohens_kappa(table)
    matrix = pv.ConfusionMatrix.from_counts(table)
    assert pv.value("kappa", matrix) == close(expected.kappa)
    assert standard_error("kappa", matrix) == close(math.sqrt(expected.var_kappa))
    if k == 2:
        assert standard_error("kappa", matrix.outcomes(0)) == close(math.sqrt(expected.var_kappa), rel=1e-7)


def test_delta_interval_of_kappa_is_symmetric_about_the_value():
    expected = cohens_kappa([[40, 10], [5, 45]])
    found = pv.estimate("kappa", pv.ConfusionMatrix.from_counts([[40, 10], [5, 45]]), method="delta")
    assert (found.low, found.high) == close((expected.kappa_low, expected.kappa_upp))
