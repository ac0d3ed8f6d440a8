"""A model that tunes itself: hyper-parameters are chosen inside whatever rows it is trained on, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from math import nan
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, MetaEstimatorMixin, clone
from sklearn.utils import get_tags
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, column_or_1d

from probative.errors import BadParameter, EmptyData
from probative.evidence.arrays import Array
from probative.evidence.labels import Label
from probative.predictions.fit import Fit
from probative.predictions.provenance import Provenance
from probative.predictions.target import Task
from probative.procedures.candidates import Candidate, Rule, candidates_of, chosen_index, rule_named
from probative.resampling import Part, plan
from probative.running.brought import Grid, Inputs, Model, Parameters, PlanLike
from probative.running.criterion import Criterion, CriterionLike, Direction
from probative.running.fitting import asked, trained
from probative.running.learner import Learner, takes_weights
from probative.running.pieces import Piece
from probative.running.problem import Problem, take
from probative.running.runner import gathered


def _best_has(name: str) -> Callable[[Tuned], bool]:
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
    best_model_: Any
    """The refitted winner, which can be asked whatever a model of its kind can."""

    def __init__(
        self,
        model: Model | None = None,
        grid: Grid | None = None,
        *,
        plan: PlanLike = "5-fold",
        criterion: CriterionLike = None,
        better: Direction | None = None,
        rule: Rule = "best",
        positive: Label | None = None,
        random_state: int | None = 0,
    ) -> None:
        self.model, self.grid, self.plan, self.criterion = model, grid, plan, criterion
        self.better, self.rule, self.positive, self.random_state = better, rule, positive, random_state

    @property
    def n_candidates(self) -> int:
        """How many candidates the grid has."""
        return len(candidates_of(self.grid))

    def fit(
        self,
        X: Inputs,  # noqa: N803
        y: ArrayLike | None,
        sample_weight: ArrayLike | None = None,
        groups: ArrayLike | None = None,
        weight: ArrayLike | None = None,
        validation: Array | None = None,
        time: ArrayLike | None = None,
    ) -> Tuned:
        """Try every candidate, choose one, and refit it on all rows given.

        Training is weighed by `sample_weight`, what the candidates are judged by by `weight`.
        """
        rule = rule_named(self.rule)
        if y is None:
            raise BadParameter("Tuned requires y to be passed, but the target y is None.")
        targets: Array = column_or_1d(y, warn=True)
        classifies = get_tags(self.model).estimator_type == "classifier"
        if classifies:
            check_classification_targets(targets)
        task: Task = "classification" if classifies else "regression"
        positive = self._positive(targets)
        by_row = {"sample_weight": sample_weight, "weight": weight, "groups": groups, "time": time}
        problem = Problem.of(X, targets, task=task, positive=positive, **by_row)
        shape: tuple[int, ...] = getattr(X, "shape", ())
        if getattr(X, "ndim", 2) == 2 and 0 in shape:
            raise EmptyData(
                "there is nothing to learn from.",
                found=f"0 feature(s) (shape={shape}) while a minimum of 1 is required.",
            )
        if problem.n < 2:
            raise BadParameter("one sample cannot be split to choose between candidates.")
        candidates = candidates_of(self.grid)
        self.criterion_ = Criterion.of(self.criterion, self.better, classifies)
        self.results_ = [self._tried(problem, parameters, validation) for parameters in candidates]
        self.best_index_, self.ties_ = chosen_index(self.results_, self.criterion_, rule)
        winner = self.results_[self.best_index_]
        self.best_params_, self.selection_score_ = winner.parameters, winner.score
        learner = Learner.of("tuned", clone(self.model).set_params(**winner.parameters))
        self.best_model_ = trained(learner, problem, None, learner.seed(self.random_state or 0, 0, 0))
        if hasattr(self.best_model_, "classes_"):
            self.classes_ = self.best_model_.classes_
        if hasattr(self.best_model_, "n_features_in_"):
            self.n_features_in_ = self.best_model_.n_features_in_
        return self

    def takes_weights(self) -> bool:
        """Whether the model inside can be trained with row weights."""
        return self.model is not None and takes_weights(self.model)

    def _positive(self, y: Array) -> Label | None:
        """The positive class, unless these rows have more or other classes."""
        labels = set(np.unique(np.asarray(y)).tolist())
        return self.positive if self.positive is not None and len(labels) == 2 and self.positive in labels else None

    def _tried(self, problem: Problem, parameters: Parameters, validation: Array | None) -> Candidate:
        learner = Learner.of("candidate", clone(self.model).set_params(**parameters))
        scheme = plan(self.plan, random_state=self.random_state or 0).oriented(problem.target.positive)
        if validation is not None:
            parts = [Part(0, 0, np.flatnonzero(~validation), np.flatnonzero(validation))]
        else:
            parts = list(scheme.parts_of(problem.rows))
        pieces = {(0, number): self._piece(learner, problem, part) for number, part in enumerate(parts)}
        about = Provenance(scheme=None if validation is not None else scheme.scheme(problem.rows))
        said = gathered(problem, ["candidate"], pieces, about)
        single = validation is None and scheme.single
        folds = np.zeros(0)
        if not single:
            parted = [gathered(problem, ["candidate"], {(0, 0): piece}, Provenance()) for piece in pieces.values()]
            folds = np.array([self.criterion_.value(part) for part in parted])
        return Candidate(parameters, folds, self.criterion_.led(said))

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

    def predict(self, X: Inputs) -> ArrayLike:  # noqa: N803
        """Predictions of the refitted winner."""
        check_is_fitted(self)
        said: ArrayLike = self.best_model_.predict(X)
        return said

    def score(self, X: Inputs, y: ArrayLike, sample_weight: ArrayLike | None = None) -> float:  # noqa: N803
        """The refitted winner's own score: accuracy for classes, R2 for numbers."""
        check_is_fitted(self)
        return float(self.best_model_.score(X, y, sample_weight=sample_weight))

    @available_if(_best_has("predict_proba"))  # type: ignore[untyped-decorator]
    def predict_proba(self, X: Inputs) -> ArrayLike:  # noqa: N803
        """Probabilities of the refitted winner."""
        check_is_fitted(self)
        said: ArrayLike = self.best_model_.predict_proba(X)
        return said

    @available_if(_best_has("decision_function"))  # type: ignore[untyped-decorator]
    def decision_function(self, X: Inputs) -> ArrayLike:  # noqa: N803
        """Signed scores of the refitted winner."""
        check_is_fitted(self)
        said: ArrayLike = self.best_model_.decision_function(X)
        return said

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        inner = get_tags(self.model)
        for name in ("estimator_type", "classifier_tags", "regressor_tags", "target_tags", "input_tags"):
            setattr(tags, name, getattr(inner, name))
        tags.target_tags.multi_output = False
        if tags.classifier_tags is not None:
            tags.classifier_tags.multi_label = False
        return tags
