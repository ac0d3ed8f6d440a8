"""Learning curves, validation curves and resubstitution against scikit-learn's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.metrics import accuracy_score, roc_auc_score
from sklearn.model_selection import StratifiedKFold, cross_validate, validation_curve
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

import probative as pv

IRIS: Any = load_iris(return_X_y=True)
FOLDS = StratifiedKFold(5, shuffle=True, random_state=1)


def test_a_validation_curve_is_scikit_learns_fold_by_fold() -> None:
    values = [1, 3, 15, 45, 90]
    found = pv.validation_curve(KNeighborsClassifier(), *IRIS, parameter="n_neighbors", values=values, plan=FOLDS)
    training, test = validation_curve(
        KNeighborsClassifier(), *IRIS, param_name="n_neighbors", param_range=values, cv=FOLDS
    )
    assert np.array([point.folds for point in found.points]) == pytest.approx(1 - test)
    assert np.array([point.training_folds for point in found.points]) == pytest.approx(1 - training)
    columns = found.columns()
    assert columns["test"] == pytest.approx((1 - test).mean(axis=1))
    assert columns["folds_sd"] == pytest.approx(test.std(axis=1, ddof=1))
    assert found.chosen == values[int(np.argmin((1 - test).mean(axis=1).round(12)))]
    assert columns["chosen"].tolist() == [value == found.chosen for value in values]
    assert found.selection_score == pytest.approx((1 - test).mean(axis=1).min())


def test_the_one_standard_error_rule_takes_the_first_value_that_is_near() -> None:
    values = [90, 45, 30, 15, 5, 1]
    options: dict[str, Any] = {"parameter": "n_neighbors", "values": values, "plan": FOLDS}
    _, test = validation_curve(KNeighborsClassifier(), *IRIS, param_name="n_neighbors", param_range=values, cv=FOLDS)
    error = 1 - test
    best = int(np.argmin(error.mean(axis=1).round(12)))
    limit = error.mean(axis=1)[best] + error[best].std(ddof=1) / np.sqrt(5)
    wanted = next(value for value, mean in zip(values, error.mean(axis=1), strict=True) if mean <= limit)
    assert pv.validation_curve(KNeighborsClassifier(), *IRIS, rule="one-se", **options).chosen == wanted != values[best]


def test_auc_and_numbers_have_curves_too() -> None:
    X, y = load_breast_cancer(return_X_y=True)
    model = make_pipeline(StandardScaler(), LogisticRegression(C=1))
    found = pv.validation_curve(
        model, X, y, parameter="logisticregression__C", values=[0.01, 1.0], measure="auc", plan=FOLDS
    )
    _, test = validation_curve(
        model, X, y, param_name="logisticregression__C", param_range=[0.01, 1.0], cv=FOLDS, scoring="roc_auc"
    )
    assert found.columns()["test"] == pytest.approx(test.mean(axis=1))
    assert (found.better, found.chosen) == ("higher", 1.0)
    X, y = load_diabetes(return_X_y=True)
    numbers = pv.resubstitution(Ridge(), X, y, plan="5-fold unshuffled")
    wanted = cross_validate(Ridge(), X, y, cv=5, scoring="neg_mean_squared_error", return_train_score=True)
    assert numbers.measure == "mse"
    assert numbers.models[0].test.value == pytest.approx(-wanted["test_score"].mean())
    assert numbers.models[0].training == pytest.approx(-wanted["train_score"].mean())
    assert numbers.models[0].gap == pytest.approx((wanted["train_score"] - wanted["test_score"]).mean())


def test_resubstitution_is_scikit_learns_training_score() -> None:
    models = {"1-NN": KNeighborsClassifier(1), "tree": DecisionTreeClassifier(max_depth=2, random_state=0)}
    found = pv.resubstitution(models, *IRIS, measure="accuracy", plan=FOLDS)
    for side in found.models:
        wanted = cross_validate(models[side.model], *IRIS, cv=FOLDS, return_train_score=True)
        assert side.training_folds == pytest.approx(wanted["train_score"])
        assert side.folds == pytest.approx(wanted["test_score"])
        assert side.gap == pytest.approx((wanted["train_score"] - wanted["test_score"]).mean())
    assert found.models[0].training == 1.0


def test_the_last_point_of_a_learning_curve_is_the_plan_itself() -> None:
    found = pv.learning_curve(KNeighborsClassifier(3), *IRIS, sizes=[30, 120], plan=FOLDS)
    wanted = cross_validate(KNeighborsClassifier(3), *IRIS, cv=FOLDS, return_train_score=True)
    assert found.points[-1].folds == pytest.approx(1 - wanted["test_score"])
    assert found.points[-1].training == pytest.approx(1 - wanted["train_score"].mean())
    same = pv.resampled(pv.run(KNeighborsClassifier(3), *IRIS, plan=FOLDS), "error_rate").fold_mean
    assert (found.points[-1].test.low, found.points[-1].test.high) == pytest.approx((same.low, same.high))


def test_smaller_training_sets_are_parts_of_the_larger_ones_and_have_all_classes() -> None:
    seen: list[tuple[int, set[bytes], set[int]]] = []

    class Spy(KNeighborsClassifier):  # type: ignore[misc]
        def fit(self, X: Any, y: Any) -> Any:
            seen.append((len(y), {row.tobytes() for row in np.asarray(X)}, set(y.tolist())))
            return super().fit(X, y)

    X = np.random.default_rng(0).normal(size=(150, 2))
    pv.learning_curve(Spy(1), X, IRIS[1], sizes=[3, 30, 120], plan=FOLDS)
    assert [size for size, _, _ in seen] == [3] * 5 + [30] * 5 + [120] * 5
    for few, some, all_rows in zip(seen[:5], seen[5:10], seen[10:], strict=True):
        assert few[1] < some[1] < all_rows[1]
        assert few[2] == some[2] == {0, 1, 2}


def test_a_single_split_is_judged_by_its_rows() -> None:
    X, y = load_breast_cancer(return_X_y=True)
    plan = pv.plan("hold-out 70/30 stratified")
    found = pv.resubstitution(make_pipeline(StandardScaler(), KNeighborsClassifier(5)), X, y, measure="auc", plan=plan)
    (train, test) = next(iter(plan.split(X, y)))
    model = make_pipeline(StandardScaler(), KNeighborsClassifier(5)).fit(X[train], y[train])
    assert found.models[0].test.value == pytest.approx(roc_auc_score(y[test], model.predict_proba(X[test])[:, 1]))
    assert found.models[0].training == pytest.approx(roc_auc_score(y[train], model.predict_proba(X[train])[:, 1]))
    accurate = pv.resubstitution(model, X, y, measure="accuracy", plan=plan).models[0]
    assert accurate.test.value == pytest.approx(accuracy_score(y[test], model.predict(X[test])))
    assert accurate.test.low < accurate.test.value < accurate.test.high
