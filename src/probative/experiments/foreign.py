"""A model from outside scikit-learn, dressed so that a pipeline can hold it."""

from __future__ import annotations

import copy
from typing import Any

from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator
from sklearn.utils.metaestimators import available_if

from probative.running.brought import Inputs, Model


def _has_proba(self: Foreign) -> bool:
    return hasattr(getattr(self, "model_", self.model), "predict_proba")


class Foreign(BaseEstimator):  # type: ignore[misc]
    """A model that knows fit and predict and need not know anything else."""

    model_: Any
    """The trained copy, which may have more to say than fit and predict."""

    def __init__(self, model: Model) -> None:
        self.model = model

    def fit(self, X: Inputs, y: ArrayLike) -> Foreign:  # noqa: N803
        """Train a copy."""
        self.model_ = copy.deepcopy(self.model)
        self.model_.fit(X, y)
        if hasattr(self.model_, "classes_"):
            self.classes_ = self.model_.classes_
        return self

    def predict(self, X: Inputs) -> ArrayLike:  # noqa: N803
        """What the model predicts."""
        said: ArrayLike = self.model_.predict(X)
        return said

    @available_if(_has_proba)  # type: ignore[untyped-decorator]
    def predict_proba(self, X: Inputs) -> ArrayLike:  # noqa: N803
        """The model's probabilities, where it has any."""
        said: ArrayLike = self.model_.predict_proba(X)
        return said
