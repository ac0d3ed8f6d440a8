"""Evaluations that are broken in one way each: numbers, scores, thresholds, costs, plans, tests."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pandas as pd
from scipy.special import expit
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.calibration import CalibratedClassifierCV
from sklearn.datasets import load_breast_cancer
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

import probative as pv

from ..scenario import REFUSED, Scenario

RNG = np.random.default_rng(14)
Y = RNG.permutation(np.repeat([0, 1], [240, 160]))
LOGITS = RNG.normal(2.0 * Y - 1, 1.2)
P = expit(LOGITS)
THREE = np.array(["a", "b", "c"])[RNG.integers(0, 3, 300)]
PROBABILITIES = RNG.dirichlet([1, 1, 1], 300) * 0.4 + 0.6 * (THREE[:, None] == np.array(["a", "b", "c"]))
NUMBERS = RNG.normal(10, 3, 200)
FEW = np.argsort(-Y, kind="stable")[141:220]
"""19 positives and 60 negatives."""
X = RNG.normal(size=(300, 3)) + 5
CLASSES = (X[:, 0] + RNG.normal(size=300) > 5).astype(int)
FIVE = RNG.integers(0, 5, 400)
OF_FIVE = RNG.dirichlet(np.ones(5), 400) * 0.4 + 0.6 * (FIVE[:, None] == np.arange(5))
SHARED = {"scores": ["proba_a", "proba_b", "proba_c"], "truth": "y"}


def alone(truth: Any = Y, scores: Any = P, **more: Any) -> pv.Findings:
    return pv.evaluate(truth=truth, scores=scores, **{"positive": 1} | more)


def three(probabilities: Any, **more: Any) -> pv.Findings:
    table = {f"proba_{name}": probabilities[:, i] for i, name in enumerate("abc")} | {"y": THREE}
    return pv.evaluate(table | more, **SHARED, **({"predicted": "pred"} if "pred" in more else {}))


def five(order: Any) -> pv.Findings:
    """Five classes, their columns of probabilities in some order."""
    table = {f"proba_{i}": OF_FIVE[:, k] for i, k in enumerate(order)}
    return pv.evaluate(table | {"y": FIVE}, truth="y", scores=list(table))


def ran(model: Any = None, plan: Any = "10-fold stratified", X: Any = X, y: Any = CLASSES, **more: Any) -> pv.Findings:
    return pv.evaluate(pv.run(GaussianNB() if model is None else model, X, y, plan=plan, **more))


@cache
def rare() -> tuple[Any, Any]:
    """2,000 rows with 60 positives, and scores that tell them well."""
    y = np.repeat([1, 0], [60, 1940])
    return y, expit(RNG.normal(3.0 * y - 3.5, 1.0))


def never_found() -> pv.Findings:
    y = np.repeat([1, 0], [4, 96]).repeat(5)
    return pv.evaluate(truth=y, predicted=np.zeros_like(y), positive=1)


def unbalanced() -> pv.Findings:
    y = np.repeat([1, 0], [40, 460])
    return pv.evaluate(truth=y, predicted=np.where(np.arange(500) % 50 == 0, 1 - y, y), positive=1)


def shuffled_labels() -> pv.Findings:
    """Labels of another model beside the scores: every eighth contradicts them."""
    labels = np.where(np.arange(400) % 8 == 0, P < 0.5, P > 0.5).astype(int)
    return pv.evaluate({"y": Y, "score_m": P, "pred_m": labels}, truth="y", scores="score_m", predicted="pred_m")


def copied() -> pv.Findings:
    return pv.evaluate(truth=Y, scores={"first": P, "second": P.copy()}, positive=1)


def missing() -> pv.Findings:
    y = Y.astype(float)
    y[:7] = np.nan
    return pv.evaluate({"y": y, "score": P}, truth="y", positive=1, missing="drop")


def long_of_two_sizes() -> pv.Findings:
    one, two = pd.DataFrame({"y": Y, "score": P}), pd.DataFrame({"y": Y, "score": P**2}).head(300)
    table = pd.concat([one.assign(model="one"), two.assign(model="two")])
    return pv.evaluate(table, truth="y", scores="score", model="model", positive=1)


def same_row_tested_twice() -> pv.Findings:
    return pv.evaluate({"y": np.tile(Y, 2), "score": np.tile(P, 2), "row": np.tile(np.arange(400), 2)}, positive=1)


def apart(*, force: bool) -> Any:
    """Two runs of the same rows with different seeds, put into one table."""
    learners = {"bayes": GaussianNB(), "line": LogisticRegression()}
    said = [pv.run({n: m}, X, CLASSES, plan="5-fold", random_state=s) for s, (n, m) in enumerate(learners.items())]
    return pv.compare(pd.concat([pd.DataFrame(one.to_frame()) for one in said]), model="model", row="row", force=force)


def results(n: int, models: int = 2) -> dict[str, Any]:
    base = np.random.default_rng(n).normal(0.8, 0.05, n)
    return {f"m{i}": base + np.random.default_rng(i).normal(0.01 * i, 0.02, n) for i in range(models)}


class Failing(ClassifierMixin, BaseEstimator):
    """Fails where row number 0 is not trained on."""

    def fit(self, X: Any, y: Any) -> Any:
        if not (X == FIRST).all(axis=1).any():
            raise ValueError("no")
        self.inner_ = GaussianNB().fit(X, y)
        self.classes_ = self.inner_.classes_
        return self

    def predict(self, X: Any) -> Any:
        return self.inner_.predict(X)

    def predict_proba(self, X: Any) -> Any:
        return self.inner_.predict_proba(X)


class Shifted(Failing):
    """Every training has a scale of its own."""

    def fit(self, X: Any, y: Any) -> Any:
        self.inner_ = GaussianNB().fit(X, y)
        self.classes_, self.by_ = self.inner_.classes_, 40 * (X[:, 1].mean() - 5)
        return self

    def predict_proba(self, X: Any) -> Any:
        logits = self.inner_.predict_joint_log_proba(X)
        gap = np.clip(0.3 * (logits[:, 1] - logits[:, 0]) + self.by_, -30, 30)
        return np.column_stack([1 - expit(gap), expit(gap)])


FIRST = X[0]
LONELY = np.where(np.arange(300) == 299, 2, CLASSES)
"""A class of one row."""


def lacking(*, force: bool) -> pv.Findings:
    """The third class is in both test parts, and in one training part only."""
    y = np.where((np.arange(300) >= 270) | (np.arange(300) < 20), 2, CLASSES)
    apart = X + 20 * (y == 2)[:, None]
    plan = [(np.arange(20, 200), np.arange(200, 300)), (np.arange(200, 300), np.arange(200))]
    return ran(X=apart, y=y, plan=plan, force=force)


def majority_left_out() -> pv.Findings:
    y = np.tile([0, 1, 2], 100)
    return ran(DummyClassifier(), y=y, plan="leave-one-out")


def pooled_tumours() -> pv.Findings:
    """Calibrated probabilities of real data: each fold's are on a scale of its own."""
    X, y = load_breast_cancer(return_X_y=True)
    return ran(CalibratedClassifierCV(GaussianNB(), cv=3), "5-fold stratified", X, 1 - y)


