"""The worked examples about resampling schemes, and the measures of models trained under them."""

import math
from fractions import Fraction

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier
from sklearn.metrics import roc_auc_score
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

import probative as pv
from probative.resampling import Bootstrap, HoldOut, KFold, LeaveOneGroupOut, LeaveOneOut, LeavePairOut, LeavePOut

COVERED = set()


def covers(*ids):
    COVERED.update(ids)
    return pytest.mark.parametrize("case", ids, indirect=True)


def close(value):
    return pytest.approx(value, rel=0, abs=1e-9)


def roles(n, test):
    return ["Test" if i in test else "Train" for i in range(n)]


def trainings(plan, *columns):
    """What is announced, proved to be what is made."""
    found = len(list(plan.split(*columns)))
    assert plan.get_n_splits(*columns) == found
    assert f": {found:,} training" in plan.describe(*columns)
    return found


# Counts and sizes


@covers("002-choice-of-K")
def test_share_of_rows_withheld_from_training(case):
    n = case["inputs"]["N"]
    for row in case["expected"]["rows"]:
        plan = KFold(row["K"])
        for train, test in plan.split(range(n)):
            assert (len(train), len(test)) == (row["train"], row["test"])
            assert len(test) / len(train) == close(row["test_over_train"])
        assert trainings(plan, range(n)) == row["models"]
    assert [row["K"] for row in case["expected"]["rows"]] == case["inputs"]["K"]
    low, high = case["deck_says"]["recommended_K"]
    assert low <= pv.plan().k <= high


@covers("002-holdout-fractions")
def test_hold_out_sizes(case):
    inputs, expected = case["inputs"], case["expected"]
    two_thirds = Fraction(inputs["train_fraction"][1])
    for n, at_70, at_two_thirds in zip(
        inputs["n"], expected["train_sizes_0.7"], expected["train_sizes_two_thirds"], strict=True
    ):
        for plan, size in (
            (HoldOut(inputs["train_fraction"][0]), at_70),
            (pv.plan(f"hold-out {case['deck_says']['fraction_002']}"), at_70),
            (HoldOut(two_thirds), at_two_thirds),
            (HoldOut(2 / 3), at_two_thirds),
            (pv.plan("hold-out " + case["deck_says"]["fraction_003"].replace(", ", "-")), at_two_thirds),
        ):
            ((train, test),) = plan.split(range(n))
            assert (len(train), len(test)) == (size, n - size)


@covers("002-kfold-layouts")
def test_fold_layouts_and_sizes(case):
    inputs, expected = case["inputs"], case["expected"]
    tests = [test for _, test in KFold(inputs["K"], shuffled=False).split(range(inputs["K"]))]
    assert roles(inputs["K"], tests[inputs["k"] - 1]) == expected["K5_k3"]
    assert [role.replace("Testing", "Test") for role in case["deck_says"]["K5_k3"]] == expected["K5_k3"]
    tests = [test for _, test in LeaveOneOut().split(range(inputs["loo_blocks"]))]
    assert roles(inputs["loo_blocks"], tests[inputs["loo_test_block"] - 1]) == expected["loo_6"]
    for key in ("sizes_20_by_5", "sizes_23_by_5", "sizes_150_by_10"):
        _, n, _, k = key.split("_")
        for shuffled in (True, False):
            sizes = [len(test) for _, test in KFold(int(k), shuffled=shuffled).split(range(int(n)))]
            assert sizes == expected[key]


@covers("002-leave-p-out-counts")
def test_numbers_of_leave_p_out_splits(case):
    rows = case["expected"]["rows"]
    assert [[row["N"], row["p"]] for row in rows] == case["inputs"]["pairs"]
    for row in rows:
        assert trainings(LeavePOut(row["p"]), range(row["N"])) == row["splits"]
        assert trainings(pv.plan(f"leave-{row['p']}-out"), range(row["N"])) == row["splits"]
    y = [1] * 10 + [0] * 10
    assert trainings(LeavePairOut(), None, y) == case["expected"]["leave_pair_out_pos_neg_pairs_10_10"]


@covers("003-m-times-k-fold")
def test_numbers_of_trainings_of_repeated_k_fold(case):
    found = [trainings(pv.plan(f"{m}x{k}"), range(40)) for m, k in case["inputs"]["m_k"]]
    assert found == case["expected"]["n_trainings"]
    for m, k in case["inputs"]["m_k"]:
        parts = list(pv.plan(f"{m}x{k}").parts(range(40)))
        # Every repeat is a shuffle of its own.
        assert len({str([part.test.tolist() for part in parts if part.repeat == r]) for r in range(m)}) == m


