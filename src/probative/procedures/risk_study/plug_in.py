"""A learner that is trained in microseconds: normal classes of one covariance, plugged into Bayes' rule."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from probative.errors import BadLabels
from probative.evidence.arrays import Array


class LinearPlugIn:
    """Linear discriminant analysis of two classes, and nothing else: a study has thousands of trainings to do.

    >>> model = LinearPlugIn().fit([[0.0], [1.0], [3.0], [4.0]], [0, 0, 1, 1])
    >>> model.predict([[1.9], [2.1]]).tolist(), model.coef_.shape
    ([0, 1], (1, 1))
    """

    def fit(self, X: ArrayLike, y: ArrayLike) -> LinearPlugIn:  # noqa: N803
        """Estimate means, the common covariance and the prior."""
        x, labels = np.asarray(X, np.float64), np.asarray(y)
        self.classes_ = np.unique(labels)
        if len(self.classes_) > 2:
            raise BadLabels("the rule tells two classes apart.", found=f"labels {self.classes_.tolist()}")
        if len(self.classes_) == 1:
            # Folds drawn by chance may lack a class: all that is left to say is the other.
            self.classes_ = np.repeat(self.classes_, 2)
            self.coef_, self.intercept_ = np.zeros((1, x.shape[1])), np.zeros(1)
            return self
        second = labels == self.classes_[1]
        high, low = x[second], x[~second]
        upper, lower = high.mean(axis=0), low.mean(axis=0)
        apart, middle = upper - lower, (upper + lower) / 2
        around = np.concatenate([high - upper, low - lower])
        scatter = around.T @ around / len(x)
        # As few rows as columns leave no inverse; the least-norm solution is what discriminant analysis takes, too.
        slope = np.linalg.pinv(scatter) @ apart if len(x) - 2 < x.shape[1] else np.linalg.solve(scatter, apart)
        self.coef_ = slope[None, :]
        self.intercept_ = np.array([np.log(len(high) / len(low)) - slope @ middle])
        return self

    def predict(self, X: ArrayLike) -> Array:  # noqa: N803
        """The class on whose side of the line a row lies."""
        above = np.asarray(X, np.float64) @ self.coef_[0] + self.intercept_[0] > 0
        said: Array = self.classes_[above.astype(np.intp)]
        return said
