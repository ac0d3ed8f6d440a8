"""Learning curves, validation curves and resubstitution: what they say of themselves, and what they refuse."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.stats import norm
from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

import probative as pv
from probative.errors import BadParameter, FitFailed
from probative.pictures import svg
from probative.procedures.candidates import Candidate, chosen_index
from probative.running.criterion import Criterion

IRIS: Any = load_iris(return_X_y=True)
LABEL = "resubstitution, not an estimate"


def test_the_training_error_is_labelled_wherever_it_stands() -> None:
    models = {"1-NN": KNeighborsClassifier(1), "tree": DecisionTreeClassifier(random_state=0)}
    found = pv.resubstitution(models, *IRIS, plan="5-fold stratified")
    curve = pv.learning_curve(models, *IRIS, sizes=[12, 120], plan="5-fold stratified")
    swept = pv.validation_curve(
        KNeighborsClassifier(), *IRIS, parameter="n_neighbors", values=[1, 9], plan="5-fold stratified"
    )
    for one in (found, curve, swept):
        assert LABEL in str(one)
        assert LABEL in svg(one.picture()) or any(LABEL in shape.detail + shape.hint for shape in one.picture().shapes)
    assert {side["label"] for side in found.to_dict()["models"]} == {LABEL}
    assert "optimistic, not a risk estimate" in str(swept)


def test_records_come_back_from_json() -> None:
    found = pv.learning_curve(KNeighborsClassifier(1), *IRIS, sizes=[12, 100], plan="3-fold stratified")
    assert type(found).from_json(found.to_json()) == found
    swept = pv.validation_curve(KNeighborsClassifier(), *IRIS, parameter="n_neighbors", values=[1, 9], plan="3-fold")
    assert type(swept).from_json(swept.to_json()).columns()["test"].tolist() == swept.columns()["test"].tolist()


def test_the_same_seed_gives_the_same_curve_whatever_the_workers() -> None:
    options: dict[str, Any] = {"sizes": [15, 60], "plan": "4-fold stratified", "random_state": 3}
    one = pv.learning_curve(DecisionTreeClassifier(), *IRIS, **options)
    assert one == pv.learning_curve(DecisionTreeClassifier(), *IRIS, n_jobs=2, **options)
    assert one != pv.learning_curve(DecisionTreeClassifier(), *IRIS, **(options | {"random_state": 4}))


def test_default_sizes_go_from_few_to_all() -> None:
    columns = pv.learning_curve(DummyClassifier(), *IRIS, plan="3-fold stratified").columns()
    assert columns["n_train"][0] == 6
    assert columns["n_train"][-1] == 100
    assert len(columns["n_train"]) == 6


def test_shares_are_of_the_smallest_training_part() -> None:
    found = pv.learning_curve(DummyClassifier(), *IRIS, sizes=[0.1, 0.5, 100], plan="3-fold stratified")
    assert found.columns()["n_train"].tolist() == [10, 50, 100]


def test_time_ordered_curves_train_on_the_latest_rows() -> None:
    seen: list[float] = []

    class Spy(LinearRegression):  # type: ignore[misc]
        def fit(self, X: Any, y: Any) -> Any:
            seen.append(float(np.min(X)))
            return super().fit(X, y)

    x = np.arange(60.0)[:, None]
    pv.learning_curve(Spy(), x, x[:, 0] * 1.5, time=np.arange(60), sizes=[5], plan="time 3")
    assert seen == [10.0, 25.0, 40.0]


def test_test_sets_without_a_value_are_counted_and_missing_intervals_explained() -> None:
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(60, 3)), np.r_[np.ones(5, int), np.zeros(55, int)]
    found = pv.learning_curve(LogisticRegression(), X, y, measure="auc", sizes=[40], plan="10-fold")
    gaps = int(np.isnan(found.points[0].folds).sum())
    assert gaps > 0
    assert f"{gaps} of 10 test sets have no value" in str(found)
    known = found.points[0].folds[~np.isnan(found.points[0].folds)]
    assert found.columns()["folds_sd"][0] == pytest.approx(known.std(ddof=1))
    alone = pv.resubstitution(LinearRegression(), X[:2], [0.5, 1.5])
    assert np.isnan(alone.models[0].test.low)
    assert "No interval: " in str(alone)


def test_leave_one_out_is_pooled() -> None:
    found = pv.resubstitution(KNeighborsClassifier(1), *IRIS, plan="leave-one-out").models[0]
    assert (round(found.test.value, 6), found.training, len(found.folds)) == (0.04, 0.0, 0)
    assert found.test.low < 0.04 < found.test.high


@pytest.mark.parametrize("sizes", [[2], [200], [12.5], [], [0], [-3]])
def test_sizes_that_cannot_be_are_refused(sizes: list[float]) -> None:
    with pytest.raises(BadParameter, match="whole number of rows"):
        pv.learning_curve(DummyClassifier(), *IRIS, sizes=sizes, plan="5-fold")


def test_means_that_differ_by_rounding_tie_and_the_first_is_taken() -> None:
    """0.1 + 0.2 + 0.3 and 0.3 + 0.2 + 0.1 are not the same number."""
    folds = [np.array([0.1, 0.2, 0.3]), np.array([0.3, 0.2, 0.1]), np.array([0.2, 0.2, 0.2])]
    tried = [Candidate({"k": i}, values, float("nan")) for i, values in enumerate(folds)]
    for better in ("higher", "lower"):
        assert chosen_index(tried, Criterion("accuracy", better), "best") == (0, [0, 1, 2])  # type: ignore[arg-type]


def test_what_makes_no_sense_is_refused() -> None:
    knn = KNeighborsClassifier()
    with pytest.raises(BadParameter, match="no parameter 'k'"):
        pv.validation_curve(knn, *IRIS, parameter="k", values=[1])
    with pytest.raises(BadParameter, match="no values"):
        pv.validation_curve(knn, *IRIS, parameter="n_neighbors", values=[])
    with pytest.raises(BadParameter, match="must have a name"):
        pv.resubstitution(knn, *IRIS, measure=Criterion(lambda evidence: 1.0, "higher"))
    with pytest.raises(BadParameter, match="say whether higher or lower"):
        pv.resubstitution(knn, *IRIS, measure=lambda evidence: 1.0)
    with pytest.raises(FitFailed, match="could not be trained"):
        pv.learning_curve(KNeighborsClassifier(50), *IRIS, sizes=[12], plan="5-fold stratified")


def _world(rng: np.random.Generator, n: int, apart: float) -> tuple[Any, Any]:
    y = np.arange(n) % 2
    return rng.normal(size=(n, 2)) + apart * y[:, None] * np.array([1.0, 0.0]), y


@pytest.mark.slow
@pytest.mark.parametrize("size", [8, 40])
def test_intervals_hold_the_risk_of_models_of_that_many_rows(size: int) -> None:
    """Samples of two normal classes: the mean true risk of models of so many rows is in 95 % of the intervals."""
    rng, apart = np.random.default_rng(5), 1.5
    truth = []
    for _ in range(400):
        X, y = _world(rng, size, apart)
        model = LogisticRegression(C=10).fit(X, y)
        slope, constant = model.coef_[0], model.intercept_[0]
        length = np.linalg.norm(slope)
        truth.append(
            norm.cdf(constant / length) / 2 + norm.cdf(-(apart * slope[0] + constant) / length) / 2,
        )
    risk = float(np.mean(truth))
    held = 0
    for seed in range(150):
        X, y = _world(rng, 100, apart)
        found = pv.learning_curve(
            LogisticRegression(C=10), X, y, sizes=[size], plan="10-fold stratified", random_state=seed
        )
        held += found.points[0].test.low <= risk <= found.points[0].test.high
    assert held / 150 > 0.92
