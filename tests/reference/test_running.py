"""Running against scikit-learn, and against published algorithms written down once more, independently."""

import itertools
import math

import numpy as np
import pytest
from scipy import stats
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris, load_wine
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.model_selection import (
    GridSearchCV,
    GroupKFold,
    KFold,
    RepeatedKFold,
    StratifiedKFold,
    cross_val_predict,
    cross_val_score,
    permutation_test_score,
)
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import probative as pv
from probative.resampling import folds
from probative.resampling.seeding import seeded

CANCER, MALIGN = (part[:200] for part in load_breast_cancer(return_X_y=True))
IRIS, SPECIES = load_iris(return_X_y=True)
WINE, CULTIVAR = load_wine(return_X_y=True)
DIABETES, PROGRESS = (part[:150] for part in load_diabetes(return_X_y=True))

# --- cross_val_predict -----------------------------------------------------------------------------------------------

PLANS = ["7-fold stratified", "5-fold unshuffled", "leave-one-group-out", StratifiedKFold(4)]
CLASSIFIERS = {
    "logistic": make_pipeline(StandardScaler(), LogisticRegression()),
    "linear svc": make_pipeline(StandardScaler(), LinearSVC(random_state=0)),
    "nb": GaussianNB(),
    "forest": RandomForestClassifier(5, random_state=3),
    "knn": KNeighborsClassifier(5),
}


def in_order(said, name=None):
    """Predictions and scores in the order of the rows."""
    told = said.model(name)
    assert sorted(told.row) == list(range(said.n))
    place = np.argsort(told.row)
    return told.predicted[place], told.scores[place] if told.scored else None


@pytest.mark.parametrize("plan", PLANS, ids=str)
@pytest.mark.parametrize("name", CLASSIFIERS)
def test_two_classes_as_cross_val_predict(plan, name):
    model = CLASSIFIERS[name]
    groups = np.arange(len(CANCER)) // 40 if plan == "leave-one-group-out" else None
    cv = list(pv.plan(plan).split(CANCER, MALIGN, groups))
    said = pv.run(model, CANCER, MALIGN, plan=plan, groups=groups)
    predicted, scores = in_order(said)
    assert np.array_equal(predicted, cross_val_predict(model, CANCER, MALIGN, cv=cv))
    method = "predict_proba" if hasattr(model, "predict_proba") else "decision_function"
    wanted = cross_val_predict(model, CANCER, MALIGN, cv=cv, method=method)
    assert said.model().scored == ("proba" if method == "predict_proba" else "decision")
    assert np.array_equal(scores[:, 0], wanted[:, 1] if wanted.ndim == 2 else wanted)


@pytest.mark.parametrize("name", ["logistic", "nb", "forest", "knn"])
def test_several_classes_as_cross_val_predict(name):
    names = np.array(["barolo", "grignolino", "barbera"])[CULTIVAR]
    cv = list(pv.plan("6-fold stratified").split(WINE, names))
    said = pv.run(CLASSIFIERS[name], WINE, names, plan="6-fold stratified")
    predicted, scores = in_order(said)
    assert predicted.tolist() == cross_val_predict(CLASSIFIERS[name], WINE, names, cv=cv).tolist()
    assert np.array_equal(scores, cross_val_predict(CLASSIFIERS[name], WINE, names, cv=cv, method="predict_proba"))
    assert said.labels == tuple(np.unique(names))


@pytest.mark.parametrize("model", [Ridge(), KNeighborsRegressor(), DecisionTreeRegressor(random_state=0)])
def test_numbers_as_cross_val_predict(model):
    cv = list(pv.plan("8-fold").split(DIABETES))
    said = pv.run(model, DIABETES, PROGRESS, plan="8-fold", task="regression")
    assert np.array_equal(in_order(said)[0], cross_val_predict(model, DIABETES, PROGRESS, cv=cv))


@pytest.mark.parametrize(("measure", "scoring"), [("accuracy", "accuracy"), ("auc", "roc_auc"), ("f1", "f1")])
def test_fold_values_as_cross_val_score(measure, scoring):
    splitter = RepeatedKFold(n_splits=4, n_repeats=3, random_state=2)
    said = pv.run(GaussianNB(), CANCER, MALIGN, plan=splitter)
    assert pv.resampled(said, measure).folds == pytest.approx(
        cross_val_score(GaussianNB(), CANCER, MALIGN, cv=splitter, scoring=scoring), abs=1e-12
    )


