"""Learners that mind costs: three routes, each held against scikit-learn, a closed form or brute force."""

import numpy as np
import pytest
import sklearn
from scipy import stats
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.datasets import load_iris, make_classification
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression, Ridge, RidgeClassifier
from sklearn.model_selection import GridSearchCV, PredefinedSplit, cross_val_predict
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC
from sklearn.utils import get_tags
from sklearn.utils.estimator_checks import check_estimator

import probative as pv
from probative.errors import BadParameter

from ..trained import Spy
from ..trained import X as SPIED
from ..trained import Y as SPIED_Y

X, Y = make_classification(120, 4, weights=[0.54], flip_y=0.2, random_state=3)
Y = np.array([0] * 65 + [1] * 55)[np.argsort(np.argsort(Y, kind="stable"), kind="stable")]
DEAR = pv.Costs(fp=1, fn=5)
IRIS, SPECIES = load_iris(return_X_y=True)
TABLE = np.array([[0, 1, 7], [2, 0, 1], [9, 3, 0.0]])


class Seen(ClassifierMixin, BaseEstimator):
    """Remembers what it was trained on."""

    def fit(self, X, y, sample_weight=None):
        self.classes_, self.X_, self.y_, self.weight_ = np.unique(y), np.array(X), np.array(y), sample_weight
        return self

    def predict(self, X):
        return np.full(len(X), self.classes_[0])

    def predict_proba(self, X):
        return np.tile([0.7, 0.3], (len(X), 1))


def minding(model, costs=DEAR, **more):
    return pv.CostSensitiveClassifier(model, costs, **more)


# --- the worked case: 55 positives, 65 negatives, costs 1 : 5 --------------------------------------------------------


def test_weights_are_5_and_1_and_positives_seem_81_percent():
    model = minding(Seen()).fit(X, Y)
    assert np.array_equal(model.estimator_.weight_, np.where(Y == 1, 5.0, 1.0))
    assert model.effective_prior_[1] == pytest.approx(0.808823529412)
    assert model.cost_table_.tolist() == [[0, 1], [5, 0]]


@pytest.mark.parametrize(("sampling", "counts"), [("over", [65, 275]), ("under", [13, 55])])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_rows_are_drawn_in_the_ratio_of_their_costs(sampling, counts, seed):
    model = minding(Seen(), method="resample", sampling=sampling, random_state=seed).fit(X, Y)
    assert np.bincount(model.estimator_.y_).tolist() == counts
    assert counts[1] / counts[0] == pytest.approx(4.230769230769)
    assert model.effective_prior_[1] == pytest.approx(0.808823529412)
    _, times = np.unique(model.estimator_.X_, axis=0, return_counts=True)
    assert times.max() == (5 if sampling == "over" else 1)
    again = minding(Seen(), method="resample", sampling=sampling, random_state=seed).fit(X, Y)
    assert np.array_equal(model.estimator_.X_, again.estimator_.X_)


def test_under_sampling_depends_on_the_seed():
    drawn = [minding(Seen(), method="resample", sampling="under", random_state=s).fit(X, Y) for s in (0, 1)]
    assert not np.array_equal(drawn[0].estimator_.X_, drawn[1].estimator_.X_)


def test_the_threshold_is_one_sixth():
    model = minding(Seen(), method="threshold").fit(X, Y)
    assert model.threshold_ == pytest.approx(1 / 6)
    assert model.estimator_.weight_ is None
    assert (model.predict(X) == 1).all()
    assert (minding(Seen(), pv.Costs(fp=5, fn=1), method="threshold").fit(X, Y).predict(X) == 0).all()


# --- against scikit-learn --------------------------------------------------------------------------------------------


def test_weighing_is_what_class_weights_are():
    ours = minding(LogisticRegression()).fit(X, Y)
    theirs = LogisticRegression(class_weight={0: 1, 1: 5}).fit(X, Y)
    assert np.array_equal(ours.predict_proba(X), theirs.predict_proba(X))
    assert np.array_equal(ours.predict(X), theirs.predict(X))


def test_only_ratios_count():
    one, ten = (minding(LogisticRegression(), pv.Costs(k, 5 * k)).fit(X, Y) for k in (1, 10))
    assert np.array_equal(one.predict_proba(X), ten.predict_proba(X))
    table = minding(LogisticRegression(), [[0, 0.2], [1, 0]]).fit(X, Y)
    assert np.allclose(table.predict_proba(X), one.predict_proba(X))


