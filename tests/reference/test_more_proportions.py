"""Further intervals of a proportion against print and brute force; weighted kappa against other tools."""

import numpy as np
import pytest
import scipy.stats
from scipy.special import bdtr, bdtrc
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import cohens_kappa

import probative as pv
from probative.errors import BadParameter
from probative.inference.more_shares import METHODS

from .test_stats import close


def limits_of(k, n, method, level=0.95):
    found = pv.estimate("recall", pv.Outcomes(tp=k, fn=n - k, fp=3, tn=4), method=method, level=level)
    assert (found.value, found.n, found.method) == (k / n, n, method)
    return found.low, found.high


PRINTED = {
    "wilson-cc": [(0.2535, 0.3682), (0.0598, 0.1644), (0.0, 0.2005), (0.0018, 0.1963)],
    "mid-p": [(0.2544, 0.3658), (0.0601, 0.1581), (0.0, 0.1391), (0.0017, 0.1585)],
    "likelihood": [(0.2542, 0.3655), (0.0596, 0.1567), (0.0, 0.0916), (0.0020, 0.1432)],
}


@pytest.mark.parametrize("method", PRINTED)
def test_as_printed_by_newcombe(method):
    """Statistics in Medicine 17 (1998) 857-872, table I."""
    for (k, n), wanted in zip([(81, 263), (15, 148), (0, 20), (1, 29)], PRINTED[method], strict=True):
        assert limits_of(k, n, method) == pytest.approx(wanted, abs=5.1e-5)


def acceptable(x, n, p):
    """Blaker's acceptability of many shares, as R's PropCIs defines it (acceptbin)."""
    at_least = bdtrc(x - 1, n, p) if x else np.ones_like(p)
    at_most = bdtr(x, n, p)
    below = scipy.stats.binom.ppf(at_least, n, p) - 1
    above = scipy.stats.binom.ppf(1 - at_most, n, p)
    first = at_least + np.where(below >= 0, bdtr(np.maximum(below, 0), n, p), 0.0)
    return np.minimum(first, at_most + 1 - np.where(above >= 0, bdtr(np.maximum(above, 0), n, p), 0.0))


@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
@pytest.mark.parametrize(("x", "n"), [(0, 1), (1, 2), (3, 10), (10, 10), (5, 23), (22, 23), (11, 60)])
def test_blaker_by_walking(x, n, level):
    shares = np.linspace(1e-6, 1 - 1e-6, 20_001)
    kept = shares[acceptable(x, n, shares) > 1 - level]
    low, high = limits_of(x, n, "blaker", level)
    assert low == (0 if x == 0 else pytest.approx(kept.min(), abs=1e-4))
    assert high == (1 if x == n else pytest.approx(kept.max(), abs=1e-4))
    outer = limits_of(x, n, "clopper-pearson", level)
    assert outer[0] - 1e-12 <= low <= high <= outer[1] + 1e-12


@pytest.mark.parametrize("n", [5, 20, 60])
def test_coverage_of_all_outcomes(n):
    shares = np.linspace(0.01, 0.99, 197)
    chances = scipy.stats.binom.pmf(np.arange(n + 1)[:, None], n, shares)
    for method, least in (("blaker", 0.95), ("mid-p", 0.91), ("wilson-cc", 0.94)):
        ends = np.array([METHODS[method](x, n) for x in range(n + 1)])
        inside = (ends[:, :1] <= shares) & (shares <= ends[:, 1:])
        covered = (chances * inside).sum(axis=0)
        assert covered.min() >= least - 1e-9
        assert covered.mean() > 0.95


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("k", "n"), [(0, 1), (1, 1), (0, 1000), (1000, 1000), (1, 2), (500, 1000)])
def test_edges_and_mirrors(method, k, n):
    low, high = limits_of(k, n, method)
    assert 0 <= low <= k / n <= high <= 1
    assert low < high
    mirrored = limits_of(n - k, n, method)
    assert (1 - high, 1 - low) == close(mirrored)


@pytest.mark.parametrize("method", METHODS)
def test_weights(method):
    rng = np.random.default_rng(0)
    y, h = rng.integers(0, 2, 40), rng.integers(0, 2, 40)
    plain = pv.estimate("accuracy", pv.ConfusionMatrix.from_labels(y, h), method=method)
    for weight in (0.1, 10.0):
        same = pv.ConfusionMatrix.from_labels(y, h, sample_weight=np.full(40, weight))
        found = pv.estimate("accuracy", same, method=method)
        assert (found.low, found.high) == pytest.approx((plain.low, plain.high), rel=1e-9)
    uneven = pv.estimate(
        "accuracy", pv.ConfusionMatrix.from_labels(y, h, sample_weight=rng.random(40) + 0.1), method=method
    )
    if method == "blaker":
        assert np.isnan(uneven.low)
        assert "weighted" in uneven.why
    else:
        assert 0 < uneven.low < uneven.value < uneven.high < 1


# --- Weighted kappa --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("weights", ["linear", "quadratic"])
@pytest.mark.parametrize("k", [2, 3, 6])
def test_weighted_kappa(weights, k):
    rng = np.random.default_rng(k)
    y = rng.integers(0, k, 300)
    h = np.clip(y + rng.integers(-1, 2, 300), 0, k - 1)
    matrix = pv.ConfusionMatrix.from_labels(y, h)
    found = pv.estimate("weighted_kappa", matrix, weights=weights, method="delta")
    assert found.value == close(cohen_kappa_score(y, h, weights=weights))
    # Fleiss, Cohen and Everitt's standard error, as statsmodels has it.
    wanted = cohens_kappa(matrix.counts, wt=weights)
    assert (found.low, found.high) == close((wanted.kappa_low, wanted.kappa_upp))
    default = pv.estimate("weighted_kappa", matrix, weights=weights)
    assert -1 <= default.low < default.value < default.high <= 1
    if k == 2:
        assert found.value == close(pv.value("kappa", matrix))


def test_weighted_kappa_of_weighted_rows():
    rng = np.random.default_rng(1)
    y, h, w = rng.integers(0, 4, 200), rng.integers(0, 4, 200), rng.random(200)
    matrix = pv.ConfusionMatrix.from_labels(y, h, sample_weight=w)
    for weights in ("linear", "quadratic"):
        wanted = cohen_kappa_score(y, h, weights=weights, sample_weight=w)
        assert pv.value("weighted_kappa", matrix, weights=weights) == close(wanted)


def test_weighted_kappa_without_chance():
    alone = pv.estimate("weighted_kappa", pv.ConfusionMatrix(("a", "b"), np.array([[4, 0], [0, 0]])))
    assert np.isnan(alone.value)
    assert "one class" in alone.why
    with pytest.raises(BadParameter, match="linear"):
        pv.value("weighted_kappa", pv.ConfusionMatrix(("a", "b"), np.array([[4, 0], [1, 2]])), weights="cubic")
