"""Rows, tasks and learners to decompose."""

import numpy as np
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.datasets import load_diabetes, load_iris

from probative.procedures.decomposition import bias_variance
from probative.theory import NoisyFunction

SINE = NoisyFunction(lambda x: np.sin(2 * np.pi * x), 0.5)
IRIS, SPECIES = load_iris(return_X_y=True)
DIABETES, PROGRESS = load_diabetes(return_X_y=True)


class Scripted(BaseEstimator):
    """Predicts what it was told, training after training, whatever the data."""

    script: list = []  # noqa: RUF012
    turn = 0

    def fit(self, X, y):
        self.answers_ = type(self).script[type(self).turn]
        type(self).turn += 1
        return self

    def predict(self, X):
        return np.asarray(self.answers_)


class ScriptedRegressor(RegressorMixin, Scripted):
    pass


def scripted(kind, predictions, truth):
    """The decomposition of these predictions, one row per training set."""
    kind.script, kind.turn = list(predictions), 0
    test = np.zeros((len(truth), 1)), truth
    return bias_variance(kind(), np.zeros((1, 1)), truth[:1], test=test, repeats=len(predictions))
