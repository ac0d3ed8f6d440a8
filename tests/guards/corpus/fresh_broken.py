"""Fresh broken evaluations, their codes written down before any was run."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from sklearn.datasets import (
    load_diabetes,
    load_iris,
)
from sklearn.decomposition import PCA
from sklearn.feature_selection import SelectKBest, f_classif
from sklearn.frozen import FrozenEstimator
from sklearn.impute import KNNImputer, SimpleImputer
from sklearn.linear_model import LinearRegression, Ridge
from sklearn.model_selection import StratifiedKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, StandardScaler
from sklearn.tree import DecisionTreeClassifier

import probative as pv

from ..scenario import Scenario
from .fresh_data import (
    FIVE,
    friedman,
    hourly,
    logistic,
    moons,
    ran,
    rng,
    scored,
    stations,
    sugar,
    tumours,
    worse,
)


def rare_labels(found: int) -> pv.Findings:
    y = np.repeat([1, 0], [30, 2970])
    predicted = np.zeros_like(y)
    predicted[:found] = 1
    return pv.evaluate(truth=y, predicted=predicted, positive=1)


def rare_scores() -> pv.Findings:
    y = np.repeat([1, 0], [50, 1950])
    return pv.evaluate(truth=y, scores=1 / (1 + np.exp(-rng(21).normal(3.5 * y - 4, 1))), positive=1)


def gaps(fill: Any) -> Any:
    """Neighbouring inputs with gaps that were filled in on all rows."""
    X = tumours()[0].copy()
    X[rng(22).random(X.shape) < 0.05] = np.nan
    return fill.fit_transform(X)


def frozen(step: Any, rows: Any = slice(None), holes: bool = False, *, force: bool = False) -> pv.Findings:
    X, y = tumours()
    if holes:
        X = X.copy()
        X[rng(23).random(X.shape) < 0.05] = np.nan
    return ran(make_pipeline(FrozenEstimator(step.fit(X[rows], y[rows])), logistic()), X, y, force=force)


def oversampled() -> pv.Findings:
    X, y = tumours()
    more = np.flatnonzero(y == 1)[:100]
    rows = rng(24).permutation(np.r_[np.arange(len(y)), more])
    return ran(logistic(), X[rows], y[rows])


def sharing(*, force: bool) -> pv.Findings:
    X, y = tumours()
    given = [
        (np.r_[train, test[:5]], test) for train, test in StratifiedKFold(5, shuffle=True, random_state=0).split(X, y)
    ]
    return ran(logistic(), X, y, given, force=force)


def of_ids(*, force: bool) -> pv.Findings:
    return ran(Ridge(), *sugar(), "5-fold", row=rng(25).integers(0, 300, 442), force=force)


def in_time(plan: str, *, force: bool) -> pv.Findings:
    return ran(Ridge(), *hourly(), plan, time=np.arange(498), force=force)


def four_times() -> pv.Findings:
    table = scored()
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(4):
            noisy = np.clip(table["score_a"] + rng(30 + seed).normal(0, 0.05, 500), 0.001, 0.999)
            found = pv.evaluate(truth=table["y"], scores={f"try{seed}": noisy}, positive=1, ledger=f"{folder}/l.json")
    return found


def two_seeds(*, force: bool) -> Any:
    one, other = (pv.run({"m": logistic()}, *worse(), plan=FIVE, random_state=seed) for seed in (1, 2))
    return pv.compare(one, other, force=force)


def of_folds(n: int, *, force: bool) -> Any:
    base = rng(n).normal(0.7, 0.04, n)
    table = {"a": base, "b": base + rng(n + 1).normal(0, 0.02, n)}
    return pv.compare(table, of="folds", test="paired-t", n_train=80, n_test=20, force=force)


Y, P = scored()["y"], scored()["score_a"]
Given = Callable[..., Any]


def alone(scores: Any, **more: Any) -> pv.Findings:
    return pv.evaluate(truth=Y, scores=scores, **{"positive": 1} | more)


def from_elsewhere() -> pv.Findings:
    """Every sixth label contradicts the score beside it."""
    labels = np.where(np.arange(500) % 6 == 0, P < 0.5, P > 0.5).astype(int)
    return pv.evaluate({"y": Y, "score_m": P, "pred_m": labels}, truth="y", scores="score_m", predicted="pred_m")


BROKEN = [
    Scenario("fresh: 99 % right, none found", lambda: rare_labels(0), ("accuracy-below-baseline",)),
    Scenario("fresh: 99:1, half found", lambda: rare_labels(15), ("accuracy-unbalanced",)),
    Scenario("fresh: scores at 2.5 %", rare_scores, ("rare-class", "accuracy-unbalanced")),
    Scenario(
        "fresh: classes as numbers",
        lambda: ran(Ridge(), tumours()[0], 2.0 * tumours()[1] - 1, "5-fold", task="regression"),
        ("mse-of-classes",),
    ),
    Scenario("fresh: hours in random folds", partial(in_time, "10-fold"), ("time-order-broken",), forced=True),
    Scenario("fresh: hours in a random hold-out", partial(in_time, "hold-out"), ("time-order-broken",), forced=True),
    Scenario("fresh: hours that nobody declared", lambda: ran(Ridge(), *hourly(), "10-fold"), ("rows-in-order",)),
    Scenario(
        "fresh: stations torn apart",
        lambda: ran(GaussianNB(), *stations()[:2], FIVE, groups=stations()[2]),
        ("groups-straddle",),
    ),
    Scenario(
        "fresh: left out one by one",
        lambda: ran(GaussianNB(), *worse(), "leave-one-out"),
        ("leave-one-out", "pooled-leave-one-out-auc"),
    ),
    Scenario(
        "fresh: sugar as it is delivered, scaled",
        lambda: ran(Ridge(), *load_diabetes(return_X_y=True), "10-fold"),
        ("scaled-in-advance",),
    ),
    Scenario(
        "fresh: centred columns",
        lambda: ran(Ridge(), sugar()[0] - sugar()[0].mean(axis=0), sugar()[1], "10-fold"),
        ("scaled-in-advance",),
    ),
    Scenario(
        "fresh: smallest and largest",
        lambda: ran(logistic(), MinMaxScaler().fit_transform(tumours()[0]), tumours()[1]),
        ("scaled-in-advance",),
    ),
    Scenario(
        "fresh: all scaled",
        lambda: ran(logistic(), StandardScaler().fit_transform(moons()[0]), moons()[1]),
        ("scaled-in-advance",),
    ),
    Scenario(
        "fresh: means in the gaps", lambda: ran(logistic(), gaps(SimpleImputer()), tumours()[1]), ("filled-in-advance",)
    ),
    Scenario(
        "fresh: neighbours in the gaps",
        lambda: ran(logistic(), gaps(KNNImputer()), tumours()[1]),
        ("filled-in-advance",),
    ),
    Scenario(
        "fresh: preprocessing declared",
        lambda: ran(logistic(), *moons(), preprocessed="gaps were filled"),
        ("preprocessed-outside",),
    ),
    Scenario("fresh: oversampled", oversampled, ("equal-rows",)),
    Scenario("fresh: patients on both sides", of_ids, ("ids-overlap",), forced=True),
    Scenario("fresh: shared rows", sharing, ("rows-overlap",), forced=True),
    Scenario(
        "fresh: a frozen choice", partial(frozen, SelectKBest(f_classif, k=4)), ("step-saw-test-rows",), forced=True
    ),
    Scenario("fresh: frozen components", partial(frozen, PCA(4)), ("step-saw-test-rows",), forced=True),
    Scenario(
        "fresh: a frozen imputer",
        partial(frozen, SimpleImputer(strategy="most_frequent"), holes=True),
        ("step-saw-test-rows",),
        forced=True,
    ),
    Scenario(
        "fresh: frozen neighbours", partial(frozen, KNNImputer(), holes=True), ("step-saw-test-rows",), forced=True
    ),
    Scenario("fresh: frozen on half", lambda: frozen(PCA(4), slice(0, 280)), ("step-fitted-before",)),
    Scenario(
        "fresh: stretches of sorted sugar",
        lambda: ran(Ridge(), *(part[np.argsort(sugar()[1])] for part in sugar()), "5-fold unshuffled"),
        ("ordered-rows-unshuffled",),
    ),
    Scenario("fresh: repeated", lambda: ran(logistic(), *moons(), "4x5 stratified"), ("overlapping-test-sets",)),
    Scenario(
        "fresh: hundred random splits",
        lambda: ran(GaussianNB(), *moons(), "monte-carlo 100 stratified"),
        ("overlapping-test-sets",),
    ),
    Scenario("fresh: bootstrap", lambda: ran(GaussianNB(), *moons(), "bootstrap 50"), ("overlapping-test-sets",)),
    Scenario(
        "fresh: four strengths",
        lambda: ran({f"a{a}": Ridge(a) for a in (0.1, 1, 10, 100)}, *sugar(), "10-fold"),
        ("tuned-by-hand",),
    ),
    Scenario("fresh: twelve models", lambda: pv.evaluate(scored(models=12), truth="y", positive=1), ("best-of-many",)),
    Scenario("fresh: four looks", four_times, ("used-for-selection",)),
    Scenario("fresh: turned round", lambda: alone(1 - P, threshold=0.5), ("auc-below-half", "accuracy-below-baseline")),
    Scenario(
        "fresh: labels as scores",
        lambda *, force: alone((P > 0.4).astype(int), force=force),
        ("labels-as-scores",),
        forced=True,
    ),
    Scenario(
        "fresh: log-odds at a price",
        lambda: alone(np.log(P / (1 - P)), costs=pv.Costs(1, 2)),
        ("scores-like-log-odds", "costs-declared"),
    ),
    Scenario("fresh: percent", lambda: alone(100 * P), ("scores-like-percentages",)),
    Scenario("fresh: labels from elsewhere", from_elsewhere, ("labels-not-of-scores",)),
    Scenario(
        "fresh: one model twice",
        lambda: pv.evaluate(truth=Y, scores={"a": P, "b": P + 0.0}, positive=1),
        ("models-say-the-same",),
    ),
    Scenario(
        "fresh: the target in other units",
        lambda: ran(LinearRegression(), np.c_[friedman()[0], friedman()[1] * 1.8 + 32], friedman()[1], "5-fold"),
        ("target-among-inputs", "results-too-good"),
    ),
    Scenario("fresh: the best threshold here", lambda: alone(P, threshold_by="youden"), ("threshold-chosen-here",)),
    Scenario("fresh: misses cost more", lambda: alone(P, costs=pv.Costs(1, 2)), ("costs-declared",)),
    Scenario(
        "fresh: rarer in use", lambda: alone(P, costs=pv.Costs(1, 1, 0.05)), ("prior-differs", "loses-to-trivial-rule")
    ),
    Scenario("fresh: t of 5 folds", partial(of_folds, 5), ("paired-t-of-folds",), forced=True),
    Scenario("fresh: t of 30 folds", partial(of_folds, 30), ("paired-t-of-folds",), forced=True),
    Scenario(
        "fresh: t of 8 pairs",
        lambda: pv.compare({"a": P[:8], "b": scored()["score_b"][:8]}, of="paired", parametric=True),
        ("paired-t-few-pairs",),
    ),
    Scenario("fresh: two seeds", two_seeds, ("splits-differ",), forced=True),
    Scenario(
        "fresh: a net that was stopped",
        lambda: ran(make_pipeline(StandardScaler(), MLPClassifier((20,), max_iter=40, random_state=0)), *moons()),
        ("fit-warnings",),
    ),
    Scenario(
        "fresh: a tree of pure leaves",
        lambda: ran(DecisionTreeClassifier(random_state=0), *worse()),
        ("probabilities-all-or-nothing",),
    ),
    Scenario(
        "fresh: six in a hundred, not stratified",
        lambda: ran(
            logistic(),
            np.c_[moons()[0], 3.0 * (np.arange(400) % 16 == 0)] + rng(33).normal(size=(400, 3)),
            (np.arange(400) % 16 == 0).astype(int),
            "5-fold",
        ),
        ("unstratified-unbalanced", "accuracy-unbalanced"),
    ),
    Scenario(
        "fresh: half of iris held out",
        lambda: ran(GaussianNB(), *load_iris(return_X_y=True), "hold-out 50/50 stratified"),
        ("hold-out-little-data",),
    ),
    Scenario("fresh: 24 rows", lambda: ran(Ridge(), friedman()[0][:24], friedman()[1][:24], "4-fold"), ("few-rows",)),
    Scenario(
        "fresh: a square that is worse than the mean",
        lambda: pv.evaluate(truth=sugar()[1], predicted=sugar()[1][::-1], task="regression"),
        ("r2-negative",),
    ),
    Scenario(
        "fresh: weights that count",
        lambda: pv.evaluate(
            scored() | {"w": rng(34).integers(1, 9, 500)}, truth="y", scores="score_a", weight="w", positive=1
        ),
        ("weights-look-like-counts",),
    ),
]
