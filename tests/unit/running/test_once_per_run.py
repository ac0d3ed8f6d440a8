"""What is found out once for all trainings is what each of them would find."""

import warnings

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.ensemble import BaggingClassifier
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

import probative as pv
from probative.running.learner import Learner
from probative.running.target_inputs import telling_columns

GENERATOR = np.random.default_rng(3)
X = GENERATOR.normal(size=(120, 4))
Y = (X[:, 0] + GENERATOR.normal(size=120) > 0).astype(int)


@pytest.mark.parametrize(
    "model",
    [
        LogisticRegression(C=3.0),
        KNeighborsClassifier(3).fit(X, Y),
        SVC(gamma=np.float64(0.5)),
        make_pipeline(StandardScaler(), Ridge()),
        BaggingClassifier(KNeighborsClassifier(3)),
        Ridge(2.0),
    ],
)
def test_a_copy_is_what_clone_makes(model):
    made, wanted = Learner.of("m", model).fresh(7), clone(model)
    assert type(made) is type(wanted)
    assert not [name for name in vars(made) if name.endswith("_") and not name.startswith("_")]
    for name, value in wanted.get_params(deep=False).items():
        if name not in ("random_state", "estimator", "steps"):
            assert repr(made.get_params(deep=False)[name]) == repr(value)


@pytest.mark.parametrize("solver", ["lbfgs", "newton-cg", "newton-cholesky"])
def test_a_solver_without_chance_says_the_same_with_any_seed(solver):
    assert Learner.of("m", LogisticRegression(solver=solver)).random_keys == ()
    said = [
        LogisticRegression(solver=solver, random_state=seed).fit(X, Y).predict_proba(X).tobytes()
        for seed in (None, 0, 7)
    ]
    assert len(set(said)) == 1


def test_a_solver_with_chance_is_seeded():
    inside = make_pipeline(StandardScaler(), LogisticRegression(solver="saga"))
    assert Learner.of("m", inside).random_keys == ("logisticregression__random_state",)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        first, again = (pv.run(inside, X, Y, plan="3-fold stratified").model().scores for _ in range(2))
    assert np.array_equal(first, again)


@pytest.mark.parametrize("classes", [2, 3])
def test_columns_that_tell_the_class_are_found_by_counting(classes):
    """Against the definition: every value, a gap among them, has rows of one class only."""
    rng = np.random.default_rng(classes)
    for _ in range(60):
        y = rng.integers(0, classes, 60)
        values = rng.integers(0, rng.integers(2, 40), 60).astype(float)
        column = values * classes + y if rng.random() < 0.5 else values
        column[(rng.random(60) < 0.2) & (y == 0) | (rng.random(60) < 0.02)] = np.nan
        noise = rng.normal(size=60)
        known = {}
        for value, label in zip(column.tolist(), y.tolist(), strict=True):
            known.setdefault("gap" if value != value else value, set()).add(label)
        pure, size = all(len(found) == 1 for found in known.values()), len(known)
        chance = 2 * (np.bincount(y).max() / 60) ** (60 - size)
        found = telling_columns(np.column_stack([column, noise]), y, ["told", "noise"], groups=np.arange(60))
        assert found == (("told",) if pure and size > 1 and chance < 1e-6 else ())


def test_parameters_that_no_training_accepted_are_refused_by_each():
    accepted = pv.run(LogisticRegression(), X, Y, plan="3-fold")
    refused = pv.run({"good": LogisticRegression(), "bad": LogisticRegression(C=-1.0)}, X, Y, plan="3-fold")
    assert not any(fit.error for fit in accepted.fits)
    errors = [fit.error for fit in refused.fits if fit.model == "bad"]
    assert len(errors) == 3
    assert all("'C' parameter" in error for error in errors)


def test_what_is_not_looked_at_again_changes_no_prediction():
    model = SVC(C=0.7)
    for _ in range(2):
        said = pv.run(model, X, Y, plan="3-fold")
        for train, test in pv.plan("3-fold").split(X, Y):
            wanted = SVC(C=0.7).fit(X[train], Y[train]).predict(X[test])
            told = said.model().predicted[np.isin(said.model().row, test)]
            np.testing.assert_array_equal(told, wanted)
