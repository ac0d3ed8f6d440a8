"""The jackknife's interval: leaving rows out, and the derivative where there are too many rows for it."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import jarque_bera, pearsonr, t

import probative as pv
from probative.inference import jackknife

NAMES = [m.name for m in pv.measures() if m.method == "jackknife" and m.needs is pv.ValuePairs]
PARAMETERS = {"mase": {"scale": 2.0}}


def amounts(n, seed=0):
    rng = np.random.default_rng(seed)
    y = rng.gamma(4, 1, n)
    return y, y * rng.gamma(20, 0.05, n)


def limits(name, evidence):
    found = pv.estimate(name, evidence, **PARAMETERS.get(name, {}))
    return found.low, found.high


def test_pearsons_limits_by_hand():
    """Delete-one values on Fisher's scale, their variance, and degrees of freedom after Satterthwaite."""
    y, h = amounts(25)
    every = np.arange(25)
    z = np.array([np.arctanh(pearsonr(y[every != i], h[every != i])[0]) for i in every])
    gaps = z - z.mean()
    error = np.sqrt(24 / 25 * (gaps**2).sum())
    freedom = min(2 / ((gaps**4).sum() / (gaps**2).sum() ** 2 - 1 / 25), 24)
    half = t.ppf(0.975, freedom) * error
    middle = np.arctanh(pearsonr(y, h)[0])
    assert limits("pearson", pv.ValuePairs.from_values(y, h)) == pytest.approx(np.tanh([middle - half, middle + half]))


@pytest.mark.parametrize("name", NAMES)
def test_the_derivative_says_the_same_of_many_rows(name, monkeypatch):
    evidence = pv.ValuePairs.from_values(*amounts(450))
    left_out = limits(name, evidence)
    monkeypatch.setattr(jackknife, "MOST", 0)
    derived = limits(name, evidence)
    assert derived != left_out
    assert derived == pytest.approx(left_out, rel=0.02)


@pytest.mark.parametrize("name", NAMES)
def test_constant_weights_and_repeated_rows_are_what_they_are(name):
    y, h = (np.round(x, 1) + 0.1 for x in amounts(60, seed=1))
    plain = limits(name, pv.ValuePairs.from_values(y, h))
    assert limits(name, pv.ValuePairs.from_values(y, h, sample_weight=np.full(60, 0.1))) == pytest.approx(plain)


@pytest.mark.parametrize("name", [name for name in NAMES if name not in ("msle", "rmsle", "mase", "poisson_deviance")])
def test_units_change_no_limit(name):
    y, h = amounts(40, seed=2)
    plain, scaled = (limits(name, pv.ValuePairs.from_values(c * y, c * h)) for c in (1, 1e-5))
    # A deviance of power 1.5 scales with the root of the unit.
    unit = 1e-5**0.5 if name == "tweedie_deviance" else 1
    assert np.array(scaled) == pytest.approx(np.array(plain) * unit)


def test_two_rows_leave_one_degree_of_freedom_and_one_row_none():
    two = pv.estimate("smape", pv.ValuePairs.from_values([1, 2], [1.5, 2.1]))
    assert two.low < two.value < two.high
    one = pv.estimate("smape", pv.ValuePairs.from_values([1], [1.5]))
    assert (np.isnan(one.low), one.why) == (True, "too few rows for a variance")


def test_skewed_losses_have_wider_intervals_than_normal_quantiles_would_give():
    y, h = amounts(30, seed=3)
    evidence = pv.ValuePairs.from_values(y, h)
    assert jarque_bera((y - h) ** 2).pvalue < 0.05
    careful, plain = (pv.estimate("d2_tweedie", evidence, method=m) for m in ("jackknife", "delta-log-complement"))
    assert careful.high - careful.low > plain.high - plain.low


def test_rank_correlations_of_strong_models_cover():
    """Ranks hardly tell neighbours apart, so that r is too low on average (by Hoeffding 1948): 0.82 held the truth."""
    rng = np.random.default_rng(2)
    rho = (1 + 0.05**2) ** -0.5
    truth = 6 / np.pi * np.arcsin(rho / 2)
    held, straight = [], []
    for _ in range(150):
        target = rng.normal(size=50)
        pairs = pv.ValuePairs.from_values(target, target + 0.05 * rng.normal(size=50))
        found, tau = pv.estimate("spearman", pairs), pv.value("kendall_tau", pairs)
        held.append(found.low <= truth <= found.high)
        straight.append((51 * found.value - 3 * tau) / 48)
    assert np.mean(held) >= 0.93
    assert np.mean(straight) == pytest.approx(truth, abs=3e-4)  # 0.0018 is what r itself is too low by


@pytest.mark.parametrize("measure", ["msle", "smape", "poisson_deviance", "relative_absolute_error"])
def test_two_rows_have_an_interval_and_one_has_a_reason(measure):
    two = pv.estimate(measure, pv.ValuePairs.from_values([1.0, 2.0], [1.5, 1.2]), method="jackknife")
    assert two.low < two.value < two.high
    one = pv.estimate(measure, pv.ValuePairs.from_values([1.0], [1.5]), method="jackknife")
    assert np.isnan(one.low)
    assert one.why