def wrong_labels() -> Any:
    """Labels as they should be, but for every fifth row."""
    return np.where(np.arange(400) % 5 == 0, 1 - Y, Y)


def squares(truth: Any, predicted: Any) -> pv.Findings:
    return pv.evaluate(truth=1.0 * truth, predicted=predicted, task="regression")


def squares_compared() -> Any:
    return pv.compare(truth=2.0 * Y - 1, predicted={"a": LOGITS, "b": LOGITS / 2}, task="regression")


def only_predicted() -> pv.Findings:
    return pv.evaluate(truth=THREE, predicted=np.where(np.arange(300) % 10 == 0, "d", THREE))


def one_row_decides() -> pv.Findings:
    noise = np.random.default_rng(1).normal(size=200) * 0.1
    return pv.evaluate(truth=NUMBERS, predicted=NUMBERS + np.where(np.arange(200) == 3, 30.0, noise))


def as_zero() -> pv.Findings:
    y = np.tile([0, 1, 1, 0, 0], 20)
    return pv.evaluate(truth=y, predicted=np.zeros(100, int), positive=1, undefined="zero")


def weights_that_count() -> pv.Findings:
    table = {"y": Y, "score": P, "w": 1 + np.arange(400) % 5}
    return pv.evaluate(table, truth="y", weight="w", positive=1)


def copied_numbers() -> pv.Findings:
    noisy = NUMBERS + np.random.default_rng(2).normal(size=200)
    return pv.evaluate(truth=NUMBERS, predicted={"a": noisy, "b": noisy.copy()})


def unstratified() -> pv.Findings:
    rare = np.arange(300) % 14 == 0
    return ran(None, "5-fold", X + 9 * rare[:, None], rare.astype(int))


