# ruff: noqa: N803
"""Selection and permutation tests: what a choice may look at, how it is labelled, and what is permuted."""

import json
import math
from typing import ClassVar

import numpy as np
import pytest
from scipy import stats
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.estimator_checks import check_estimator

import probative as pv
from probative.errors import BadParameter, FitFailed
from probative.procedures.permutation import clear
from probative.procedures.tuned import Candidate, candidates_of, chosen_index
from probative.running.criterion import Criterion

N = 72
GENERATOR = np.random.default_rng(21)
X = np.column_stack([np.arange(N), GENERATOR.normal(size=(N, 2))])
"""Column 0 is the number of the row."""
Y = (X[:, 1] + GENERATOR.normal(0, 0.8, N) > 0).astype(int)
VALUES = X[:, 1] + GENERATOR.normal(size=N)
GROUPS = np.arange(N) // 6
WEIGHT = GENERATOR.uniform(1, 3, N)
IRIS, SPECIES = load_iris(return_X_y=True)


class Spy(ClassifierMixin, BaseEstimator):
    """A threshold on column 1 that keeps which rows every training and question saw, with their targets."""

    log: ClassVar[list] = []

    def __init__(self, cut=0.0):
        self.cut = cut

    def fit(self, X, y, sample_weight=None, groups=None):
        type(self).log.append(("fit", self.cut, X[:, 0].astype(int), np.array(y), sample_weight, groups))
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        type(self).log.append(("ask", self.cut, X[:, 0].astype(int), None, None, None))
        return self.classes_[(X[:, 1] > self.cut).astype(int) % len(self.classes_)]


@pytest.fixture(autouse=True)
def _clean():
    Spy.log = []


def seen(kind="fit"):
    return [(cut, set(rows.tolist())) for what, cut, rows, *_ in Spy.log if what == kind]


def accuracy(cut, rows):
    rows = np.array(sorted(rows))
    return np.mean((X[rows, 1] > cut) == Y[rows])


# --- what a choice may look at ---------------------------------------------------------------------------------------

CUTS = [-1.0, 0.0, 1.0]


def test_nested_selection_chooses_inside_each_outer_training_part():
    plan = pv.plan("nested 4-fold/3-fold")
    found = pv.select(Spy(), {"cut": CUTS}, X, Y, plan=plan)
    at = 0
    for number, (train, test) in enumerate(plan.split(X, Y)):
        here = Spy.log[at : at + 3 * 3 * 2 + 2]
        at += len(here)
        touched = set().union(*(rows.tolist() for _, _, rows, *_ in here[:-1]))
        assert touched == set(train.tolist())
        assert not touched & set(test.tolist())
        inner = [set(check.tolist()) for _, check in plan.inner_splits(train, Y)]
        scores = [np.mean([accuracy(cut, rows) for rows in inner]) for cut in CUTS]
        assert found.chosen[number] == {"cut": CUTS[int(np.argmax(scores))]}
        assert found.selection_scores[number] == pytest.approx(max(scores))
        # The winner is refitted on the whole training part, and only then asked about the test rows.
        what, cut, rows, *_ = here[-2]
        assert (what, cut, set(rows.tolist())) == ("fit", found.chosen[number]["cut"], set(train.tolist()))
        assert (here[-1][0], set(here[-1][2].tolist())) == ("ask", set(test.tolist()))
    # The delivered model: chosen by the same procedure on all rows, and trained on all of them.
    final = Spy.log[at:]
    assert len(final) == 3 * 3 * 2 + 1
    assert (final[-1][1], set(final[-1][2].tolist())) == (found.final["cut"], set(range(N)))
    assert found.model.cut == found.final["cut"]


