"""What fresh scenarios are made of: bundled and simulated rows, and what models said of them."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from sklearn.datasets import (
    load_breast_cancer,
    load_diabetes,
    load_wine,
    make_friedman1,
    make_moons,
)
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import GroupKFold, StratifiedKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import probative as pv

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
    y = np.digitize(random.normal(size=360) + 0.3 * X[:, 0], [-0.7, 0, 0.7])
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


def by_groups() -> list[tuple[Any, Any]]:
    X, y, station = stations()
    return list(GroupKFold(4).split(X, y, station))
