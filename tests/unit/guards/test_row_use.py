"""What splits do with rows: order, evenness, overlap and rows left out are found, and chance is left alone."""

import json

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import GroupKFold, KFold, PredefinedSplit, ShuffleSplit
from sklearn.naive_bayes import GaussianNB

import probative as pv
from probative.guards.row_use import of_row_use
from probative.resampling.evenness import uneven

N = 120
RNG = np.random.default_rng(5)
X = RNG.normal(3, 2, size=(N, 3))
Y = RNG.permutation(np.arange(N) % 2)
VALUES = RNG.normal(size=N)
GROUPS = np.arange(N) // 10


def notes(model=None, y=Y, **more):
    return {note.code: note for note in of_row_use(pv.run(model or GaussianNB(), X, y, **more))}


def pairs(tests):
    return [(np.setdiff1d(np.arange(N), test), np.asarray(test)) for test in tests]


BLOCKS = pairs(np.split(np.arange(N), 6))

# --- order -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("plan", ["6-fold unshuffled", KFold(6), BLOCKS, PredefinedSplit(np.arange(N) // 20)])
def test_rows_sorted_by_class_and_tested_in_stretches(plan):
    note = notes(y=np.sort(Y), plan=plan)["ordered-rows-unshuffled"]
    assert (note.severity, note.numbers["sorted_by"], note.numbers["runs"]) == ("warning", "class", 2)
    assert "ordered-rows-unshuffled" not in notes(plan=plan)


@pytest.mark.parametrize("plan", ["6-fold unshuffled", BLOCKS])
def test_sorted_targets_of_a_regression(plan):
    note = notes(LinearRegression(), np.sort(VALUES), plan=plan)["ordered-rows-unshuffled"]
    assert note.numbers["sorted_by"] == "target"
    assert "ordered-rows-unshuffled" not in notes(LinearRegression(), np.sort(VALUES), plan="6-fold")
    assert "ordered-rows-unshuffled" not in notes(LinearRegression(), VALUES, plan=plan)


def test_groups_in_runs():
    note = notes(groups=GROUPS, plan="7-fold unshuffled")["ordered-rows-unshuffled"]
    assert (note.numbers["sorted_by"], note.numbers["runs"]) == ("group", 12)
    for plan in (
        "6-fold grouped",
        "leave-one-group-out",
        GroupKFold(6),
        pairs([np.arange(i, i + 20) for i in range(0, N, 20)]),
    ):
        assert "ordered-rows-unshuffled" not in notes(groups=GROUPS, y=np.sort(Y), plan=plan)
    mixed = RNG.permutation(GROUPS)
    assert "ordered-rows-unshuffled" not in notes(groups=mixed, plan="7-fold unshuffled")


def test_a_given_hold_out_of_sorted_rows():
    late = [(np.arange(80), np.arange(80, N))]
    assert "ordered-rows-unshuffled" in notes(y=np.where(np.arange(N) < 70, 0, 1), plan=late)
    assert "ordered-rows-unshuffled" not in notes(plan=late)
    # Stretches that hold their share of every class are strata made by hand.
    strata = pairs([np.r_[i : i + 10, 60 + i : 70 + i] for i in range(0, 60, 10)])
    assert "ordered-rows-unshuffled" not in notes(y=np.sort(Y), plan=strata)
    assert "ordered-rows-unshuffled" not in notes(y=np.sort(Y), plan="time 5", force=True)


def walk(n=N, seed=0):
    return np.cumsum(np.random.default_rng(seed).normal(size=n))


@pytest.mark.parametrize("plan", ["6-fold", "leave-one-out", "monte-carlo 20", KFold(6, shuffle=True, random_state=0)])
def test_a_series_that_nobody_declared_is_shuffled(plan):
    series = walk()
    note = notes(LinearRegression(), y=series, plan=plan)["rows-in-order"]
    assert note.severity == "warning"
    ranks = np.argsort(np.argsort(series)) - (N - 1) / 2
    assert note.numbers["likeness"] == pytest.approx((ranks[1:] * ranks[:-1]).sum() / (ranks**2).sum())
    assert "'time 5'" in note.remedy
    labels = (series > np.median(series)).astype(int)
    mixed = np.where(RNG.random(N) < 0.1, 1 - labels, labels)
    assert "rows-in-order" in notes(y=mixed, plan="6-fold stratified" if plan == "6-fold" else plan)