def test_selection_on_validation_rows_refits_on_training_and_validation_rows():
    plan = pv.plan("60/20/20")
    train, validation, test = (set(rows.tolist()) for rows in plan.roles(X, Y))
    found = pv.select(Spy(), {"cut": CUTS}, X, Y, plan=plan)
    fits, asked = seen(), seen("ask")
    assert fits[:3] == [(cut, train) for cut in CUTS]
    assert all(set(rows) <= validation for _, rows in asked[:3])
    scores = [accuracy(cut, validation) for cut in CUTS]
    best = CUTS[int(np.argmax(scores))]
    assert found.chosen == ({"cut": best},)
    assert found.final == {"cut": best}
    assert found.final_selection_score == pytest.approx(max(scores))
    assert fits[3] == (best, train | validation)
    assert [rows for _, rows in asked if rows & test] == [test]
    assert found.risk.pooled.value == pytest.approx(accuracy(best, test))
    assert fits[-1] == (best, set(range(N)))
    assert all(not rows & test for _, rows in fits[:-1])


def test_hold_out_with_cross_validation_inside():
    plan = pv.plan("nested hold-out 70/30/3-fold")
    found = pv.select(Spy(), {"cut": CUTS}, X, Y, plan=plan)
    train, test = next(iter(plan.split(X, Y)))
    assert all(not rows & set(test.tolist()) for _, rows in seen()[:-1])
    assert seen()[-1] == (found.final["cut"], set(range(N)))
    assert found.risk.pooled.value == pytest.approx(accuracy(found.final["cut"], test))
    assert len(found.chosen) == 1
    assert len(train) + len(test) == N


def test_a_plain_plan_is_made_nested():
    found = pv.select(Spy(), {"cut": CUTS}, X, Y, plan="4-fold")
    assert found.plan == "nested 4-fold/5-fold stratified"
    assert len(found.chosen) == 4
    assert pv.select(Spy(), {"cut": CUTS}, X, Y).plan == "nested 10-fold stratified/5-fold stratified"
    ridge = pv.select(Ridge(), {"alpha": [1, 2]}, X, VALUES)
    assert (ridge.plan, ridge.criterion, ridge.better) == ("nested 10-fold/5-fold", "mse", "lower")


def test_groups_and_weights_go_inside_too():
    pv.select(Spy(), {"cut": CUTS}, X, Y, plan="nested 3-fold/3-fold grouped", groups=GROUPS, sample_weight=WEIGHT)
    for what, _, rows, _, weight, groups in Spy.log:
        assert what == "ask" or np.array_equal(weight, WEIGHT[rows])
        assert what == "ask" or np.array_equal(groups, GROUPS[rows])
        assert len(rows) == 6 * len(set(GROUPS[rows]))


def test_time_needs_both_plans_ordered():
    with pytest.raises(BadParameter, match="both schemes"):
        pv.select(Spy(), {"cut": CUTS}, X, Y, plan="time 4")
    pv.select(Spy(), {"cut": CUTS}, X, Y, plan="nested time 3/time 2")
    asked = [rows for _, rows in seen("ask")]
    fits = [rows for _, rows in seen()][: len(asked)]
    assert all(max(fit) < min(ask) for fit, ask in zip(fits, asked, strict=True))


def test_a_failing_candidate_is_an_error():
    with pytest.raises(FitFailed, match="n_neighbors"):
        pv.select(KNeighborsClassifier(), {"n_neighbors": [3, -1]}, X, Y, plan="nested 3-fold/3-fold")


def test_the_users_model_is_not_touched():
    model = Spy(cut=5.0)
    pv.select(model, {"cut": CUTS}, X, Y, plan="60/20/20")
    assert vars(model) == {"cut": 5.0}


# --- the rule --------------------------------------------------------------------------------------------------------


def candidate(*folds):
    return Candidate({}, np.array(folds, float), float(np.mean(folds)) if folds else math.nan)


HIGHER, LOWER = Criterion("accuracy", "higher"), Criterion("mse", "lower")


def test_ties_go_to_the_first_declared():
    found = [candidate(0.5, 0.6), candidate(0.8, 0.9), candidate(0.9, 0.8), candidate(0.8, 0.9)]
    assert chosen_index(found, HIGHER, "best") == (1, [1, 2, 3])
    assert chosen_index(found, LOWER, "best") == (0, [0])


