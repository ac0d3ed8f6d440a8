"""Fresh sound evaluations, their codes written down before any was run."""

from __future__ import annotations

import numpy as np
from sklearn.datasets import (
    load_digits,
    load_iris,
    load_wine,
    make_hastie_10_2,
)
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.ensemble import ExtraTreesClassifier, HistGradientBoostingClassifier
from sklearn.linear_model import Lasso, Ridge
from sklearn.model_selection import TimeSeriesSplit
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import Normalizer, StandardScaler
from sklearn.tree import DecisionTreeRegressor

import probative as pv

from ..scenario import Scenario
from .fresh_data import (
    FIVE,
    by_groups,
    friedman,
    hourly,
    in_folds,
    logistic,
    many_sets,
    moons,
    nested,
    numbers,
    of_wine,
    passed,
    ran,
    rng,
    said,
    same_plan,
    scored,
    stations,
    sugar,
    tumours,
    waits,
    worse,
)

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
]
