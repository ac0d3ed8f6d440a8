"""Rows to learn from, models that remember what they saw, and runs to compare."""

from typing import ClassVar

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, TransformerMixin, clone
from sklearn.datasets import load_iris

import probative as pv

N = 60
GENERATOR = np.random.default_rng(11)
X = np.column_stack([np.arange(N), GENERATOR.normal(size=(N, 3))])
"""Column 0 is the number of the row, so that spies know whom they see."""
Y = (X[:, 1] + GENERATOR.normal(0, 0.7, N) > 0).astype(int)
WEIGHT = GENERATOR.uniform(0.5, 3, N)
GROUPS = np.repeat(np.arange(12), 5)
VALUES = X[:, 1] * 2 + GENERATOR.normal(size=N)
IRIS, SPECIES = load_iris(return_X_y=True)


def ids(X):
    return np.asarray(X)[:, 0].astype(int)


class Spy(ClassifierMixin, BaseEstimator):
    """Keeps what every training and every question saw."""

    fits: ClassVar[list] = []
    asked: ClassVar[list] = []

    def __init__(self, name="spy"):
        self.name = name

    def fit(self, X, y, sample_weight=None, groups=None):
        type(self).fits.append((self.name, ids(X), np.array(y), sample_weight, groups))
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        type(self).asked.append((self.name, ids(X)))
        return np.full(len(X), self.classes_[0])


class Watcher(TransformerMixin, BaseEstimator):
    """A preprocessing step that keeps which rows it was fitted on."""

    fitted_on: ClassVar[list] = []

    def fit(self, X, y=None):
        type(self).fitted_on.append(ids(X))
        return self

    def transform(self, X):
        return X


def assert_same(a, b):
    """The same predictions, to the last bit."""
    assert list(a.models) == list(b.models)
    for name, told in a.models.items():
        other = b.models[name]
        for key in ("row", "repeat", "fold", "predicted", "scores"):
            left, right = getattr(told, key), getattr(other, key)
            assert left.dtype == right.dtype
            assert np.array_equal(left, right), key
        assert told.scored == other.scored
    places = [[(fit.model, fit.repeat, fit.fold, fit.seed) for fit in said.fits] for said in (a, b)]
    assert places[0] == places[1]


def by_loop(model, X, y, plan, groups=None, **scheme):
    """Rows, predictions and probabilities by a bare loop over the plan's splits."""
    rows, predicted, proba = [], [], []
    for train, test in pv.plan(plan, **scheme).split(X, y, groups):
        fitted = clone(model).fit(X[train], y[train])
        rows.append(test)
        predicted.append(fitted.predict(X[test]))
        if hasattr(fitted, "predict_proba"):
            proba.append(fitted.predict_proba(X[test]))
    return np.concatenate(rows), np.concatenate(predicted), np.concatenate(proba) if proba else None


TIME = np.datetime64("2024-01-01") + GENERATOR.permutation(N)