def test_ties_are_reported():
    found = pv.select(DummyClassifier(), {"constant": [0, 1, 0]}, X, Y, plan="60/20/20")
    assert found.ties == (0, 1, 2)
    assert found.final == {"constant": 0}
    assert "3 candidates tied" in str(found)
    assert "tied" not in str(pv.select(Spy(), {"cut": [0.0, 5.0]}, X, Y, plan="60/20/20"))


@pytest.mark.parametrize(
    ("folds", "higher", "lower"),
    [
        # The best is 0.8 with standard error 0.1: the first of at least 0.7 wins.
        ([(0.4, 0.6, 0.2), (0.72, 0.7, 0.74), (0.8, 0.8 - 0.1 * 3**0.5, 0.8 + 0.1 * 3**0.5)], 1, 0),
        ([(0.69, 0.69, 0.69), (0.51, 0.91, 0.71), (0.8, 0.8 - 0.1 * 3**0.5, 0.8 + 0.1 * 3**0.5)], 1, 0),
        ([(0.3, 0.5, 0.4), (0.2, 0.22, 0.21)], 0, 1),
    ],
)
def test_the_one_standard_error_rule_by_hand(folds, higher, lower):
    found = [candidate(*some) for some in folds]
    means = np.array([np.mean(some) for some in folds])
    for criterion in (HIGHER, LOWER):
        best = int(means.argmax() if criterion is HIGHER else means.argmin())
        error = np.std(folds[best], ddof=1) / math.sqrt(3)
        near = means >= means[best] - error if criterion is HIGHER else means <= means[best] + error
        assert chosen_index(found, criterion, "one-se")[0] == int(np.flatnonzero(near)[0])
    assert chosen_index(found, HIGHER, "one-se")[0] == higher
    assert chosen_index(found, LOWER, "one-se")[0] == lower


def test_the_one_standard_error_rule_prefers_the_simpler_first():
    grid = {"max_depth": [1, 2, 3, 5, 8]}
    rng = np.random.default_rng(0)
    table, y = rng.normal(size=(200, 4)), rng.integers(0, 2, 200)
    y = np.where(rng.random(200) < 0.75, (table[:, 0] > 0).astype(int), y)
    best, simple = (
        pv.Tuned(DecisionTreeClassifier(random_state=0), grid, rule=rule).fit(table, y) for rule in ("best", "one-se")
    )
    assert simple.best_params_["max_depth"] <= best.best_params_["max_depth"]
    means = np.array([c.folds.mean() for c in simple.results_])
    top = int(means.argmax())
    limit = means[top] - simple.results_[top].folds.std(ddof=1) / math.sqrt(5)
    assert simple.best_index_ == int(np.flatnonzero(means >= limit)[0])


def test_candidates_without_a_value_lose():
    found = [candidate(math.nan, math.nan), candidate(0.2, 0.3)]
    assert chosen_index(found, HIGHER, "best") == (1, [1])
    assert chosen_index(found, HIGHER, "one-se")[0] == 1
    with pytest.raises(BadParameter, match="no candidate has a value"):
        chosen_index(found[:1], HIGHER, "best")


def test_an_unknown_rule():
    with pytest.raises(BadParameter, match="one-se"):
        pv.Tuned(GaussianNB(), rule="best-ever").fit(X, Y)


# --- grids and criteria ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("grid", "wanted"),
    [
        ({"a": [1, 2], "b": [3, 4]}, [{"a": 1, "b": 3}, {"a": 1, "b": 4}, {"a": 2, "b": 3}, {"a": 2, "b": 4}]),
        ([{"a": [1, 2]}, {"b": (3,)}], [{"a": 1}, {"a": 2}, {"b": 3}]),
        ([{"a": 1}, {"a": 5}], [{"a": 1}, {"a": 5}]),
        ({"a": range(2)}, [{"a": 0}, {"a": 1}]),
        ([{}], [{}]),
    ],
)
def test_candidates_in_declared_order(grid, wanted):
    assert candidates_of(grid) == wanted


