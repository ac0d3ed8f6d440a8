"""The rule that knows the training targets only, beside the one that knows the evaluated ones."""

from __future__ import annotations

from io import StringIO

import numpy as np
import pytest
from rich.console import Console
from sklearn.datasets import load_diabetes, load_iris
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.metrics import accuracy_score, mean_absolute_error, mean_squared_error, r2_score
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import probative as pv
from probative.errors import BadParameter
from probative.report.terminal import print_findings


def numbers(plan: str, **words) -> pv.Findings:
    X, y = (part[:80] for part in load_diabetes(return_X_y=True))
    return pv.evaluate(pv.run(DecisionTreeRegressor(max_depth=2, random_state=0), X, y, plan=plan, **words))


@pytest.mark.parametrize("plan", ["hold-out 70/30", "4-fold"])
def test_it_is_scikit_learns_dummy_under_the_same_plan(plan: str) -> None:
    X, y = (part[:80] for part in load_diabetes(return_X_y=True))
    found = numbers(plan).models["DecisionTreeRegressor"].training_baseline
    told = pv.run(DummyRegressor(), X, y, plan=plan).model()
    assert found["rule"] == "predict the mean of the training targets"
    assert found["mse"] == pytest.approx(mean_squared_error(told.truth, told.predicted))
    assert found["mae"] == pytest.approx(mean_absolute_error(told.truth, told.predicted))
    assert found["r2"] == pytest.approx(r2_score(told.truth, told.predicted))


def test_the_largest_class_of_the_training_rows() -> None:
    X, y = load_iris(return_X_y=True)
    rows = np.r_[0:50, 60:95, 110:140]
    said = pv.run(DecisionTreeClassifier(), X[rows], y[rows], plan="5-fold stratified")
    told = pv.run(DummyClassifier(), X[rows], y[rows], plan="5-fold stratified").model()
    found = pv.evaluate(said).models["DecisionTreeClassifier"].training_baseline
    assert found["accuracy"] == pytest.approx(accuracy_score(told.truth, told.predicted))


def test_repeats_count_every_row_once() -> None:
    found = numbers("3x4").models["DecisionTreeRegressor"]
    X, y = (part[:80] for part in load_diabetes(return_X_y=True))
    told = pv.run(DummyRegressor(), X, y, plan="3x4").model()
    assert found.training_baseline["mse"] == pytest.approx(np.mean((told.truth - told.predicted) ** 2))


def test_table_and_terminal_name_both() -> None:
    found = numbers("4-fold")
    table = found.table()
    assert table.names[-2:] == ("baseline rule", "training baseline")
    assert "predict the mean of the evaluated targets" in table.note
    assert "predict the mean of the training targets" in table.note
    out = StringIO()
    print_findings(found, Console(file=out, width=200))
    assert "training baseline" in out.getvalue()


def test_predictions_made_elsewhere_can_be_told() -> None:
    truth, predicted = [1.0, 2.0, 3.5, 6.0], [1.5, 2.0, 3.0, 5.0]
    found = pv.evaluate(truth=truth, predicted=predicted, training_mean=2.0).models["model"]
    assert found.training_baseline["mse"] == mean_squared_error(truth, [2.0] * 4)
    assert found.baseline["mse"] == pytest.approx(np.var(truth))
    assert pv.evaluate(truth=truth, predicted=predicted).models["model"].training_baseline == {}
    with pytest.raises(BadParameter, match="for numbers"):
        pv.evaluate(truth=[1, 0, 1], predicted=[1, 0, 0], training_mean=0.5)


def test_a_closed_form_has_none() -> None:
    X, y = (part[:20] for part in load_diabetes(return_X_y=True))
    said = pv.run(DummyRegressor(), X, y, plan="leave-one-out", task="regression")
    assert pv.evaluate(said).models["DummyRegressor"].training_baseline == {}
