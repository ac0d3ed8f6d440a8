"""Bounds of nested and bootstrap intervals."""

import math

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import probative as pv
from probative.errors import BadParameter, FitFailed

from .spies import VALUES, Spy, X, Y


def separable():
    rng = np.random.default_rng(0)
    table = rng.normal(size=(30, 2))
    return table, (table[:, 0] > 0).astype(int)


def test_a_nested_interval_of_no_errors_at_all():
    table, y = separable()
    found = pv.nested_interval(
        DecisionTreeClassifier(max_depth=1, random_state=0), table + 20 * y[:, None], y, k=5, repeats=2
    )
    assert found.error.value == found.cross_validation.value == 0
    assert math.isnan(found.error.low)
    assert "do" in found.error.why
    assert math.isnan(found.inflation)


@pytest.mark.parametrize("seed", range(8))
def test_nested_intervals_respect_the_range(seed):
    table, y = separable()
    rng = np.random.default_rng(seed)
    y = np.where(rng.random(30) < 0.05, 1 - y, y) if seed % 2 else rng.permutation(y)
    found = pv.nested_interval(DecisionTreeClassifier(max_depth=1), table, y, k=5, repeats=2, random_state=seed)
    for estimate in (found.error, found.cross_validation):
        assert 0 <= estimate.value <= 1
        if not math.isnan(estimate.low):
            assert 0 <= estimate.low <= estimate.value <= estimate.high <= 1


def test_bootstrap_intervals_respect_the_range():
    class Wrong(ClassifierMixin, BaseEstimator):
        def fit(self, X, y):
            self.classes_ = np.unique(y)
            return self

        def predict(self, X):
            return (X[:, 0] < 0.2).astype(int)

    table, y = separable()
    found = pv.bootstrap_error(Wrong(), table, y, repeats=10)
    assert found.out_of_bag.value > 0.85
    assert found.out_of_bag.high <= 1
    numbers = pv.bootstrap_error(LinearRegression(), X, VALUES, repeats=5)
    assert numbers.out_of_bag.low >= 0


def test_losses_that_do_not_fit():
    with pytest.raises(BadParameter, match="not a loss"):
        pv.bootstrap_error(GaussianNB(), X, Y, loss="mse", repeats=2)
    with pytest.raises(BadParameter, match="not a loss"):
        pv.nested_interval(LinearRegression(), X, VALUES, loss="error_rate")
    with pytest.raises(BadParameter, match="probabilities"):
        pv.bootstrap_error(Spy(), X, Y, loss="brier", repeats=2)
    with pytest.raises(BadParameter, match="more folds than rows"):
        pv.nested_interval(GaussianNB(), X[:6], Y[:6], k=7)


def test_failures_stop_the_bootstrap_and_nested_intervals():
    class Never(RegressorMixin, BaseEstimator):
        def fit(self, X, y):
            raise RuntimeError("never")

        def predict(self, X):
            return X[:, 0]

    for procedure in (pv.bootstrap_error, pv.nested_interval):
        with pytest.raises(FitFailed, match="never"):
            procedure(Never(), X, VALUES, repeats=2)