def test_over_sampling_is_repeating():
    ours = minding(GaussianNB(), method="resample").fit(X, Y)
    theirs = GaussianNB().fit(np.repeat(X, np.where(Y == 1, 5, 1), axis=0), np.repeat(Y, np.where(Y == 1, 5, 1)))
    assert np.allclose(ours.predict_proba(X), theirs.predict_proba(X))


def test_row_weights_multiply_the_costs():
    weight = np.random.default_rng(0).uniform(0.5, 2, 120)
    ours = minding(LogisticRegression()).fit(X, Y, sample_weight=weight)
    theirs = LogisticRegression(class_weight={0: 1, 1: 5}).fit(X, Y, sample_weight=weight)
    assert np.allclose(ours.predict_proba(X), theirs.predict_proba(X))


def test_a_tuned_threshold_costs_least_on_rows_left_out():
    folds = np.arange(120) % 5
    given = PredefinedSplit(folds)
    model = minding(LogisticRegression(), method="threshold", threshold="tuned", plan=given).fit(X, Y)
    scores = cross_val_predict(LogisticRegression(), X, Y, cv=PredefinedSplit(folds), method="predict_proba")[:, 1]
    by_cut = {t: np.where(Y == 1, 5.0 * (scores < t), 1.0 * (scores >= t)).mean() for t in [np.inf, *scores]}
    least = min(by_cut.values())
    assert model.threshold_ == max(t for t, cost in by_cut.items() if cost <= least + 1e-12)
    assert np.array_equal(
        model.predict(X) == 1, LogisticRegression().fit(X, Y).predict_proba(X)[:, 1] >= model.threshold_
    )


def test_signed_scores_are_tuned_too():
    model = minding(LinearSVC(), method="threshold", threshold="tuned").fit(X, Y)
    assert np.array_equal(model.predict(X) == 1, LinearSVC().fit(X, Y).decision_function(X) >= model.threshold_)


# --- a positive class, a prior ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["weight", "resample", "threshold"])
def test_the_positive_class_may_be_the_first_in_the_alphabet(method):
    words = np.where(Y == 1, "bad", "good")
    ours = minding(LogisticRegression(), method=method, positive="bad", random_state=0).fit(X, words)
    theirs = minding(LogisticRegression(), method=method, random_state=0).fit(X, Y)
    assert np.array_equal(ours.predict(X) == "bad", theirs.predict(X) == 1)
    with pytest.warns(UserWarning, match="'good' is taken, the later of 'bad' and 'good'"):
        later = minding(LogisticRegression(), method=method, random_state=0).fit(X, words)
    named = minding(LogisticRegression(), method=method, positive="good", random_state=0).fit(X, words)
    assert np.array_equal(later.predict(X), named.predict(X))
    assert minding(LogisticRegression(), pv.Costs(), method=method).fit(X, words).classes_.tolist() == ["bad", "good"]


def test_a_prior_makes_rows_stand_for_other_shares():
    found = pv.Costs(fp=1, fn=5, prior=0.1).weighting(positives=55, negatives=65)
    weight = {1: 5 * 0.1 / (55 / 120), 0: 0.9 / (65 / 120)}
    assert found.weight_positive / found.weight_negative == pytest.approx(weight[1] / weight[0])
    # The weighted shares are those of the costs at the prior: 5 * 0.1 against 0.9.
    assert found.effective_prior == pytest.approx(0.5 / 1.4)
    ours = minding(GaussianNB(), pv.Costs(fp=1, fn=5, prior=0.1)).fit(X, Y)
    theirs = GaussianNB().fit(X, Y, sample_weight=np.where(Y == 1, weight[1], weight[0]))
    assert np.allclose(ours.predict_proba(X), theirs.predict_proba(X))
    # Bayes: posterior odds at the prior are the sample's times the ratio of the prior odds.
    cut = minding(GaussianNB(), pv.Costs(fp=1, fn=5, prior=0.1), method="threshold").fit(X, Y)
    odds = np.divide(*GaussianNB().fit(X, Y).predict_proba(X).T[::-1]) * (0.1 / 0.9) / (55 / 65)
    assert np.array_equal(cut.predict(X) == 1, odds >= 1 / 5)