@pytest.mark.parametrize("grid", [{"a": 3}, {"a": "abc"}, []])
def test_what_is_no_grid(grid):
    with pytest.raises(BadParameter, match="grid"):
        candidates_of(grid)


@pytest.mark.parametrize(
    ("criterion", "better", "direction"),
    [
        ("accuracy", None, "higher"),
        ("error_rate", None, "lower"),
        ("auc", None, "higher"),
        ("log_loss", None, "lower"),
        (("f_beta", {"beta": 2.0}), None, "higher"),
        (lambda ladder: pv.value("auc", ladder), "higher", "higher"),
        (lambda ladder: -pv.value("auc", ladder), "lower", "lower"),
    ],
)
def test_any_criterion_with_its_direction(criterion, better, direction):
    grid = {"n_neighbors": [1, 20]}
    settings = {"plan": "nested 3-fold/3-fold stratified", "criterion": criterion, "better": better}
    found = pv.select(KNeighborsClassifier(), grid, X[:, 1:], Y, **settings)
    assert found.better == direction
    scores = [c.score for c in found.candidates]
    wanted = np.argmax(scores) if direction == "higher" else np.argmin(scores)
    assert found.final["n_neighbors"] == grid["n_neighbors"][int(wanted)]
    assert scores[0] != scores[1]


def test_opposite_directions_choose_opposite_candidates():
    settings = {"plan": "60/20/20", "criterion": lambda cm: cm.counts.trace()}
    best, worst = (pv.select(Spy(), {"cut": CUTS}, X, Y, better=b, **settings) for b in ("higher", "lower"))
    assert best.final != worst.final


def test_a_criterion_needs_a_direction_that_it_does_not_contradict():
    with pytest.raises(BadParameter, match="better="):
        pv.select(Spy(), {"cut": CUTS}, X, Y, criterion=len)
    with pytest.raises(BadParameter, match="better when higher"):
        pv.select(Spy(), {"cut": CUTS}, X, Y, criterion="accuracy", better="lower")
    with pytest.raises(BadParameter, match="neither"):
        pv.select(Spy(), {"cut": CUTS}, X, Y, criterion="prevalence")


# --- optimism is labelled --------------------------------------------------------------------------------------------


def test_selection_scores_are_called_optimistic_and_never_the_risk():
    found = pv.select(KNeighborsClassifier(), {"n_neighbors": [1, 5]}, X, Y, plan="nested 4-fold/3-fold")
    text = str(found)
    assert "selection score (optimistic, not a risk estimate)" in text
    assert "on rows that no choice has seen" in text.splitlines()[0]
    assert f"{found.risk.fold_mean}" in text.splitlines()[0]
    assert "chosen per fold" in text
    plain = json.loads(json.dumps(found.to_dict()))
    named = [key for key in plain if "selection_score" in key]
    assert sorted(named) == sorted(
        ["selection_scores_optimistic", "final_selection_score_optimistic", "corrected_selection_score"]
    )
    assert all("selection_score_optimistic" in c for c in plain["candidates"])
    assert plain["risk"]["fold_mean"]["value"] == found.risk.fold_mean.value


def test_the_line_about_the_risk_names_what_it_is():
    def mine(ladder):
        return pv.value("auc", ladder)

    settings = {"plan": "nested 3-fold/3-fold", "criterion": mine, "better": "higher"}
    found = pv.select(KNeighborsClassifier(), {"n_neighbors": [1, 5]}, X, Y, **settings)
    assert (found.criterion, found.risk.measure) == ("mine", "accuracy")
    assert str(found).startswith("accuracy of the whole procedure")


