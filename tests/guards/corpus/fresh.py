"""Scenarios written down with what they should raise before any of them was run: an estimate that nobody tuned for."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from datetime import date, timedelta
from functools import cache, partial
from typing import Any

import numpy as np
from sklearn.datasets import (
    load_breast_cancer,
    load_diabetes,
    load_digits,
    load_iris,
    load_wine,
    make_friedman1,
    make_hastie_10_2,
    make_moons,
)
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.ensemble import ExtraTreesClassifier, HistGradientBoostingClassifier
from sklearn.feature_selection import SelectKBest, f_classif
from sklearn.frozen import FrozenEstimator
from sklearn.impute import KNNImputer, SimpleImputer
from sklearn.linear_model import Lasso, LinearRegression, LogisticRegression, Ridge
from sklearn.model_selection import GroupKFold, StratifiedKFold, TimeSeriesSplit
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, Normalizer, StandardScaler
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import probative as pv

from ..scenario import Scenario

FIVE = "5-fold stratified"


def rng(seed: int) -> np.random.Generator:
    return np.random.default_rng(1400 + seed)


def logistic() -> Any:
    return make_pipeline(StandardScaler(), LogisticRegression(max_iter=2000))


def ran(model: Any, X: Any, y: Any, plan: Any = FIVE, **more: Any) -> pv.Findings:
    return pv.evaluate(pv.run(model, X, y, plan=plan, **more))


@cache
def tumours() -> tuple[Any, Any]:
    X, y = load_breast_cancer(return_X_y=True)
    order = rng(0).permutation(len(y))
    return X[order][:, :10], 1 - y[order]


@cache
def sugar() -> tuple[Any, Any]:
    """Diabetes in its units, one year on, in random order."""
    X, y = load_diabetes(return_X_y=True, scaled=False)
    order = rng(1).permutation(len(y))
    return X[order], y[order]


def worse() -> tuple[Any, Any]:
    """Whether the disease went on by more than the median."""
    X, y = sugar()
    return X, (y > np.median(y)).astype(int)


@cache
def moons() -> tuple[Any, Any]:
    return make_moons(400, noise=0.35, random_state=3)


@cache
def friedman() -> tuple[Any, Any]:
    return make_friedman1(300, noise=1.0, random_state=4)


@cache
def stations() -> tuple[Any, Any, Any]:
    """Twelve weather stations, each with a level of its own; 30 days of each, in random order."""
    random = rng(5)
    station = random.permutation(np.repeat(np.arange(12), 30))
    X = random.normal(size=(360, 4)) + random.normal(size=(12, 4))[station]
    y = np.digitize(X[:, 0] + random.normal(size=360), [-1, 0, 1])
    return X, y, station


@cache
def hourly() -> tuple[Any, Any]:
    """Demand that remembers the hours before, and follows the day."""
    random, n = rng(6), 500
    y = np.zeros(n)
    for t in range(1, n):
        y[t] = 0.7 * y[t - 1] + np.sin(t / 12) + random.normal()
    return np.column_stack([np.roll(y, 1), np.roll(y, 2), np.sin(np.arange(n) / 12)])[2:], y[2:]


@cache
def scored(n: int = 500, models: int = 2, share: float = 0.45, seed: int = 7) -> dict[str, Any]:
    """Calibrated probabilities of some models, a site and a patient."""
    random = rng(seed)
    logit = random.normal(np.log(share / (1 - share)), 1.3, n)
    y = (random.random(n) < 1 / (1 + np.exp(-logit))).astype(int)
    told = {
        f"score_{'abcdefghijklmnopqrst'[i]}": 1 / (1 + np.exp(-(logit + random.normal(0, 0.3, n))))
        for i in range(models)
    }
    return told | {"y": y, "site": random.choice(["north", "south"], n), "patient": random.integers(0, n // 4, n)}


def said(**more: Any) -> pv.Findings:
    return pv.evaluate(scored(), truth="y", positive=1, **more)


def of_wine() -> dict[str, Any]:
    X, y = load_wine(return_X_y=True)
    told = LinearDiscriminantAnalysis().fit(X[::2], y[::2]).predict_proba(X[1::2])
    return {f"proba_{i}": told[:, i] for i in range(3)} | {"y": y[1::2]}


def numbers() -> dict[str, Any]:
    X, y = sugar()
    return {"y": y[200:]} | {
        f"pred_{name}": model.fit(X[:200], y[:200]).predict(X[200:])
        for name, model in (("ridge", Ridge()), ("near", KNeighborsRegressor(20)))
    }


def waits(samples: int = 1) -> pv.Findings:
    random = rng(8)
    base = np.repeat(random.gamma(5, 20, 200), samples)
    table = {f"value_{name}": base * random.uniform(0.8, 1.2, len(base)) for name in "ab"}
    table |= {"row": np.repeat(np.arange(200), samples), "repeat": np.tile(np.arange(samples), 200)}
    places = {"row": "row", "repeat": "repeat"} if samples > 1 else {}
    return pv.evaluate(table, values=["value_a", "value_b"], better="lower", **places)


def same_plan() -> Any:
    one, other = (pv.run({"m": model}, *worse(), plan=FIVE, random_state=5) for model in (logistic(), GaussianNB()))
    return pv.compare(one, other)


def many_sets(n: int) -> Any:
    base = rng(9).normal(0.8, 0.08, n)
    return pv.compare({f"m{i}": base + rng(20 + i).normal(0.01 * i, 0.03, n) for i in range(3)}, of="datasets")


def passed() -> Any:
    return pv.gate(scored(), truth="y", scores=["score_a", "score_b"], positive=1, margin=0.1)


def in_folds() -> pv.Findings:
    """Predictions that somebody made in five folds, one model below the other."""
    X, y = worse()
    parts: dict[str, list[Any]] = {name: [] for name in ("row", "fold", "model", "y", "score")}
    for fold, (train, test) in enumerate(StratifiedKFold(5, shuffle=True, random_state=2).split(X, y)):
        for name, model in (("line", logistic()), ("bayes", GaussianNB())):
            score = model.fit(X[train], y[train]).predict_proba(X[test])[:, 1]
            for column, values in zip(
                parts, (test, [fold] * len(test), [name] * len(test), y[test], score), strict=True
            ):
                parts[column].extend(values)
    return pv.evaluate(parts, truth="y", scores="score", model="model", row="row", fold="fold", positive=1)


def nested() -> pv.Findings:
    tuned = pv.Tuned(make_pipeline(StandardScaler(), Ridge()), {"ridge__alpha": [0.1, 10.0]}, plan="3-fold")
    return ran({"ridge": tuned}, *sugar(), "nested 5-fold/3-fold")


Table = dict[str, Any]


def clinic(n: int = 600, seed: int = 11) -> Table:
    """Numbers, categories, few values and gaps at random; an outcome that some of them know a little of."""
    random = rng(seed)
    age, dose = np.round(random.uniform(20, 90, n)), random.gamma(3, 10, n).round(1)
    ward = random.choice(["A", "B", "C", "D"], n)
    logit = 0.04 * (age - 55) - 0.03 * (dose - 30) + (ward == "A") * 0.7
    table = {
        "age": age,
        "dose": dose,
        "ward": ward,
        "visits": random.poisson(2, n),
        "pulse": random.normal(70, 9, n).round(),
    }
    table["pulse"] = np.where(random.random(n) < 0.1, np.nan, table["pulse"])
    return table | {"ill": np.where(random.random(n) < 1 / (1 + np.exp(-logit)), "yes", "no")}


def prices(n: int = 500) -> Table:
    random = rng(12)
    size, rooms = random.gamma(9, 10, n).round(1), random.integers(1, 7, n)
    return {"size": size, "rooms": rooms, "price": (3 * size + 20 * rooms + random.normal(0, 40, n)).round(1)}


def diary(n: int = 500) -> Table:
    """A year and a half, day after day: the outcome is each day's own."""
    random = rng(13)
    table = clinic(n, 14)
    return table | {
        "day": [str(date(2022, 3, 1) + timedelta(days=int(i))) for i in range(n)],
        "dose": random.gamma(3, 10, n),
    }


