"""Shortcuts are exact: leave-one-out and leave-pair-out equal to training again, to 1e-9."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import config_context
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge, RidgeClassifier
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from probative.closed_forms import Held, leave_one_out, leave_pair_out
from probative.errors import BadParameter


def trained_again(model, X, y, rows):
    """What scikit-learn says of these rows, trained without them; scores in the order of all classes."""
    with config_context(skip_parameter_validation=True, assume_finite=True):
        return _trained_again(model, X, y, rows)


def _trained_again(model, X, y, rows):
    rest = np.setdiff1d(np.arange(len(y)), rows)
    fitted = clone(model).fit(X[rest], y[rest])
    classes, proba, decision = np.unique(y), None, None
    if hasattr(fitted, "predict_proba"):
        proba = np.zeros((len(rows), len(classes)))
        proba[:, np.searchsorted(classes, fitted.classes_)] = fitted.predict_proba(X[rows])
    if hasattr(fitted, "decision_function"):
        decision = fitted.decision_function(X[rows])
        if len(classes) > 2:
            values = np.column_stack([-decision, decision]) if decision.ndim == 1 else decision
            decision = np.full((len(rows), len(classes)), -np.inf)
            decision[:, np.searchsorted(classes, fitted.classes_)] = values
    return fitted.predict(X[rows]), proba, decision


def agree(found, wanted, scale):
    if wanted is None or np.asarray(wanted).dtype.kind not in "fc":
        assert np.array_equal(found, wanted)
    else:
        np.testing.assert_allclose(found, wanted, rtol=1e-9, atol=1e-9 * scale)


def check(model, X, y, left, members, most):
    """The answers of the shortcut are those of training again: at most so many of them, from the first to the last."""
    scale = max(1.0, float(np.median(np.abs(y)))) if y.dtype.kind in "iuf" else 1.0
    for at in np.unique(np.linspace(0, len(left) - 1, most).round().astype(int)):
        predicted, proba, decision = trained_again(model, X, y, left[at])
        for member, held in enumerate(members):
            agree(held.predicted[at], predicted[member], scale)
            agree(None if held.proba is None else held.proba[at], None if proba is None else proba[member], 1.0)
            agree(
                None if held.decision is None else held.decision[at], None if decision is None else decision[member], 1
            )


def assert_one_out(model, X, y, *, sure=True, most=25):
    held = leave_one_out(model, X, y)
    assert held is not None or not sure
    if held is not None:
        assert len(held.predicted) == len(y)
        check(model, X, y, np.arange(len(y))[:, None], [held], most)
    return held


def assert_pair_out(model, X, y, seed, *, sure=True, most=15):
    rng = np.random.default_rng(seed)
    pairs = np.array([rng.choice(len(y), 2, replace=False) for _ in range(most)])
    held = leave_pair_out(model, X, y, pairs)
    assert held is not None or not sure
    if held is not None:
        check(model, X, y, pairs, held, most)
    return held


def features(rng, n, d, kind):
    X = rng.normal(size=(n, d))
    if kind == "integer":
        X = rng.integers(0, 4, (n, d))
    elif kind == "twins":
        X[n // 2 :] = X[rng.integers(0, n // 2, n - n // 2)]
    elif kind == "collinear" and d > 1:
        X[:, -1] = 2 * X[:, 0] - (X[:, 1] if d > 2 else 0)
    elif kind == "scaled":
        X = X * 10.0 ** rng.uniform(-2, 2, d) + 10.0 ** rng.uniform(-1, 1, d)
    elif kind == "rare":
        X[:, 0] = 0
        X[0, 0] = 1
    return X


def labels(rng, n, k, kind):
    codes = rng.permutation(np.arange(n) % k)
    return np.array(["setosa", "b", "virginica", "d"])[codes] if kind == "text" else codes * 3 - 1


KINDS = ["normal", "integer", "twins", "collinear", "scaled", "rare"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("seed", range(3))
def test_linear_regression(kind, intercept, seed):
    rng = np.random.default_rng(seed)
    d = int(rng.integers(1, 9))
    n = int(rng.integers(max(5, d + 4), 61))
    X = features(rng, n, d, kind)
    y = X @ rng.normal(size=d) + rng.normal(size=n) + 5
    model = LinearRegression(fit_intercept=intercept)
    sure = kind == "normal"
    assert_one_out(model, X, y, sure=sure)
    assert_pair_out(model, X, y, seed, sure=sure)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("solver", ["auto", "svd", "cholesky"])
@pytest.mark.parametrize("seed", range(3))
def test_ridge(kind, solver, seed):
    rng = np.random.default_rng(seed)
    n, d = int(rng.integers(5, 61)), int(rng.integers(1, 9))
    if seed == 0:
        n, d = 12, 30
    X = features(rng, n, d, kind)
    y = X @ rng.normal(size=d) + rng.normal(size=n) - 3
    model = Ridge(alpha=10.0 ** rng.uniform(-1, 3), fit_intercept=bool(seed % 2), solver=solver)
    assert_one_out(model, X, y, sure=kind != "scaled")
    assert_pair_out(model, X, y, seed, sure=kind != "scaled")


@pytest.mark.parametrize("intercept", [True, False])
def test_many_more_features_than_rows(intercept):
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(25, 400)), rng.normal(size=25) + 4
    for solver in ("cholesky", "svd"):
        assert_one_out(Ridge(fit_intercept=intercept, solver=solver), X, y)
        assert_pair_out(Ridge(fit_intercept=intercept, solver=solver), X, y, 0)
    assert_one_out(RidgeClassifier(fit_intercept=intercept), X, y > 4)


def test_a_cut_of_small_directions_is_followed_or_left_alone():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(30, 3)) * [1, 0.3, 0.02]
    X[0, 2] = 2
    for tol in (1e-6, 1e-3, 0.05, 0.2):
        assert_one_out(LinearRegression(tol=tol), X, X @ [1, 2, 3] + rng.normal(size=30), sure=tol < 1e-3)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("k", [2, 3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_ridge_classifier(kind, k, seed):
    rng = np.random.default_rng(seed)
    n, d = int(rng.integers(4 * k, 61)), int(rng.integers(1, 9))
    if seed == 0:
        d = 70
    X, y = features(rng, n, d, kind), labels(rng, n, k, "text" if seed % 2 else "number")
    model = RidgeClassifier(alpha=10.0 ** rng.uniform(0, 2), fit_intercept=bool(seed % 3))
    sure = kind in ("normal", "twins", "collinear")
    held = assert_one_out(model, X, y, sure=sure)
    assert_pair_out(model, X, y, seed, sure=sure)
    if held is not None:
        assert held.predicted.dtype == np.unique(y).dtype
        assert np.array_equal(held.classes, np.unique(y))


def test_a_wild_target_keeps_the_digits_of_the_others():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 3))
    y = X.sum(axis=1) + rng.normal(size=40)
    y[7] = 1e13
    for model in (LinearRegression(), Ridge(), DummyRegressor(), KNeighborsRegressor(3)):
        assert_one_out(model, X, y)
        assert_pair_out(model, X, y, 1)


def test_far_from_the_origin():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(30, 2)) + 1e3
    y = X.sum(axis=1) + 1e6
    for model in (LinearRegression(), Ridge(), KNeighborsRegressor(4, weights="distance")):
        assert_one_out(model, X, y)
        assert_pair_out(model, X, y, 0)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("weights", ["uniform", "distance", lambda d: np.exp(-d)])
@pytest.mark.parametrize("seed", range(2))
def test_neighbours(kind, weights, seed):
    rng = np.random.default_rng(seed)
    n, d, k = int(rng.integers(20, 61)), int(rng.integers(1, 9)), int(rng.integers(1, 7))
    X, y = features(rng, n, d, kind), labels(rng, n, 2 + 2 * seed, "text" if seed % 2 else "number")
    sure = kind in ("normal", "collinear", "scaled")
    for model, target in (
        (KNeighborsClassifier(k, weights=weights), y),
        (KNeighborsRegressor(k, weights=weights), rng.normal(size=n)),
    ):
        assert_one_out(model, X, target, sure=sure)
        assert_pair_out(model, X, target, seed, sure=sure)


@pytest.mark.parametrize("algorithm", ["auto", "brute", "kd_tree", "ball_tree"])
@pytest.mark.parametrize("weights", ["uniform", "distance", None])
@pytest.mark.parametrize("d", [2, 20])
def test_search_algorithms(algorithm, weights, d):
    rng = np.random.default_rng(d)
    X, y = rng.normal(size=(50, d)), labels(rng, 50, 3, "text")
    X[40:] = X[:10]
    model = KNeighborsClassifier(4, weights=weights, algorithm=algorithm)
    assert_one_out(model, X, y, sure=weights != "distance")
    assert_pair_out(model, X, y, 0, sure=False)


@pytest.mark.parametrize(
    "options",
    [
        {"metric": "manhattan"},
        {"metric": "chebyshev"},
        {"p": 3},
        {"metric": "minkowski", "metric_params": {"w": np.array([1.0, 2.0, 0.5])}},
        {"metric": "cosine"},
        {"metric": "correlation"},
        {"metric": "sqeuclidean"},
        {"metric": "canberra"},
        {"metric": "braycurtis", "algorithm": "brute"},
        {"metric": "seuclidean", "metric_params": {"V": np.array([1.0, 2.0, 0.5])}},
        {"metric": "mahalanobis", "metric_params": {"VI": np.diag([1.0, 2.0, 0.5])}},
        {"metric": lambda a, b: float(np.abs(a - b).sum()), "algorithm": "brute"},
    ],
)
@pytest.mark.parametrize("weights", ["uniform", "distance"])
def test_metrics(options, weights):
    rng = np.random.default_rng(5)
    X, y = rng.normal(size=(30, 3)) ** 2, labels(rng, 30, 3, "number")
    model = KNeighborsClassifier(3, weights=weights, **options)
    # Three features have two directions: neighbours so close in angle that their weights are rounding errors.
    sure = options.get("metric") != "correlation"
    assert_one_out(model, X, y, sure=sure)
    assert_pair_out(model, X, y, 2, sure=sure)


def test_all_neighbours_but_the_row_itself():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(9, 2)), rng.normal(size=9)
    for k in (6, 7, 8, 9):
        for weights in ("uniform", "distance"):
            model = KNeighborsRegressor(k, weights=weights)
            assert (assert_one_out(model, X, y, sure=False) is None) == (k > 8)
            assert (assert_pair_out(model, X, y, 0, sure=False) is None) == (k > 7)


def test_iris_with_one_neighbour_is_right_on_144_of_150():
    X, y = load_iris(return_X_y=True)
    held = assert_one_out(KNeighborsClassifier(1), X, y)
    assert np.mean(held.predicted == y) == pytest.approx(0.96)
    for k in (2, 5, 10):
        assert_one_out(KNeighborsClassifier(k), X, y)
    assert_pair_out(KNeighborsClassifier(5), X, y, 0, most=60)
    assert_one_out(RidgeClassifier(), X, y)
    assert_one_out(Ridge(), X, y)


@pytest.mark.parametrize("k", [2, 3, 4])
def test_a_class_with_a_single_member(k):
    rng = np.random.default_rng(k)
    X, y = rng.normal(size=(25, 3)), labels(rng, 25, k, "text")
    y[y == "b"] = "setosa"
    y[4] = "b"
    for model in (KNeighborsClassifier(3), KNeighborsClassifier(3, weights="distance"), DummyClassifier()):
        held = assert_one_out(model, X, y)
        assert held.proba[4, 0] == 0
        assert_pair_out(model, X, y, 0, most=60)
    # With one class left a linear classifier has nothing to decide.
    held = assert_one_out(RidgeClassifier(), X, y, sure=k > 2)
    assert (held is None) == (k == 2)
    if held is not None:
        assert held.decision[4, 0] == -np.inf
        assert_pair_out(RidgeClassifier(), X, y, 0, most=60)


@given(
    counts=st.lists(st.integers(1, 6), min_size=1, max_size=4).filter(lambda c: sum(c) > 3),
    strategy=st.sampled_from(["prior", "most_frequent"]),
    seed=st.integers(0, 99),
)
@settings(max_examples=25, deadline=None)
def test_dummy_classifier(counts, strategy, seed):
    y = np.random.default_rng(seed).permutation(np.repeat(["a", "bb", "c", "d"][: len(counts)], counts))
    model = DummyClassifier(strategy=strategy)
    assert_one_out(model, np.zeros((len(y), 1)), y)
    assert_pair_out(model, np.zeros((len(y), 1)), y, seed)


@given(y=st.lists(st.integers(-5, 50), min_size=5, max_size=30), strategy=st.sampled_from(["mean", "median"]))
@settings(max_examples=25, deadline=None)
def test_dummy_regressor(y, strategy):
    targets = np.array(y) / 7 + 1
    assert_one_out(DummyRegressor(strategy=strategy), np.zeros((len(y), 1)), targets, sure=False)
    assert_pair_out(DummyRegressor(strategy=strategy), np.zeros((len(y), 1)), targets, 0, sure=False)


@given(
    n=st.integers(5, 25),
    d=st.integers(1, 4),
    k=st.integers(1, 5),
    weights=st.sampled_from(["uniform", "distance"]),
    seed=st.integers(0, 10**6),
)
@settings(max_examples=25, deadline=None)
def test_neighbours_on_a_coarse_grid_of_features(n, d, k, weights, seed):
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 6, (n, d)) * 0.1
    for model, y in (
        (KNeighborsClassifier(k, weights=weights), labels(rng, n, 2, "number")),
        (KNeighborsRegressor(k, weights=weights), rng.integers(0, 5, n).astype(float)),
    ):
        assert_one_out(model, X, y, sure=False)
        assert_pair_out(model, X, y, seed, sure=False, most=10)


@given(
    n=st.integers(5, 20), d=st.integers(1, 25), power=st.floats(-9, 6), seed=st.integers(0, 10**6), fit=st.booleans()
)
@settings(max_examples=25, deadline=None)
def test_linear_models_of_any_shape_and_penalty(n, d, power, seed, fit):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(n, d)), rng.normal(size=n)
    models = [Ridge(alpha=10.0**power, fit_intercept=fit), Ridge(10.0**power, fit_intercept=fit, solver="svd")]
    for model in [*models, LinearRegression(fit_intercept=fit)]:
        assert_one_out(model, X, y, sure=False)
        assert_pair_out(model, X, y, seed, sure=False, most=10)


class Mine(LinearRegression):
    """A subclass may train in another way."""


RNG = np.random.default_rng(0)
TABLE, TARGET = RNG.normal(size=(20, 3)), RNG.normal(size=20)


@pytest.mark.parametrize(
    "model",
    [
        Mine(),
        LinearRegression(positive=True),
        Ridge(solver="sag"),
        Ridge(solver="lsqr"),
        Ridge(solver="saga"),
        Ridge(solver="sparse_cg"),
        Ridge(positive=True),
        Ridge(alpha=[1.0]),
        Ridge(alpha=-1.0),
        KNeighborsRegressor(20),
        KNeighborsRegressor(3, metric="precomputed"),
        KNeighborsRegressor(3, metric="braycurtis"),
        KNeighborsRegressor(3, metric=lambda a, b: float(((a - b) ** 2).sum())),
        KNeighborsRegressor(3, weights=lambda d: d / d.sum() + d.mean()),
        KNeighborsRegressor(3, weights=lambda d: 1.0),
        KNeighborsRegressor(3, weights=lambda d: d * 0 - np.nan),
        KNeighborsRegressor(None),
        KNeighborsRegressor(3, metric="seuclidean", algorithm="brute"),
        DummyRegressor(strategy="quantile", quantile=0.3),
        make_pipeline(StandardScaler(), LinearRegression()),
        object(),
    ],
)
def test_no_shortcut(model):
    assert leave_one_out(model, TABLE, TARGET) is None
    assert leave_pair_out(model, TABLE, TARGET, [(0, 1)]) is None


def test_no_shortcut_for_these_classifiers():
    y = TARGET > 0
    for model in (
        RidgeClassifier(class_weight="balanced"),
        LogisticRegression(),
        DummyClassifier(strategy="stratified"),
        DummyClassifier(strategy="uniform"),
    ):
        assert leave_one_out(model, TABLE, y) is None
    assert leave_one_out(KNeighborsClassifier(3), TABLE, TARGET) is None


def test_no_shortcut_for_these_data():
    from scipy.sparse import csr_matrix

    broken = TABLE.copy()
    broken[3, 1] = np.nan
    for model in (LinearRegression(), Ridge(), KNeighborsRegressor(3)):
        assert leave_one_out(model, csr_matrix(TABLE), TARGET) is None
        assert leave_one_out(model, broken, TARGET) is None
        assert leave_one_out(model, TABLE.astype(object), TARGET) is None
        assert leave_one_out(model, TABLE, np.column_stack([TARGET, TARGET])) is None
        assert leave_one_out(model, TABLE, np.where(TARGET > 0, TARGET, np.nan)) is None
        assert leave_one_out(model, TABLE[:2], TARGET[:2]) is None
        assert leave_one_out(model, TABLE[:5], TARGET) is None
    assert leave_one_out(LinearRegression(), TABLE.astype(np.float32), TARGET) is None
    assert leave_one_out(LinearRegression(), np.vander(TARGET, 30), TARGET) is None


def test_single_precision_neighbours():
    y = np.where(TARGET > 0, "yes", "no")
    assert_one_out(KNeighborsClassifier(3), TABLE.astype(np.float32), y)
    assert leave_one_out(KNeighborsClassifier(3, weights="distance"), TABLE.astype(np.float32), y) is None


@pytest.mark.parametrize("pairs", [[(0, 0)], [(0, 20)], [(-1, 2)], [0, 1], [(0.5, 1.0)], [(0, 1, 2)]])
def test_wrong_pairs_are_refused(pairs):
    with pytest.raises(BadParameter, match="two different row numbers"):
        leave_pair_out(Ridge(), TABLE, TARGET, pairs)


def test_no_pairs_no_answers():
    first, second = leave_pair_out(Ridge(), TABLE, TARGET, np.empty((0, 2), int))
    assert len(first.predicted) == len(second.predicted) == 0


def test_nothing_is_touched():
    X, y = TABLE.copy(), TARGET.copy()
    for model in (LinearRegression(copy_X=False), Ridge(copy_X=False), KNeighborsRegressor(3), DummyRegressor()):
        before, state = repr(model.get_params()), dict(vars(model))
        held = leave_one_out(model, X, y)
        assert isinstance(held, Held)
        assert not held.predicted.flags.writeable
        assert repr(model.get_params()) == before
        assert vars(model) == state
        assert np.array_equal(X, TABLE)
        assert np.array_equal(y, TARGET)


def test_baselines_do_not_look_at_the_features():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        held = leave_one_out(DummyClassifier(), np.array([["a"], ["b"], [None], ["d"]], object), ["x", "x", "y", "y"])
    assert held.predicted.tolist() == ["y", "y", "x", "x"]


def test_pairs_of_prior_only_learner_are_all_tied():
    y = np.arange(12) % 2
    pairs = np.array([(i, j) for i in np.flatnonzero(y == 1) for j in np.flatnonzero(y == 0)])
    first, second = leave_pair_out(DummyClassifier(), np.zeros((12, 1)), y, pairs)
    assert np.array_equal(first.proba, second.proba)