# --- tables of several classes, costs of rows ------------------------------------------------------------------------


def test_a_table_decides_by_least_expected_cost():
    model = minding(GaussianNB(), TABLE, method="threshold").fit(IRIS, SPECIES)
    proba = GaussianNB().fit(IRIS, SPECIES).predict_proba(IRIS)
    wanted = [min(range(3), key=lambda j, row=row: sum(row[i] * TABLE[i, j] for i in range(3))) for row in proba]
    assert model.predict(IRIS).tolist() == wanted
    assert model.threshold_ is None


def test_a_table_whose_rows_are_constant_is_a_weight_for_each_class():
    ours = minding(LogisticRegression(max_iter=1000), [[0, 2, 2], [1, 0, 1], [4, 4, 0]]).fit(IRIS, SPECIES)
    theirs = LogisticRegression(max_iter=1000, class_weight={0: 2, 1: 1, 2: 4}).fit(IRIS, SPECIES)
    assert np.array_equal(ours.predict_proba(IRIS), theirs.predict_proba(IRIS))


@pytest.mark.parametrize("k", [2, 3, 5])
def test_the_weighted_error_of_what_is_learned_from_is_the_cost(k):
    # For any rule: its weighted error on the rows as learned from is its cost, up to the same constant.
    rng = np.random.default_rng(k)
    y = np.arange(40) % k
    costs = rng.uniform(0, 3, (40, k))
    costs[np.arange(40), y] = 0
    inputs = np.arange(40.0)[:, None]
    seen = minding(Seen(), None).fit(inputs, y, row_costs=costs).estimator_
    rows, gaps = seen.X_[:, 0].astype(int), []
    least = min(costs[y == i, j].mean() for i in range(k) for j in range(k) if i != j)
    for _ in range(20):
        rule = rng.integers(0, k, 40)
        error = (seen.weight_ * (rule[rows] != seen.y_)).sum() * least
        gaps.append(error - costs[np.arange(40), rule].sum())
    assert np.ptp(gaps) == pytest.approx(0, abs=1e-9)


def test_costs_of_rows_weigh_them():
    costs = np.random.default_rng(1).uniform(1, 9, 120)
    ours = minding(LogisticRegression(), None).fit(X, Y, row_costs=costs)
    theirs = LogisticRegression().fit(X, Y, sample_weight=costs / min(costs[k == Y].mean() for k in (0, 1)))
    assert np.allclose(ours.predict_proba(X), theirs.predict_proba(X))
    often = [
        minding(Seen(), None, method="resample", random_state=s).fit(X, Y, row_costs=costs).estimator_
        for s in range(60)
    ]
    drawn = np.mean([[(row == one.X_).all(axis=1).sum() for row in X[:10]] for one in often], axis=0)
    assert drawn == pytest.approx(costs[:10] / costs.min(), abs=4 * 0.5 / np.sqrt(60))
    cut = minding(GaussianNB(), None, method="threshold", threshold="tuned").fit(
        X, Y, row_costs=np.where(Y == 1, 5.0, 1.0)
    )
    assert cut.threshold_ == minding(GaussianNB(), method="threshold", threshold="tuned").fit(X, Y).threshold_


@pytest.mark.parametrize("weight", [None, np.random.default_rng(4).integers(1, 4, 120)])
def test_costs_said_by_row_weigh_as_the_same_costs_said_by_class(weight):
    # Said twice, asked once: 5 for a miss and 1 for a false alarm; regularised learners mind the scale of weights.
    said = [(DEAR, None), (None, np.where(Y == 1, 5.0, 1.0)), (None, np.where(Y == 1, 50.0, 10.0))]
    seen = [minding(Seen(), by).fit(X, Y, weight, row_costs=rows).estimator_.weight_ for by, rows in said]
    for one in seen:
        assert one.tolist() == (np.where(Y == 1, 5.0, 1.0) * (1 if weight is None else weight)).tolist()


