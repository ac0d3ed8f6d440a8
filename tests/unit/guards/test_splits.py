"""Guards over plans: every code where it belongs, and nowhere else."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.model_selection import KFold, LeaveOneOut, ShuffleSplit, StratifiedKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import probative as pv
from probative.guards import Guard, folds, leaks, left_out, reuse, row_use, sizes, splits, trainings

N = 240
GENERATOR = np.random.default_rng(8)
X = GENERATOR.normal(3, 2, size=(N, 3))
Y = GENERATOR.permutation(np.arange(N) % 2)
VALUES = X[:, 0] + GENERATOR.normal(size=N)
RARE = (np.arange(N) % 24 == 5).astype(int)
CLEAN = {"procedure-not-model"}
"""What is said of every run."""


def of(model=None, X=X, y=Y, **more):
    said = pv.run(model or GaussianNB(), X, y, **{"plan": "10-fold stratified"} | more)
    return {note.code: note for note in pv.evaluate(said).notes if note.code in CODES}


OWN = {
    k.code for room in (splits, trainings, sizes, folds, left_out) for k in vars(room).values() if isinstance(k, Guard)
}
CODES = OWN | {k.code for room in (leaks, row_use, reuse) for k in vars(room).values() if isinstance(k, Guard)}


class Complaining(ClassifierMixin, BaseEstimator):
    """Warns or fails where row number 0 is trained on."""

    def __init__(self, fails=False):
        self.fails = fails

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        if self.fails and (X == FIRST).all(axis=1).any():
            raise ValueError("no")
        return self

    def predict(self, X):
        return np.resize(self.classes_, len(X))


FIRST = X[0]
SORTED = np.sort(Y)
TIME = np.arange(N)
GROUPS = np.arange(N) // 4
SCALED = StandardScaler().fit_transform(X)
TWINS = np.concatenate([X[:-2], X[:2]])
TWIN_TARGETS = np.concatenate([Y[:-2], Y[:2]])
LONELY = np.array(["a", "b"] * 119 + ["c", "c"])
ABSENT = [(np.arange(0, 100), np.arange(100, 120)), (np.arange(100, 240), np.arange(100))]

TRIGGERS = {
    "fits-failed": ({"model": {"m": Complaining(fails=True)}}, "error", "R9", "9 of 10 trainings failed"),
    "fit-warnings": ({"model": LogisticRegression(max_iter=1)}, "warning", "R8", "in 10 of 10 trainings"),
    "class-missing-in-training": (
        {"y": np.where(np.arange(N) < 100, 0, Y), "plan": ABSENT, "force": True},
        "error",
        "R179",
        "1 of 2 training parts lack a class",
    ),
    "draws-repeated": (
        {"y": np.where(np.arange(N) == 7, 1, 0), "model": DummyClassifier(), "plan": "bootstrap 20"},
        "note",
        "R124",
        "bootstrap draws were thrown away",
    ),
    "ordered-rows-unshuffled": ({"y": SORTED, "plan": "10-fold unshuffled"}, "warning", "R169", "2 runs of labels"),
    "time-order-broken": ({"time": TIME, "force": True}, "error", "R180", "split by chance"),
    "groups-straddle": ({"groups": GROUPS}, "warning", "R198", "60 groups"),
    "unstratified-unbalanced": ({"y": RARE, "plan": "10-fold"}, "warning", "R178", "class '1' has 10 of 240 rows"),
    "class-smaller-than-folds": ({"y": LONELY}, "warning", "R118", "class 'c' has 2 rows for 10 folds"),
    "hold-out-trade-off": ({"plan": "hold-out"}, "note", "R174", "coarser estimate"),
    "hold-out-little-data": ({"plan": "hold-out", "X": X[:199], "y": Y[:199]}, "warning", "R183", "199 rows"),
    "single-split": ({"plan": "60/20/20"}, "note", "R196", "single split"),
    "leave-one-out": ({"plan": "leave-one-out", "model": KNeighborsClassifier()}, "warning", "R182", "240 nearly"),
    "few-folds": ({"plan": "4-fold stratified"}, "note", "R181", "4 folds"),
    "many-folds": ({"plan": "11-fold stratified"}, "note", "R182", "11 folds"),
    "overlapping-test-sets": ({"plan": "2x5 stratified"}, "warning", "R173", "not independent"),
    "rows-never-tested": ({"plan": "monte-carlo 2 stratified"}, "warning", "R197", "rows were never tested"),
    "equal-rows": ({"X": TWINS, "y": TWIN_TARGETS}, "warning", "R167", "2 rows have a twin"),
    "scaled-in-advance": ({"X": SCALED}, "warning", "R168", "3 of 3 columns"),
    "weights-ignored": (
        {"model": KNeighborsClassifier(), "sample_weight": np.arange(1, N + 1), "force": True},
        "warning",
        "R164",
        "KNeighborsClassifier cannot take row weights",
    ),
    "procedure-not-model": ({}, "note", "R175", "not about one of its models"),
    "best-of-several": ({"model": [GaussianNB(), DummyClassifier()]}, "note", "R171", "2 models were tested"),
    "folds-undefined": (
        {"y": (np.arange(N) < 9).astype(int), "X": X + np.arange(N)[:, None]},
        "warning",
        "R9",
        "auc in 1 fold",
    ),
    "column-tells-target": (
        {"X": np.column_stack([X, 3 * Y + np.arange(N) % 3])},
        "warning",
        "",
        "'3' alone determines the target",
    ),
    "target-among-inputs": ({"X": np.column_stack([X, 1 - Y])}, "warning", "", "among the inputs: column 3"),
    "leave-one-out-reacts": (
        {"plan": "leave-one-out", "model": DummyClassifier()},
        "warning",
        "R190",
        "it reacts to the row left out",
    ),
    "pooled-leave-one-out-auc": (
        {"plan": "leave-one-out", "model": KNeighborsClassifier()},
        "warning",
        "R190",
        "different leave-one-out models",
    ),
}


def test_every_code_has_an_example():
    # Those of leaks, of the use of rows and of their reuse have tests of their own.
    assert OWN <= set(TRIGGERS) <= CODES


@pytest.mark.parametrize("code", TRIGGERS)
def test_a_code_where_it_belongs(code):
    settings, severity, requirement, words = TRIGGERS[code]
    notes = of(**settings)
    assert code in notes
    note = notes[code]
    assert (note.severity, note.requirement) == (severity, requirement)
    assert words in note.message
    assert note.remedy


def test_a_clean_run_has_none():
    assert set(of()) == CLEAN
    assert set(of(plan="5-fold stratified")) == CLEAN
    assert set(of(LinearRegression(), y=VALUES, plan="10-fold")) == CLEAN


COUNTERPARTS = {
    "fits-failed": {"model": Complaining()},
    "fit-warnings": {"model": LogisticRegression()},
    "class-missing-in-training": {"plan": ABSENT},
    "draws-repeated": {"plan": "bootstrap 20"},
    "ordered-rows-unshuffled": {"plan": "10-fold unshuffled"},
    "time-order-broken": {"time": TIME, "plan": "time 5"},
    "groups-straddle": {"groups": GROUPS, "plan": "10-fold grouped"},
    "unstratified-unbalanced": {"y": RARE},
    "class-smaller-than-folds": {"y": LONELY, "plan": "2-fold stratified"},
    "hold-out-trade-off": {"plan": "10-fold"},
    "hold-out-little-data": {"plan": "hold-out"},
    "single-split": {"plan": "monte-carlo 20"},
    "leave-one-out": {"plan": "leave-one-group-out", "groups": np.arange(N) // 40},
    "few-folds": {"plan": "5-fold stratified"},
    "many-folds": {"plan": "10-fold stratified"},
    "overlapping-test-sets": {"plan": "10-fold"},
    "rows-never-tested": {"plan": "monte-carlo 40 stratified"},
    "equal-rows": {"X": TWINS, "y": np.concatenate([Y[:-2], 1 - Y[:2]])},
    "scaled-in-advance": {"model": make_pipeline(StandardScaler(), GaussianNB())},
    "weights-ignored": {"sample_weight": np.arange(1, N + 1)},
    "best-of-several": {"model": {"nb": GaussianNB()}},
    "folds-undefined": {"y": (np.arange(N) < 10).astype(int), "X": X + 50 * (np.arange(N) < 10)[:, None]},
    "column-tells-target": {"X": np.column_stack([X, 3 * np.where(np.arange(N) == 5, 1 - Y, Y) + np.arange(N) % 3])},
    "target-among-inputs": {"X": np.column_stack([X, np.where(np.arange(N) == 5, Y, 1 - Y)])},
    "leave-one-out-reacts": {"plan": "leave-one-out", "model": KNeighborsClassifier()},
    "pooled-leave-one-out-auc": {"plan": "leave-pair-out", "X": X[:24], "y": Y[:24]},
}


@pytest.mark.parametrize("code", COUNTERPARTS)
def test_not_where_its_cause_is_mended(code):
    assert code not in of(**COUNTERPARTS[code])


@pytest.mark.parametrize(
    ("plan", "more"),
    [
        ("hold-out", {"hold-out-trade-off", "single-split"}),
        ("60/20/20", {"hold-out-trade-off", "single-split"}),
        ("10x10 stratified", {"overlapping-test-sets"}),
        ("bootstrap 30", {"overlapping-test-sets"}),
        ("time 5", set()),
        ("2-fold stratified", {"few-folds"}),
    ],
)
def test_a_plan_has_its_own_notes_and_no_others(plan, more):
    assert set(of(plan=plan)) == CLEAN | more


# --- the finer points ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("share", "found"), [(23, True), (24, False)])
def test_unbalanced_is_less_than_a_tenth(share, found):
    y = GENERATOR.permutation((np.arange(N) < share).astype(int))
    assert ("unstratified-unbalanced" in of(y=y, plan="10-fold")) is found


@pytest.mark.parametrize("plan", ["hold-out", "monte-carlo 30"])
def test_random_splits_of_unbalanced_classes(plan):
    assert "unstratified-unbalanced" in of(y=RARE, plan=plan)
    assert "unstratified-unbalanced" not in of(y=RARE, plan=f"{plan} stratified")
    assert "unstratified-unbalanced" not in of(plan=plan)


def test_sorted_rows_do_no_harm_where_chance_or_strata_split_them():
    for plan in ("10-fold", "10-fold stratified", "10-fold stratified unshuffled"):
        assert "ordered-rows-unshuffled" not in of(y=SORTED, plan=plan)


def test_scikit_learns_splitters_are_known_for_what_they_are():
    assert {"ordered-rows-unshuffled", "few-folds"} <= set(of(y=SORTED, plan=KFold(4)))
    assert "ordered-rows-unshuffled" not in of(y=SORTED, plan=KFold(10, shuffle=True, random_state=0))
    assert set(of(y=SORTED, plan=StratifiedKFold(10))) == CLEAN
    notes = of(KNeighborsClassifier(), X=X[:30], y=Y[:30], plan=LeaveOneOut())
    assert {"leave-one-out", "pooled-leave-one-out-auc"} <= set(notes)
    assert "rows-never-tested" in of(plan=ShuffleSplit(2, random_state=0))
    assert "single-split" in of(plan=ShuffleSplit(1, random_state=0))


def test_rows_never_tested_are_listed():
    said = pv.run(GaussianNB(), X, Y, plan="monte-carlo 3 80/20")
    never = np.setdiff1d(np.arange(N), said.model().row)
    message = next(note.message for note in splits.of_run(said) if note.code == "rows-never-tested")
    assert message.startswith(f"{len(never)} rows were never tested (rows {', '.join(map(str, never[:10]))}, ...)")


def test_equal_inputs_with_other_targets_are_no_twins():
    # One pair of twins is tested in the same fold, and each of them was trained on by nobody who tests the other.
    assert of(X=TWINS, y=TWIN_TARGETS)["equal-rows"].rows == (0, 238)
    assert of(X=TWINS, y=TWIN_TARGETS, plan="3x10 stratified")["equal-rows"].rows == (0, 1, 238, 239)
    frame = pd.DataFrame(TWINS)
    assert "equal-rows" in of(X=frame, y=TWIN_TARGETS)
    assert "equal-rows" not in of(X=X)
    signed = X.copy()
    signed[:2] = 0.0
    signed[1] = -0.0
    assert "equal-rows" in of(X=signed, y=np.concatenate([[1, 1], Y[2:]]))


@pytest.mark.parametrize("ddof", [0, 1])
def test_columns_scaled_by_either_standard_deviation(ddof):
    scaled = X.copy()
    scaled[:, 1] = (X[:, 1] - X[:, 1].mean()) / X[:, 1].std(ddof=ddof)
    assert "1 of 3 columns" in of(X=scaled)["scaled-in-advance"].message


def test_undefined_folds_are_counted():
    y = (np.arange(N) < 8).astype(int)
    said = pv.run(GaussianNB(), X + np.arange(N)[:, None], y, plan="10-fold stratified")
    without = sum(not y[test].any() for _, test in pv.plan("10-fold stratified").split(X, y))
    note = next(note for note in pv.evaluate(said).notes if note.code == "folds-undefined")
    assert without == 2
    assert f"auc in {without} folds" in note.message


def test_failures_are_told_per_model():
    said = pv.run({"good": GaussianNB(), "bad": Complaining(fails=True)}, X, Y, plan="10-fold")
    [failed] = [note for note in splits.of_run(said) if note.code == "fits-failed"]
    assert failed.model == "bad"
    assert failed.message.startswith("9 of 10")


def test_a_model_that_somebody_calls_baseline_keeps_its_warnings():
    models = {"baseline": DummyClassifier(), "bayes": GaussianNB()}
    said = pv.run(models, X, Y, plan="10-fold stratified")
    found = pv.evaluate(said)
    mine = {note.code for note in found.notes if note.model == "baseline"}
    assert {"accuracy-below-baseline", "folds-undefined"} <= mine
    assert [note.message[:8] for note in found.notes if note.code == "best-of-several"] == ["2 models"]
    assert found.rivals == ["baseline", "bayes"]
    # The one that an experiment adds is there to be beaten, and needs none.
    added = pv.evaluate(replace(said, about=replace(said.about, baseline="baseline")))
    assert not [note for note in added.notes if note.model == "baseline"]
    assert "best-of-several" not in {note.code for note in added.notes}
    assert added.rivals == ["bayes"]


def test_nested_plans_are_judged_by_their_outer_part():
    tuned = pv.Tuned(GaussianNB(), {"var_smoothing": [1e-9, 1e-3]}, plan="2-fold")
    assert set(of(tuned, plan="nested 10-fold/2-fold stratified")) == CLEAN
    assert "few-folds" in of(tuned, plan="nested 3-fold/5-fold stratified")


def test_notes_survive_saving(tmp_path):
    said = pv.run(GaussianNB(), X, SORTED, plan="10-fold unshuffled")
    back = pv.Predictions.load(said.save(tmp_path / "predictions.parquet"))
    assert list(splits.of_run(back)) == list(splits.of_run(said))


def test_of_many_classes_each_is_small_and_none_is_rare():
    ten = GENERATOR.permutation(np.arange(600) % 10)
    rows = GENERATOR.normal(size=(600, 2))
    ten[np.flatnonzero(ten == 3)[:3]] = 4
    assert "unstratified-unbalanced" not in of(X=rows, y=ten, plan="5-fold")
    ten[np.flatnonzero(ten == 3)[:36]] = 4
    assert "unstratified-unbalanced" in of(X=rows, y=ten, plan="5-fold")
