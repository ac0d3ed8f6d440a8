"""A classifier that minds costs: the rows are weighed, drawn anew, or the threshold is moved."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin, clone
from sklearn.utils import check_consistent_length, get_tags
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, column_or_1d

from probative.decisions import Costs
from probative.decisions.cost_tables import costs_of_rows, only_two_classes, positive_place, table_of
from probative.decisions.cost_weighting import drawn, expanded
from probative.errors import BadLabels, BadParameter, EmptyData
from probative.evidence import Ladder
from probative.evidence.arrays import Array, Floats, weights
from probative.evidence.labels import Label, tidy
from probative.procedures.cost_methods import METHODS, Method
from probative.procedures.decomposition.learners import classifies
from probative.procedures.rows_alike import folds_of_kinds, require_readable
from probative.resampling import plan
from probative.running.brought import Inputs, Model, PlanLike
from probative.running.learner import Learner, name_of, takes_weights
from probative.running.looked_at import columns_of
from probative.running.problem import selectable, take
from probative.running.twins import twin_keys

MOST_ROWS = 100
"""Times the training rows that over-sampling may draw."""


def _has(name: str) -> Callable[[CostSensitiveClassifier], bool]:
    return lambda self: hasattr(getattr(self, "estimator_", self.estimator), name)


class CostSensitiveClassifier(ClassifierMixin, MetaEstimatorMixin, BaseEstimator):  # type: ignore[misc]
    """A classifier trained, or cut, so that its expected cost is low and not its error rate.

    `costs` are `Costs(fp, fn)` for two classes, or a table with a row for each actual and a column for each predicted
    class, in sorted order; `fit` also takes `row_costs`, one for each training row (what being wrong about it costs) or
    one for each row and predicted class. A prior in the costs makes the rows stand for the shares where the model will
    work. Only ratios count. There are three routes:

    - "weight" multiplies each row's loss, for learners whose fit takes `sample_weight`; others are refused;
    - "resample" draws training rows in these proportions, `sampling="over"` (repeating the dear) or "under" (leaving
      out the cheap); rows to predict are never touched;
    - "threshold" trains plainly and decides by least expected cost: "analytic" from probabilities, which must be
      calibrated, or "tuned" (two classes) on predictions of rows left out by `plan`, inside the training rows.

    >>> from sklearn.datasets import load_breast_cancer
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from probative.decisions import Costs
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> minded = CostSensitiveClassifier(GaussianNB(), Costs(fp=1, fn=5), method="threshold").fit(X, y)
    >>> round(minded.threshold_, 6)
    0.166667
    """

    estimator_: Any
    """The trained learner inside."""

    def __init__(
        self,
        estimator: Model | None = None,
        costs: Costs | ArrayLike | None = None,
        *,
        method: Method = "weight",
        sampling: Literal["over", "under"] = "over",
        threshold: Literal["analytic", "tuned"] = "analytic",
        plan: PlanLike = "5-fold stratified",
        positive: Label | None = None,
        random_state: int | None = None,
    ) -> None:
        self.estimator, self.costs, self.method, self.sampling = estimator, costs, method, sampling
        self.threshold, self.plan, self.positive, self.random_state = threshold, plan, positive, random_state

    def fit(
        self,
        X: Inputs,  # noqa: N803
        y: ArrayLike | None,
        sample_weight: ArrayLike | None = None,
        row_costs: ArrayLike | None = None,
    ) -> CostSensitiveClassifier:
        """Train on rows that count as much as their costs and their own weights say."""
        self.require_sense()
        if y is None:
            raise BadParameter("CostSensitiveClassifier requires y to be passed, but the target y is None.")
        targets: Array = column_or_1d(y, warn=True)
        check_classification_targets(targets)
        check_consistent_length(X, targets)
        if not len(targets):
            raise EmptyData("there are no rows to learn from.", found="0 samples")
        X = selectable(X)  # noqa: N806
        self.classes_, codes = np.unique(targets, return_inverse=True)
        if len(self.classes_) < 2:
            raise BadLabels("there is only one class to learn.", found=f"label {self.classes_[0]!r} in every row")
        own = weights(sample_weight, len(codes))
        counted = np.ones(len(codes)) if own is None else own
        labels = tuple(tidy(label) for label in self.classes_.tolist())
        self.positive_place_ = positive_place(self.costs, labels, self.positive)
        self.cost_table_ = table_of(self.costs, np.bincount(codes, counted).astype(np.float64), self.positive_place_)
        costs = self.cost_table_[codes]
        if row_costs is not None:
            costs = costs_of_rows(row_costs, codes, len(labels), counted)
        self.threshold_: float | None = None
        if self.method == "threshold":
            self._cut(X, targets, codes, own, costs, given=row_costs is not None)
        else:
            self._minding(X, targets, costs, counted)
        for name in ("n_features_in_", "feature_names_in_"):
            if hasattr(self.estimator_, name):
                setattr(self, name, getattr(self.estimator_, name))
        return self

    def require_sense(self, called: str = "") -> None:
        """Refuse unknown routes, and learners that cannot go the one asked for, by name: what it is called, if said."""
        if self.estimator is None:
            raise BadParameter(
                "there is no classifier to train.", remedy="CostSensitiveClassifier(LogisticRegression())"
            )
        _one_of("method", self.method, METHODS)
        _one_of("sampling", self.sampling, ("over", "under"))
        _one_of("threshold", self.threshold, ("analytic", "tuned"))
        name = called or name_of(self.estimator)
        if classifies(self.estimator) is False:
            raise BadParameter(
                f"{name} predicts numbers, and costs are those of taking one class for another.",
                remedy="CostSensitiveClassifier(LogisticRegression())",
            )
        if self.method == "weight" and not takes_weights(self.estimator):
            raise BadParameter(
                f"{name} cannot be trained with row weights: its fit takes no sample_weight.",
                remedy="method='resample' or method='threshold' (--cost-method resample, --cost-method threshold)",
            )
        if self.method == "threshold" and self.threshold == "analytic" and not hasattr(self.estimator, "predict_proba"):
            raise BadParameter(
                f"{name} gives no probabilities, and the analytic threshold is one.",
                remedy="method='weight' (--cost-method), threshold='tuned', or CalibratedClassifierCV around it",
            )

    def takes_weights(self) -> bool:
        """Whether row weights reach the learner: as such, or by how often rows are drawn."""
        return self.method == "resample" or (self.estimator is not None and takes_weights(self.estimator))

    def _minding(self, X: Inputs, targets: Array, costs: Floats, counted: Floats) -> None:  # noqa: N803
        """Train on the rows as the costs weigh them."""
        rows, labels, minded = expanded(costs)
        minded = minded * counted[rows]
        rows, labels, minded = (part[minded > 0] for part in (rows, labels, minded))
        if not len(rows):
            raise BadParameter("no row costs anything, whatever is predicted.", remedy="costs above 0")
        if self.method == "resample":
            columns = columns_of(X)
            kinds = twin_keys(columns, np.searchsorted(self.classes_, targets))
            kinds = np.arange(len(targets)) if kinds is None else kinds
            often = self._expected(minded, minded / counted[rows], len(targets))
            at = drawn(labels, often, kinds[rows], np.random.default_rng(self.random_state))
            rows, labels = rows[at], labels[at]
            minded = np.ones(len(rows))
            self.estimator_ = clone(self.estimator).fit(take(X, rows), self.classes_[labels])
            require_readable(self.estimator_, X, columns, np.setdiff1d(np.arange(len(targets)), rows))
        else:
            self.estimator_ = self._plain(X, targets, rows, self.classes_[labels], minded)
        shares = np.bincount(labels, minded, len(self.classes_)) / minded.sum()
        self.effective_prior_ = dict(zip(self.classes_.tolist(), shares.tolist(), strict=True))

    def _plain(self, X: Inputs, targets: Array, rows: Array, labels: Array, weight: Floats | None) -> Any:  # noqa: N803
        """The learner trained on these rows, with weights where there are some."""
        learner = Learner.of("learner", self.estimator)  # type: ignore[arg-type]
        extra = {} if weight is None or learner.weight_key is None else {learner.weight_key: weight}
        if np.array_equal(rows, np.arange(len(targets))):
            return clone(self.estimator).fit(X, labels, **extra)
        return clone(self.estimator).fit(take(X, rows), labels, **extra)

    def _expected(self, minded: Floats, costs: Floats, n: int) -> Floats:
        """How often each row is drawn: the cheapest once, or the dearest once, times the rows that it stands for.

        Weights below 1, and weights so large that nobody would repeat rows so often, have a meaning by their ratios.
        """
        over = self.sampling == "over"
        expected = minded / (costs.min() if over else costs.max())
        end = expected.min() if over else expected.max()
        if end < 1 or expected.sum() > MOST_ROWS * n:
            expected = expected / end
        if expected.sum() > MOST_ROWS * n:
            raise BadParameter(
                f"over-sampling would draw {expected.sum():,.0f} rows from {n:,}.",
                found=f"costs that differ by a factor of {expected.max():,.0f}",
                remedy="sampling='under', or method='weight'",
            )
        return np.asarray(expected)

    def _cut(
        self,
        X: Inputs,  # noqa: N803
        targets: Array,
        codes: Array,
        own: Floats | None,
        costs: Floats,
        *,
        given: bool,
    ) -> None:
        """Train plainly, and find where to cut."""
        two = len(self.classes_) == 2
        if self.threshold == "tuned" and not two:
            raise BadLabels(
                "Only binary classification is supported. The type of the target is multiclass: no threshold to tune.",
                found=f"{len(self.classes_)} classes",
                remedy="threshold='analytic' or method='weight'",
            )
        if self.threshold == "analytic" and given:
            raise BadParameter(
                "an analytic threshold follows from the costs of the row to predict, not from those of training rows.",
                remedy="threshold='tuned', method='weight' or method='resample'",
            )
        everything = np.arange(len(codes))
        self.estimator_ = self._plain(X, targets, everything, targets, own)
        shares = np.bincount(codes, own, len(self.classes_))
        self.effective_prior_ = dict(zip(self.classes_.tolist(), (shares / shares.sum()).tolist(), strict=True))
        there = self.positive_place_
        if self.threshold == "analytic":
            alarm, miss = self.cost_table_[1 - there, there], self.cost_table_[there, 1 - there]
            self.threshold_ = float(alarm / (alarm + miss)) if two else None
            return
        scores, seen = self._left_out(X, targets, codes, own)
        rows, labels, minded = expanded(costs[seen])
        minded = minded if own is None else minded * own[seen][rows]
        # Weighed by their costs, rows have an error rate that is the cost; the first minimum acts least often.
        ladder = Ladder.from_scores(labels == there, scores[seen][rows], sample_weight=minded)
        places = np.concatenate([[np.inf], ladder.scores])
        paid = np.asarray(Costs().cost(ladder.outcomes()))
        self.threshold_ = float(places[np.argmax(paid <= paid.min() + 1e-12)])

    def _left_out(self, X: Inputs, targets: Array, codes: Array, own: Floats | None) -> tuple[Floats, Array]:  # noqa: N803
        """Scores of rows by models that have not seen them, and which rows have one."""
        scores = np.full(len(targets), np.nan)
        scheme = plan(self.plan, random_state=self.random_state or 0)
        for train, test in folds_of_kinds(scheme, columns_of(X), codes, own):
            if (codes[train] == codes[train[0]]).all():
                # Who has seen one class only knows no other.
                scores[test] = np.inf if codes[train[0]] == self.positive_place_ else -np.inf
                continue
            weight = None if own is None else own[train]
            model = self._plain(X, targets, train, targets[train], weight)
            scores[test] = self._scored(model, take(X, test))
        return scores, ~np.isnan(scores)

    def _scored(self, model: Any, X: Inputs) -> Floats:  # noqa: N803
        """Scores of the positive of two classes."""
        if hasattr(model, "predict_proba"):
            return np.asarray(model.predict_proba(X), np.float64)[:, self.positive_place_]
        signed = np.asarray(model.decision_function(X), np.float64)
        return signed if self.positive_place_ == 1 else -signed

    def predict(self, X: Inputs) -> Array:  # noqa: N803
        """The learner's own labels; where the threshold was moved, those of least expected cost."""
        check_is_fitted(self)
        if self.method != "threshold":
            return np.asarray(self.estimator_.predict(X))
        if self.threshold_ is None:
            expected = np.asarray(self.estimator_.predict_proba(X), np.float64) @ self.cost_table_
            return np.asarray(self.classes_[expected.argmin(axis=1)])
        called = self._scored(self.estimator_, X) >= self.threshold_
        there = self.positive_place_
        return np.asarray(self.classes_[np.where(called, there, 1 - there)])

    @available_if(_has("predict_proba"))  # type: ignore[untyped-decorator]
    def predict_proba(self, X: Inputs) -> ArrayLike:  # noqa: N803
        """The learner's probabilities: of the weighed or drawn rows, or plain where only the threshold was moved."""
        check_is_fitted(self)
        said: ArrayLike = self.estimator_.predict_proba(X)
        return said

    @available_if(_has("decision_function"))  # type: ignore[untyped-decorator]
    def decision_function(self, X: Inputs) -> ArrayLike:  # noqa: N803
        """The learner's signed scores; where a cut of them was tuned, the cut is at 0, so that the sign decides."""
        check_is_fitted(self)
        said: ArrayLike = self.estimator_.decision_function(X)
        cut = self.threshold_
        if cut is None or not np.isfinite(cut) or hasattr(self.estimator_, "predict_proba"):
            return said
        return np.asarray(said) - cut * (1 if self.positive_place_ == 1 else -1)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        if self.estimator is not None:
            inner = get_tags(self.estimator)
            for name in ("classifier_tags", "target_tags", "input_tags"):
                setattr(tags, name, getattr(inner, name))
        tags.target_tags.multi_output = False
        if tags.classifier_tags is not None:
            tags.classifier_tags.multi_label = False
            cuts = self.method == "threshold" and self.threshold == "tuned"
            tags.classifier_tags.multi_class &= not (cuts or only_two_classes(self.costs))
        return tags


def _one_of(name: str, given: str, known: tuple[str, ...]) -> None:
    if given not in known:
        raise BadParameter(f"{name} must be one of {', '.join(known)}.", found=repr(given))