@pytest.mark.parametrize("method", ["weight", "resample"])
def test_a_table_said_row_by_row_is_the_table(method):
    by_class = minding(Seen(), TABLE, method=method).fit(IRIS, SPECIES).estimator_
    by_row = minding(Seen(), None, method=method).fit(IRIS, SPECIES, row_costs=TABLE[SPECIES]).estimator_
    assert np.array_equal(by_class.X_, by_row.X_)
    assert np.array_equal(by_class.y_, by_row.y_)
    if method == "weight":
        # By hand: a row stands for each class that is not its dearest mistake, by what is saved, and least costs 1.
        assert sorted(set(by_row.weight_.tolist())) == [1.0, 2.0, 6.0, 7.0, 9.0]
        assert by_row.weight_ == pytest.approx(by_class.weight_, rel=1e-12)


def test_rows_that_weigh_three_cost_as_three_rows_do():
    costs, weight = np.random.default_rng(5).uniform(1, 9, 120), np.random.default_rng(6).integers(1, 4, 120)
    weighed = minding(Seen(), None).fit(X, Y, weight, row_costs=costs).estimator_.weight_
    often = np.repeat(np.arange(120), weight)
    repeated = minding(Seen(), None).fit(X[often], Y[often], row_costs=costs[often]).estimator_.weight_
    assert np.bincount(often, repeated) == pytest.approx(weighed, rel=1e-12)


# --- among other estimators ------------------------------------------------------------------------------------------

STAYS = {"check_classifiers_train": "probabilities stay probabilities, so the cut is not where they are a half"}
"""What scikit-learn excuses its own FixedThresholdClassifier and TunedThresholdClassifierCV from, in the same words."""


@pytest.mark.parametrize(
    ("model", "failing"),
    [
        (minding(LogisticRegression(), None), {}),
        (minding(LogisticRegression(), None, method="resample", random_state=0), {}),
        (minding(LogisticRegression(), None, method="resample", sampling="under", random_state=0), {}),
        (minding(GaussianNB(), None, method="threshold"), {}),
        (minding(LogisticRegression(), None, method="threshold", threshold="tuned"), STAYS),
    ],
    ids=["weight", "over", "under", "analytic", "tuned"],
)
@pytest.mark.filterwarnings("ignore")
def test_it_passes_scikit_learns_checks(model, failing):
    results = check_estimator(model, on_skip=None, on_fail=None, expected_failed_checks=failing)
    assert {r["check_name"]: r["exception"] for r in results if r["status"] == "failed"} == {}
    assert sum(r["status"] == "passed" for r in results) > 55


BY_ROUTE = [
    ({}, {}),
    ({"method": "resample"}, {}),
    ({"method": "resample", "sampling": "under"}, {}),
    ({"method": "threshold"}, STAYS),
    ({"method": "threshold", "threshold": "tuned"}, STAYS),
]


@pytest.mark.parametrize(("route", "failing"), BY_ROUTE, ids=["weight", "over", "under", "analytic", "tuned"])
@pytest.mark.parametrize("costs", [DEAR, pv.Costs(fp=3, fn=1), [[0, 1], [2.7, 0]]], ids=["costs", "turned", "table"])
@pytest.mark.filterwarnings("ignore")
def test_it_passes_scikit_learns_checks_with_costs_of_two_classes(route, failing, costs):
    """Costs of two classes are declared as binary, so that nobody hands it three."""
    model = minding(LogisticRegression(), costs, random_state=0, **route)
    assert not get_tags(model).classifier_tags.multi_class
    results = check_estimator(model, on_skip=None, on_fail=None, expected_failed_checks=failing)
    assert {r["check_name"]: r["exception"] for r in results if r["status"] == "failed"} == {}


@pytest.mark.filterwarnings("ignore")
def test_a_tuned_cut_of_signed_scores_is_their_zero():
    """Without probabilities nothing is left that scikit-learn's check of signs would have to excuse."""
    model = minding(RidgeClassifier(), method="threshold", threshold="tuned", random_state=0)
    results = check_estimator(model, on_skip=None, on_fail=None)
    assert {r["check_name"]: r["exception"] for r in results if r["status"] == "failed"} == {}


@pytest.mark.parametrize("positive", [0, 1])
def test_the_sign_of_a_shifted_score_decides(positive):
    costs = pv.Costs(fp=1, fn=5)
    cut = minding(RidgeClassifier(), costs, method="threshold", threshold="tuned", positive=positive).fit(X, Y)
    plain = RidgeClassifier().fit(X, Y).decision_function(X)
    moved = plain - cut.decision_function(X)
    assert moved == pytest.approx(cut.threshold_ if positive == 1 else -cut.threshold_)
    assert np.array_equal(cut.decision_function(X) > 0, cut.predict(X) == 1)