@covers("003-leave-one-subject-out")
def test_ten_subjects_one_left_out_each_time(case):
    subjects = np.repeat([f"subject {i}" for i in range(case["inputs"]["n_subjects"])], 7)
    subjects = np.random.default_rng(0).permutation(subjects)
    plan, expected = pv.plan("leave-one-subject-out"), case["expected"]
    assert plan == LeaveOneGroupOut()
    assert trainings(plan, None, None, subjects) == expected["n_splits"]
    for train, test in plan.split(None, None, subjects):
        assert len(set(subjects[train])) == expected["train_subjects_per_split"] == case["deck_says"]["train_subjects"]
        assert len(set(subjects[test])) == expected["test_subjects_per_split"] == case["deck_says"]["test_subjects"]
        assert not set(subjects[train]) & set(subjects[test])
    # Not leave-one-out, as the deck has it: that leaves one row out.
    assert trainings(LeaveOneOut(), subjects) == len(subjects) != expected["n_splits"]


# Bootstrap


@covers("003-bootstrap-out-of-bag")
def test_expected_share_of_distinct_rows(case):
    expected = case["expected"]
    assert [row["n"] for row in expected["rows"]] == case["inputs"]["n"]
    for row in expected["rows"]:
        n = row["n"]
        assert 1 - (1 - 1 / n) ** n == close(row["expected_distinct_fraction"])
    assert 1 - math.exp(-1) == close(expected["limit"])
    assert math.exp(-1) == close(expected["out_of_bag_limit"])
    assert math.factorial(10) / 10**10 == close(expected["p_empty_out_of_bag_n10"])


@covers("003-bootstrap-out-of-bag")
def test_share_of_distinct_rows_in_our_draws(case):
    for row in case["expected"]["rows"]:
        n, draws = row["n"], 1500
        tested = np.array([len(test) for _, test in Bootstrap(draws).split(range(n))])
        # Variance of the number of rows never drawn (occupancy); draws that leave none change it by less than 1e-3.
        missed, both = (1 - 1 / n) ** n, (1 - 2 / n) ** n
        variance = n * missed + n * (n - 1) * both - (n * missed) ** 2
        assert abs((1 - tested / n).mean() - row["expected_distinct_fraction"]) < 4 * math.sqrt(variance / draws) / n
        assert tested.min() > 0


@covers("003-bootstrap-out-of-bag")
def test_draws_that_leave_nothing_to_test_are_rare_and_counted(case):
    # At n = 3 they are frequent enough to count: 3!/3^3 = 2/9, and 2/7 thrown away per draw kept.
    redrawn = [part.redrawn for part in Bootstrap(4000).parts(range(3))]
    assert abs(np.mean(redrawn) - 2 / 7) < 4 * math.sqrt(18 / 49 / 4000)
    empty = case["expected"]["p_empty_out_of_bag_n10"]
    assert sum(part.redrawn for part in Bootstrap(2000).parts(range(10))) <= 2000 * empty + 4 * math.sqrt(2000 * empty)


# IRIS


@covers("003-exercise-7-iris")
def test_iris_folds(case):
    y, expected = load_iris().target, case["expected"]
    for k in (5, 10):
        for shuffled in (True, False):
            for _, test in KFold(k, stratified=True, shuffled=shuffled).split(None, y):
                assert np.bincount(y[test]).tolist() == expected[f"stratified_{k}_fold_test_counts_per_class"]
    assert {len(test) for _, test in KFold(10).split(y)} == {expected["fold_size_10"]}


@covers("003-exercise-7-iris")
@pytest.mark.parametrize("model", [KNeighborsClassifier(1), GaussianNB(), DummyClassifier()])
def test_unshuffled_folds_of_sorted_iris_get_everything_wrong(case, model):
    said = pv.run(model, *load_iris(return_X_y=True), plan="3-fold unshuffled", force=True)
    found = pv.resampled(said, "accuracy")
    wanted = case["expected"]["unshuffled_3_fold_accuracy_any_classifier"]
    assert found.pooled.value == found.fold_mean.value == wanted
    assert found.folds.tolist() == [wanted] * 3
    shuffled = pv.resampled(pv.run(model, *load_iris(return_X_y=True), plan="3-fold"), "accuracy")
    assert shuffled.pooled.value > wanted


