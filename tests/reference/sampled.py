"""Samples, and statistics of them that other tools compute."""

import math

import numpy as np
import pytest
import scipy.stats

import probative as pv


def close(value, rel=1e-9, nan_ok=False):
    return pytest.approx(value, rel=rel, abs=1e-12, nan_ok=nan_ok)


def z_of(level):
    return scipy.stats.norm.ppf((1 + level) / 2)


def standard_error(name, evidence, **parameters):
    """The delta method's, from an interval so narrow that no bound of the measure cuts it off."""
    found = pv.estimate(name, evidence, method="delta", level=0.2, **parameters)
    assert found.method == "delta"
    return (found.high - found.low) / 2 / z_of(0.2)


def infinitesimal_jackknife(statistic, weight, alike=None):
    """Square root of the summed squared influences: each row's weight is moved by a hair, up and down.

    Rows with equal codes in `alike` have equal influence, so one of them is moved.
    """
    _, first, owner = np.unique(np.arange(len(weight)) if alike is None else alike, True, True)
    step, influence = 1e-5, []
    for i in first:
        up, down = weight.copy(), weight.copy()
        up[i] += step
        down[i] -= step
        influence.append((statistic(up) - statistic(down)) / (2 * step))
    return math.sqrt((weight**2 * np.square(influence)[owner]).sum())


def jackknife(statistic, *columns):
    """Leave each row out once."""
    n = len(columns[0])
    left_out = np.array([statistic(*(np.delete(column, i, axis=0) for column in columns)) for i in range(n)])
    return math.sqrt((n - 1) / n * ((left_out - left_out.mean()) ** 2).sum())


def ones_if_none(weight, n):
    return np.ones(n) if weight is None else weight


def binary_rows(n=150, seed=0, ties=False, weighted=False):
    rng = np.random.default_rng(seed)
    y = (rng.random(n) < 0.4).astype(int)
    score = 1 / (1 + np.exp(-(rng.normal(0, 1.2, n) + 1.4 * y - 0.7)))
    score = np.clip(np.round(score, 1), 0.05, 0.95) if ties else score
    return y, score, rng.gamma(2.0, 1.0, n) if weighted else None


def target_rows(n=150, seed=0, weighted=False):
    rng = np.random.default_rng(seed)
    y = rng.gamma(3.0, 2.0, n) + 1
    guess = 0.8 * y + rng.normal(0.7, 1.0, n) * np.sqrt(y)
    return y, guess, rng.gamma(2.0, 1.0, n) if weighted else None


def area(y, score, axis=-1):
    ranks = scipy.stats.rankdata(score, axis=axis)
    p, n = y.sum(axis=axis), (1 - y).sum(axis=axis)
    return ((ranks * y).sum(axis=axis) - p * (p + 1) / 2) / (p * n)


PARAMETERS = {
    "adjusted_r2": {"n_features": 2},
    "f_beta": {"beta": 2.0},
    "pinball": {"alpha": 0.2},
    "mase": {"scale": 1.5},
}


def error_of_mean(x, weight=None):
    """s / sqrt(n); with weights, squared ones and effective numbers."""
    if weight is None:
        return x.std(ddof=1) / math.sqrt(len(x))
    mean, n = np.average(x, weights=weight), weight.sum() ** 2 / (weight**2).sum()
    return math.sqrt((weight**2 * (x - mean) ** 2).sum() / weight.sum() ** 2 * n / (n - 1))
