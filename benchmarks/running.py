"""Running models: the overhead over a bare loop of the same fits, cross_val_predict, and closed forms."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, make_classification, make_regression
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.model_selection import cross_val_predict
from sklearn.neighbors import KNeighborsClassifier
from sklearn.preprocessing import StandardScaler

import probative as pv
from benchmarks.timing import Ratio, best

SAMPLE = 50
"""Leave-one-out trainings all cost the same; fifty of them are timed and scaled up."""


def run() -> Iterator[Ratio]:
    """The run itself, its parallel form, and leave-one-out in closed form."""
    X, y = load_breast_cancer(return_X_y=True)  # noqa: N806
    X = StandardScaler().fit_transform(X)  # noqa: N806
    plan = pv.plan("10x10 stratified")
    model = LogisticRegression()
    splits = list(plan.split(X, y))

    def bare() -> None:
        for train, test in splits:
            made = clone(model).fit(X[train], y[train])
            made.predict(X[test])
            made.predict_proba(X[test])

    def ours() -> None:
        pv.run(model, X, y, plan=plan)

    with tempfile.TemporaryDirectory() as folder:

        def kept() -> None:
            pv.run(model, X, y, plan=plan, checkpoint=tempfile.mkdtemp(dir=folder))

        loop, mine, saved = _together([bare, ours, kept])
    yield Ratio("run, 100 logistic fits, over a bare loop", mine, loop, 1.05, at_most=True)
    yield Ratio("the same with a checkpoint", saved, loop, 1.3, at_most=True)
    once = pv.plan("10-fold stratified")
    for n_jobs in (1, 2):
        theirs = _predicting(model, X, y, once, n_jobs)
        predicted, mine = _together([theirs, _running(model, X, y, once, n_jobs)])
        yield Ratio(f"run against cross_val_predict, 10 folds, n_jobs={n_jobs}", mine, predicted, 1.0, at_most=True)
    yield from _closed_forms()


def _predicting(model: Any, X: Any, y: Any, plan: Any, n_jobs: int) -> Callable[[], Any]:  # noqa: N803
    return lambda: cross_val_predict(model, X, y, cv=plan, n_jobs=n_jobs, method="predict_proba")


def _running(model: Any, X: Any, y: Any, plan: Any, n_jobs: int) -> Callable[[], Any]:  # noqa: N803
    return lambda: pv.run(model, X, y, plan=plan, n_jobs=n_jobs)


def _together(functions: list[Callable[[], Any]], tries: int = 12) -> list[float]:
    """The fastest call of each, in turn, so that a busy moment hits all of them."""
    fastest = [float("inf")] * len(functions)
    for _ in range(tries):
        fastest = [min(known, best(function, 1)) for known, function in zip(fastest, functions, strict=True)]
    return fastest


def _closed_forms() -> Iterator[Ratio]:
    X, y = make_regression(2000, 20, noise=5.0, random_state=0)  # noqa: N806
    for name, model in (("linear regression", LinearRegression()), ("ridge", Ridge())):
        yield _leave_one_out(name, model, X, y)
    X, y = make_classification(2000, 20, random_state=0)  # noqa: N806
    yield _leave_one_out("5 nearest neighbours", KNeighborsClassifier(), X, y)


def _leave_one_out(name: str, model: Any, X: Any, y: Any) -> Ratio:  # noqa: N803
    def trained() -> None:
        for i in range(SAMPLE):
            others = np.delete(np.arange(len(y)), i)
            made = clone(model).fit(X[others], y[others])
            made.predict(X[i : i + 1])
            if hasattr(made, "predict_proba"):
                made.predict_proba(X[i : i + 1])

    ours = best(lambda: pv.run(model, X, y, plan="leave-one-out"), 3)
    return Ratio(f"leave-one-out of {name}, n = 2,000", ours, best(trained, 3) * len(y) / SAMPLE, 100)
