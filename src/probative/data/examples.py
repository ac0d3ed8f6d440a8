"""Data sets by name: those of the lecture decks, the bundled one, and small ones of scikit-learn."""

from __future__ import annotations

import csv
from collections.abc import Callable
from importlib import import_module, resources
from typing import Any, overload

import numpy as np

from probative.data.decks import DECKS, Entry
from probative.data.example import Example
from probative.errors import BadParameter


def _learned(loader: str, target: str) -> Callable[[], dict[str, Any]]:
    """A data set of scikit-learn: its columns in plain words, its classes by name."""

    def made() -> dict[str, Any]:
        found = getattr(import_module("sklearn.datasets"), loader)()
        columns = {_plain(name): found.data[:, i] for i, name in enumerate(found.feature_names)}
        classes = found.get("target_names")
        return columns | {target: found.target if classes is None else np.asarray(classes)[found.target]}

    return made


def _plain(name: str) -> str:
    return str(name).replace(" (cm)", "").replace(" ", "_").replace("/", "_")


def _bundled() -> dict[str, Any]:
    text = (resources.files("probative.data") / "breast_cancer.csv").read_text(encoding="utf-8")
    head, *rows = csv.reader(text.splitlines())
    columns: dict[str, Any] = dict(zip(head, (list(column) for column in zip(*rows, strict=True)), strict=True))
    whole = {name: [int(value) for value in columns[name]] for name in ("row", "fold")}
    scores = {name: [float(value) for value in columns[name]] for name in head if name.startswith("score")}
    return columns | whole | scores


KNOWN: dict[str, Entry] = {
    "iris": (
        "150 flowers of three species, stored in class order (exercise 7)",
        "species",
        _learned("load_iris", "species"),
    ),
    "wine": ("178 wines of three growers", "grower", _learned("load_wine", "grower")),
    "breast-cancer": ("569 tumours, benign or malignant", "diagnosis", _learned("load_breast_cancer", "diagnosis")),
    "diabetes": (
        "442 patients, progression of a disease as a number",
        "progression",
        _learned("load_diabetes", "progression"),
    ),
    "breast-cancer-predictions": ("what `probative demo` evaluates: two models' scores by fold", "diagnosis", _bundled),
    **DECKS,
}
ALSO = {
    **dict.fromkeys(("003-exercise-3", "003-exercise-6", "002-specificity-vs-fpr"), "003-exercise-2"),
    "003-exercise-7-iris": "iris",
    **dict.fromkeys(("003-independent-t", "003-nonparametric-pair", "003-paired-t-unit-check"), "001-paired-t-5-folds"),
}
"""Exercises and cases that go on with the data of another one."""


@overload
def examples(name: None = None) -> dict[str, str]: ...
@overload
def examples(name: str) -> Example: ...
def examples(name: str | None = None) -> Example | dict[str, str]:
    """A data set by name, as a dict of columns; without a name, what there is.

    >>> import probative as pv
    >>> found = pv.evaluate(pv.examples("003-exercise-5"), truth="class", scores=["score"], positive="p")
    >>> pv.examples("iris")["species"][0], "iris" in pv.examples()
    (np.str_('setosa'), True)
    """
    if name is None:
        again = {other: f"the same as {known}" for other, known in ALSO.items()}
        return {known: about for known, (about, _, _) in KNOWN.items()} | again
    word = str(name).strip().lower().replace("_", "-").replace(" ", "-")
    word = ALSO.get(word, word)
    if word not in KNOWN:
        raise BadParameter(f"there is no data set {name!r}.", found=", ".join(KNOWN), remedy="one of these")
    about, target, make = KNOWN[word]
    return Example(word, about, make(), target)
