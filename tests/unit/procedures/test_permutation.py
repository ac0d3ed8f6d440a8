"""The permutation test: what is permuted, what is counted, when it stops."""

import json
from typing import ClassVar

import numpy as np
import pytest
from scipy import stats
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LinearRegression
from sklearn.metrics import roc_auc_score
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import probative as pv
from probative.errors import BadParameter, FitFailed
from probative.procedures.permutation import clear

from .spies import CUTS, GENERATOR, VALUES, N, Spy, X, Y, seen

IRIS, SPECIES = load_iris(return_X_y=True)


class Targets(ClassifierMixin, BaseEstimator):
    """Keeps the targets of every training, by row."""

    log: ClassVar[list] = []

    def fit(self, X, y):
        type(self).log.append((X[:, 0].astype(int), np.array(y)))
        self.classes_ = np.unique(y)
        self.mean_ = X[y == self.classes_[-1], 1].mean() + X[y == self.classes_[0], 1].mean()
        return self

    def predict(self, X):
        return self.classes_[(X[:, 1] > self.mean_ / 2).astype(int)]


@pytest.fixture
def targets():
    Targets.log = []
    return Targets.log


def test_under_a_plan_all_targets_are_permuted_once_per_permutation(targets):
    found = pv.permutation_test(Targets(), X, Y, plan="3-fold", n_permutations=5, early=False)
    assert len(targets) == 3 * 6
    seen_before = set()
    for number in range(6):
        whole = np.full(N, -1)
        for rows, y in targets[3 * number : 3 * number + 3]:
            known = whole[rows] >= 0
            # All folds of one permutation share the same permuted targets.
            assert np.array_equal(whole[rows][known], y[known])
            whole[rows] = y
        assert sorted(whole) == sorted(Y)
        assert np.array_equal(whole, Y) is (number == 0)
        seen_before.add(tuple(whole))
    assert len(seen_before) == 6
    assert found.mode == "plan"


def test_the_value_of_every_permutation_is_that_of_the_full_procedure(targets):
    found = pv.permutation_test(Targets(), X, Y, plan="3-fold", n_permutations=4, early=False)
    for number, value in enumerate([found.observed, *found.null]):
        whole, right = np.full(N, -1), 0
        parts = targets[3 * number : 3 * number + 3]
        for rows, y in parts:
            whole[rows] = y
        for rows, y in parts:
            test = np.setdiff1d(np.arange(N), rows)
            right += (Targets().fit(X[rows], y).predict(X[test]) == whole[test]).sum()
        assert value == pytest.approx(right / N)


def test_with_a_separate_test_set_only_training_targets_are_permuted(targets):
    train, test = np.arange(50), np.arange(50, N)
    settings = {"test": (X[test], Y[test]), "n_permutations": 8, "early": False}
    found = pv.permutation_test(Targets(), X[train], Y[train], **settings)
    assert len(targets) == 9
    for number, (rows, y) in enumerate(list(targets)):
        assert np.array_equal(rows, train)
        assert sorted(y) == sorted(Y[train])
        assert np.array_equal(y, Y[train]) is (number == 0)
        wanted = (Targets().fit(X[train], y).predict(X[test]) == Y[test]).mean()
        assert [found.observed, *found.null][number] == pytest.approx(wanted)
    assert found.mode == "separate test set"


@pytest.mark.parametrize("plan", ["hold-out 70/30", "60/20/20"])
def test_under_a_plan_of_one_split_the_test_targets_stay_true(targets, plan):
    found = pv.permutation_test(Targets(), X, Y, plan=plan, n_permutations=6, early=False)
    (train, test) = next(iter(pv.plan(plan).split(X, Y)))
    assert len(targets) == 7
    for value, (rows, y) in zip([found.observed, *found.null], list(targets), strict=True):
        assert sorted(rows) == sorted(train)
        assert sorted(y) == sorted(Y[train])
        assert value == pytest.approx((Targets().fit(X[rows], y).predict(X[test]) == Y[test]).mean())
    assert found.mode == "separate test set"


