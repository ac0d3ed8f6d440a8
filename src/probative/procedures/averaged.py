"""The models of all folds as one: their mean or their vote, where the learner says that this means something."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from probative.errors import BadParameter
from probative.resampling import Plan
from probative.running.brought import Inputs, Model
from probative.running.fitting import trained
from probative.running.learner import Learner
from probative.running.problem import Problem

DECLARED = "averages_folds"
"""The attribute by which a learner declares that a mean of its models is a model."""


def why_not_averaged(model: Model) -> str:
    """The reason why the fold models of a learner are not averaged; empty where it declares that they may be.

    >>> from sklearn.linear_model import Ridge
    >>> why_not_averaged(Ridge())
    'Ridge does not declare that a mean of its models is a model (averages_folds = True)'
    """
    last = model.steps[-1][1] if hasattr(model, "steps") else model
    inner = getattr(last, "model", last)
    if any(getattr(part, DECLARED, False) for part in (model, last, inner)):
        return ""
    return f"{type(inner).__name__} does not declare that a mean of its models is a model ({DECLARED} = True)"


class Averaged:
    """Fitted models asked together: the mean of their probabilities or numbers, else the vote of their labels."""

    def __init__(self, models: Sequence[Any]) -> None:
        self.models = list(models)
        if hasattr(self.models[0], "classes_"):
            self.classes_ = np.asarray(self.models[0].classes_)
            if any(not np.array_equal(self.classes_, model.classes_) for model in self.models):
                raise BadParameter(
                    "models of different classes have no mean.", found="a fold without a class", remedy="stratify"
                )
        if all(hasattr(model, "predict_proba") for model in self.models):
            self.predict_proba: Callable[[Inputs], ArrayLike] = self._mean_proba

    def _mean_proba(self, X: Inputs) -> ArrayLike:  # noqa: N803
        return np.asarray(np.mean([model.predict_proba(X) for model in self.models], axis=0))

    def fit(self, X: Inputs, y: ArrayLike) -> Averaged:  # noqa: N803
        """Refused: its models are fitted already, each on the training rows of its fold."""
        raise BadParameter("a mean of fitted models is not trained.", remedy="train the learner itself")

    def predict(self, X: Inputs) -> ArrayLike:  # noqa: N803
        """The likeliest class by the mean, the class that most models name (the first of equals), or the mean."""
        if hasattr(self, "predict_proba"):
            return np.asarray(self.classes_[np.argmax(self.predict_proba(X), axis=1)])
        said = np.array([model.predict(X) for model in self.models])
        if not hasattr(self, "classes_"):
            return np.asarray(said.mean(axis=0))
        votes = np.stack([(said == label).sum(axis=0) for label in self.classes_], axis=1)
        return np.asarray(self.classes_[votes.argmax(axis=1)])


def averaged(learner: Learner, problem: Problem, plan: Plan, seed: int) -> Averaged:
    """The models of a plan's training parts, as one; refused where the learner does not declare what that means."""
    if why := why_not_averaged(learner.model):
        raise BadParameter("the models of folds are not averaged.", found=why, remedy="the one model of all rows")
    parts = list(plan.parts_of(problem.rows))
    models = [trained(learner, problem, part.train, learner.seed(seed, part.repeat, part.fold)) for part in parts]
    return Averaged(models)