def test_a_cut_that_is_never_reached_leaves_scores_that_rank():
    noise = np.random.default_rng(0).normal(size=(60, 1))
    never = minding(
        RidgeClassifier(), pv.Costs(fp=1e6, fn=1), method="threshold", threshold="tuned", random_state=0
    ).fit(noise, np.arange(60) % 2)
    assert never.threshold_ == np.inf
    assert np.isfinite(never.decision_function(noise)).all()


@pytest.mark.parametrize("sampling", ["over", "under"])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_row_that_weighs_three_is_drawn_as_three_rows(sampling, seed):
    """In any order of the rows: what is drawn follows from the rows and the seed."""
    rng = np.random.default_rng(seed)
    weight = rng.integers(0, 5, 120)
    mixed_up = rng.permutation(120)
    model = minding(Seen(), pv.Costs(fp=1, fn=2.7), method="resample", sampling=sampling, random_state=seed)
    weighed = clone(model).fit(X[mixed_up], Y[mixed_up], sample_weight=weight[mixed_up]).estimator_
    repeated = clone(model).fit(np.repeat(X, weight, axis=0), np.repeat(Y, weight)).estimator_
    tables = [np.column_stack([one.y_, one.X_]) for one in (weighed, repeated)]
    one, other = (table[np.lexsort(table.T)] for table in tables)
    assert np.array_equal(one, other)


def test_weights_that_are_no_counts_are_drawn_by_their_ratios():
    """Shares below 1, and numbers of people that a row stands for, make no other sample than their ratios do."""
    weight = np.where(np.arange(120) % 3, 1.0, 2.0)
    often = [
        len(minding(Seen(), method="resample", sampling=sampling, random_state=0).fit(X, Y, k * weight).estimator_.y_)
        for sampling in ("over", "under")
        for k in (1.0, 1e-3, 1e4)
    ]
    whole = (weight * np.where(Y == 1, 5, 1)).sum()
    assert often == pytest.approx([whole, whole, whole, whole / 5, whole / 10, whole / 10], abs=2)


def test_rows_are_drawn_as_often_as_expected_whatever_their_kind():
    made = [
        minding(Seen(), method="resample", sampling="under", random_state=s).fit(X, Y).estimator_.X_ for s in range(400)
    ]
    times = [np.mean([(row == one).all(axis=1).sum() for one in made]) for row in X[Y == 0][:12]]
    assert times == pytest.approx([0.2] * 12, abs=4.5 * np.sqrt(0.16 / 400))


def test_weights_are_repetitions_for_a_tuned_cut_where_the_folds_are_the_same():
    weight = np.random.default_rng(1).integers(1, 4, 120)
    folds = np.random.default_rng(2).integers(0, 3, 120)
    model = minding(LogisticRegression(), method="threshold", threshold="tuned")

    def given(fold):
        return [(np.flatnonzero(fold != k), np.flatnonzero(fold == k)) for k in range(3)]

    weighed = clone(model).set_params(plan=given(folds)).fit(X, Y, sample_weight=weight)
    often = np.repeat(np.arange(120), weight)
    repeated = clone(model).set_params(plan=given(folds[often])).fit(X[often], Y[often])
    assert weighed.threshold_ == pytest.approx(repeated.threshold_, abs=1e-6)


@pytest.mark.parametrize("learner", [LogisticRegression(), RidgeClassifier()])
def test_weights_are_repetitions_for_a_tuned_cut(learner):
    """In any order of the rows: the folds inside follow from the rows and the seed."""
    rng = np.random.default_rng(5)
    weight, mixed_up = rng.integers(0, 4, 120), rng.permutation(120)
    model = minding(learner, pv.Costs(fp=1, fn=2.7), method="threshold", threshold="tuned", random_state=7)
    weighed = clone(model).fit(X[mixed_up], Y[mixed_up], sample_weight=weight[mixed_up])
    repeated = clone(model).fit(np.repeat(X, weight, axis=0), np.repeat(Y, weight))
    assert weighed.threshold_ == pytest.approx(repeated.threshold_, abs=1e-4)


