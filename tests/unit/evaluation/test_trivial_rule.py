"""What a rule without inputs reaches, of every measure of the table; scikit-learn's dummies are the oracle."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn import metrics
from sklearn.dummy import DummyClassifier, DummyRegressor

import probative as pv
from probative.evaluation.trivial_rule import constant

GENERATOR = np.random.default_rng(20)
N = 60
NOTHING = np.zeros((N, 1))
TRUTH = (GENERATOR.random(N) < 0.3).astype(int)
SCORES = np.clip(0.3 * TRUTH + 0.6 * GENERATOR.random(N), 0.01, 0.99)
WEIGHT = GENERATOR.uniform(0.5, 3, N)
CLASSES = np.array(["a", "b", "c"])[GENERATOR.choice(3, N, p=[0.2, 0.5, 0.3])]
TARGET = GENERATOR.normal(5, 2, N)


@pytest.mark.parametrize("weight", [None, WEIGHT], ids=["rows", "weights"])
def test_two_classes(weight: np.ndarray | None) -> None:
    found = pv.evaluate(truth=TRUTH, scores=SCORES, weight=weight, costs=pv.Costs(fp=2, fn=9)).models["model"]
    dummy = DummyClassifier(strategy="prior").fit(NOTHING, TRUTH, sample_weight=weight)
    said, p = dummy.predict(NOTHING), dummy.predict_proba(NOTHING)[:, 1]
    reached = found.baseline
    w = {"sample_weight": weight}
    expected = {
        "accuracy": metrics.accuracy_score(TRUTH, said, **w),
        "balanced_accuracy": 0.5,
        "recall": metrics.recall_score(TRUTH, said, **w),
        "f1": metrics.f1_score(TRUTH, said, **w),
        "brier": metrics.brier_score_loss(TRUTH, p, **w),
        "log_loss": metrics.log_loss(TRUTH, p, **w),
        "average_precision": metrics.average_precision_score(TRUTH, p, **w),
        "auc": metrics.roc_auc_score(TRUTH, p, **w),
        "expected_cost": min(9 * np.average(TRUTH, weights=weight), 2 * np.average(1 - TRUTH, weights=weight)),
    }
    for name, value in expected.items():
        assert reached[name] == pytest.approx(value), name
    assert reached["precision"] is None
    assert reached["mcc"] is None
    assert reached["calibration_slope"] is None
    assert set(reached) == {"rule", *found.measures}


def test_several_classes() -> None:
    proba = GENERATOR.dirichlet((1, 1, 1), N)
    table = {"y": CLASSES} | {f"proba_{label}": proba[:, i] for i, label in enumerate("abc")}
    (found,) = pv.evaluate(table, truth="y").models.values()
    dummy = DummyClassifier(strategy="prior").fit(NOTHING, CLASSES)
    said, p = dummy.predict(NOTHING), dummy.predict_proba(NOTHING)
    reached = found.baseline
    assert reached["accuracy"] == pytest.approx(metrics.accuracy_score(CLASSES, said))
    assert reached["balanced_accuracy"] == pytest.approx(1 / 3)
    assert reached["log_loss"] == pytest.approx(metrics.log_loss(CLASSES, p))
    assert reached["kappa"] == pytest.approx(0)
    assert set(reached) == {"rule", *found.measures}


@pytest.mark.parametrize("weight", [None, WEIGHT], ids=["rows", "weights"])
def test_regression(weight: np.ndarray | None) -> None:
    found = pv.evaluate(truth=TARGET, predicted=TARGET + 0.5, weight=weight).models["model"]
    said = DummyRegressor().fit(NOTHING, TARGET, sample_weight=weight).predict(NOTHING)
    reached, w = found.baseline, {"sample_weight": weight}
    assert reached["mse"] == pytest.approx(metrics.mean_squared_error(TARGET, said, **w))
    assert reached["mae"] == pytest.approx(metrics.mean_absolute_error(TARGET, said, **w))
    assert reached["median_absolute_error"] == pytest.approx(metrics.median_absolute_error(TARGET, said, **w))
    assert reached["r2"] == pytest.approx(0, abs=1e-12)
    assert reached["mean_error"] == 0
    assert reached["rule"] == "predict the mean of the evaluated targets"
    assert set(reached) == {"rule", *found.measures}


def test_what_is_undefined_of_a_constant_stays_undefined() -> None:
    reached = pv.evaluate(truth=TARGET, predicted=TARGET + TARGET**2).models["model"].baseline
    assert [reached[name] for name in ("pearson", "spearman") if name in reached] == [None, None]
    alone = pv.evaluate(truth=[1, 1, 1], scores=[0.2, 0.5, 0.9], positive=1).models["model"].baseline
    assert alone["auc"] is None
    assert alone["log_loss"] == 0


def test_equal_classes_are_called_negative_as_scikit_learn_does() -> None:
    assert DummyClassifier().fit([[0]] * 4, [0, 1, 0, 1]).predict([[0]]) == 0
    made = constant(pv.Outcomes(tp=2, fn=0, fp=1, tn=1))
    assert (made.tp, made.fn, made.fp, made.tn) == (0, 2, 0, 2)


def test_no_measure_of_the_table_stands_without_its_baseline() -> None:
    found = pv.evaluate(truth=TRUTH, scores=SCORES)
    column = found.table().column("baseline rule")
    assert None not in column
    shown = dict(zip(found.table().column("measure"), column, strict=True))
    assert shown["brier_skill_score"] == shown["brier_reliability"] == 0
    again = pv.Findings.from_dict(found.to_dict())
    assert again.models["model"].baseline == found.models["model"].baseline
    assert again.to_json() == found.to_json()


@pytest.mark.parametrize("measure", ["mcc", "brier"])
def test_a_chart_draws_the_baseline_where_it_is_defined(measure: str) -> None:
    found = pv.evaluate(truth=TRUTH, scores=SCORES)
    reached = found.models["model"].baseline[measure]
    drawn = [line.get_xdata() for line in found.plot("measures", measure=measure).lines]
    assert any(list(x) == [reached, reached] for x in drawn) is (measure == "brier")