def test_a_search_in_every_fold_as_cross_val_predict():
    search = GridSearchCV(KNeighborsClassifier(), {"n_neighbors": [1, 5, 15]}, cv=GroupKFold(3))
    groups = np.arange(150) % 15
    cv = list(pv.plan("5-fold grouped").split(IRIS, SPECIES, groups))
    wanted = np.empty(150, int)
    for train, test in cv:
        fitted = clone(search).fit(IRIS[train], SPECIES[train], groups=groups[train])
        wanted[test] = fitted.predict(IRIS[test])
    said = pv.run(search, IRIS, SPECIES, plan="5-fold grouped", groups=groups)
    assert np.array_equal(in_order(said)[0], wanted)


# --- selection against GridSearchCV ----------------------------------------------------------------------------------

GRID = {"n_neighbors": [3, 25], "weights": ["uniform", "distance"]}


class Inner:
    """An inner plan as a scikit-learn splitter: it splits whatever rows it is given."""

    def __init__(self, plan):
        self.plan = plan

    def split(self, X, y=None, groups=None):
        return self.plan.split(X, y, groups)

    def get_n_splits(self, X=None, y=None, groups=None):
        return self.plan.get_n_splits(X, y, groups)


@pytest.mark.parametrize(
    ("criterion", "scoring"), [("accuracy", "accuracy"), ("auc", "roc_auc"), ("brier", "neg_brier_score")]
)
def test_nested_selection_as_grid_search_inside_cross_val_predict(criterion, scoring):
    plan = pv.plan("nested 3-fold/3-fold stratified")
    tree, grid = DecisionTreeClassifier(random_state=0), {"max_depth": [1, 3], "min_samples_leaf": [1, 9]}
    found = pv.select(tree, grid, CANCER, MALIGN, plan=plan, criterion=criterion)
    search = GridSearchCV(tree, grid, scoring=scoring, cv=Inner(plan.inner))
    told, chosen, scores = found.predictions.model(), [], []
    for number, (train, test) in enumerate(plan.split(CANCER, MALIGN)):
        fitted = clone(search).fit(CANCER[train], MALIGN[train])
        here = told.fold == number
        assert np.array_equal(told.row[here], test)
        assert np.array_equal(told.predicted[here], fitted.predict(CANCER[test]))
        assert np.array_equal(told.scores[here, 0], fitted.predict_proba(CANCER[test])[:, 1])
        chosen.append(fitted.best_params_)
        scores.append(abs(fitted.best_score_))
    assert list(found.chosen) == chosen
    assert found.selection_scores == pytest.approx(scores, abs=1e-12)
    whole = clone(search).fit(CANCER, MALIGN)
    assert found.final == whole.best_params_
    assert found.final_selection_score == pytest.approx(abs(whole.best_score_), abs=1e-12)
    assert [c.score for c in found.candidates] == pytest.approx(np.abs(whole.cv_results_["mean_test_score"]), abs=1e-12)
    assert np.array_equal(found.model.predict_proba(CANCER), whole.predict_proba(CANCER))


@pytest.mark.parametrize(("criterion", "scoring"), [("mse", "neg_mean_squared_error"), ("r2", "r2")])
def test_nested_selection_of_numbers(criterion, scoring):
    plan, grid = pv.plan("nested 3-fold/4-fold"), {"n_neighbors": [2, 8, 30]}
    model = KNeighborsRegressor()
    found = pv.select(model, grid, DIABETES, PROGRESS, plan=plan, criterion=criterion, task="regression")
    search = GridSearchCV(model, grid, scoring=scoring, cv=Inner(plan.inner))
    cv = list(plan.split(DIABETES))
    assert np.array_equal(in_order(found.predictions)[0], cross_val_predict(search, DIABETES, PROGRESS, cv=cv))
    assert found.risk.folds == pytest.approx(
        np.abs(cross_val_score(search, DIABETES, PROGRESS, cv=cv, scoring=scoring)), rel=1e-10
    )


