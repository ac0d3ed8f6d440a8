"""Leaks, splits and reuse: sound runs that look suspicious, and runs that are broken in one way each."""

from __future__ import annotations

import tempfile
from functools import cache
from typing import Any

import numpy as np
import pandas as pd
from sklearn.datasets import load_diabetes, load_digits, load_wine
from sklearn.decomposition import PCA
from sklearn.feature_selection import SelectKBest, f_classif
from sklearn.frozen import FrozenEstimator
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import StratifiedKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import (
    FunctionTransformer,
    MaxAbsScaler,
    MinMaxScaler,
    QuantileTransformer,
    RobustScaler,
    StandardScaler,
)

import probative as pv

from ..scenario import Scenario

RNG = np.random.default_rng(5)
FOLDS = "10-fold stratified"


@cache
def wines() -> tuple[Any, Any]:
    """Three growers, sorted by grower as they come."""
    return load_wine(return_X_y=True)


@cache
def patients() -> tuple[Any, Any]:
    """Diabetes in the units in which it was measured."""
    return load_diabetes(return_X_y=True, scaled=False)


def line() -> Any:
    return make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000))


def of_wines(model: Any = None, plan: Any = FOLDS, X: Any = None, **more: Any) -> pv.Findings:
    inputs, grower = wines()
    return pv.evaluate(pv.run({"m": model or line()}, inputs if X is None else X, grower, plan=plan, **more))


def of_patients(plan: Any = "10-fold", order: Any = None, **more: Any) -> pv.Findings:
    X, y = patients()
    rows = np.arange(len(y)) if order is None else order
    return pv.evaluate(pv.run({"m": make_pipeline(StandardScaler(), Ridge())}, X[rows], y[rows], plan=plan, **more))


def pairs(splitter: Any) -> list[tuple[Any, Any]]:
    return list(splitter.split(*wines()))


def doubled(**more: Any) -> pv.Findings:
    """Sixty wines once more, as oversampling does."""
    X, y = wines()
    again = np.concatenate([np.arange(len(y)), np.arange(0, len(y), 3)])
    groups = {name: again for name, asked in more.items() if asked == "origin"}
    rest = {name: value for name, value in more.items() if value != "origin"}
    return pv.evaluate(pv.run({"m": line()}, X[again], y[again], **{"plan": FOLDS} | rest, **groups))


def mixed(copies: int) -> pv.Findings:
    """Numbers, texts, dates and gaps, some rows twice."""
    X, y = wines()
    frame = pd.DataFrame(
        {
            "alcohol": X[:, 0],
            "cellar": np.array(list("abcdefgh"))[np.arange(len(y)) * 7 % 8],
            "bottled": pd.to_datetime("2001-01-01") + pd.to_timedelta(np.arange(len(y)) * 37 % 900, unit="D"),
            "colour": np.where(np.arange(len(y)) % 5, X[:, 9], np.nan),
        }
    )
    rows = np.concatenate([np.arange(len(y)), np.arange(0, 3 * copies, 3)])
    known = make_pipeline(FunctionTransformer(lambda part: part[["alcohol"]]), GaussianNB())
    return pv.evaluate(pv.run({"m": known}, frame.iloc[rows].reset_index(drop=True), y[rows], plan=FOLDS))


def chosen(rows: Any = slice(None)) -> Any:
    X, y = wines()
    return SelectKBest(f_classif, k=8).fit(X[rows], y[rows])


def overlapping(force: bool = False) -> pv.Findings:
    given = [
        (np.append(train, test[:1]), test) for train, test in pairs(StratifiedKFold(5, shuffle=True, random_state=0))
    ]
    return of_wines(plan=given, force=force)