def trained_beside_tested(x, y, **more):
    """For every training inside, the inputs that were trained on and those that were scored."""
    seen = []

    class Watched(Seen):
        def predict_proba(self, X):
            seen.append((set(self.X_[:, 0]), set(np.asarray(X)[:, 0])))
            return super().predict_proba(X)

    minding(Watched(), method="threshold", threshold="tuned", **more).fit(x, y)
    return seen


def test_rows_that_are_alike_are_not_trained_on_to_be_scored():
    x, y = np.repeat(np.random.default_rng(0).normal(size=(40, 2)), 3, axis=0), np.repeat(np.arange(40) % 2, 3)
    assert len(trained_beside_tested(x, y)) == 5
    assert all(not trained & tested for trained, tested in trained_beside_tested(x, y))


@pytest.mark.parametrize(
    ("x", "plan"),
    [
        (np.tile([[0.0], [1.0], [2.0]], (40, 1)), "5-fold stratified"),
        (np.repeat([[0.1, 0.2], [0.3, 0.5], [0.8, 0.1]], 40, axis=0), "5-fold"),
    ],
    ids=["by chance", "fewer kinds than folds"],
)
def test_few_kinds_of_rows_are_folded_row_by_row(x, plan):
    assert all(trained & tested for trained, tested in trained_beside_tested(x, np.arange(120) % 2, plan=plan))


def test_a_plan_that_goes_by_the_order_of_rows_keeps_it():
    order = [(max(a), min(b)) for a, b in trained_beside_tested(np.arange(120.0)[:, None], Y, plan="time 4")]
    assert all(trained < tested for trained, tested in order)


@pytest.mark.parametrize("rare", [0, 1])
def test_a_class_of_one_row_leaves_a_threshold_to_tune(rare):
    y = np.full(120, 1 - rare)
    y[3] = rare
    model = minding(LogisticRegression(), method="threshold", threshold="tuned", plan="5-fold").fit(X, y)
    assert set(model.predict(X)) <= {0, 1}


@pytest.mark.parametrize("odd", [np.nan, np.inf])
@pytest.mark.parametrize("seed", range(5))
def test_a_row_that_is_left_out_is_refused_like_any_other(odd, seed):
    broken = X.copy()
    broken[7, 2] = odd
    with pytest.raises(ValueError, match=r"NaN|infinity"):
        minding(LogisticRegression(), method="resample", sampling="under", random_state=seed).fit(broken, Y)


def test_gaps_are_no_bar_to_a_learner_that_fills_them():
    gappy = X.copy()
    gappy[::7, 1] = np.nan
    model = minding(make_pipeline(SimpleImputer(), LogisticRegression()), method="resample", sampling="under")
    assert set(model.fit(gappy, Y).predict(gappy)) == {0, 1}


@pytest.mark.parametrize("costs", [None, 1 - np.eye(3)], ids=["none", "three classes"])
def test_costs_of_more_classes_are_no_bar_to_them(costs):
    assert get_tags(minding(LogisticRegression(), costs)).classifier_tags.multi_class


def test_it_is_cloned_searched_and_piped():
    model = minding(make_pipeline(StandardScaler(), LogisticRegression()), method="threshold")
    assert clone(model).get_params()["costs"] == DEAR
    search = GridSearchCV(model, {"method": ["weight", "resample"], "estimator__logisticregression__C": [0.1, 1]}, cv=3)
    assert set(search.fit(X, Y).best_params_) == {"method", "estimator__logisticregression__C"}
    whole = make_pipeline(StandardScaler(), minding(LogisticRegression()))
    theirs = make_pipeline(StandardScaler(), LogisticRegression(class_weight={0: 1, 1: 5}))
    assert np.array_equal(whole.fit(X, Y).predict_proba(X), theirs.fit(X, Y).predict_proba(X))
    inside = minding(make_pipeline(StandardScaler(with_mean=False, with_std=False), Seen())).fit(X, Y)
    assert np.array_equal(inside.estimator_[-1].weight_, np.where(Y == 1, 5.0, 1.0))