def test_the_correction_of_tibshirani_and_tibshirani():
    tuned = pv.Tuned(Spy(), {"cut": CUTS}, plan="6-fold").fit(X, Y)
    table = np.array([c.folds for c in tuned.results_])
    bias = np.mean([table[:, k].max() - table[tuned.best_index_, k] for k in range(6)])
    assert tuned.corrected_score() == pytest.approx(tuned.selection_score_ - bias)
    lower = pv.Tuned(Ridge(), {"alpha": [0.1, 100.0]}, plan="6-fold").fit(X, VALUES)
    table = np.array([c.folds for c in lower.results_])
    bias = np.mean([table[lower.best_index_, k] - table[:, k].min() for k in range(6)])
    assert lower.corrected_score() == pytest.approx(lower.selection_score_ + bias)
    assert math.isnan(pv.Tuned(GaussianNB(), plan="leave-one-out").fit(X, Y).corrected_score())


class Guess(ClassifierMixin, BaseEstimator):
    """Knows nothing: a coin for every row, other coins for other seeds."""

    def __init__(self, seed=0):
        self.seed = seed

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.random.default_rng(self.seed).integers(0, 2, N)[X[:, 0].astype(int)]


def test_selection_scores_are_as_optimistic_as_the_best_of_many_and_the_risk_is_not():
    selected, risk = [], []
    for trial in range(40):
        grid = {"seed": range(100 * trial, 100 * trial + 8)}
        found = pv.select(Guess(), grid, X, np.arange(N) % 2, plan="nested 4-fold/2-fold", random_state=trial)
        selected.append(found.final_selection_score)
        risk.append(found.risk.pooled.value)
    best = np.random.default_rng(0).binomial(N, 0.5, (20_000, 8)).max(axis=1) / N
    assert np.mean(selected) == pytest.approx(best.mean(), abs=4 * best.std() / math.sqrt(40))
    assert best.mean() > 0.57
    assert np.mean(risk) == pytest.approx(0.5, abs=4 * 0.5 / math.sqrt(N * 40))


# --- Tuned is an estimator -------------------------------------------------------------------------------------------

EQUIVALENCE = {
    "check_sample_weight_equivalence_on_dense_data",
    "check_sample_weight_equivalence_on_sparse_data",
}
"""Removing a row is not the same as weight 0 where rows are split into folds: the folds come out differently."""


@pytest.mark.parametrize(
    "tuned",
    [
        pv.Tuned(GaussianNB(), {"var_smoothing": [1e-9, 1e-3]}, plan="3-fold"),
        pv.Tuned(Ridge(), {"alpha": [0.1, 1.0]}, plan="3-fold"),
        pv.Tuned(DecisionTreeClassifier(random_state=0), {"max_depth": [1, 3]}, plan="2-fold stratified"),
    ],
    ids=lambda tuned: type(tuned.model).__name__,
)
@pytest.mark.filterwarnings("ignore")
def test_tuned_passes_scikit_learns_checks(tuned):
    results = check_estimator(tuned, on_skip=None, on_fail=None)
    failed = {r["check_name"]: r["exception"] for r in results if r["status"] == "failed"}
    assert set(failed) <= EQUIVALENCE, failed
    assert sum(r["status"] == "passed" for r in results) > 30


def test_tuned_speaks_as_its_model_does():
    svc_like, forest = pv.Tuned(LogisticRegression()), pv.Tuned(Spy())
    assert hasattr(svc_like, "predict_proba")
    assert hasattr(svc_like, "decision_function")
    assert not hasattr(forest, "predict_proba")
    fitted = pv.Tuned(LogisticRegression(), {"C": [1.0]}).fit(X, Y)
    plain = LogisticRegression(C=1.0).fit(X, Y)
    assert np.array_equal(fitted.predict_proba(X), plain.predict_proba(X))
    assert np.array_equal(fitted.decision_function(X), plain.decision_function(X))
    assert fitted.score(X, Y) == plain.score(X, Y)
    assert fitted.n_features_in_ == 3