def test_tuned_as_grid_search():
    inner = pv.plan("5-fold stratified")
    tuned = pv.Tuned(KNeighborsClassifier(), GRID, plan=inner).fit(IRIS, SPECIES)
    search = GridSearchCV(KNeighborsClassifier(), GRID, cv=inner).fit(IRIS, SPECIES)
    assert tuned.best_params_ == search.best_params_
    assert tuned.best_index_ == search.best_index_
    assert tuned.selection_score_ == pytest.approx(search.best_score_)
    assert np.array_equal(
        [c.folds for c in tuned.results_], np.array([search.cv_results_[f"split{i}_test_score"] for i in range(5)]).T
    )
    assert cross_val_score(tuned, IRIS, SPECIES, cv=3) == pytest.approx(cross_val_score(search, IRIS, SPECIES, cv=3))


# --- the permutation test against scikit-learn's ---------------------------------------------------------------------


def test_the_observed_value_and_the_null_as_in_scikit_learn():
    rng = np.random.default_rng(6)
    X = rng.normal(size=(60, 3))
    y = (X[:, 0] + 1.5 * rng.normal(size=60) > 0).astype(int)
    cv = KFold(4, shuffle=True, random_state=1)
    found = pv.permutation_test(GaussianNB(), X, y, plan=cv, n_permutations=200, early=False)
    scores = permutation_test_score(GaussianNB(), X, y, cv=cv, n_permutations=200, random_state=0)
    # Theirs averages the folds and ours pools the predictions: the same, as these folds are equal.
    assert found.observed == pytest.approx(scores[0], abs=1e-12)
    assert len(found.null) == 200
    assert stats.ks_2samp(found.null, scores[1]).pvalue > 1e-3
    assert abs(found.p - scores[2]) < 0.05
    assert found.p == (sum(found.null >= found.observed) + 1) / 201


# --- .632 and .632+ --------------------------------------------------------------------------------------------------


def efron_tibshirani(model, X, y, loss, repeats, *, proba=False):
    """Efron and Tibshirani (1997), equations 17, 24 and 27 to 32, written row by row."""

    def ask(fitted, rows):
        return fitted.predict_proba(X[rows]) if proba else fitted.predict(X[rows])

    n = len(y)
    lost = [[] for _ in range(n)]
    for train, test in pv.plan(f"bootstrap {repeats}").split(X, y):
        for row, answer in zip(test, ask(clone(model).fit(X[train], y[train]), test), strict=True):
            lost[row].append(loss(y[row], answer))
    outside = np.mean([np.mean(some) for some in lost if some])
    answers = ask(clone(model).fit(X, y), np.arange(n))
    apparent = np.mean([loss(y[i], answers[i]) for i in range(n)])
    gamma = np.mean([loss(y[i], answers[j]) for i in range(n) for j in range(n)])
    share = 1 - math.exp(-1)
    e632 = (1 - share) * apparent + share * outside
    cut = min(outside, gamma)
    rate = (cut - apparent) / (gamma - apparent) if outside > apparent and gamma > apparent else 0.0
    plus = e632 + (cut - apparent) * share * (1 - share) * rate / (1 - (1 - share) * rate)
    return {
        "apparent": apparent,
        "out_of_bag": outside,
        "e632": e632,
        "e632_plus": plus,
        "no_information": gamma,
        "overfitting": rate,
        "never_tested": sum(not some for some in lost),
    }


def wrong(truth, answer):
    return float(truth != answer)


def squared(truth, answer):
    return (truth - answer) ** 2


def brier_of_two(truth, proba):
    return ((truth == 1) - proba[1]) ** 2


def brier_of_several(truth, proba):
    return sum(((truth == k) - p) ** 2 for k, p in enumerate(proba))


NOISE = np.random.default_rng(2)
BOOTSTRAPPED = {
    "1-nn on iris": (KNeighborsClassifier(1), IRIS[::3], SPECIES[::3], None, wrong, 30),
    "1-nn on noise": (KNeighborsClassifier(1), NOISE.normal(size=(30, 2)), NOISE.permutation(30) % 2, None, wrong, 25),
    "tree": (DecisionTreeClassifier(max_depth=2, random_state=0), CANCER[:60], MALIGN[:60], "error_rate", wrong, 20),
    "linear": (LinearRegression(), DIABETES[:40], PROGRESS[:40] / 7, None, squared, 20),
    "linear, absolute": (LinearRegression(), DIABETES[:40], PROGRESS[:40] / 7, "mae", lambda y, p: abs(y - p), 20),
    "brier of two": (GaussianNB(), CANCER[:60], MALIGN[:60], "brier", brier_of_two, 20),
    "brier of three": (GaussianNB(), IRIS[::3], SPECIES[::3], "brier", brier_of_several, 20),
    "few draws": (KNeighborsClassifier(1), IRIS[::3], SPECIES[::3], None, wrong, 2),
}