def test_costs_of_rows_are_routed():
    costs = np.random.default_rng(1).uniform(1, 9, 120)
    with sklearn.config_context(enable_metadata_routing=True):
        model = minding(LogisticRegression(), None).set_fit_request(row_costs=True)
        piped = make_pipeline(StandardScaler(), model).fit(X, Y, row_costs=costs)
    plain = minding(LogisticRegression(), None).fit(StandardScaler().fit_transform(X), Y, row_costs=costs)
    assert np.array_equal(piped.predict_proba(X), plain.predict_proba(StandardScaler().fit_transform(X)))


def test_weights_are_routed_to_the_steps_that_ask_for_them():
    """With routing on, a pipeline refuses a weight under the name of its step."""
    deaf, asking = StandardScaler(), LogisticRegression()
    with sklearn.config_context(enable_metadata_routing=True):
        asking.set_fit_request(sample_weight=True)
        routed = minding(make_pipeline(deaf.set_fit_request(sample_weight=False), asking)).fit(X, Y)
    plain = minding(make_pipeline(StandardScaler(), LogisticRegression())).fit(X, Y)
    assert np.array_equal(routed.predict_proba(X), plain.predict_proba(X))


def test_in_a_run_only_training_rows_are_drawn_and_the_evaluation_keeps_its_shares():
    Spy.fits.clear()
    said = pv.run({"drawn": minding(Spy(), method="resample")}, SPIED, SPIED_Y, plan="4-fold stratified")
    splits = list(pv.plan("4-fold stratified").split(SPIED, SPIED_Y))
    for (_, rows, y, _, _), (train, _) in zip(Spy.fits, splits, strict=True):
        assert set(rows) <= set(train)
        assert (y == 1).sum() == 5 * (SPIED_Y[train] == 1).sum()
    columns = said.columns()
    assert np.array_equal(np.sort(columns["row"]), np.arange(len(SPIED_Y)))
    assert pv.evaluate(said).models["drawn"].measures["prevalence"].value == pytest.approx(SPIED_Y.mean())


def test_seeds_come_from_the_run():
    model = {"m": minding(GaussianNB(), method="resample", sampling="under")}
    one, two, other = (pv.run(model, X, Y, plan="3-fold", random_state=s).model().scores for s in (0, 0, 1))
    assert np.array_equal(one, two)
    assert not np.array_equal(one, other)


# --- refusals --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("model", "words"),
    [
        (minding(KNeighborsClassifier()), "KNeighborsClassifier cannot be trained with row weights"),
        (
            minding(make_pipeline(StandardScaler(), KNeighborsClassifier())),
            "KNeighborsClassifier cannot be trained with row weights",
        ),
        (minding(LinearSVC(), method="threshold"), "LinearSVC gives no probabilities"),
        (minding(None), "no classifier"),
        (minding(Ridge()), "Ridge predicts numbers"),
        (minding(make_pipeline(StandardScaler(), Ridge()), method="resample"), "predicts numbers"),
        (minding(GaussianNB(), method="wait"), "method must be one of weight, resample, threshold"),
        (minding(GaussianNB(), sampling="both"), "sampling must be one of"),
        (minding(GaussianNB(), threshold="half"), "threshold must be one of"),
        (minding(GaussianNB(), [[0, 1], [1, 1]]), "2 x 2 table"),
        (minding(GaussianNB(), [[0, -1], [1, 0]]), "2 x 2 table"),
        (minding(GaussianNB(), [[0, 0], [1, 0]]), "2 x 2 table"),
        (minding(GaussianNB(), TABLE), "2 x 2 table"),
        (minding(GaussianNB(), pv.Costs(fn=1e5), method="resample"), "over-sampling would draw"),
    ],
)
def test_what_makes_no_sense_is_refused(model, words):
    with pytest.raises(BadParameter, match=words):
        model.fit(X, Y)


def test_costs_of_rows_that_make_no_sense_are_refused():
    with pytest.raises(BadParameter, match="follows from the costs of the row to predict"):
        minding(GaussianNB(), None, method="threshold").fit(X, Y, row_costs=np.ones(120))
    with pytest.raises(BadParameter, match="no row costs anything"):
        minding(GaussianNB(), None).fit(X, Y, row_costs=np.zeros(120))
    for bad in (np.ones(7), np.full(120, -1.0), np.full(120, np.nan), np.ones((120, 3))):
        with pytest.raises(BadParameter, match="costs of rows are 120 finite numbers"):
            minding(GaussianNB(), None).fit(X, Y, row_costs=bad)
    with pytest.raises(BadParameter, match="for two classes"):
        minding(GaussianNB()).fit(IRIS, SPECIES)