def test_a_test_set_goes_without_a_plan():
    with pytest.raises(BadParameter, match="separate test set"):
        pv.permutation_test(GaussianNB(), X, Y, test=(X, Y), plan="3-fold")


def test_tuning_is_repeated_in_every_permutation():
    pv.permutation_test(
        pv.Tuned(Spy(), {"cut": CUTS}, plan="2-fold"), X, Y, plan="2-fold", n_permutations=3, early=False
    )
    assert len(seen()) == 4 * 2 * (3 * 2 + 1)


@pytest.mark.parametrize(("measure", "better"), [("accuracy", "higher"), ("error_rate", "lower"), ("auc", "higher")])
def test_p_counts_what_is_at_least_as_good(measure, better):
    found = pv.permutation_test(GaussianNB(), X, Y, plan="3-fold", n_permutations=60, measure=measure, early=False)
    as_good = found.null >= found.observed if better == "higher" else found.null <= found.observed
    strict = found.null > found.observed if better == "higher" else found.null < found.observed
    assert found.better == better
    assert found.p == (as_good.sum() + 1) / 61
    assert (found.result.strict, found.result.at_least) == (strict.mean(), as_good.mean())
    assert len(found.null) == 60


def test_structure_is_found():
    found = pv.permutation_test(GaussianNB(), IRIS, SPECIES, plan="3-fold stratified", n_permutations=39)
    assert found.p == 1 / 40
    assert not found.stopped
    numbers = pv.permutation_test(LinearRegression(), X, VALUES, plan="3-fold", n_permutations=39)
    assert (numbers.measure, numbers.better, numbers.p) == ("mse", "lower", 1 / 40)


def test_early_stopping_once_the_answer_is_clear():
    rng = np.random.default_rng(1)
    noise = rng.normal(size=(40, 2))
    y = np.arange(40) % 2
    settings = {"plan": "2-fold", "n_permutations": 400, "random_state": 3}
    early = pv.permutation_test(GaussianNB(), noise, y, **settings)
    full = pv.permutation_test(GaussianNB(), noise, y, **settings, early=False)
    assert full.p > 0.2
    assert early.stopped
    assert not full.stopped
    assert np.array_equal(early.null, full.null[: len(early.null)])
    at = [clear(int((full.null[:n] >= full.observed).sum()), n, 0.05) for n in range(1, len(early.null) + 1)]
    assert at == [False] * (len(at) - 1) + [True]
    assert early.p == (sum(early.null >= early.observed) + 1) / (len(early.null) + 1) > 0.05
    assert f"stopped after {len(early.null)} of 400" in str(early)


@pytest.mark.parametrize(("b", "n"), [(9, 9), (10, 20), (10, 50), (10, 100), (30, 100), (12, 60)])
def test_clear_means_that_the_lower_limit_lies_above_the_level(b, n):
    limit = stats.beta.ppf(0.0005, b, n - b + 1)
    assert clear(b, n, 0.05) is (b >= 10 and bool(limit > 0.05))


def test_labels_may_be_drawn(targets):
    found = pv.permutation_test(Targets(), X, Y, plan="2-fold", n_permutations=12, labels="draw", early=False)
    shares = []
    for number in range(1, 13):
        whole = np.full(N, -1)
        for rows, y in targets[2 * number : 2 * number + 2]:
            whole[rows] = y
        shares.append(whole.mean())
    assert len(set(shares)) > 4
    assert np.mean(shares) == pytest.approx(Y.mean(), abs=0.1)
    assert (found.labels, found.redrawn) == ("draw", 0)


def test_draws_of_a_single_class_are_drawn_anew():
    y = (np.arange(16) == 3).astype(int)
    y[9] = 1
    settings = {"labels": "draw", "n_permutations": 60, "early": False, "plan": [(np.arange(8), np.arange(8, 16))]}
    found = pv.permutation_test(DummyClassifier(), X[:16], y, **settings)
    assert found.redrawn > 0
    assert f"{found.redrawn} draws with a single class were drawn anew" in found.notes