@pytest.mark.parametrize("name", BOOTSTRAPPED)
def test_bootstrap_errors_as_efron_and_tibshirani_define_them(name):
    model, X, y, loss, row_loss, repeats = BOOTSTRAPPED[name]
    found = pv.bootstrap_error(model, X, y, loss=loss, repeats=repeats)
    wanted = efron_tibshirani(model, X, y, row_loss, repeats, proba=loss == "brier")
    for key, value in wanted.items():
        mine = getattr(found, key)
        assert getattr(mine, "value", mine) == pytest.approx(value, rel=1e-9, abs=1e-12), key
    share = 1 - math.exp(-1)
    assert found.weight == pytest.approx(share / (1 - (1 - share) * wanted["overfitting"]))
    assert found.apparent <= found.e632_plus.value <= max(found.out_of_bag.value, found.apparent) + 1e-12
    if "few" in name:
        assert found.never_tested > 0


def test_pure_noise_is_recognised_as_overfitting():
    model, X, y, *_ = BOOTSTRAPPED["1-nn on noise"]
    found = pv.bootstrap_error(model, X, y, repeats=50)
    assert found.apparent == 0
    assert found.no_information == pytest.approx(0.5)
    assert found.overfitting > 0.7
    assert found.e632_plus.value > found.e632.value + 0.05


def test_weights_of_the_no_information_error_count_rows():
    rng = np.random.default_rng(4)
    X, y = rng.normal(size=(24, 2)), np.arange(24) % 3
    weight = rng.integers(1, 4, 24)
    repeated = np.repeat(np.arange(24), weight)
    for loss, row_loss in (("error_rate", wrong), ("brier", brier_of_several)):
        found = pv.bootstrap_error(GaussianNB(), X, y, loss=loss, repeats=3, sample_weight=weight, weight=weight)
        fitted = GaussianNB().fit(X, y, sample_weight=weight)
        said = (fitted.predict if loss == "error_rate" else fitted.predict_proba)(X[repeated])
        pairs = itertools.product(y[repeated], said)
        assert found.no_information == pytest.approx(np.mean([row_loss(t, a) for t, a in pairs]))
        assert found.apparent == pytest.approx(
            np.mean([row_loss(t, a) for t, a in zip(y[repeated], said, strict=True)])
        )


def score_limits(share, n):
    """Wilson's limits, as the roots of his quadratic equation."""
    z2 = stats.norm.ppf(0.975) ** 2
    return np.sort(np.roots([1 + z2 / n, -(2 * share + z2 / n), share**2]).real)


def test_bootstrap_intervals_let_rows_and_trainings_vary():
    found = pv.bootstrap_error(GaussianNB(), CANCER, MALIGN, repeats=40)
    n = len(CANCER)
    low, high = score_limits(found.e632_plus.value, n)[0], score_limits(found.out_of_bag.value, n)[1]
    for estimate in (found.out_of_bag, found.e632, found.e632_plus):
        assert (estimate.low, estimate.high) == pytest.approx((low, high))
        assert estimate.method == "bracket"


def test_an_estimate_outside_of_what_is_expected_has_no_interval():
    noise = np.random.default_rng(3)
    found = pv.bootstrap_error(KNeighborsClassifier(1), noise.normal(size=(200, 2)), np.arange(200) % 2, repeats=20)
    assert found.out_of_bag.low <= found.e632_plus.value <= found.out_of_bag.high
    assert math.isnan(found.e632.low)
    assert "has seen" in found.e632.why


def test_results_of_the_bootstrap_do_not_depend_on_n_jobs():
    one, two = (pv.bootstrap_error(RandomForestClassifier(2), IRIS, SPECIES, repeats=6, n_jobs=j) for j in (1, 2))
    assert one == two
    assert ".632+" in str(one)


# --- nested cross-validation -----------------------------------------------------------------------------------------


