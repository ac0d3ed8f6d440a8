"""Laws of folds: every row once, classes and groups kept, leave-one-out and its relatives."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn import model_selection as sk

from probative.resampling import (
    KFold,
    LeaveOneGroupOut,
    LeaveOneOut,
    LeavePairOut,
    LeavePOut,
    Part,
)

from .rows import assert_whole, containers, grouped_rows, lists, made, names, seeds, targets
from .strategies import laws, thorough


def spread(counts: Any) -> int:
    return max(counts) - min(counts)


def assert_partition(parts: list[Part], n: int, repeats: int = 1) -> None:
    """Every row is tested once per repeat, and trained on whenever it is not tested."""
    for repeat in range(repeats):
        tests = [part.test for part in parts if part.repeat == repeat]
        assert sorted(np.concatenate(tests)) == list(range(n))
    for part in parts:
        assert sorted([*part.train, *part.test]) == list(range(n))


# --- k-fold ----------------------------------------------------------------------------------------------------------


@thorough
@given(n=st.integers(2, 60), data=st.data(), repeats=st.integers(1, 3), seed=seeds)
def test_k_fold_tests_every_row_once_per_repeat_in_folds_of_equal_size(n, data, repeats, seed):
    k = data.draw(st.integers(2, n))
    plan = KFold(k, repeats, random_state=seed)
    parts = made(plan, n)
    assert_partition(parts, n, repeats)
    assert [(part.repeat, part.fold) for part in parts] == [(r, f) for r in range(repeats) for f in range(k)]
    assert {len(part.test) for part in parts} <= {n // k, -(-n // k)}
    assert plan.get_n_splits() == plan.get_n_splits(range(n)) == len(parts) == repeats * k


@laws
@given(n=st.integers(2, 60), data=st.data())
def test_unshuffled_folds_are_those_of_scikit_learn(n, data):
    k = data.draw(st.integers(2, n))
    assert lists(KFold(k, shuffled=False).split(range(n))) == lists(sk.KFold(k).split(range(n)))


@thorough
@given(drawn=targets(), data=st.data(), shuffled=st.booleans(), seed=seeds)
def test_stratified_folds_have_their_share_of_every_class_within_one(drawn, data, shuffled, seed):
    y, codes = drawn
    k = data.draw(st.integers(2, len(codes)))
    parts = made(KFold(k, stratified=True, shuffled=shuffled, random_state=seed), len(codes), y)
    assert_partition(parts, len(codes))
    assert len(parts) == k
    assert spread([len(part.test) for part in parts]) <= 1
    counts = np.array([np.bincount(np.array(codes)[part.test], minlength=3) for part in parts])
    assert max(map(spread, counts.T)) <= 1


@laws
@given(groups=grouped_rows(), container=containers, data=st.data(), repeats=st.integers(1, 3), seed=seeds)
def test_groups_never_straddle_folds(groups, container, data, repeats, seed):
    k = data.draw(st.integers(2, len(set(groups))))
    plan = KFold(k, repeats, grouped=True, random_state=seed)
    parts = made(plan, len(groups), groups=container(groups))
    assert_partition(parts, len(groups), repeats)
    assert_whole(parts, groups)
    assert len(parts) == repeats * k == plan.get_n_splits()


@laws
@given(groups=grouped_rows(), data=st.data())
def test_unshuffled_grouped_folds_are_as_equal_as_scikit_learns(groups, data):
    k = data.draw(st.integers(2, len(set(groups))))
    ours, theirs = (
        sorted(len(test) for _, test in plan.split(range(len(groups)), None, groups))
        for plan in (KFold(k, grouped=True, shuffled=False), sk.GroupKFold(k))
    )
    assert ours == theirs


@laws
@given(rows=st.lists(st.tuples(names, st.integers(0, 2)), min_size=4, max_size=30), data=st.data(), seed=seeds)
def test_stratified_groups_never_straddle_folds(rows, data, seed):
    groups, y = (list(column) for column in zip(*rows, strict=True))
    most = min(len(set(groups)), int(np.bincount(y).max()))
    assume(most >= 2)
    k = data.draw(st.integers(2, most))
    plan = KFold(k, 2, stratified=True, grouped=True, random_state=seed)
    parts = made(plan, len(y), y, groups)
    assert_partition(parts, len(y), 2)
    assert_whole(parts, groups)
    assert len(parts) == 2 * k == plan.get_n_splits()


def test_stratified_groups_are_balanced_where_they_can_be():
    y = np.tile([0, 0, 0, 1], 30)
    groups = np.repeat(np.arange(30), 4)
    for part in made(KFold(5, stratified=True, grouped=True), 120, y, groups):
        assert np.bincount(y[part.test]).tolist() == [18, 6]
    ours = KFold(5, stratified=True, grouped=True, shuffled=False).split(y, y, groups)
    assert lists(ours) == lists(sk.StratifiedGroupKFold(5).split(y, y, groups))


@laws
@given(drawn=targets(), seed=seeds)
def test_as_many_folds_as_rows_leave_one_out(drawn, seed):
    y, codes = drawn
    n = len(codes)
    for stratified in (False, True):
        parts = made(KFold(n, stratified=stratified, random_state=seed), n, y)
        assert sorted(lists((part.train, part.test) for part in parts)) == sorted(lists(sk.LeaveOneOut().split(codes)))


# --- Leave-one-out and its relatives ---------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [2, 3, 17])
def test_leave_one_out_and_leave_p_out_are_scikit_learns(n):
    assert lists(LeaveOneOut().split(range(n))) == lists(sk.LeaveOneOut().split(range(n)))
    for p in range(1, min(n, 4)):
        plan = LeavePOut(p)
        found = made(plan, n)
        assert lists((part.train, part.test) for part in found) == lists(sk.LeavePOut(p).split(range(n)))
        assert len(found) == plan.get_n_splits(range(n)) == math.comb(n, p)


@laws
@given(groups=grouped_rows(), container=containers)
def test_leave_one_group_out_tests_every_group_once(groups, container):
    plan, column = LeaveOneGroupOut(), container(groups)
    parts = made(plan, len(groups), groups=column)
    assert_partition(parts, len(groups))
    assert_whole(parts, groups)
    found = lists((part.train, part.test) for part in parts)
    assert found == lists(sk.LeaveOneGroupOut().split(groups, None, groups))
    assert plan.get_n_splits(groups=column) == len(parts) == len(set(groups))


@laws
@given(y=st.lists(st.booleans(), min_size=3, max_size=12))
def test_leave_pair_out_tests_every_positive_with_every_negative(y):
    assume(0 < sum(y) < len(y))
    found = made(LeavePairOut(), len(y), y)
    wanted = [(i, j) for i in range(len(y)) if y[i] for j in range(len(y)) if not y[j]]
    assert [tuple(part.test) for part in found] == wanted
    assert all(len(part.train) == len(y) - 2 for part in found)
    assert LeavePairOut().get_n_splits(y=y) == len(wanted) == sum(y) * (len(y) - sum(y))
    text = ["yes" if label else "no" for label in y]
    assert [tuple(part.test) for part in made(LeavePairOut("yes"), len(y), text)] == wanted
    assert sorted(tuple(part.test[::-1]) for part in made(LeavePairOut("no"), len(y), text)) == wanted
    # Where no label is called positive, the pairs are the same.
    assert sorted(tuple(sorted(part.test)) for part in made(LeavePairOut(), len(y), text)) == sorted(
        tuple(sorted(pair)) for pair in wanted
    )