def audited(table: Table, target: str = "ill", **more: Any) -> Any:
    return list(pv.audit(table, target=target, **more).notes)


def part(n: int, seed: int = 15) -> Any:
    return np.where(rng(seed).random(n) < 0.7, "train", "test")


def by_groups() -> list[tuple[Any, Any]]:
    X, y, station = stations()
    return list(GroupKFold(4).split(X, y, station))


CLEAN = [
    Scenario(
        "fresh: petals by discriminant",
        lambda: ran(LinearDiscriminantAnalysis(), load_iris().data[:, 2:], load_iris().target),
    ),
    Scenario(
        "fresh: wine by neighbours",
        lambda: ran(make_pipeline(StandardScaler(), KNeighborsClassifier(9)), *load_wine(return_X_y=True)),
    ),
    Scenario(
        "fresh: wine, rows divided by their length",
        lambda: ran(logistic(), Normalizer().fit_transform(load_wine().data), load_wine().target),
    ),
    Scenario(
        "fresh: tumours by random trees",
        lambda: ran({"trees": ExtraTreesClassifier(40, min_samples_leaf=5, random_state=0)}, *tumours()),
    ),
    Scenario("fresh: odd digits", lambda: ran(logistic(), load_digits().data[:500], load_digits().target[:500] % 2)),
    Scenario("fresh: sugar by lasso", lambda: ran(make_pipeline(StandardScaler(), Lasso(1.0)), *sugar(), "10-fold")),
    Scenario(
        "fresh: sugar in made-up practices",
        lambda: ran(Ridge(), *sugar(), "5-fold grouped", groups=rng(16).integers(0, 80, 442)),
    ),
    Scenario("fresh: worse or not", lambda: ran([GaussianNB(), logistic()], *worse(), "10-fold stratified")),
    Scenario(
        "fresh: friedman's function by a tree", lambda: ran(DecisionTreeRegressor(max_depth=4), *friedman(), "5-fold")
    ),
    Scenario("fresh: moons by neighbours", lambda: ran(KNeighborsClassifier(15), *moons(), "10-fold stratified")),
    Scenario(
        "fresh: hastie by boosting",
        lambda: ran(HistGradientBoostingClassifier(max_iter=60), *make_hastie_10_2(500, random_state=5), FIVE),
    ),
    Scenario("fresh: hours forward", lambda: ran(Ridge(), *hourly(), "time 5", time=np.arange(498))),
    Scenario(
        "fresh: hours by scikit-learn's splits",
        lambda: ran(Ridge(), *hourly(), TimeSeriesSplit(4), time=np.arange(498)),
    ),
    Scenario(
        "fresh: hours up or down, forward",
        lambda: ran(logistic(), hourly()[0], (hourly()[1] > 0).astype(int), "time 4", time=np.arange(498)),
    ),
    Scenario(
        "fresh: stations left out one by one",
        lambda: ran(logistic(), *stations()[:2], "leave-one-group-out", groups=stations()[2]),
    ),
    Scenario(
        "fresh: stations kept together",
        lambda: ran(GaussianNB(), *stations()[:2], "4-fold grouped stratified", groups=stations()[2]),
    ),
    Scenario(
        "fresh: stations in given groups", lambda: ran(GaussianNB(), *stations()[:2], by_groups(), groups=stations()[2])
    ),
    Scenario(
        "fresh: weighted trainings",
        lambda: ran(logistic(), *moons(), sample_weight=rng(17).uniform(0.5, 2, 400)),
    ),
    Scenario(
        "fresh: weighted predictions",
        lambda: pv.evaluate(
            scored() | {"w": rng(18).uniform(0.5, 2, 500)}, truth="y", scores="score_a", weight="w", positive=1
        ),
    ),
    Scenario("fresh: two graders", waits),
    Scenario("fresh: two graders, three samples of each row", lambda: waits(3)),
    Scenario("fresh: three growers predicted", lambda: pv.evaluate(of_wine(), truth="y", scores="proba_*")),
    Scenario("fresh: patients seen several times", lambda: said(scores="score_a", groups="patient")),
    Scenario("fresh: two sites", lambda: said(by=["site"])),
    Scenario(
        "fresh: two regressions", lambda: pv.evaluate(numbers(), truth="y", predicted=["pred_ridge", "pred_near"])
    ),
    Scenario("fresh: two runs of one plan", same_plan),
    Scenario("fresh: three learners on 40 data sets", lambda: many_sets(40)),
    Scenario("fresh: a gate", passed),
    Scenario("fresh: folds made elsewhere", in_folds),
    Scenario("fresh: tuned inside", nested),
    Scenario("fresh: a threshold of 0.4", lambda: said(scores="score_a", threshold=0.4)),
    Scenario(
        "fresh: labels of two models compared",
        lambda: pv.compare(
            truth=scored()["y"], predicted={name: (scored()[f"score_{name}"] > 0.5).astype(int) for name in "ab"}
        ),
    ),
    Scenario("fresh: hold-out of tumours", lambda: ran(logistic(), *tumours(), "hold-out 70/30 stratified")),
    Scenario("fresh: two tables of counts", lambda: pv.counts({"A": [[50, 8, 2], [9, 40, 6], [1, 7, 60]]})),
    Scenario(
        "fresh: counts of words as inputs",
        lambda: ran(GaussianNB(), rng(19).poisson(2 + np.outer(np.arange(300) % 2, [1, 1, 0, 0])), np.arange(300) % 2),
    ),
    Scenario("fresh: permuted labels", lambda: ran(logistic(), *moons(), permutations=20)),
    Scenario("fresh: audit of a clinic", lambda: audited(clinic())),
    Scenario("fresh: audit of a clinic in random parts", lambda: audited(clinic(), splits=part(600))),
    Scenario("fresh: audit of prices", lambda: audited(prices(), "price")),
    Scenario("fresh: audit of a diary", lambda: audited(diary(), time="day", splits="time 5")),
    Scenario(
        "fresh: audit of moons", lambda: audited({"a": moons()[0][:, 0], "b": moons()[0][:, 1], "y": moons()[1]}, "y")
    ),
]


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