def test_a_run_refuses_before_it_trains():
    with pytest.raises(BadParameter, match="KNeighborsClassifier cannot be trained with row weights"):
        pv.run({"knn": minding(KNeighborsClassifier()), "nb": GaussianNB()}, X, Y, plan="3-fold")


def test_a_class_is_never_left_out():
    y = np.array([0] * 3 + [1] * 117)
    for seed in range(5):
        model = minding(Seen(), pv.Costs(fn=50), method="resample", sampling="under", random_state=seed).fit(X, y)
        assert np.bincount(model.estimator_.y_).tolist() == [1, 117]


def test_weights_reach_a_wrapped_learner_only_if_it_takes_them():
    weight = np.ones(120)
    pv.run(minding(KNeighborsClassifier(), method="resample"), X, Y, plan="3-fold", sample_weight=weight)
    with pytest.raises(BadParameter, match="cannot be trained with row weights"):
        pv.run(minding(KNeighborsClassifier(), method="threshold"), X, Y, plan="3-fold", sample_weight=weight)


# --- in a world whose best rule is known -----------------------------------------------------------------------------


def test_every_route_comes_near_the_least_cost_there_is():
    # Two normal classes at a distance of 1.5 on the first axis; linear rules have their true cost in closed form.
    gap, share, rng = 1.5, 55 / 120, np.random.default_rng(0)
    border = np.log((1 - share) / (5 * share)) / gap + gap / 2
    least = (1 - share) * stats.norm.sf(border) + 5 * share * stats.norm.cdf(border - gap)
    routes = {"weight": {}, "resample": {}, "threshold": {}}
    paid = {name: [] for name in ("plain", *routes)}
    for _ in range(30):
        inputs = rng.normal(size=(120, 2)) + np.outer(Y, [gap, 0])
        fitted = {name: minding(LogisticRegression(), method=name, random_state=0).fit(inputs, Y) for name in routes}
        for name, model in {"plain": minding(LogisticRegression(), None).fit(inputs, Y), **fitted}.items():
            slope, start = model.estimator_.coef_[0], model.estimator_.intercept_[0]
            start -= 0.0 if model.threshold_ is None else np.log(model.threshold_ / (1 - model.threshold_))
            rates = stats.norm.cdf(np.array([start, start + slope[0] * gap]) / np.linalg.norm(slope))
            paid[name].append((1 - share) * rates[0] + 5 * share * (1 - rates[1]))
    means = {name: np.mean(costs) for name, costs in paid.items()}
    assert min(np.min(costs) for costs in paid.values()) >= least - 1e-12
    assert all(means[name] < least + 0.03 for name in routes), means
    assert means["plain"] > least + 0.2


def test_what_is_chosen_inside_is_known_outside():
    tuned = pv.Tuned(LogisticRegression(), {"C": [0.01, 1]}, plan="3-fold")
    said = pv.run({"minding": minding(tuned, method="threshold")}, X, Y, plan="3-fold stratified")
    assert [list(fit.chosen) for fit in said.fits] == [["C"]] * 3
    found = pv.evaluate(said)
    assert [set(choice) for choice in found.about.chosen["minding"]] == [{"C"}] * 3


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"fp": 0}, r"fp of a false alarm must be a number above 0"),
        ({"fn": -5}, r"fn of a miss must be a number above 0"),
        ({"fn": True}, r"Found: True"),
        ({"fn": "5"}, r"Found: '5'"),
        ({"fn": float("nan")}, r"--cost-fp 1 --cost-fn 5"),
        ({"prior": 0}, r"both excluded.*--prior 0.1"),
        ({"prior": 1.0}, r"both excluded"),
    ],
)
def test_costs_that_are_none_are_refused_with_what_to_do(given, says):
    with pytest.raises(BadParameter, match=f"(?s){says}"):
        pv.Costs(**given)


def test_costs_may_be_numbers_of_numpy():
    """They come out of tables and grids, and JSON must take them."""
    made = pv.Costs(np.int64(1), np.float32(5), prior=np.float64(0.25))
    assert made == pv.Costs(1, 5, 0.25)
    assert [type(one) for one in (made.fp, made.fn, made.prior)] == [int, float, float]