def ids(force: bool = False) -> pv.Findings:
    """Pairs of neighbouring wines are from one bottle."""
    return of_wines(row=np.arange(178) // 2, force=force)


def frozen(force: bool = False) -> pv.Findings:
    return of_wines(make_pipeline(FrozenEstimator(chosen()), line()), force=force)


def hidden(force: bool = False) -> pv.Findings:
    return of_wines(make_pipeline(FunctionTransformer(chosen().transform), line()), force=force)


def first_rows(tested: int) -> list[tuple[Any, Any]]:
    """Folds of the first rows only."""
    blocks = np.split(np.arange(tested), 10)
    return [(np.setdiff1d(np.arange(442), block), block) for block in blocks]


def again_and_again(models: list[str], side: int = 2) -> pv.Findings:
    """The same test rows, looked at by one model after the other."""
    truth = RNG.permutation(np.arange(300) % 2)
    with tempfile.TemporaryDirectory() as folder:
        for model in models:
            scores = 1 / (1 + np.exp(-np.random.default_rng(len(model) + side).normal(2 * truth - 1, 1)))
            found = pv.evaluate(truth=truth, scores={model: scores}, ledger=f"{folder}/results/ledger.json")
    return found


def twice_in_a_file() -> pv.Findings:
    truth = np.repeat(RNG.permutation(np.arange(200) % 2), 2)
    scores = 1 / (1 + np.exp(-RNG.normal(2 * truth - 1, 1)))
    table = {"y": truth, "score": scores, "patient": np.repeat(np.arange(200), 2)}
    return pv.evaluate(table, truth="y", scores="score", row="patient")


def neighbours() -> pv.Findings:
    models = {f"k{k}": make_pipeline(StandardScaler(), KNeighborsClassifier(k)) for k in (1, 5, 15)}
    return pv.evaluate(pv.run(models, *wines(), plan=FOLDS))


def grey() -> pv.Findings:
    X, y = load_digits(return_X_y=True)
    return pv.evaluate(pv.run({"m": KNeighborsClassifier(3)}, X[:600] / 16, y[:600], plan="5-fold stratified"))


def tuned() -> pv.Findings:
    chooser = pv.Tuned(
        make_pipeline(StandardScaler(), KNeighborsRegressor()), {"kneighborsregressor__n_neighbors": [5, 25]}
    )
    return pv.evaluate(pv.run({"m": chooser}, *patients(), plan="nested 5-fold/3-fold"))


def by_target() -> Any:
    return np.argsort(patients()[1], kind="stable")


CLEAN = [
    Scenario("wines sorted by grower, stratified folds", of_wines),
    Scenario(
        "wines, shuffled folds made elsewhere", lambda: of_wines(plan=StratifiedKFold(5, shuffle=True, random_state=1))
    ),
    Scenario(
        "wines, folds given as pairs", lambda: of_wines(plan=pairs(StratifiedKFold(5, shuffle=True, random_state=2)))
    ),
    Scenario("wines with an id for each", lambda: of_wines(row=[f"w{i}" for i in range(178)])),
    Scenario("wines oversampled, copies kept together", lambda: doubled(plan="5-fold grouped", groups="origin")),
    Scenario(
        "wines oversampled, copies known by id and group",
        lambda: doubled(plan="5-fold grouped", groups="origin", row="origin"),
    ),
    Scenario("a mixed frame without copies", lambda: mixed(0)),
    Scenario(
        "a pipeline whose steps were fitted before and are fitted anew",
        lambda: of_wines(make_pipeline(chosen(), line())),
    ),
    Scenario(
        "scaling inside the pipeline",
        lambda: of_wines(make_pipeline(MinMaxScaler(), PCA(5), LogisticRegression(max_iter=500))),
    ),
    Scenario(
        "wines scaled by their first half only",
        lambda: of_wines(X=StandardScaler().fit(wines()[0][::2]).transform(wines()[0])),
    ),
    Scenario("grey levels divided by the largest possible", grey),
    Scenario("patients sorted by their target, shuffled folds", lambda: of_patients(order=by_target())),
    Scenario(
        "patients in neighbouring groups, kept together",
        lambda: of_patients("10-fold grouped", groups=np.arange(442) // 5),
    ),
    Scenario("patients in no order, unshuffled folds", lambda: of_patients("10-fold unshuffled")),
    Scenario("a model that tunes itself inside the training rows", tuned),
    Scenario("one look at a test set", lambda: again_and_again(["a"])),
    Scenario("the same look three times", lambda: again_and_again(["a", "a", "a"])),
]


def filled() -> Any:
    """Every fifth wine without its first number, filled with the mean of all."""
    X = wines()[0].copy()
    X[::5, 0] = X[np.arange(178) % 5 > 0, 0].mean()
    return X


def series() -> pv.Findings:
    """Numbers that follow one another, each learned from the one before, in random folds."""
    drift = np.cumsum(np.random.default_rng(4).normal(size=301))
    return pv.evaluate(pv.run(make_pipeline(StandardScaler(), Ridge()), drift[:-1, None], drift[1:], plan="10-fold"))


BROKEN = [
    Scenario("a series that nobody declared, in random folds", series, ("rows-in-order",)),
    Scenario("gaps filled with the mean of all rows", lambda: of_wines(X=filled()), ("filled-in-advance",)),
    Scenario("given splits that share rows", overlapping, ("rows-overlap",), forced=True),
    Scenario("an id on both sides of a split", ids, ("ids-overlap",), forced=True),
    Scenario("wines oversampled before they were split", doubled, ("equal-rows",)),
    Scenario("copies in a mixed frame", lambda: mixed(20), ("equal-rows",)),
    Scenario("a selector fitted on all rows and frozen", frozen, ("step-saw-test-rows",), forced=True),
    Scenario("a selector fitted on all rows and hidden in a function", hidden, ("step-saw-test-rows",), forced=True),
    Scenario(
        "a frozen selector of nobody knows which rows",
        lambda: of_wines(make_pipeline(FrozenEstimator(chosen(slice(0, None, 2))), line())),
        ("step-fitted-before",),
    ),
    *(
        Scenario(
            f"wines through a {type(scaler).__name__} before they were split",
            lambda scaler=scaler: of_wines(X=scaler.fit_transform(wines()[0])),
            ("scaled-in-advance",),
        )
        for scaler in (
            StandardScaler(),
            MinMaxScaler(),
            MaxAbsScaler(),
            RobustScaler(),
            QuantileTransformer(n_quantiles=178),
            PCA(6),
        )
    ),
    Scenario(
        "preprocessing that was declared",
        lambda: of_wines(preprocessed="columns were chosen on all rows"),
        ("preprocessed-outside",),
    ),
    Scenario(
        "patients sorted by their target, unshuffled folds",
        lambda: of_patients("10-fold unshuffled", by_target()),
        ("ordered-rows-unshuffled",),
    ),
    Scenario(
        "patients in neighbouring groups, unshuffled folds",
        lambda: of_patients("10-fold unshuffled", groups=np.arange(442) // 5),
        ("ordered-rows-unshuffled", "groups-straddle"),
    ),
    Scenario(
        "folds of the first rows only", lambda: of_patients(first_rows(100)), ("unequal-selection", "rows-never-tested")
    ),
    Scenario("repeated folds", lambda: of_wines(plan="3x5 stratified"), ("overlapping-test-sets",)),
    Scenario(
        "few random splits",
        lambda: of_patients("monte-carlo 3 60/40"),
        ("overlapping-test-sets", "rows-never-tested", "rows-never-trained"),
    ),
    Scenario("a file that names rows twice", twice_in_a_file, ("overlapping-test-sets",)),
    Scenario("three variants of one learner side by side", neighbours, ("tuned-by-hand",)),
    Scenario(
        "a test set that decides for the second time",
        lambda: again_and_again(["a", "bb", "ccc"]),
        ("used-for-selection",),
    ),
]
