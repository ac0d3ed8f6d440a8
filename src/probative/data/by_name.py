"""Data sets by name: those of the lecture decks, iris, and the bundled predictions."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Any

import numpy as np

from probative.errors import BadParameter

Columns = dict[str, np.ndarray[Any, Any]]
"""A table as every function here takes it: columns by name."""
LARGER = {
    "breast_cancer": "out-of-fold scores of two models on the breast-cancer data, 569 rows",
    "iris": "150 flowers of three species, four measurements each, in the order of the species",
}


def examples(name: str) -> Columns:
    """A data set by name, as columns; `example_names()` lists them.

    Those of the decks have the names of their worked examples.

    >>> examples("003-exercise-5")["score"][:3].tolist()
    [0.95, 0.28, 0.9]
    >>> sorted(examples("iris"))
    ['petal_length', 'petal_width', 'sepal_length', 'sepal_width', 'species']
    """
    if name in _decks():
        return {column: np.array(values) for column, values in _decks()[name]["columns"].items()}
    if name == "iris":
        return _iris()
    if name == "breast_cancer":
        return _breast_cancer()
    raise BadParameter("there is no such data set.", found=repr(name), remedy=f"one of {', '.join(example_names())}")


def example_names() -> dict[str, str]:
    """Every data set, with what it is.

    >>> example_names()["003-exercise-5"]
    '20 scores of the exercise on ROC curves, in its order'
    """
    return {name: data["about"] for name, data in _decks().items()} | LARGER


@cache
def _decks() -> dict[str, Any]:
    text = (resources.files("probative.data") / "decks.json").read_text(encoding="utf-8")
    return dict(json.loads(text))


def _iris() -> Columns:
    from sklearn.datasets import load_iris

    found = load_iris()
    columns = {
        name.removesuffix(" (cm)").replace(" ", "_"): found.data[:, i] for i, name in enumerate(found.feature_names)
    }
    return columns | {"species": found.target_names[found.target]}


def _breast_cancer() -> Columns:
    import csv

    with (resources.files("probative.data") / "breast_cancer.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    columns = {name: np.array([row[name] for row in rows]) for name in rows[0]}
    return {name: values.astype(float) if name.startswith("score") else values for name, values in columns.items()}