def test_what_explains_the_order_or_keeps_it_is_silent():
    series = walk()
    quiet = [
        {"plan": "6-fold", "y": RNG.permutation(series)},
        {"plan": "6-fold", "y": np.sort(series)},
        {"plan": "6-fold grouped", "groups": GROUPS, "y": series},
        {"plan": "time 5", "time": np.arange(N), "y": series},
        {"plan": BLOCKS, "y": series},
    ]
    for more in quiet:
        assert "rows-in-order" not in notes(LinearRegression(), **more)
    by_age = np.sort(RNG.normal(size=N))
    said = pv.run(LinearRegression(), np.column_stack([X, by_age]), by_age + RNG.normal(size=N) / 4, plan="6-fold")
    assert "rows-in-order" not in {note.code for note in of_row_use(said)}
    blocks = np.repeat([0, 1, 0, 1], N // 4)
    assert "rows-in-order" not in notes(y=blocks, plan="6-fold stratified")


def test_a_series_tested_in_stretches_is_not_told_only_to_shuffle():
    assert "time= (--time)" in notes(LinearRegression(), y=walk(), plan=KFold(6))["ordered-rows-unshuffled"].remedy


# --- evenness --------------------------------------------------------------------------------------------------------

FIRST_TWENTY = pairs([np.arange(i, i + 4) for i in range(0, 20, 4)])
SCATTERED = RNG.permutation(N)[:60]
UNEVEN = {
    "the first twenty rows": FIRST_TWENTY,
    "half of the rows, as folds": pairs(np.split(SCATTERED, 10)),
    "some rows again and again": pairs([np.concatenate([SCATTERED[:10], RNG.permutation(N)[:6]]) for _ in range(12)]),
    "one class only": pairs([RNG.permutation(np.flatnonzero(Y == 1))[:12] for _ in range(12)]),
}


@pytest.mark.parametrize("name", UNEVEN)
def test_rows_that_had_not_the_same_chance(name):
    plan = [(train, np.unique(test)) for train, test in UNEVEN[name]]
    note = notes(plan=plan)["unequal-selection"]
    assert note.severity == "warning"


@pytest.mark.parametrize(
    "plan",
    [
        "5-fold", "5-fold stratified", "3x5", "bootstrap 20", "monte-carlo 10", "monte-carlo 3 stratified", "hold-out",
        "leave-one-out", "time 5", ShuffleSplit(10, random_state=0), KFold(5), BLOCKS,
        [(np.arange(90), np.arange(90, N))], PredefinedSplit(RNG.permutation(np.arange(N) // 20)),
    ],
)  # fmt: skip
def test_plans_that_treat_rows_alike_are_silent(plan):
    assert "unequal-selection" not in notes(plan=plan)


@pytest.mark.parametrize(("splits", "size"), [(2, 12), (5, 4), (10, 24), (50, 36), (3, 100)])
def test_random_splits_made_elsewhere_are_hardly_ever_taken_for_uneven(splits, size):
    rng = np.random.default_rng([splits, size])
    told = [uneven([rng.permutation(N)[:size] for _ in range(splits)], N, Y) for _ in range(300)]
    assert [words for words in told if words is not None] == []


# --- overlap and rows left out ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("plan", ["2x5", "monte-carlo 5", "bootstrap 10", BLOCKS + BLOCKS])
def test_overlapping_test_sets_are_a_warning(plan):
    assert notes(plan=plan)["overlapping-test-sets"].severity == "warning"
    assert "overlapping-test-sets" not in notes(plan="5-fold")


def test_repeated_rows_of_a_table_under_any_name():
    table = {"y": np.repeat(Y, 2), "s": RNG.random(2 * N), "patient": np.repeat([f"p{i}" for i in range(N)], 2)}
    found = pv.evaluate(table, truth="y", scores="s", row="patient")
    note = next(note for note in found.notes if note.code == "overlapping-test-sets")
    assert (note.severity, note.numbers["count"], len(note.rows), note.rows[0]) == ("warning", N, N, "p0")
    once = {name: column[::2] for name, column in table.items()}
    assert "overlapping-test-sets" not in {
        n.code for n in pv.evaluate(once, truth="y", scores="s", row="patient").notes
    }


def test_rows_never_tested_and_never_trained_on_are_all_listed():
    said = pv.run(GaussianNB(), X, Y, plan="monte-carlo 3 60/40")
    splits = list(pv.plan("monte-carlo 3 60/40").split(X, Y))
    untested = sorted(set(range(N)) - set(np.concatenate([test for _, test in splits]).tolist()))
    untrained = sorted(set(range(N)) - set(np.concatenate([train for train, _ in splits]).tolist()))
    assert min(len(untested), len(untrained)) > 0
    plain = json.loads(pv.evaluate(said).to_json())
    by_code = {note["code"]: note for note in plain["notes"]}
    assert by_code["rows-never-tested"]["rows"] == untested
    assert by_code["rows-never-trained"]["rows"] == untrained
    trained = np.bincount(np.concatenate([train for train, _ in splits]), minlength=N)
    assert plain["about"]["trained"]["times"] == trained.tolist()
    assert plain["about"]["tested"]["times"] == (3 - trained).tolist()
    assert f"120 rows were trained on 0 to 3 times, 1.8 on average; {len(untrained)} never" in str(
        pv.evaluate(said).table("resampling")
    ).lower().replace("\n", " ")


def test_one_split_and_an_order_of_time_leave_rows_out_by_nature():
    for plan in ("hold-out", "time 5", [(np.arange(90), np.arange(90, N))]):
        assert not {"rows-never-tested", "rows-never-trained"} & set(notes(plan=plan))


def test_rows_drawn_twice_are_trained_on_once():
    trained = pv.run(GaussianNB(), X, Y, plan="bootstrap 8").about.splits.trained
    assert max(map(int, trained.by_times)) <= 8
