"""Nested splits, splits made elsewhere, and plans inside scikit-learn."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from sklearn import model_selection as sk
from sklearn.linear_model import Ridge
from sklearn.naive_bayes import GaussianNB

import probative as pv
from probative.errors import BadInput, BadParameter
from probative.resampling import (
    Bootstrap,
    Given,
    KFold,
    LeaveOneGroupOut,
    LeaveOneOut,
    LeavePOut,
    Nested,
    Part,
    Plan,
    Rows,
    TimeOrdered,
)
from probative.resampling.names import examples

from .rows import GROUPS, RANDOM, N, Y, assert_whole, lists, seeds, targets
from .strategies import laws

# --- Nested ----------------------------------------------------------------------------------------------------------


@laws
@given(drawn=targets(min_size=12), seed=seeds)
def test_inner_splits_stay_inside_the_outer_training_part(drawn, seed):
    y, codes = drawn
    plan = Nested(KFold(3, stratified=True, random_state=seed), KFold(2, stratified=True, random_state=seed))
    outer = list(plan.split(None, y))
    assert lists(outer) == lists(plan.outer.split(None, y))
    for train, _ in outer:
        inner = list(plan.inner_splits(train, y))
        assert len(inner) == 2
        for fit, check in inner:
            assert sorted([*fit, *check]) == sorted(train)
        counts = [np.bincount(np.array(codes)[check], minlength=3) for _, check in inner]
        assert np.abs(counts[0] - counts[1]).max() <= 1


def test_inner_splits_keep_groups_whole():
    plan = Nested(LeaveOneGroupOut(), KFold(3, grouped=True))
    for train, _ in plan.split(None, Y, GROUPS):
        for fit, check in plan.inner_splits(train, Y, GROUPS):
            assert not set(GROUPS[fit]) & set(GROUPS[check])
            assert sorted([*fit, *check]) == sorted(train)


def test_inner_splits_know_the_time():
    time = np.array([5, 1, 1, 4, 2, 2, 3, 3, 6, 0, 0, 7])
    plan = Nested(TimeOrdered(2), TimeOrdered(2))
    assert plan.ordered
    for part in plan.parts(range(12), time=time):
        inner = list(plan.inner_splits(part.train, time=time))
        assert len(inner) == 2
        for fit, check in inner:
            assert set(fit) | set(check) <= set(part.train)
            assert time[fit].max() < time[check].min()
        # Without the times, the order of the training part counts, which is theirs.
        order = part.train.tolist()
        for fit, check in plan.inner_splits(part.train):
            assert max(map(order.index, fit)) < min(map(order.index, check))
    assert not Nested(TimeOrdered(2), KFold(2)).ordered


def test_a_row_drawn_twice_is_not_fitted_and_checked():
    plan = Nested(Bootstrap(20), KFold(3))
    for train, _ in plan.split(range(12)):
        for fit, check in plan.inner_splits(train, np.zeros((12, 2))):
            assert not set(fit) & set(check)
            assert sorted([*fit, *check]) == sorted(set(train))


# --- Splits made elsewhere -------------------------------------------------------------------------------------------


SPLITTERS = [
    sk.KFold(4),
    sk.KFold(4, shuffle=True, random_state=3),
    sk.StratifiedKFold(4, shuffle=True, random_state=3),
    sk.GroupKFold(4),
    sk.StratifiedGroupKFold(3),
    sk.LeaveOneGroupOut(),
    sk.ShuffleSplit(5, test_size=0.3, random_state=1),
    sk.StratifiedShuffleSplit(5, random_state=1),
    sk.GroupShuffleSplit(5, random_state=1),
    sk.RepeatedKFold(n_splits=3, n_repeats=2, random_state=1),
    sk.RepeatedStratifiedKFold(n_splits=3, n_repeats=2, random_state=1),
    sk.TimeSeriesSplit(3, gap=2),
    sk.LeaveOneOut(),
    sk.LeavePOut(2),
    sk.PredefinedSplit(np.arange(N) % 5 - 1),
]


@pytest.mark.parametrize("splitter", SPLITTERS, ids=lambda splitter: type(splitter).__name__)
def test_scikit_learns_splitters_give_their_own_splits(splitter):
    name = type(splitter).__name__
    columns = (np.arange(N)[:, None], Y, GROUPS if "Group" in name else None)
    wanted = lists(splitter.split(*columns))
    plan = pv.plan(splitter)
    assert isinstance(plan, Given)
    assert lists(plan.split(*columns)) == wanted
    assert plan.get_n_splits(*columns) == len(wanted)
    assert plan.describe(*columns).endswith(f": {len(wanted)} trainings")
    fixed = plan.fixed(Rows.of(*columns))
    assert lists(fixed.split(range(N))) == wanted
    assert fixed.get_n_splits() == len(wanted)
    assert plan.stratified == ("Stratified" in name)
    assert plan.grouped == ("Group" in name)
    assert plan.ordered == (name == "TimeSeriesSplit")
    assert plan.random_state == (getattr(splitter, "random_state", None) or 0)


def shared(parts: list[Part]) -> str:
    """What the splits share, counted."""
    for what in ("test", "train"):
        rows = np.concatenate([np.unique(getattr(part, what)) for part in parts])
        if len(np.unique(rows)) < len(rows):
            return "tests" if what == "test" else "training"
    return "none"


DECLARED = [*map(pv.plan, examples()), *map(pv.plan, SPLITTERS), *map(pv.plan, ("2-fold", "bootstrap 1", "time 1"))]


@pytest.mark.parametrize("plan", DECLARED, ids=str)
def test_what_a_plan_says_of_itself_is_what_its_splits_show(plan):
    rows = Rows.of(range(N), Y == 0, np.arange(N) // 5 if plan.grouped else None)
    parts, scheme = list(plan.parts_of(rows)), plan.scheme(rows)
    assert scheme.splits == len(parts)
    assert scheme.repeats == 1 + max(part.repeat for part in parts)
    if "sliding" not in plan.name:
        assert scheme.overlap == shared(parts)
    assert plan.twins == any(len(np.unique(part.train)) < len(part.train) for part in parts)
    assert scheme.nested == (isinstance(plan, Nested) or any(part.validation is not None for part in parts))
    assert not scheme.ordered or all(part.train.max() < part.test.min() for part in parts)
    assert scheme.single == (max(len(part.test) for part in parts) <= 2 and scheme.kind != "k-fold")
    if scheme.kind == "k-fold":
        assert scheme.k == len({part.fold for part in parts})
    if scheme.grouped:
        assert_whole(parts, rows.groups.tolist())


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        *(("10x10 stratified", "k-fold"), ("hold-out", "hold-out"), ("60/20/20", "hold-out"), ("mc 5", "monte-carlo")),
        *(("leave-one-out", "leave-one-out"), ("leave-2-out", "leave-p-out"), ("leave-pair-out", "leave-pair-out")),
        *(("logo", "leave-one-group-out"), ("bootstrap 9", "bootstrap"), ("time 3", "time-ordered")),
        *(("nested 5-fold/3-fold", "k-fold"), ("nested 70/30/5-fold", "hold-out")),
    ],
)
def test_the_family_of_a_plan(name, kind):
    assert pv.plan(name).scheme(Rows.of(range(N), Y == 0, GROUPS)).kind == kind


def test_a_plan_declared_anywhere_is_known_by_its_name():
    class EveryOther(Plan):
        """Even rows train, odd rows are tested."""

        kind, examples, shuffled = "hold-out", ("every-other",), False

        @classmethod
        def named(cls, words, marks):
            return cls() if words == ["every-other"] else None

        @property
        def name(self):
            return "every-other"

        def count(self, rows):
            return 1

        def parts_of(self, rows):
            yield Part(0, 0, np.arange(0, rows.n, 2), np.arange(1, rows.n, 2))

    assert isinstance(pv.plan("every-other"), EveryOther)
    assert pv.plan("nested every-other/3-fold").outer.name == "every-other"
    assert "every-other" in examples()
    assert pv.plan("Every_Other").scheme(Rows.of(range(8))).overlap == "none"


def reseeded(splitter: Any) -> Any:
    """A copy with another seed, where it has one."""
    other = copy.copy(splitter)
    other.random_state = 77
    return other


@pytest.mark.parametrize("splitter", SPLITTERS, ids=lambda splitter: type(splitter).__name__)
def test_a_splitter_shuffles_if_another_seed_gives_other_splits(splitter):
    columns = (np.arange(N)[:, None], Y, GROUPS if "Group" in type(splitter).__name__ else None)
    moved = lists(reseeded(splitter).split(*columns)) != lists(splitter.split(*columns))
    assert pv.plan(splitter).shuffled == moved


def test_an_unseeded_splitter_is_asked_once():
    splitter = sk.ShuffleSplit(20)
    plan = pv.plan(splitter).fixed(Rows.of(range(N)))
    assert lists(plan.split(range(N))) == lists(plan.split(range(N)))


def test_repeats_of_a_splitter_are_told_apart():
    plan = pv.plan(sk.RepeatedKFold(n_splits=3, n_repeats=4, random_state=1))
    found = [(part.repeat, part.fold) for part in plan.parts(range(N))]
    assert found == [(repeat, fold) for repeat in range(4) for fold in range(3)]


def test_pairs_in_every_form():
    pairs = [([0, 1, 2], [3]), ([1, 2, 3], [0])]
    masks = [tuple(np.isin(np.arange(4), rows) for rows in pair) for pair in pairs]
    for given_pairs in (
        pairs,
        tuple(pairs),
        (pair for pair in pairs),
        iter(pairs),
        [tuple(map(np.array, pair)) for pair in pairs],
        [tuple(np.array(rows, np.uint8) for rows in pair) for pair in pairs],
        [tuple(map(tuple, pair)) for pair in pairs],
        [tuple(map(pd.Series, pair)) for pair in pairs],
        masks,
        [tuple(mask.tolist() for mask in pair) for pair in masks],
        sk.LeaveOneOut().split(range(4)),
    ):
        plan = pv.plan(given_pairs)
        first = lists(plan.split(range(4)))
        assert first[-1 if len(first) == 4 else 0] == pairs[0]
        assert lists(plan.split(range(4))) == first
        assert plan.get_n_splits() == len(first)
        assert plan.name == f"{len(first)} given splits"
        assert not plan.shuffled


@pytest.mark.parametrize(
    ("pairs", "error", "says"),
    [
        ([([0, 1], [2]), ([0, 1], [1, 2])], BadInput, "split 1 tests rows that it also trains on.*\n.*1 row in both"),
        ([([0, 1], [4])], BadParameter, "4 to 4.*0 to 3"),
        ([([-1], [0])], BadParameter, "-1 to -1"),
        ([([0], [])], BadParameter, "no rows"),
        ([([], [0])], BadParameter, "no rows"),
        ([([0.5], [1])], BadParameter, "float64"),
        ([(["a"], ["b"])], BadParameter, "row numbers"),
        ([(0, 1)], BadParameter, r"shape \(\)"),
        (["ab"], BadParameter, "row numbers"),
        ([([[0, 1]], [2])], BadParameter, r"shape \(1, 2\)"),
        ([([True, False, True], [1])], BadParameter, "bool"),
        ([([False] * 4, [1])], BadParameter, "no rows"),
    ],
)
def test_pairs_that_name_no_rows_or_rows_twice_are_refused(pairs, error, says):
    with pytest.raises(error, match=says):
        list(pv.plan(pairs).split(range(4)))


def test_a_time_ordered_splitter_on_rows_out_of_order_is_refused():
    plan = pv.plan(sk.TimeSeriesSplit(3))
    assert len(list(plan.parts(range(12), time=np.arange(12)))) == 3
    for time in (np.arange(12)[::-1], np.arange(12) // 2, ["b"] + ["a"] * 11):
        with pytest.raises(BadInput, match="not before all of its test rows"):
            list(plan.parts(range(12), time=time))


# --- Inside scikit-learn ---------------------------------------------------------------------------------------------


INSIDE = [
    *RANDOM,
    KFold(3, shuffled=False),
    LeaveOneOut(),
    LeavePOut(1),
    LeaveOneGroupOut(),
    TimeOrdered(3, gap=1),
    TimeOrdered(3, "sliding", train_size=12),
    Nested(KFold(3, stratified=True), KFold(2)),
    Given(sk.GroupKFold(3)),
    Given(sk.StratifiedGroupKFold(3)),
    Given([(np.arange(30), np.arange(30, N))]),
]


@pytest.mark.parametrize("plan", INSIDE, ids=str)
def test_plans_work_inside_scikit_learn(plan):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(N, 2)) + Y[:, None]
    wanted = [GaussianNB().fit(X[train], Y[train]).score(X[test], Y[test]) for train, test in plan.split(X, Y, GROUPS)]
    found = sk.cross_val_score(GaussianNB(), X, Y, cv=plan, groups=GROUPS)
    assert found.tolist() == pytest.approx(wanted)
    grid = {"var_smoothing": [1e-9, 1e-1]}
    search = sk.GridSearchCV(GaussianNB(), grid, cv=plan).fit(X, Y, groups=GROUPS)
    assert search.n_splits_ == len(wanted) == plan.get_n_splits(X, Y, GROUPS)
    assert search.cv_results_["mean_test_score"][0] == pytest.approx(np.mean(wanted))
    assert sk.check_cv(plan, Y) is plan


def test_leave_pair_out_works_inside_scikit_learn():
    y = np.array([0, 1] * 4)
    X = np.random.default_rng(0).normal(size=(8, 1)) + y[:, None]
    assert len(sk.cross_val_score(GaussianNB(), X, y, cv=pv.plan("leave-pair-out"))) == 16


def test_plans_split_numbers_to_predict():
    X = np.random.default_rng(0).normal(size=(N, 2))
    for name in ("5-fold", "hold-out", "bootstrap 5", "60/20/20", "time 3", "monte-carlo 3"):
        plan = pv.plan(name)
        assert len(sk.cross_val_score(Ridge(), X, X[:, 0], cv=plan)) == plan.get_n_splits()