def changed(**columns: Any) -> Table:
    return clinic() | columns


def twice(turned: bool = False) -> Table:
    table = clinic()
    rows = np.r_[np.arange(600), np.arange(80)]
    told = {name: column[rows] for name, column in table.items()}
    if turned:
        told["ill"][600:] = np.where(told["ill"][600:] == "yes", "no", "yes")
    order = rng(26).permutation(680)
    return {name: column[order] for name, column in told.items()}


def swapped() -> Table:
    """Two species far apart, and every thirtieth label wrong."""
    random = rng(27)
    y = random.integers(0, 2, 900)
    X = random.normal(size=(900, 3)) + 3.5 * y[:, None]
    y[::30] = 1 - y[::30]
    return {f"x{i}": X[:, i] for i in range(3)} | {"ill": np.where(y == 1, "yes", "no")}


def sensor() -> Table:
    level = np.cumsum(rng(28).normal(size=600)) * 0.5
    return {"x": rng(29).normal(size=600), "z": rng(30).gamma(2, size=600), "level": level + rng(31).normal(size=600)}


def of_yes(name: str = "ill") -> Any:
    return clinic()[name] == "yes"


def stays(table: Table) -> list[str]:
    return [
        str(date.fromisoformat(day) + timedelta(days=int(d)))
        for day, d in zip(table["day"], rng(32).integers(1, 9, 500), strict=True)
    ]