def test_draws_that_lack_one_of_several_classes_keep_their_numbers():
    """The classes that a draw left out must not renumber the others."""
    y = np.array([0] * 30 + [1] + [2] * 29)
    table = np.column_stack([np.arange(60), np.where(y == 2, 5.0, 0.0) + GENERATOR.normal(size=60)])

    class Sure(ClassifierMixin, BaseEstimator):
        def fit(self, X, y):
            self.classes_ = np.unique(y)
            return self

        def predict(self, X):
            return np.full(len(X), 2)

    settings = {"labels": "draw", "plan": "2-fold", "n_permutations": 12, "early": False}
    found = pv.permutation_test(Sure(), table, y, **settings)
    # Its accuracy is the share of class 2 among the targets drawn, whether class 1 was drawn or not.
    wanted = []
    for number in range(12):
        order = np.random.default_rng([0, 7919, number]).choice(np.arange(60), 60)
        wanted.append((y[order] == 2).mean())
    assert found.null == pytest.approx(wanted)


def test_n_jobs_does_not_matter():
    settings = {"plan": "2-fold", "n_permutations": 50}
    one, two = (
        pv.permutation_test(DecisionTreeClassifier(max_features=1), X, Y, **settings, n_jobs=jobs) for jobs in (1, 2)
    )
    assert one.to_dict() == two.to_dict()


def test_the_seed_decides():
    first, again, other = (
        pv.permutation_test(GaussianNB(), X, Y, plan="2-fold", n_permutations=9, random_state=seed, early=False)
        for seed in (1, 1, 2)
    )
    assert first.to_dict() == again.to_dict()
    assert first.null.tolist() != other.null.tolist()


def test_notes():
    few = pv.permutation_test(GaussianNB(), X, Y, plan="2-fold", n_permutations=18)
    assert any("18 permutations cannot reach p = 0.05: at least 19" in note for note in few.notes)
    enough = pv.permutation_test(GaussianNB(), X, Y, plan="2-fold", n_permutations=19)
    assert not any("cannot reach" in note for note in enough.notes)
    assert any("too weak for it" in note for note in enough.notes)
    assert "p = " in str(enough)
    assert json.loads(json.dumps(enough.to_dict()))["null"] == enough.null.tolist()


def test_permutations_without_a_value_count_as_at_least_as_good():
    class Timid(ClassifierMixin, BaseEstimator):
        """Predicts a positive only where it has seen the true targets."""

        def fit(self, X, y):
            self.classes_ = np.unique(y)
            self.sure_ = bool((y == Y[X[:, 0].astype(int)]).all())
            return self

        def predict(self, X):
            return np.full(len(X), int(self.sure_)) * (X[:, 1] > 0)

    found = pv.permutation_test(Timid(), X, Y, plan="2-fold", n_permutations=7, measure="precision")
    assert found.undefined == 7
    assert found.p == 1
    assert any("7 permutations have no value" in note for note in found.notes)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"n_permutations": 0}, "n_permutations"),
        ({"labels": "swap"}, "shuffle"),
        ({"alpha": 1.0}, "alpha"),
        ({"measure": "precision", "model": DummyClassifier(strategy="constant", constant=0)}, "undefined on the true"),
    ],
)
def test_wrong_calls(more, words):
    with pytest.raises(BadParameter, match=words):
        pv.permutation_test(more.pop("model", GaussianNB()), X, Y, **{"plan": "2-fold"} | more)


def test_a_failing_model_is_an_error():
    with pytest.raises(FitFailed, match="var_smoothing"):
        pv.permutation_test(GaussianNB(var_smoothing=-1), X, Y, plan="2-fold")


def test_the_picture_of_the_null():
    found = pv.permutation_test(GaussianNB(), X, Y, plan="2-fold", n_permutations=30, early=False)
    axes = found.plot()
    assert sum(patch.get_height() for patch in axes.patches) == 30
    assert axes.lines[0].get_xdata()[0] == found.observed
    assert axes.get_xlabel() == "accuracy under permuted targets"


