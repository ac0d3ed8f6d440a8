"""Intervals of regression measures."""

import math

import numpy as np
import pytest
import scipy.stats
import sklearn.metrics as sk

import probative as pv

from .sampled import (
    PARAMETERS,
    close,
    error_of_mean,
    infinitesimal_jackknife,
    jackknife,
    ones_if_none,
    standard_error,
    target_rows,
)


def _r2(y, guess, w):
    return sk.r2_score(y, guess, sample_weight=w)


def _explained(y, guess, w):
    return sk.explained_variance_score(y, guess, sample_weight=w)


@pytest.mark.parametrize("weighted", [False, True], ids=["plain", "weighted"])
@pytest.mark.parametrize(("name", "statistic"), [("r2", _r2), ("explained_variance", _explained)])
def test_standard_errors_of_explained_shares(name, statistic, weighted):
    y, guess, weight = target_rows(120, 61, weighted)
    expected = infinitesimal_jackknife(lambda w: statistic(y, guess, w), ones_if_none(weight, 120))
    assert standard_error(name, pv.Residuals.from_values(y, guess, sample_weight=weight)) == close(expected, rel=1e-5)


def test_standard_error_of_adjusted_r2_is_scaled_by_the_adjustment():
    y, guess, _ = target_rows(120, 62)
    expected = infinitesimal_jackknife(lambda w: _r2(y, guess, w), np.ones(120)) * 119 / (120 - 5 - 1)
    found = standard_error("adjusted_r2", pv.Residuals.from_values(y, guess), n_features=5)
    assert found == close(expected, rel=1e-5)


LOSSES = {
    "mse": lambda y, h: (y - h) ** 2,
    "mae": lambda y, h: np.abs(y - h),
    "mean_error": lambda y, h: y - h,
    "mape": lambda y, h: np.abs(y - h) / np.abs(y),
    "pinball": lambda y, h: np.where(y > h, 0.2 * (y - h), 0.8 * (h - y)),
}


@pytest.mark.parametrize("weighted", [False, True], ids=["plain", "weighted"])
@pytest.mark.parametrize("name", LOSSES)
def test_standard_errors_of_mean_losses(name, weighted):
    y, guess, weight = target_rows(130, 63, weighted)
    evidence = pv.Residuals.from_values(y, guess, sample_weight=weight)
    found = standard_error(name, evidence, **PARAMETERS.get(name, {}))
    assert found == close(error_of_mean(LOSSES[name](y, guess), weight))


@pytest.mark.parametrize("weighted", [False, True], ids=["plain", "weighted"])
def test_standard_error_of_rmse(weighted):
    y, guess, weight = target_rows(130, 64, weighted)
    squares = (y - guess) ** 2
    expected = error_of_mean(squares, weight) / (2 * math.sqrt(np.average(squares, weights=weight)))
    assert standard_error("rmse", pv.Residuals.from_values(y, guess, sample_weight=weight)) == close(expected)


@pytest.mark.parametrize(
    ("name", "statistic"),
    [
        ("r2", lambda y, h: sk.r2_score(y, h)),
        ("explained_variance", lambda y, h: sk.explained_variance_score(y, h)),
        ("rmse", lambda y, h: sk.root_mean_squared_error(y, h)),
        ("mae", lambda y, h: sk.mean_absolute_error(y, h)),
    ],
)
def test_standard_errors_of_regression_against_leaving_rows_out(name, statistic):
    """As for scores, with 400 rows and skewed targets: 3 %."""
    y, guess, _ = target_rows(400, 65)
    found = standard_error(name, pv.Residuals.from_values(y, guess))
    assert found == pytest.approx(jackknife(statistic, y, guess), rel=0.03)