@covers("003-exercise-7-iris")
@pytest.mark.parametrize("shortcuts", [True, False])
def test_leave_one_out_of_nearest_neighbour_on_iris(case, shortcuts):
    X, y = load_iris(return_X_y=True)
    said = pv.run(KNeighborsClassifier(1), X, y, plan="leave-one-out", shortcuts=shortcuts)
    found = pv.resampled(said, "accuracy")
    assert found.pooled.value == close(case["expected"]["loo_1nn_accuracy_euclidean"])
    # A single row has no measure of its own to average.
    assert len(found.folds) == 0
    assert math.isnan(found.fold_mean.value)
    assert "pooled" in found.fold_mean.why
    distances = np.linalg.norm(X[:, None] - X, axis=2)
    np.fill_diagonal(distances, np.inf)
    assert found.pooled.value == close((y[distances.argmin(axis=1)] == y).mean())


# Leave-pair-out


class Scorer(ClassifierMixin, BaseEstimator):
    """Labels from the sign of a score."""

    def predict(self, X):
        return self.classes_[(self.decision_function(X) > 0).astype(int)]


class Prior(Scorer):
    """A constant score: the share of positives in the training rows."""

    def fit(self, X, y):
        self.classes_, self.share_ = np.array([0, 1]), np.mean(y)
        return self

    def decision_function(self, X):
        return np.full(len(X), self.share_)


class NearestMean(Scorer):
    """How much farther the mean of the negatives is than that of the positives, squared."""

    def fit(self, X, y):
        self.classes_, self.means_ = np.unique(y), [X[y == label].mean() for label in (0, 1)]
        return self

    def decision_function(self, X):
        return (X[:, 0] - self.means_[0]) ** 2 - (X[:, 0] - self.means_[1]) ** 2


def by_pair(said, y):
    """1, 1/2 or 0 for every pair, from the predictions themselves."""
    told = said.model()
    pairs, scores = told.row.reshape(-1, 2), told.scores[:, 0].reshape(-1, 2)
    assert (y[pairs] == [1, 0]).all()
    return ((np.sign(scores[:, 0] - scores[:, 1]) + 1) / 2).tolist()


@covers("002-leave-pair-out-nearest-mean")
def test_leave_pair_out_of_a_nearest_mean_scorer(case):
    x_pos, x_neg = case["inputs"]["x_pos"], case["inputs"]["x_neg"]
    y = np.repeat([1, 0], [len(x_pos), len(x_neg)])
    X = np.array(x_pos + x_neg)[:, None]
    said = pv.run(NearestMean(), X, y, plan="leave-pair-out")
    assert by_pair(said, y) == case["expected"]["pair_values_row_major_pos_then_neg"]
    found = pv.resampled(said, "auc")
    assert found.pooled.value == close(case["expected"]["AUC_leave_pair_out"])
    # The same in any order of the rows.
    order = np.random.default_rng(1).permutation(len(y))
    again = pv.run(NearestMean(), X[order], y[order], plan="leave-pair-out")
    assert pv.resampled(again, "auc").pooled.value == close(found.pooled.value)


@covers("002-leave-pair-out-prior-learner")
def test_pooled_leave_one_out_is_biased_and_leave_pair_out_is_not(case):
    inputs, expected = case["inputs"], case["expected"]
    y = np.repeat([1, 0], [inputs["n_pos"], inputs["n_neg"]])
    X = np.zeros((len(y), 1))
    pairs = pv.run(Prior(), X, y, plan="leave-pair-out")
    assert by_pair(pairs, y) == [0.5] * 100
    assert pv.resampled(pairs, "auc").pooled.value == close(expected["leave_pair_out_AUC"])

    singles = pv.run(Prior(), X, y, plan="leave-one-out")
    scores = singles.model().scores[:, 0]
    assert scores[y[singles.model().row] == 1] == close(np.full(10, expected["loo_score_of_a_positive"]))
    assert scores[y[singles.model().row] == 0] == close(np.full(10, expected["loo_score_of_a_negative"]))
    assert roc_auc_score(y[singles.model().row], scores) == expected["pooled_leave_one_out_AUC"]
    assert pv.resampled(singles, "auc").pooled.value == expected["pooled_leave_one_out_AUC"]

    found = pv.evaluate(singles)
    assert found.models["Prior"].measures["auc"].value == expected["pooled_leave_one_out_AUC"]
    (note,) = [note for note in found.notes if note.code == "pooled-leave-one-out-auc"]
    assert "leave-pair-out" in note.remedy
    found = pv.evaluate(pairs)
    assert found.models["Prior"].measures["auc"].value == close(expected["leave_pair_out_AUC"])
    assert "pooled-leave-one-out-auc" not in [note.code for note in found.notes]
