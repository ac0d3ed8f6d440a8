"""The interval around .632, .632+ and the out-of-bag error: how often it holds the error of the model of all rows."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LinearRegression
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

import probative as pv

LEARNERS = {
    "1-nn": KNeighborsClassifier(1),
    "tree": DecisionTreeClassifier(random_state=0),
    "lda": LinearDiscriminantAnalysis(),
}


def rows(n, apart, rng):
    """Two normal classes in five dimensions, apart in one of them."""
    y = (rng.random(n) < 0.5).astype(int)
    X = rng.normal(size=(n, 5))
    X[:, 0] += apart * y
    return X, y


@pytest.mark.slow
@pytest.mark.parametrize("apart", [0.0, 1.5, 3.0])
@pytest.mark.parametrize("n", [40, 100])
@pytest.mark.parametrize("learner", LEARNERS)
def test_the_interval_lets_training_vary(learner, n, apart):
    """What is held is the error of the very model, and that of such models on average; of .632 where it has one."""
    rng = np.random.default_rng(n)
    fresh, truth = rows(4000, apart, rng)
    model, found, errors = LEARNERS[learner], [], []
    for _ in range(60):
        X, y = rows(n, apart, rng)
        found.append(pv.bootstrap_error(model, X, y, repeats=30))
        errors.append(np.mean(model.fit(X, y).predict(fresh) != truth))
    for name in ("out_of_bag", "e632", "e632_plus"):
        held = [(getattr(one, name), error) for one, error in zip(found, errors, strict=True)]
        held = [(one, error) for one, error in held if not np.isnan(one.low)]
        assert name == "e632" or len(held) == 60
        if len(held) > 3:  # of .632, fewer than 1 in 20 have one by accident
            assert np.mean([one.low <= error <= one.high for one, error in held]) >= 0.93 - 2 * 0.255 / len(held) ** 0.5
            mean = np.mean(errors)
            assert np.mean([one.low <= mean <= one.high for one, _ in held]) >= 0.93 - 2 * 0.255 / len(held) ** 0.5


@pytest.mark.slow
@pytest.mark.parametrize("n", [30, 100])
def test_the_interval_of_squared_errors_lets_training_vary(n):
    rng = np.random.default_rng(n)
    slopes = np.array([1.0, 0.5, 0.0, 0.0, 0.0])
    held = []
    for _ in range(150):
        X = rng.normal(size=(n, 5))
        y = X @ slopes + rng.normal(size=n)
        found = pv.bootstrap_error(LinearRegression(), X, y, repeats=30).e632_plus
        fitted = LinearRegression().fit(X, y)
        error = 1 + np.sum((fitted.coef_ - slopes) ** 2) + fitted.intercept_**2  # exactly, over all rows there may be
        held.append(found.low <= error <= found.high)
    assert np.mean(held) >= 0.93 - 2 * 0.255 / 150**0.5


def test_noise_that_is_learned_by_heart_leaves_632_without_an_interval():
    rng = np.random.default_rng(0)
    for _ in range(6):
        found = pv.bootstrap_error(KNeighborsClassifier(1), *rows(40, 0.0, rng), repeats=20)
        assert np.isnan(found.e632.low)
        assert "has seen" in found.e632.why
        assert found.e632_plus.low < found.e632_plus.value < found.e632_plus.high
