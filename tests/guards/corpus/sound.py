"""Sound evaluations of real data (bundled with scikit-learn, or here) under sound plans."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from sklearn.calibration import CalibratedClassifierCV
from sklearn.datasets import load_breast_cancer, load_diabetes, load_digits, load_iris, load_linnerud, load_wine
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

import probative as pv

from ..scenario import Scenario

FOLDS = "10-fold stratified"


@cache
def flowers() -> tuple[Any, Any]:
    """Iris without the one row that occurs twice, in a random order."""
    X, y = load_iris(return_X_y=True)
    kept = np.sort(np.unique(np.column_stack([X, y]), axis=0, return_index=True)[1])
    order = np.random.default_rng(0).permutation(kept)
    return X[order], y[order]


@cache
def tumours() -> tuple[Any, Any]:
    """Breast cancer with malignant as 1, in its own units."""
    X, y = load_breast_cancer(return_X_y=True)
    return X, 1 - y


@cache
def patients() -> tuple[Any, Any]:
    """Diabetes in the units in which it was measured."""
    return load_diabetes(return_X_y=True, scaled=False)


def line() -> Any:
    return make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000))


def evaluated(models: Any, data: tuple[Any, Any], plan: str, **more: Any) -> pv.Findings:
    return pv.evaluate(pv.run(models, *data, plan=plan, **more))


def digits() -> tuple[Any, Any]:
    X, y = load_digits(return_X_y=True)
    return X[:900], y[:900]


def held_out(**more: Any) -> pv.Findings:
    """A model trained on some tumours, and its predictions of the others, as a file would have them."""
    X, y = tumours()
    model = line().fit(X[:300], y[:300])
    return pv.evaluate(truth=y[300:], scores=model.predict_proba(X[300:])[:, 1], positive=1, **more)


def both() -> dict[str, Any]:
    X, y = tumours()
    models = {"line": line(), "near": make_pipeline(StandardScaler(), KNeighborsClassifier(25))}
    said = {name: model.fit(X[:300], y[:300]).predict_proba(X[300:])[:, 1] for name, model in models.items()}
    return {"truth": y[300:], "scores": said, "positive": 1}


def by_hospital() -> pv.Findings:
    """Tumours with 57 made-up hospitals, kept together."""
    X, y = tumours()
    hospitals = np.arange(len(y)) % 57
    return pv.evaluate(pv.run(GaussianNB(), X, y, plan="10-fold grouped stratified", groups=hospitals))


def in_time() -> pv.Findings:
    """Diabetes as if patients had come one after the other."""
    X, y = patients()
    return pv.evaluate(pv.run(Ridge(), X, y, plan="time 5", time=np.arange(len(y))))


def by_body_mass() -> pv.Findings:
    """Diabetes sorted by an input that goes with the target, as tables often are."""
    X, y = patients()
    order = np.argsort(X[:, 2], kind="stable")
    return evaluated(LinearRegression(), (X[order], y[order]), "10-fold")


def with_copies() -> pv.Findings:
    """Sixty tumours twice, and both copies of each on one side of every split."""
    X, y = tumours()
    rows = np.r_[np.arange(len(y)), np.arange(60)]
    return evaluated(line(), (X[rows], y[rows]), "10-fold grouped stratified", groups=rows)


def margins() -> pv.Findings:
    """Margins of a support vector machine, which are no probabilities and need not be."""
    X, y = tumours()
    model = make_pipeline(StandardScaler(), SVC()).fit(X[:300], y[:300])
    return pv.evaluate(truth=y[300:], scores=model.decision_function(X[300:]), positive=1)


def chosen_elsewhere() -> pv.Findings:
    """A threshold chosen on validation rows, evaluated on others."""
    X, y = tumours()
    model = line().fit(X[:200], y[:200])
    ladder = pv.Ladder.from_scores(y[200:380], model.predict_proba(X[200:380])[:, 1])
    at = float(pv.best_threshold(ladder, "youden").threshold)
    return pv.evaluate(truth=y[380:], scores=model.predict_proba(X[380:])[:, 1], threshold=at, positive=1)


def tuned() -> pv.Findings:
    model = pv.Tuned(KNeighborsClassifier(), {"n_neighbors": [5, 15]}, plan="5-fold stratified")
    return evaluated(model, flowers(), "nested 5-fold/5-fold stratified")


def labels_and_probabilities() -> pv.Findings:
    X, y = load_wine(return_X_y=True)
    model = GaussianNB().fit(X[::2], y[::2])
    probabilities = model.predict_proba(X[1::2])
    table = {f"proba_{k}": probabilities[:, k] for k in range(3)}
    table |= {"y": y[1::2], "pred": model.predict(X[1::2])}
    return pv.evaluate(table, truth="y", scores=["proba_0", "proba_1", "proba_2"], predicted="pred")


def counted() -> pv.Findings:
    return pv.counts({"A": [[80, 20], [50, 150]], "B": [[75, 25], [30, 170]]})


def exercised() -> pv.Findings:
    """Linnerud's pulse before and after: three numbers from three others, too few rows to hold out."""
    X, y = load_linnerud(return_X_y=True)
    X, y = np.tile(X, (3, 1)) + np.arange(60)[:, None] * 1e-3, np.tile(y[:, 0], 3) + np.arange(60) * 1e-2
    return evaluated(Ridge(), (X, y), "10-fold")


