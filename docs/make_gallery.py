"""Write the reports of the gallery: one of every kind, made now from data that everybody has."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from sklearn import datasets
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import probative as pv

HALF: dict[str, Any] = {"test_size": 0.5, "random_state": 0}


def _logistic() -> Any:
    return make_pipeline(StandardScaler(), LogisticRegression())


def two_models() -> pv.Findings:
    """Two classifiers of tumours, a miss ten times as bad as a false alarm."""
    x, y = datasets.load_breast_cancer(return_X_y=True)
    train, test, known, truth = train_test_split(x, 1 - y, stratify=y, **HALF)
    models = {"logistic": _logistic(), "forest": RandomForestClassifier(50, random_state=0)}
    fitted = {name: model.fit(train, known) for name, model in models.items()}
    return pv.evaluate(fitted, test, truth, positive=1, costs=pv.Costs(fp=1, fn=10))


def slices() -> pv.Findings:
    """A classifier of tumours, by the size of the tumour."""
    x, y = datasets.load_breast_cancer(return_X_y=True)
    train, test, known, truth = train_test_split(x[:, 1:], 1 - y, stratify=y, **HALF)
    size = np.where(test[:, 1] > np.median(test[:, 1]), "large", "small")
    score = _logistic().fit(train, known).predict_proba(test)[:, 1]
    return pv.evaluate({"y": truth, "score": score, "size": size}, truth="y", scores="score", positive=1, by="size")


def several_classes() -> pv.Findings:
    """Ten digits, with the probability of each."""
    x, y = datasets.load_digits(return_X_y=True)
    train, test, known, truth = train_test_split(x, y, stratify=y, **HALF)
    return pv.evaluate(_logistic().fit(train, known), test, truth, task="classification")


def regression() -> pv.Findings:
    """How diabetes goes on, by a line and by neighbours."""
    x, y = datasets.load_diabetes(return_X_y=True)
    train, test, known, truth = train_test_split(x, y, **HALF)
    models = {"ridge": Ridge(0.1), "neighbours": KNeighborsRegressor(15)}
    said = {name: model.fit(train, known).predict(test) for name, model in models.items()}
    return pv.evaluate(truth=truth, predicted=said, task="regression")


def folds() -> pv.Findings:
    """Three species of iris, trained and tested in five parts, twice."""
    x, y = datasets.load_iris(return_X_y=True)
    plan = pv.plan("2x5 stratified", random_state=0)
    return pv.evaluate(pv.run({"logistic": _logistic()}, x, y, plan=plan, random_state=0))


REPORTS: dict[str, Callable[[], pv.Findings]] = {
    "two-models": two_models,
    "slices": slices,
    "several-classes": several_classes,
    "regression": regression,
    "folds": folds,
}


def write(folder: Path) -> None:
    """Make every report, each in a page of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, made in REPORTS.items():
        made().save(folder / f"{name}.html")


if __name__ == "__main__":
    write(Path(sys.argv[1] if len(sys.argv) > 1 else "gallery"))
