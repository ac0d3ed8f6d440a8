"""Selection: what a choice may look at, its rule, its grid, its optimism."""

import json
import math

import numpy as np
import pytest
from scipy import stats
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.estimator_checks import check_estimator

import probative as pv
from probative.errors import BadParameter, FitFailed
from probative.procedures.candidates import Candidate, candidates_of, chosen_index
from probative.running.criterion import Criterion

from .spies import CUTS, VALUES, WEIGHT, N, Spy, X, Y, accuracy, seen

GROUPS = np.arange(N) // 6

# --- what a choice may look at ---------------------------------------------------------------------------------------


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
    assert found.plan == "nested 4-fold plain/5-fold stratified"
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


def test_what_is_chosen_inside_is_judged_by_the_weights_of_the_evaluation():
    # All weight on rows whose target is 1: whoever says 1 is always right there, whatever the others are.
    weight = np.where(Y == 1, 1.0, 0.0)
    found = pv.select(DummyClassifier(strategy="constant"), {"constant": [0, 1]}, X, Y, plan="3-fold", weight=weight)
    assert found.final == {"constant": 1}
    assert found.risk.pooled.value == 1.0
    plain = pv.select(
        DummyClassifier(strategy="constant"), {"constant": [0, 1]}, X, 1 * (Y * X[:, 0] > 30), plan="3-fold"
    )
    assert plain.final == {"constant": 0}


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
        ("f_beta(beta=2)", None, "higher"),
        ("auc50", None, "higher"),
        ("cost(fp=5)", None, "lower"),
        ("expected_cost(fp=1, fn=5)", None, "lower"),
        (pv.Costs(fp=1, fn=5, prior=0.1), None, "lower"),
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
    assert (found.criterion, found.risk.measure) == ("mine", "mine")
    assert str(found).startswith("mine of the whole procedure")
    auc = pv.resampled(found.predictions, "auc")
    assert np.array_equal(found.risk.folds, auc.folds)
    assert found.risk.pooled.value == auc.pooled.value
    assert found.risk.pooled.why == "nothing is known of how a function of evidence varies"
    # Nadeau and Bengio: three folds, one test row for two training rows.
    half = stats.t.ppf(0.975, 2) * math.sqrt((1 / 3 + 1 / 2) * np.var(auc.folds, ddof=1))
    middle = np.mean(auc.folds)
    assert (found.risk.fold_mean.low, found.risk.fold_mean.high) == pytest.approx((middle - half, middle + half))


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