def small_class() -> pv.Findings:
    few = np.arange(300) < 6
    return ran(X=X + 90 * few[:, None], y=np.where(few, 2, CLASSES))


def other_labels() -> pv.Findings:
    return three(PROBABILITIES, pred=np.where(np.arange(300) % 8 == 0, "a", THREE))


def deaf(*, force: bool) -> pv.Findings:
    return ran(KNeighborsClassifier(15), sample_weight=np.arange(1, 301), force=force)


def paired(models: int) -> Any:
    return pv.compare(results(12, models), of="paired", parametric=True)


def of_folds(folds: int, force: bool) -> Any:
    sizes = {"n_train": 90, "n_test": 10}
    return pv.compare(results(folds), of="folds", test="paired-t", force=force, **sizes)


_NUMBERS = [
    Scenario("99 % accuracy of nothing", never_found, ("accuracy-below-baseline",)),
    Scenario("accuracy of 92:8", unbalanced, ("accuracy-unbalanced",)),
    Scenario("an area at 3 % positives", lambda: alone(*rare()), ("rare-class", "accuracy-unbalanced")),
    Scenario("all rows of one class", lambda: alone(np.ones(400, int)), ("one-class",)),
    Scenario("12 rows", lambda: alone(np.tile([0, 1], 6), np.linspace(0.2, 0.9, 12)), ("few-rows",)),
    Scenario("19 positives", lambda: alone(Y[FEW], 0.7 * P[FEW] + 0.3 * Y[FEW]), ("few-rows",)),
    Scenario("rows with gaps left out", missing, ("rows-dropped",)),
    Scenario("models on different rows", long_of_two_sizes, ("rows-differ",)),
    Scenario("rows predicted twice", same_row_tested_twice, ("rows-repeated",)),
    Scenario("a class that is only predicted", only_predicted, ("class-only-predicted",)),
    Scenario("worse than a mean", lambda: pv.evaluate(truth=NUMBERS, predicted=20 - NUMBERS), ("r2-negative",)),
    Scenario("one row decides the errors", one_row_decides, ("heavy-tail",)),
    Scenario("squared errors of 0 and 1", lambda: squares(Y, P), ("mse-of-classes",)),
    Scenario("squared errors of -1 and 1", lambda: squares(2 * Y - 1, 2 * P - 1), ("mse-of-classes",)),
    Scenario("undefined values counted as 0", as_zero, ("undefined-as-zero", "accuracy-below-baseline")),
    Scenario("weights that count rows", weights_that_count, ("weights-look-like-counts",)),
]
_SCORES = [
    Scenario("scores turned round", lambda: alone(scores=1 - P), ("auc-below-half", "accuracy-below-baseline")),
    Scenario("two columns of five classes exchanged", lambda: five([1, 0, 2, 3, 4]), ("auc-below-half",)),
    Scenario(
        "labels in the place of scores",
        lambda *, force: alone(scores=wrong_labels(), force=force),
        ("labels-as-scores",),
        forced=True,
    ),
    Scenario(
        "labels -1 and 1 as scores",
        lambda *, force: alone(scores=2 * wrong_labels() - 1, force=force),
        ("labels-as-scores",),
        forced=True,
    ),
    Scenario(
        "a tree grown to the end",
        lambda: ran(DecisionTreeClassifier(random_state=0)),
        ("probabilities-all-or-nothing",),
    ),
    Scenario("a ROC curve of a matrix", lambda: pv.roc(pv.ConfusionMatrix.from_labels(Y, P > 0.5)), (REFUSED,)),
    Scenario("scores without a threshold", lambda: alone(scores=3 + LOGITS - LOGITS.min()), ("no-threshold",)),
    Scenario("percentages", lambda: alone(scores=100 * P), ("scores-like-percentages",)),
    Scenario(
        "log-odds where costs need probabilities",
        lambda: alone(scores=LOGITS, costs=pv.Costs(1, 2)),
        ("scores-like-log-odds", "costs-declared"),
    ),
    Scenario("percentages of three classes", lambda: three(100 * PROBABILITIES), (REFUSED,)),
    Scenario("log-odds of three classes", lambda: three(np.log(PROBABILITIES)), (REFUSED,)),
    Scenario("probabilities that do not add up to 1", lambda: three(0.9 * PROBABILITIES), (REFUSED,)),
    Scenario(
        "labels that are not the likeliest class",
        other_labels,
        ("labels-not-of-scores",),
    ),
    Scenario("labels of another model", shuffled_labels, ("labels-not-of-scores",)),
    Scenario("one model twice", copied, ("models-say-the-same",)),
    Scenario("one regression twice", copied_numbers, ("models-say-the-same",)),
    Scenario(
        "the truth as its own prediction",
        lambda: pv.evaluate(truth=NUMBERS, predicted=NUMBERS),
        ("truth-among-predictions", "results-too-good"),
    ),
]
_COSTS = [
    Scenario("a threshold chosen on its own rows", lambda: alone(threshold_by="f1"), ("threshold-chosen-here",)),
    Scenario("a bound that is just kept", lambda: alone(at="fpr<=0.1"), ("constraint-unsure", "threshold-chosen-here")),
    Scenario("unequal costs", lambda: alone(costs=pv.Costs(1, 2)), ("costs-declared",)),
    Scenario("a prior of deployment", lambda: alone(costs=pv.Costs(1, 1, 0.3)), ("prior-differs",)),
    Scenario(
        "a model dearer than none",
        lambda: alone(costs=pv.Costs(1, 50), threshold=0.5),
        ("costs-declared", "loses-to-trivial-rule"),
    ),
]
_PLANS = [
    Scenario(
        "a class that is never trained on", lacking, ("class-missing-in-training", "rows-never-trained"), forced=True
    ),
    Scenario(
        "time shuffled", lambda *, force: ran(time=np.arange(300), force=force), ("time-order-broken",), forced=True
    ),
    Scenario("groups torn apart", lambda: ran(groups=np.arange(300) // 5), ("groups-straddle",)),
    Scenario(
        "left out one by one",
        lambda: ran(KNeighborsClassifier(15), "leave-one-out"),
        ("leave-one-out", "pooled-leave-one-out-auc"),
    ),
    Scenario(
        "a majority rule left out one by one",
        majority_left_out,
        ("leave-one-out", "pooled-leave-one-out-auc", "leave-one-out-reacts", "accuracy-below-baseline"),
    ),
    Scenario(
        "a hold-out of 120 rows",
        lambda: ran(None, "hold-out 50/50 stratified", X[:120], CLASSES[:120]),
        ("hold-out-little-data",),
    ),
    Scenario(
        "unstratified folds of 7 % positives, told apart without an error",
        unstratified,
        ("unstratified-unbalanced", "accuracy-unbalanced", "results-too-good"),
    ),
    Scenario(
        "a class smaller than its folds", small_class, ("class-smaller-than-folds", "few-rows", "folds-undefined")
    ),
    Scenario("trainings that fail", lambda: ran(Failing()), ("fits-failed",)),
    Scenario("trainings that warn", lambda: ran(LogisticRegression(max_iter=2, tol=1e-9), X=X - 5), ("fit-warnings",)),
    Scenario("learners deaf to weights", deaf, ("weights-ignored",), forced=True),
    Scenario("folds on scales of their own", lambda: ran(Shifted()), ("pooled-area-off",)),
    Scenario("calibrated folds on scales of their own", pooled_tumours, ("pooled-area-off",)),
    Scenario(
        "the target among the inputs",
        lambda: ran(LogisticRegression(), X=np.column_stack([X, 3 - CLASSES])),
        ("target-among-inputs", "results-too-good"),
    ),
]
_TESTS = [
    Scenario("runs with other folds as pairs", apart, ("splits-differ",), forced=True),
    Scenario("a paired t of 12 pairs", lambda: paired(2), ("paired-t-few-pairs",)),
    Scenario("a paired t of 12 pairs, three models", lambda: paired(3), ("paired-t-few-pairs",)),
    Scenario("a paired t of 10 folds", lambda *, force: of_folds(10, force), ("paired-t-of-folds",), forced=True),
    Scenario("a paired t of 10 x 10 folds", lambda *, force: of_folds(100, force), ("paired-t-of-folds",), forced=True),
    Scenario(
        "pairs by a test for independent samples",
        lambda *, force: pv.compare(results(40), of="paired", test="welch-t", force=force),
        ("independent-of-paired",),
        forced=True,
    ),
    Scenario("pairs called independent", lambda: pv.compare(results(40), of="independent"), ("independent-of-paired",)),
    Scenario("squared errors of classes compared", squares_compared, ("mse-of-classes",)),
]
BROKEN = [*_NUMBERS, *_SCORES, *_COSTS, *_PLANS, *_TESTS]
