"""The delivered model: trained on all rows, written with its estimate and procedure beside it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import joblib
import numpy as np
import pytest
import skops.io as skops
from sklearn.datasets import load_breast_cancer, load_diabetes
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

import probative as pv
from probative.errors import BadFormat, BadParameter, MissingExtra, UnknownModel

X, Y = (part[:120] for part in load_breast_cancer(return_X_y=True))
X = X[:, :4]


class Declared(LogisticRegression):
    """A learner that says of itself that the mean of its models is a model."""

    averages_folds = True


class DeclaredRidge(Ridge):
    """The same for numbers."""

    averages_folds = True


class DeclaredLabels:
    """A learner that gives labels only."""

    averages_folds = True

    def fit(self, rows: Any, y: Any) -> None:
        self.classes_ = np.unique(y)
        self.middle = np.median(rows[:, 0])

    def predict(self, rows: Any) -> Any:
        return (rows[:, 0] < self.middle).astype(int)


def test_it_is_the_model_of_all_rows_with_the_estimate_of_the_procedure() -> None:
    model = LogisticRegression(max_iter=5000)
    said = pv.run({"line": model, "tree": DecisionTreeClassifier()}, X, Y, plan="5-fold stratified")
    made = pv.deliver({"line": model, "tree": DecisionTreeClassifier()}, X, Y, predictions=said, model="line")
    by_hand = LogisticRegression(max_iter=5000).fit(X, Y)
    assert made.model.predict_proba(X) == pytest.approx(by_hand.predict_proba(X))
    assert made.n == 120
    assert made.estimate.fold_mean == pv.resampled(said, "auc", model="line").fold_mean
    assert made.plan == "5-fold stratified"
    assert "not averaged: LogisticRegression does not declare" in str(made)


@pytest.mark.parametrize(
    ("measure", "title"),
    [("auc50", "auc_n(n=50)"), ("f_beta(beta=2)", "f_beta(beta=2)"), (pv.Costs(1, 5), "expected_cost(fp=1, fn=5)")],
)
def test_the_estimate_is_of_what_was_asked(measure: Any, title: str) -> None:
    said = pv.run({"knn": KNeighborsClassifier()}, X, Y, plan="3-fold stratified")
    made = pv.deliver({"knn": KNeighborsClassifier()}, X, Y, predictions=said, measure=measure)
    assert made.measure == title
    assert f"{title} of the procedure (3-fold stratified)" in str(made)
    if isinstance(measure, pv.Costs):
        told = said.model("knn")
        wrong = (told.truth == 1) & (told.predicted == 0), (told.truth == 0) & (told.predicted == 1)
        folds = [(5 * wrong[0] + wrong[1])[told.fold == k].mean() for k in range(3)]
        assert made.estimate.folds == pytest.approx(folds)


def test_a_tuned_model_chooses_on_all_rows() -> None:
    tuned = pv.Tuned(KNeighborsClassifier(), {"n_neighbors": [1, 9]}, plan="4-fold")
    said = pv.run({"knn": tuned}, X, Y, plan="3-fold stratified")
    made = pv.deliver({"knn": tuned}, X, Y, predictions=said, measure="accuracy")
    by_hand = pv.Tuned(KNeighborsClassifier(), {"n_neighbors": [1, 9]}, plan="4-fold").fit(X, Y)
    assert made.chosen == by_hand.best_params_
    assert made.selection_score_optimistic == pytest.approx(by_hand.selection_score_)
    assert isinstance(made.model, KNeighborsClassifier)


def test_written_with_what_is_known_about_it(tmp_path: Path) -> None:
    said = pv.run({"knn": KNeighborsClassifier()}, X, Y, plan="3-fold stratified")
    made = pv.deliver({"knn": KNeighborsClassifier()}, X, Y, predictions=said)
    for name in ("model.skops", "model.pickle"):
        path = made.save(tmp_path / name)
        told = json.loads((tmp_path / f"{name}.json").read_text(encoding="utf-8"))
        assert told["estimate"]["fold_mean"]["value"] == made.estimate.fold_mean.value
        assert (told["n"], told["plan"], told["seed"], told["file"]) == (120, "3-fold stratified", 0, name)
        assert "never tested" in told["caution"]
        loaded = (
            joblib.load(path) if name.endswith("pickle") else skops.load(path, skops.get_untrusted_types(file=path))
        )
        assert np.array_equal(loaded.predict(X), KNeighborsClassifier().fit(X, Y).predict(X))


def test_formats_are_refused_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = pv.run({"knn": KNeighborsClassifier()}, X, Y, plan="3-fold")
    made = pv.deliver({"knn": KNeighborsClassifier()}, X, Y, predictions=said)
    with pytest.raises(BadFormat, match="cannot be written"):
        made.save(tmp_path / "model.bin")
    monkeypatch.setitem(sys.modules, "skops.io", None)
    with pytest.raises(MissingExtra, match=r"probative\[deliver\]"):
        made.save(tmp_path / "model.skops")
    assert list(tmp_path.iterdir()) == []


def test_other_rows_and_unknown_models_are_refused() -> None:
    models = {"knn": KNeighborsClassifier(), "tree": DecisionTreeClassifier()}
    said = pv.run(models, X, Y, plan="3-fold")
    with pytest.raises(BadParameter, match="not the rows of the estimate"):
        pv.deliver(models, X[:100], Y[:100], predictions=said, model="knn")
    with pytest.raises(UnknownModel, match="there is no model"):
        pv.deliver(models, X, Y, predictions=said)


# --- the mean of the models of folds ---------------------------------------------------------------------------------


def test_models_of_folds_are_averaged_where_the_learner_declares_it() -> None:
    model = Declared(max_iter=5000)
    said = pv.run({"line": model}, X, Y, plan="3-fold stratified")
    made = pv.deliver({"line": model}, X, Y, predictions=said, average=True)
    told = said.model("line")
    parts = [np.setdiff1d(np.arange(len(Y)), told.row[told.fold == k]) for k in range(3)]
    mean = np.mean([Declared(max_iter=5000).fit(X[p], Y[p]).predict_proba(X) for p in parts], axis=0)
    assert made.model.predict_proba(X) == pytest.approx(mean)
    assert np.array_equal(made.model.predict(X), mean.argmax(axis=1))
    assert "as asked" in made.models
    assert "trained on all rows" not in str(made)
    assert "this model is their mean (or vote)" in str(made)
    alone = pv.deliver({"line": model}, X, Y, predictions=said)
    assert "this model was trained on all rows and never tested" in str(alone)
    assert "off unless asked for" in alone.models


def test_numbers_are_averaged_and_labels_vote() -> None:
    rows, y = (part[:60] for part in load_diabetes(return_X_y=True))
    said = pv.run({"ridge": DeclaredRidge()}, rows, y, plan="3-fold")
    made = pv.deliver({"ridge": DeclaredRidge()}, rows, y, predictions=said, average=True)
    told = said.model("ridge")
    parts = [np.setdiff1d(np.arange(60), told.row[told.fold == k]) for k in range(3)]
    assert made.model.predict(rows) == pytest.approx(
        np.mean([Ridge().fit(rows[p], y[p]).predict(rows) for p in parts], axis=0)
    )
    said = pv.run({"cut": DeclaredLabels()}, X, Y, plan="3-fold stratified")
    made = pv.deliver({"cut": DeclaredLabels()}, X, Y, predictions=said, average=True)
    told = said.model("cut")
    parts = [np.setdiff1d(np.arange(len(Y)), told.row[told.fold == k]) for k in range(3)]
    votes = np.sum([X[:, 0] < np.median(X[p, 0]) for p in parts], axis=0)
    assert np.array_equal(made.model.predict(X), (votes >= 2).astype(int))


def test_others_are_refused_with_the_reason() -> None:
    said = pv.run({"tree": DecisionTreeClassifier()}, X, Y, plan="3-fold")
    with pytest.raises(BadParameter, match="not averaged") as refused:
        pv.deliver({"tree": DecisionTreeClassifier()}, X, Y, predictions=said, average=True)
    assert "DecisionTreeClassifier does not declare" in str(refused.value)