@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
@pytest.mark.parametrize("n", [3, 12, 200])
def test_t_interval_of_the_mean_squared_error(n, level):
    y, guess, _ = target_rows(n, 66)
    squares = (y - guess) ** 2
    low, high = scipy.stats.t.interval(level, n - 1, squares.mean(), scipy.stats.sem(squares))
    residuals = pv.Residuals.from_values(y, guess)
    plain = pv.estimate("mse", residuals, method="t", level=level)
    assert (plain.low, plain.high) == close((max(low, 0.0), high))
    log_low, log_high = scipy.stats.t.interval(
        level, n - 1, math.log(squares.mean()), scipy.stats.sem(squares) / squares.mean()
    )
    logs = pv.estimate("mse", residuals, level=level, method="t-log")
    assert (logs.method, logs.n) == ("t-log", n)
    assert (logs.low, logs.high) == close((math.exp(log_low), math.exp(log_high)))
    default = pv.estimate("mse", residuals, level=level)
    skewness, q = scipy.stats.skew(squares), scipy.stats.t.ppf((1 + level) / 2, n - 1)
    hall = [squares.mean() - scipy.stats.sem(squares) * undone(s * q, skewness, n) for s in (1, -1)]
    assert default.method == "t-skewed"
    assert default.low == close(min(math.exp(log_low), hall[0]) if hall[0] > 0 else math.exp(log_low))
    assert default.high == close(max(math.exp(log_high), hall[1]))
    root = pv.estimate("rmse", residuals, level=level)
    assert (root.low, root.high) == close((math.sqrt(default.low), math.sqrt(default.high)))


def undone(t, skewness, n):
    """The u whose transform u + a u^2 / 3 + a^2 u^3 / 27 + a / 6 (Hall 1992), a = skewness / sqrt(n), is t."""
    a = skewness / math.sqrt(n)
    roots = np.roots([a**2 / 27, a / 3, 1.0, a / 6 - t])
    return float(roots[np.abs(roots.imag) < 1e-9].real[0])


def test_t_interval_of_a_plain_mean():
    values = np.random.default_rng(67).exponential(2.0, 40)
    found = pv.estimate("mean", pv.Moments.from_values(values))
    expected = scipy.stats.t.interval(0.95, 39, values.mean(), scipy.stats.sem(values))
    assert (found.method, found.n) == ("t", 40)
    assert (found.low, found.high) == close(expected)


def binomial_ranks(n, level):
    """Ranks r and n + 1 - r, with r the largest that keeps P(Bin(n, 1/2) < r) within half of 1 - level."""
    allowed = [r for r in range(1, n // 2 + 1) if scipy.stats.binom.cdf(r - 1, n, 0.5) <= (1 - level) / 2]
    return (max(allowed), n + 1 - max(allowed)) if allowed else None


@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
@pytest.mark.parametrize("n", [8, 9, 20, 101, 1000])
def test_interval_of_the_median_error_between_order_statistics(n, level):
    y, guess, _ = target_rows(n, 71)
    ranked = np.sort(np.abs(y - guess))
    low, high = binomial_ranks(n, level)
    found = pv.estimate("median_absolute_error", pv.Residuals.from_values(y, guess), level=level)
    assert found.method == "order-statistics"
    assert found.value == close(np.median(ranked))
    assert (found.low, found.high) == close((ranked[low - 1], ranked[high - 1]))


def test_interval_of_the_median_of_many_errors_is_within_a_rank_of_the_exact_one():
    y, guess, _ = target_rows(5000, 72)
    ranked = np.sort(np.abs(y - guess))
    low, high = binomial_ranks(5000, 0.95)
    found = pv.estimate("median_absolute_error", pv.Residuals.from_values(y, guess))
    assert ranked[low - 2] <= found.low <= ranked[low]
    assert ranked[high - 2] <= found.high <= ranked[high]


def test_too_few_errors_have_no_interval_of_the_median_and_a_reason():
    y, guess, _ = target_rows(5, 73)
    assert binomial_ranks(5, 0.95) is None
    found = pv.estimate("median_absolute_error", pv.Residuals.from_values(y, guess))
    assert found.value == close(np.median(np.abs(y - guess)))
    assert math.isnan(found.low)
    assert math.isnan(found.high)
    assert found.why