def test_tuned_inside_a_run_keeps_its_choices():
    said = pv.run(pv.Tuned(Spy(), {"cut": CUTS}, plan="3-fold"), X, Y, plan="4-fold")
    assert [set(fit.chosen) for fit in said.fits] == [{"cut"}] * 4
    assert all(fit.selection_score > 0.5 for fit in said.fits)


def test_leave_one_out_inside_a_choice_is_pooled():
    tuned = pv.Tuned(Spy(), {"cut": CUTS}, plan="leave-one-out").fit(X, Y)
    assert [c.score for c in tuned.results_] == pytest.approx([accuracy(cut, range(N)) for cut in CUTS])
    assert all(len(c.folds) == 0 for c in tuned.results_)


# --- the permutation test --------------------------------------------------------------------------------------------


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
    assert f"{found.redrawn} draws with a single class were drawn anew (R141)" in found.notes


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
    assert any("R189" in note for note in enough.notes)
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
        ({"level": 1.0}, "level"),
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


# --- bounds of nested and bootstrap intervals ------------------------------------------------------------------------


def separable():
    rng = np.random.default_rng(0)
    table = rng.normal(size=(30, 2))
    return table, (table[:, 0] > 0).astype(int)


def test_a_nested_interval_of_no_errors_at_all():
    table, y = separable()
    found = pv.nested_interval(
        DecisionTreeClassifier(max_depth=1, random_state=0), table + 20 * y[:, None], y, k=5, repeats=2
    )
    assert found.error.value == found.cross_validation.value == 0
    assert math.isnan(found.error.low)
    assert "do" in found.error.why
    assert math.isnan(found.inflation)


@pytest.mark.parametrize("seed", range(8))
def test_nested_intervals_respect_the_range(seed):
    table, y = separable()
    rng = np.random.default_rng(seed)
    y = np.where(rng.random(30) < 0.05, 1 - y, y) if seed % 2 else rng.permutation(y)
    found = pv.nested_interval(DecisionTreeClassifier(max_depth=1), table, y, k=5, repeats=2, random_state=seed)
    for estimate in (found.error, found.cross_validation):
        assert 0 <= estimate.value <= 1
        if not math.isnan(estimate.low):
            assert 0 <= estimate.low <= estimate.value <= estimate.high <= 1


def test_bootstrap_intervals_respect_the_range():
    class Wrong(ClassifierMixin, BaseEstimator):
        def fit(self, X, y):
            self.classes_ = np.unique(y)
            return self

        def predict(self, X):
            return (X[:, 0] < 0.2).astype(int)

    table, y = separable()
    found = pv.bootstrap_error(Wrong(), table, y, repeats=10)
    assert found.out_of_bag.value > 0.85
    assert found.out_of_bag.high <= 1
    numbers = pv.bootstrap_error(LinearRegression(), X, VALUES, repeats=5)
    assert numbers.out_of_bag.low >= 0


def test_losses_that_do_not_fit():
    with pytest.raises(BadParameter, match="not a loss"):
        pv.bootstrap_error(GaussianNB(), X, Y, loss="mse", repeats=2)
    with pytest.raises(BadParameter, match="not a loss"):
        pv.nested_interval(LinearRegression(), X, VALUES, loss="error_rate")
    with pytest.raises(BadParameter, match="probabilities"):
        pv.bootstrap_error(Spy(), X, Y, loss="brier", repeats=2)
    with pytest.raises(BadParameter, match="more folds than rows"):
        pv.nested_interval(GaussianNB(), X[:6], Y[:6], k=7)


def test_failures_stop_the_bootstrap_and_nested_intervals():
    class Never(RegressorMixin, BaseEstimator):
        def fit(self, X, y):
            raise RuntimeError("never")

        def predict(self, X):
            return X[:, 0]

    for procedure in (pv.bootstrap_error, pv.nested_interval):
        with pytest.raises(FitFailed, match="never"):
            procedure(Never(), X, VALUES, repeats=2)