def forward() -> Any:
    return np.where(np.arange(500) < 150, "test", "train")


Y, P = scored()["y"], scored()["score_a"]
Given = Callable[..., Any]


def alone(scores: Any, **more: Any) -> pv.Findings:
    return pv.evaluate(truth=Y, scores=scores, **{"positive": 1} | more)


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
        lambda: alone(np.log(P / (1 - P)), costs=pv.Costs(1, 5)),
        ("scores-like-log-odds", "costs-declared"),
    ),
    Scenario("fresh: percent", lambda: alone(100 * P), ("scores-like-percentages",)),
    Scenario(
        "fresh: labels from elsewhere",
        lambda: pv.evaluate(
            {"y": Y, "score_m": P, "pred_m": scored(seed=8)["y"]}, truth="y", scores="score_m", predicted="pred_m"
        ),
        ("labels-not-of-scores",),
    ),
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
    Scenario("fresh: misses cost more", lambda: alone(P, costs=pv.Costs(1, 4)), ("costs-declared",)),
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
        lambda: ran(make_pipeline(StandardScaler(), MLPClassifier((5,), max_iter=8, random_state=0)), *moons()),
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
            np.c_[moons()[0], np.arange(400) % 16 == 0] + rng(33).normal(size=(400, 3)),
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
    Scenario("fresh: 24 rows", lambda: ran(Ridge(), sugar()[0][:24, :2], sugar()[1][:24], "4-fold"), ("few-rows",)),
    Scenario(
        "fresh: a square that is worse than the mean",
        lambda: pv.evaluate(truth=sugar()[1], predicted=sugar()[1][::-1]),
        ("r2-negative",),
    ),
    Scenario(
        "fresh: weights that count",
        lambda: pv.evaluate(
            scored() | {"w": rng(34).integers(1, 9, 500)}, truth="y", scores="score_a", weight="w", positive=1
        ),
        ("weights-look-like-counts",),
    ),
    Scenario("fresh: audit, patients twice", lambda: audited(twice()), ("rows-copied",)),
    Scenario("fresh: audit, twins disagree", lambda: audited(twice(True)), ("copies-disagree",)),
    Scenario(
        "fresh: audit, a bill",
        lambda: audited(changed(bill=np.where(of_yes(), 900, 100) + rng(35).integers(0, 99, 600))),
        ("column-tells-target",),
    ),
    Scenario(
        "fresh: audit, numbers of cases",
        lambda: audited(changed(case=[f"C{i:05}" for i in rng(36).permutation(600)])),
        ("column-names-rows",),
    ),
    Scenario(
        "fresh: audit, doctors",
        lambda: audited(changed(doctor_id=rng(37).integers(100, 140, 600))),
        ("column-names-groups",),
    ),
    Scenario("fresh: audit, undeclared days", lambda: audited(diary()), ("column-tells-time",)),
    Scenario(
        "fresh: audit, the future",
        lambda: audited(diary() | {"left": stays(diary())}, time="day"),
        ("column-from-the-future",),
    ),
    Scenario("fresh: audit, a sensor", lambda: audited(sensor(), "level"), ("rows-in-order",)),
    Scenario("fresh: audit, nothing in a column", lambda: audited(changed(remark=[None] * 600)), ("column-empty",)),
    Scenario(
        "fresh: audit, three of a kind",
        lambda: audited(changed(ill=np.r_[["maybe"] * 3, clinic()["ill"][3:]])),
        ("class-too-small",),
    ),
    Scenario(
        "fresh: audit, gaps of the ill",
        lambda: audited(changed(pulse=np.where(of_yes() & (rng(38).random(600) < 0.5), np.nan, clinic()["age"] + 10))),
        ("gaps-tell-target",),
    ),
    Scenario(
        "fresh: audit, outcomes missing",
        lambda: audited(changed(ill=np.where(rng(39).random(600) < 0.1, None, clinic()["ill"]))),
        ("target-missing",),
    ),
    Scenario("fresh: audit, wrong labels", lambda: audited(swapped()), ("labels-suspect",)),
    Scenario(
        "fresh: audit, older patients are tested",
        lambda: audited(clinic(), splits=np.where(clinic()["age"] > 70, "test", "train")),
        ("parts-differ",),
    ),
    Scenario(
        "fresh: audit, tested before they were trained on",
        lambda: audited(diary(), time="day", splits=forward()),
        ("parts-out-of-time",),
    ),
    Scenario(
        "fresh: audit, doctors on both sides",
        lambda: audited(changed(doctor=rng(40).integers(0, 50, 600)), group="doctor", splits=part(600)),
        ("groups-on-both-sides",),
    ),
]
