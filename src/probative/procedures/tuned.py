"""A model that tunes itself: hyper-parameters are chosen inside whatever rows it is trained on, and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from math import isnan, nan, sqrt
from typing import Any, ClassVar

import numpy as np
from sklearn.base import BaseEstimator, MetaEstimatorMixin, clone
from sklearn.utils import get_tags
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, column_or_1d

from probative.errors import BadParameter, EmptyData
from probative.evidence.arrays import Array, Floats
from probative.predictions.fit import Fit
from probative.predictions.target import Task
from probative.records import Record
from probative.resampling import Part, plan
from probative.running.criterion import Criterion
from probative.running.fitting import asked, trained
from probative.running.learner import Learner
from probative.running.problem import Problem, take
from probative.running.runner import Piece, gathered

RULES = ("best", "one-se")


def candidates_of(grid: Any) -> list[dict[str, Any]]:
    """The candidates of a grid in declared order: a mapping of lists (the first varies slowest), or a list of them.

    >>> candidates_of({"a": [1, 2], "b": [3]})
    [{'a': 1, 'b': 3}, {'a': 2, 'b': 3}]
    """
    if isinstance(grid, Mapping):
        for name, values in grid.items():
            if isinstance(values, str) or not hasattr(values, "__iter__"):
                raise BadParameter(f"the grid needs a list of values for {name!r}.", found=repr(values))
        return [dict(zip(grid, values, strict=True)) for values in product(*grid.values())]
    found = [c for part in grid for c in (candidates_of(part) if _is_grid(part) else [dict(part)])]
    if not found:
        raise BadParameter("the grid has no candidates.")
    return found


def _is_grid(part: Mapping[str, Any]) -> bool:
    return bool(part) and all(isinstance(v, list | tuple | range | np.ndarray) for v in part.values())


@dataclass(frozen=True, slots=True)
class Candidate(Record):
    """One candidate's scores in the selection, fold by fold: optimistic once it has won."""

    also: ClassVar[dict[str, str]] = {"selection_score_optimistic": "score"}

    parameters: dict[str, Any]
    folds: Floats
    pooled: float

    @property
    def score(self) -> float:
        """Mean over folds; the pooled value where folds have none."""
        return float(self.folds.mean()) if len(self.folds) and not np.isnan(self.folds).any() else self.pooled

    @property
    def error(self) -> float:
        """The folds' standard error, for the one-standard-error rule; nan where there are no two folds."""
        return float(self.folds.std(ddof=1)) / sqrt(len(self.folds)) if len(self.folds) > 1 else nan


def chosen_index(found: list[Candidate], criterion: Criterion, rule: str) -> tuple[int, list[int]]:
    """The winner and those that tie with the best; ties go to the first in declared order.

    The one-standard-error rule takes the first candidate within one standard error of the best one.
    """
    scores = np.array([candidate.score for candidate in found])
    if np.isnan(scores).all():
        raise BadParameter(
            f"no candidate has a value of {criterion.name}.",
            remedy="a stratified plan, larger folds, another criterion",
        )
    best = int(np.nanargmax(scores) if criterion.better == "higher" else np.nanargmin(scores))
    ties = [i for i, score in enumerate(scores) if score == scores[best]]
    if rule == "best":
        return best, ties
    error = found[best].error
    if isnan(error):
        return best, ties
    limit = scores[best] - error if criterion.better == "higher" else scores[best] + error
    return next(
        i for i, score in enumerate(scores) if criterion.at_least_as_good(score, limit) and score == score
    ), ties


def _best_has(name: str) -> Any:
    return lambda self: hasattr(getattr(self, "best_model_", self.model), name)