@pytest.mark.slow
@pytest.mark.parametrize("labels", ["shuffle", "draw"])
def test_p_is_uniform_where_there_is_no_structure(labels):
    ps = []
    for seed in range(150):
        rng = np.random.default_rng(seed)
        table, y = rng.normal(size=(30, 2)), rng.normal(size=30)
        settings = {"plan": "hold-out", "n_permutations": 39, "early": False, "labels": labels}
        ps.append(pv.permutation_test(LinearRegression(), table, y, **settings).p)
    # On the grid 1/40, 2/40, ... each value is equally likely.
    assert stats.kstest(np.array(ps) - 1 / 80, "uniform").pvalue > 1e-3
    assert np.mean(np.array(ps) <= 0.05) < 0.1


FOLDS = [(np.setdiff1d(np.arange(40), rows), rows) for rows in np.split(np.arange(40), 5)]


def area_by_folds(model, inputs, labels):
    scores = [model.fit(inputs[a], labels[a]).predict_proba(inputs[b])[:, 1] for a, b in FOLDS]
    return np.mean([roc_auc_score(labels[b], said) for (_, b), said in zip(FOLDS, scores, strict=True)])


@pytest.mark.parametrize("measure", ["auc", "auc50"])
def test_scores_of_different_fitted_models_are_not_pooled(measure):
    labels, inputs = np.arange(40) % 2, np.random.default_rng(2).normal(size=(40, 2))
    how = {"plan": FOLDS, "measure": measure, "n_permutations": 1}
    assert pv.permutation_test(DummyClassifier(), inputs, labels, **how).observed == 0.5
    found = pv.permutation_test(GaussianNB(), inputs, labels, **how)
    assert found.observed == pytest.approx(area_by_folds(GaussianNB(), inputs, labels))


def test_a_function_is_asked_fold_by_fold_too():
    labels, inputs = np.arange(40) % 2, np.random.default_rng(2).normal(size=(40, 2))

    def area(ladder):
        return pv.value("auc", ladder)

    found = pv.permutation_test(
        GaussianNB(), inputs, labels, plan=FOLDS, measure=area, better="higher", n_permutations=1
    )
    assert found.observed == pytest.approx(area_by_folds(GaussianNB(), inputs, labels))


def test_leaving_pairs_out_counts_the_pairs_that_are_won():
    labels, inputs = np.array([0, 1] * 5), np.random.default_rng(3).normal(size=(10, 1))
    won = []
    for i in np.flatnonzero(labels):
        for j in np.flatnonzero(1 - labels):
            rest = np.setdiff1d(np.arange(10), [i, j])
            high, low = GaussianNB().fit(inputs[rest], labels[rest]).predict_proba(inputs[[i, j]])[:, 1]
            won.append(np.heaviside(high - low, 0.5))
    found = pv.permutation_test(GaussianNB(), inputs, labels, plan="leave-pair-out", measure="auc", n_permutations=1)
    assert found.observed == pytest.approx(np.mean(won))


def test_p_of_rows_that_are_alike_in_groups_says_that_it_is_too_small():
    """Inputs and targets that only the group decides, apart from each other: 9 of 60 such tables had p <= 0.05."""
    rng = np.random.default_rng(0)
    group = np.repeat(np.arange(16), 6)
    y = rng.permutation(np.repeat([0, 1], 8))[group]
    inputs = 2 * rng.normal(size=(16, 2))[group] + rng.normal(size=(96, 2))
    found = pv.permutation_test(GaussianNB(), inputs, y, plan="4-fold grouped", groups=group, n_permutations=3)
    assert any("where those within a group are alike" in note for note in found.notes)
    assert "where those within a group are alike" in str(found)


def test_rows_without_groups_and_times_may_change_places():
    found = pv.permutation_test(GaussianNB(), IRIS, SPECIES, plan="3-fold", n_permutations=3, early=False)
    assert not any("are alike" in note for note in found.notes)
    timed = pv.permutation_test(GaussianNB(), IRIS, np.tile([0, 1], 75), time=np.arange(150), n_permutations=3)
    assert any("where those near in time are alike" in note for note in timed.notes)
