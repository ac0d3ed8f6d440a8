"""Data sets by name are those of the worked examples, and go where tables go."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.datasets import load_iris

import probative as pv
from probative.errors import BadParameter

CASES: dict[str, Any] = {
    case["id"]: case
    for case in json.loads((Path(__file__).parents[2] / "seeds/worked_examples.json").read_text(encoding="utf-8"))[
        "cases"
    ]
}


def test_every_example_can_be_made_and_says_what_it_is() -> None:
    for name, about in pv.examples().items():
        found = pv.examples(name)
        assert about
        assert len({len(column) for column in found.values()}) == 1
        assert not found.target or found.target in found


@pytest.mark.parametrize("name", [name for name in pv.examples() if "score" in pv.examples(name)])
def test_score_lists_have_the_worked_examples_areas(name: str) -> None:
    table = pv.examples(name)
    found = pv.value("auc", pv.Ladder.from_scores(table["class"], table["score"], pos_label="p"))
    expected = CASES[name]["expected"]
    wanted = expected.get("AUC", expected.get("AUC_full"))
    if name == "000-roc50-bound":
        wanted = 10 * 1 / (10 * 50)
    assert found == pytest.approx(wanted, abs=1e-9)
    inputs = CASES[name]["inputs"]
    if "scores" in inputs:
        assert table["score"].tolist() == inputs["scores"]


def test_matrices_and_folds_are_the_decks() -> None:
    two = pv.examples("003-exercise-2")
    assert pv.ConfusionMatrix.from_labels(two["truth"], two["predicted"]).counts.tolist() == [[45, 5], [10, 40]]
    three = pv.examples("003-multiclass-one-vs-rest")
    matrix = CASES["003-multiclass-one-vs-rest"]["inputs"]["matrix_rows_actual_cols_predicted"]
    assert pv.ConfusionMatrix.from_labels(three["truth"], three["predicted"]).counts.tolist() == matrix
    folds = pv.examples("001-paired-t-5-folds")
    assert (folds["A"] - folds["B"]).tolist() == CASES["001-paired-t-5-folds"]["expected"]["diff"]
    models = pv.examples("004-three-classifiers")
    rates = [float((models[name][models["truth"] == "p"] == "p").mean()) for name in ("C1", "C2", "C3")]
    assert rates == [0.8, 0.6, 0.4]
    pairs = pv.examples("001-mcnemar-large")
    assert (((pairs["A"] == "n") & (pairs["B"] == "p")).sum(), ((pairs["A"] == "p") & (pairs["B"] == "n")).sum()) == (
        12,
        28,
    )


def test_iris_is_scikit_learns_in_class_order() -> None:
    iris = pv.examples("IRIS")
    wanted = load_iris()
    columns = ["sepal_length", "sepal_width", "petal_length", "petal_width"]
    assert np.column_stack([iris[name] for name in columns]).tolist() == wanted.data.tolist()
    assert iris["species"].tolist() == wanted.target_names[wanted.target].tolist()
    assert (iris.target, iris.n) == ("species", 150)


def test_gaussian_points_have_the_decks_moments() -> None:
    table = pv.examples("000-gauss-example-1")
    positive = table["class"] == "p"
    assert (int(positive.sum()), int((~positive).sum())) == (55, 65)
    inputs = CASES["000-gauss-example-1"]["inputs"]
    points = np.column_stack([table["x1"], table["x2"]])
    assert points[positive].mean(axis=0) == pytest.approx(inputs["mu_pos"], abs=0.08)
    assert np.cov(points[positive].T).ravel() == pytest.approx(np.ravel(inputs["Sigma_pos"]), abs=0.015)


def test_examples_go_where_tables_go() -> None:
    found = pv.evaluate(pv.examples("003-exercise-5"), truth="class", scores=["score"], positive="p")
    (model,) = found.models.values()
    assert model.measures["auc"].value == pytest.approx(0.72)
    run = pv.experiment(pv.examples("iris"), target="species", models=["knn"], plan="3-fold")
    assert "knn" in run.models


def test_an_unknown_name_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadParameter, match="no data set 'moons'") as refused:
        pv.examples("moons")
    assert "iris, wine" in str(refused.value)
