"""Runs saved as `probative run` saves them, made once for all tests of serving."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sklearn.datasets import load_breast_cancer, load_diabetes
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import KFold
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import probative as pv

X, Y = (part[:160] for part in load_breast_cancer(return_X_y=True))
X = X[:, :4]
NUMBERS = tuple(part[:120] for part in load_diabetes(return_X_y=True))
BAYES, TREE = GaussianNB(), DecisionTreeClassifier(max_depth=2, random_state=0)
STUMP = DecisionTreeClassifier(max_depth=1, random_state=0)


def save(folder: Path, models: Any, plan: Any, x: Any = X, y: Any = Y, **more: Any) -> pv.Predictions:
    """A folder with findings and predictions."""
    folder.mkdir()
    said = pv.run(models, x, y, plan=plan, **more)
    if isinstance(models.get("trivial"), DummyClassifier):
        # As an experiment says of the model that it adds by itself.
        said = replace(said, about=replace(said.about, baseline="trivial"))
    said.save(folder / "predictions.parquet")
    pv.evaluate(said, title=folder.name).save(folder / "findings.json")
    return said


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, pv.Predictions]]:
    root = tmp_path_factory.mktemp("runs")
    five, two = "5-fold stratified", "5x2 stratified"
    given = list(KFold(4, shuffle=True, random_state=1).split(X))
    other = list(KFold(4, shuffle=True, random_state=2).split(X))
    wanted: dict[str, tuple[Any, ...]] = {
        "bayes": ({"m": BAYES, "trivial": DummyClassifier()}, five),
        "tree": ({"m": TREE, "trivial": DummyClassifier()}, five),
        "both": ({"m": TREE, "n": BAYES, "o": STUMP}, five),
        "same-names": ({"m": STUMP, "n": TREE, "o": BAYES}, five),
        "renamed": ({"p": TREE, "q": STUMP, "trivial": DummyClassifier()}, five),
        "two-fold-bayes": ({"m": BAYES}, two),
        "two-fold-tree": ({"m": TREE}, two),
        "drawn-bayes": ({"m": BAYES}, "monte-carlo 12 70/30"),
        "drawn-tree": ({"m": TREE}, "monte-carlo 12 70/30"),
        "held-bayes": ({"m": BAYES}, "hold-out 70/30"),
        "held-tree": ({"m": TREE}, "hold-out 70/30"),
        "given-bayes": ({"m": BAYES}, given),
        "given-tree": ({"m": TREE}, given),
        "given-other": ({"m": TREE}, other),
        "own-seed": ({"m": TREE}, pv.resampling.KFold(5, stratified=True, random_state=7)),
    }
    said = {name: save(root / name, *how) for name, how in wanted.items()}
    said["seeded"] = save(root / "seeded", {"m": TREE}, five, random_state=3)
    said["negative"] = save(root / "negative", {"m": TREE}, five, positive=0)
    said["few-columns"] = save(root / "few-columns", {"m": TREE}, five, X[:, :2])
    said["line"] = save(root / "line", {"m": LinearRegression()}, "hold-out 60/40", *NUMBERS)
    said["steps"] = save(root / "steps", {"m": DecisionTreeRegressor(max_depth=2)}, "hold-out 60/40", *NUMBERS)
    return root, said


@pytest.fixture(scope="session")
def runs(made: tuple[Path, dict[str, pv.Predictions]]) -> Path:
    return made[0]


@pytest.fixture(scope="session")
def said(made: tuple[Path, dict[str, pv.Predictions]]) -> dict[str, pv.Predictions]:
    return made[1]


@pytest.fixture
def shelf(runs: Path, tmp_path: Path) -> Callable[..., Path]:
    """A folder of its own with copies of some of the runs."""

    def copied(*names: str) -> Path:
        folder = tmp_path / "shelf"
        folder.mkdir(exist_ok=True)
        for name in names:
            shutil.copytree(runs / name, folder / name)
        return folder

    return copied