class Tuned(MetaEstimatorMixin, BaseEstimator):  # type: ignore[misc]
    """A model with hyper-parameters chosen by a plan inside its training rows, then refitted on all of them.

    >>> from sklearn.datasets import load_iris
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> tuned = Tuned(KNeighborsClassifier(), {"n_neighbors": [1, 5, 9]}).fit(*load_iris(return_X_y=True))
    >>> sorted(tuned.best_params_)
    ['n_neighbors']
    """

    selects_on_validation = True

    def __init__(
        self,
        model: Any = None,
        grid: Any = None,
        *,
        plan: Any = "5-fold",
        criterion: Any = None,
        better: str | None = None,
        rule: str = "best",
        positive: Any = None,
        random_state: int | None = 0,
    ) -> None:
        self.model, self.grid, self.plan, self.criterion = model, grid, plan, criterion
        self.better, self.rule, self.positive, self.random_state = better, rule, positive, random_state

    def fit(
        self,
        X: Any,  # noqa: N803
        y: Any,
        sample_weight: Any = None,
        groups: Any = None,
        validation: Array | None = None,
    ) -> Tuned:
        """Try every candidate, choose one, and refit it on all rows given."""
        if self.rule not in RULES:
            raise BadParameter("the rule must be 'best' or 'one-se'.", found=self.rule)
        if y is None:
            raise BadParameter("Tuned requires y to be passed, but the target y is None.")
        y = column_or_1d(y, warn=True)
        classifies = get_tags(self.model).estimator_type == "classifier"
        if classifies:
            check_classification_targets(y)
        task: Task = "classification" if classifies else "regression"
        positive = self._positive(y)
        problem = Problem.of(X, y, sample_weight=sample_weight, groups=groups, task=task, positive=positive)
        if getattr(X, "ndim", 2) == 2 and 0 in getattr(X, "shape", ()):
            raise EmptyData(
                "there is nothing to learn from.",
                found=f"0 feature(s) (shape={X.shape}) while a minimum of 1 is required.",
            )
        if problem.n < 2:
            raise BadParameter("one sample cannot be split to choose between candidates.")
        candidates = candidates_of(self.grid if self.grid is not None else [{}])
        self.criterion_ = Criterion.of(self.criterion, self.better, classifies)
        self.results_ = [self._tried(problem, parameters, validation) for parameters in candidates]
        self.best_index_, self.ties_ = chosen_index(self.results_, self.criterion_, self.rule)
        winner = self.results_[self.best_index_]
        self.best_params_, self.selection_score_ = winner.parameters, winner.score
        learner = Learner.of("tuned", clone(self.model).set_params(**winner.parameters))
        self.best_model_ = trained(learner, problem, None, learner.seed(self.random_state or 0, 0, 0))
        if hasattr(self.best_model_, "classes_"):
            self.classes_ = self.best_model_.classes_
        if hasattr(self.best_model_, "n_features_in_"):
            self.n_features_in_ = self.best_model_.n_features_in_
        return self

    def _positive(self, y: Any) -> Any:
        """The positive class, unless these rows have more or other classes."""
        labels = set(np.unique(np.asarray(y)).tolist())
        return self.positive if self.positive is not None and len(labels) == 2 and self.positive in labels else None

    def _tried(self, problem: Problem, parameters: dict[str, Any], validation: Array | None) -> Candidate:
        learner = Learner.of("candidate", clone(self.model).set_params(**parameters))
        scheme = plan(self.plan, random_state=self.random_state or 0).oriented(problem.target.positive)
        if validation is not None:
            parts = [Part(0, 0, np.flatnonzero(~validation), np.flatnonzero(validation))]
        else:
            parts = list(scheme.parts_of(problem.rows))
        pieces = {(0, number): self._piece(learner, problem, part) for number, part in enumerate(parts)}
        said = gathered(problem, ["candidate"], pieces, {})
        single = validation is None and scheme.single
        folds = np.zeros(0)
        if not single:
            parted = [gathered(problem, ["candidate"], {(0, 0): piece}, {}) for piece in pieces.values()]
            folds = np.array([self.criterion_.value(part) for part in parted])
        return Candidate(parameters, folds, self.criterion_.value(said))

    def _piece(self, learner: Learner, problem: Problem, part: Part) -> Piece:
        """One training; its errors are the caller's to see, as scikit-learn's are."""
        seed = learner.seed(self.random_state or 0, part.repeat, part.fold)
        answer = asked(trained(learner, problem, part.train, seed), problem, take(problem.X, part.test))
        fit = Fit(learner.name, part.repeat, part.fold, len(part.train), len(part.test), seed)
        return fit, part.test, answer

    def corrected_score(self) -> float:
        """The winning score less its optimism, estimated fold by fold (Tibshirani and Tibshirani 2009)."""
        check_is_fitted(self)
        table = np.array([candidate.folds for candidate in self.results_])
        if table.ndim != 2 or table.shape[1] < 2 or np.isnan(table).any():
            return nan
        best = table.max(axis=0) if self.criterion_.better == "higher" else table.min(axis=0)
        return float(self.selection_score_ - (best - table[self.best_index_]).mean())

    def predict(self, X: Any) -> Any:  # noqa: N803
        """Predictions of the refitted winner."""
        check_is_fitted(self)
        return self.best_model_.predict(X)

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:  # noqa: N803
        """The refitted winner's own score: accuracy for classes, R2 for numbers."""
        check_is_fitted(self)
        return float(self.best_model_.score(X, y, sample_weight=sample_weight))

    @available_if(_best_has("predict_proba"))  # type: ignore[untyped-decorator]
    def predict_proba(self, X: Any) -> Any:  # noqa: N803
        """Probabilities of the refitted winner."""
        check_is_fitted(self)
        return self.best_model_.predict_proba(X)

    @available_if(_best_has("decision_function"))  # type: ignore[untyped-decorator]
    def decision_function(self, X: Any) -> Any:  # noqa: N803
        """Signed scores of the refitted winner."""
        check_is_fitted(self)
        return self.best_model_.decision_function(X)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        inner = get_tags(self.model)
        for name in ("estimator_type", "classifier_tags", "regressor_tags", "target_tags", "input_tags"):
            setattr(tags, name, getattr(inner, name))
        tags.target_tags.multi_output = False
        if tags.classifier_tags is not None:
            tags.classifier_tags.multi_label = False
        return tags