def judged(**more: Any) -> Any:
    return pv.compare(pv.run({"line": line(), "bayes": GaussianNB()}, *tumours(), plan=FOLDS), **more)


CLEAN = [
    Scenario("iris, 10 folds", lambda: evaluated(GaussianNB(), flowers(), FOLDS)),
    Scenario("iris, three learners", lambda: evaluated([GaussianNB(), line()], flowers(), FOLDS)),
    Scenario("wine, discriminant", lambda: evaluated(LinearDiscriminantAnalysis(), load_wine(return_X_y=True), FOLDS)),
    Scenario("digits, ten classes", lambda: evaluated(GaussianNB(), digits(), "5-fold stratified")),
    Scenario("tumours, 10 folds", lambda: evaluated(line(), tumours(), FOLDS)),
    Scenario(
        "tumours, forest and line",
        lambda: evaluated(
            {"forest": RandomForestClassifier(30, random_state=0, min_samples_leaf=5), "line": line()}, tumours(), FOLDS
        ),
    ),
    Scenario(
        "tumours, calibrated",
        lambda: evaluated(CalibratedClassifierCV(line(), cv=3), tumours(), "5-fold stratified"),
    ),
    Scenario("tumours, hold-out", lambda: evaluated(line(), tumours(), "hold-out 60/40 stratified")),
    Scenario("iris, tuned inside", tuned),
    Scenario("tumours, grouped by hospital", by_hospital),
    Scenario("tumours, a file of predictions", held_out),
    Scenario("tumours, a file of two models", lambda: pv.evaluate(**both())),
    Scenario("tumours, equal costs", lambda: held_out(costs=pv.Costs(1, 1))),
    Scenario(
        "tumours, equal costs at the sample's prior",
        lambda: held_out(costs=pv.Costs(1, 1, float(tumours()[1][300:].mean()))),
    ),
    Scenario("tumours, a given threshold", lambda: held_out(threshold=0.3)),
    Scenario("tumours, a threshold chosen elsewhere", chosen_elsewhere),
    Scenario("tumours, margins", margins),
    Scenario("tumours, two learners compared", judged),
    Scenario("tumours, two files compared", lambda: pv.compare(**both())),
    Scenario("wine, labels and probabilities", labels_and_probabilities),
    Scenario("diabetes, 10 folds", lambda: evaluated(LinearRegression(), patients(), "10-fold")),
    Scenario(
        "diabetes, three learners",
        lambda: evaluated(
            {"ridge": Ridge(), "near": KNeighborsRegressor(15), "forest": RandomForestRegressor(20, random_state=0)},
            patients(),
            "5-fold",
        ),
    ),
    Scenario("diabetes in the order of time", in_time),
    Scenario("diabetes sorted by body mass, random folds", by_body_mass),
    Scenario("tumours with copies that groups keep together", with_copies),
    Scenario("ten digits, plain folds", lambda: evaluated(GaussianNB(), digits(), "5-fold")),
    Scenario("two confusion matrices", counted),
    Scenario(
        "the bundled predictions",
        lambda: pv.evaluate(
            pv.examples("breast-cancer-predictions"),
            truth="diagnosis",
            scores=["score_logistic", "score_knn"],
            positive="malignant",
        ),
    ),
]