def bates_hastie_tibshirani(model, X, y, loss, k, repeats, level=0.95):
    """Algorithm 1 of Bates, Hastie and Tibshirani (2023) with their bias correction, inner folds trained anew."""
    n, a_list, b_list, inner_all, outer_all = len(y), [], [], [], []
    classifies = y.dtype.kind == "i"
    for repeat in range(repeats):
        rng = seeded(0, repeat)
        fold = folds.stratified(y, k, rng) if classifies else folds.shuffled(n, k, rng)
        for held in range(k):
            inner = []
            for second in (f for f in range(k) if f != held):
                train = (fold != held) & (fold != second)
                fitted = clone(model).fit(X[train], y[train])
                inner += [loss(t, p) for t, p in zip(y[fold == second], fitted.predict(X[fold == second]), strict=True)]
            fitted = clone(model).fit(X[fold != held], y[fold != held])
            outer = [loss(t, p) for t, p in zip(y[fold == held], fitted.predict(X[fold == held]), strict=True)]
            a_list.append((np.mean(inner) - np.mean(outer)) ** 2)
            b_list.append(np.var(outer, ddof=1) / len(outer))
            inner_all += inner
            outer_all += outer
    mse = max(np.mean(a_list) - np.mean(b_list), 0)
    naive = np.std(outer_all, ddof=1) / math.sqrt(n)
    inflation = min(max(math.sqrt(mse) * math.sqrt((k - 1) / k) / naive, 1), math.sqrt(k))
    bias = (1 + (k - 2) / k) * (np.mean(inner_all) - np.mean(outer_all))
    value, half = np.mean(inner_all) - bias, stats.norm.ppf(0.5 + level / 2) * inflation * naive
    return value, value - half, value + half, bias, inflation, np.mean(outer_all), naive


@pytest.mark.parametrize(
    ("model", "X", "y", "loss"),
    [
        (LinearRegression(), DIABETES[:60], PROGRESS[:60] / 7, squared),
        (KNeighborsRegressor(2), DIABETES[:45], PROGRESS[:45] / 7, squared),
        (GaussianNB(), IRIS[:120], (np.arange(120) * 7 % 11 < 5).astype(int), wrong),
    ],
)
@pytest.mark.parametrize(("k", "repeats"), [(4, 3), (5, 2)])
def test_nested_intervals_as_published(model, X, y, loss, k, repeats):
    found = pv.nested_interval(model, X, y, k=k, repeats=repeats)
    value, low, high, bias, inflation, plain, naive = bates_hastie_tibshirani(model, X, y, loss, k, repeats)
    assert found.error.value == pytest.approx(value, rel=1e-9)
    assert (found.error.low, found.error.high) == pytest.approx((max(low, 0), high), rel=1e-9)
    assert (found.bias, found.inflation) == pytest.approx((bias, inflation), rel=1e-7)
    assert found.cross_validation.value == pytest.approx(plain, rel=1e-12)
    assert found.cross_validation.high - plain == pytest.approx(stats.norm.ppf(0.975) * naive, rel=1e-9)
    assert found.trainings == repeats * (k + k * (k - 1) / 2)
    assert "times the naive standard error" in str(found)


def test_nested_intervals_do_not_depend_on_n_jobs():
    one, two = (pv.nested_interval(DecisionTreeClassifier(), IRIS, SPECIES, k=3, repeats=4, n_jobs=j) for j in (1, 2))
    assert one == two


@pytest.mark.slow
def test_nested_intervals_cover_better_than_naive_ones():
    """Bates et al.'s setting: linear regression with many columns for its rows, 90 % intervals."""
    n, p, hits = 60, 15, {"nested": 0, "naive": 0}
    for seed in range(120):
        rng = np.random.default_rng(seed)
        X, far = rng.normal(size=(n, p)), rng.normal(size=(4000, p))
        y, truth = X[:, :3].sum(axis=1) + rng.normal(size=n), far[:, :3].sum(axis=1) + rng.normal(size=4000)
        found = pv.nested_interval(LinearRegression(), X, y, k=5, repeats=20, level=0.9)
        risk = np.mean((LinearRegression().fit(X, y).predict(far) - truth) ** 2)
        hits["nested"] += found.error.low <= risk <= found.error.high
        hits["naive"] += found.cross_validation.low <= risk <= found.cross_validation.high
    assert hits["nested"] > hits["naive"] + 5
    assert hits["nested"] >= 98
