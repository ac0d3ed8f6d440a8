"""Splits: disjoint, covering, stratified within one, groups whole, no future in the past, same seed same split."""

from __future__ import annotations

import copy
import dataclasses
import math
from datetime import date, timedelta
from fractions import Fraction
from itertools import combinations, islice
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import sparse
from scipy.stats import chi2
from sklearn import model_selection as sk
from sklearn.linear_model import Ridge
from sklearn.naive_bayes import GaussianNB

import probative as pv
from probative.errors import BadInput, BadLabels, BadParameter, EmptyData, LengthMismatch, MissingColumn, MissingValues
from probative.resampling import (
    Bootstrap,
    Given,
    HoldOut,
    KFold,
    LeaveOneGroupOut,
    LeaveOneOut,
    LeavePairOut,
    LeavePOut,
    MonteCarlo,
    Nested,
    Part,
    Plan,
    Rows,
    ThreeWay,
    TimeOrdered,
)
from probative.resampling.names import examples

from .strategies import laws, objects, thorough

seeds = st.integers(0, 2**32 + 5)
shares = st.integers(1, 99).map(lambda percent: percent / 100)
names = st.sampled_from(("ann", "bo", "cy", "di", "süd", "7"))
labels = st.sampled_from(
    [
        (0, 1, 2),
        (-1, 1, 5),
        (0.0, 1.0, 2.0),
        (False, True, False),
        ("no", "yes", "süd"),
        (1, "a", 0.5),
        (date(2020, 1, 1), date(2019, 1, 1), date(2021, 1, 1)),
    ]
)
containers = st.sampled_from(
    [
        list,
        tuple,
        np.array,
        objects,
        lambda values: pd.Series(list(values), index=range(100, 100 + len(values))),
        lambda values: pd.Series(list(values)).astype("category"),
        lambda values: np.array(list(values)).reshape(-1, 1),
        lambda values: pl.Series("values", list(values), strict=True),
    ]
)


@st.composite
def targets(draw: st.DrawFn, min_size: int = 2, max_size: int = 30) -> tuple[Any, list[int]]:
    """A target column of any type and container, and the class of every row as a number."""
    codes = draw(st.lists(st.integers(0, 2), min_size=min_size, max_size=max_size))
    values, container = draw(labels), draw(containers)
    if len({type(value) for value in values}) > 1:
        container = objects
    column = [values[code] for code in codes]
    return container(column), [values.index(value) for value in column]


@st.composite
def grouped_rows(draw: st.DrawFn, least: int = 2, max_size: int = 24) -> list[str]:
    """A group per row, of which there are at least so many."""
    groups = draw(st.lists(names, min_size=least, max_size=max_size))
    assume(len(set(groups)) >= least)
    return groups


def spread(counts: Any) -> int:
    return max(counts) - min(counts)


def lists(splits: Any) -> list[tuple[list[int], list[int]]]:
    return [(list(map(int, train)), list(map(int, test))) for train, test in splits]


def made(plan: Plan, n: int, y: Any = None, groups: Any = None, time: Any = None) -> list[Part]:
    """All parts, proved to be index arrays inside the table, none of them empty, and disjoint."""
    parts = list(plan.parts(range(n), y, groups, time))
    for part in parts:
        for rows in (part.train, part.test):
            assert rows.dtype == np.intp
            assert rows.ndim == 1
            assert 0 <= rows.min() <= rows.max() < n
        assert not set(part.train) & set(part.test)
        assert len(set(part.test)) == len(part.test)
    return parts


def assert_partition(parts: list[Part], n: int, repeats: int = 1) -> None:
    """Every row is tested once per repeat, and trained on whenever it is not tested."""
    for repeat in range(repeats):
        tests = [part.test for part in parts if part.repeat == repeat]
        assert sorted(np.concatenate(tests)) == list(range(n))
    for part in parts:
        assert sorted([*part.train, *part.test]) == list(range(n))


def assert_whole(parts: list[Part], groups: list[Any]) -> None:
    column = np.array(groups)
    for part in parts:
        assert not set(column[part.train]) & set(column[part.test])


# k-fold


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


# Leave-one-out and its relatives


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


# Random splits


def halves_up(n: int, percent: int) -> int:
    return min(max((2 * n * percent + 100) // 200, 1), n - 1)


@thorough
@given(n=st.integers(2, 200), percent=st.integers(1, 99), repeats=st.integers(1, 3), seed=seeds)
def test_hold_out_sizes_are_the_nearest_whole_numbers(n, percent, repeats, seed):
    by_number = MonteCarlo(repeats, percent / 100, random_state=seed)
    by_name = pv.plan(f"monte-carlo {repeats} {percent}/{100 - percent}", random_state=seed)
    assert by_number == by_name
    parts = made(by_number, n)
    assert len(parts) == repeats == by_number.get_n_splits()
    for number, part in enumerate(parts):
        assert (part.repeat, part.fold) == (number, 0)
        assert len(part.train) == halves_up(n, percent)
        assert sorted([*part.train, *part.test]) == list(range(n))


@thorough
@given(drawn=targets(), percent=st.integers(1, 99), seed=seeds)
def test_a_stratified_hold_out_keeps_the_proportions(drawn, percent, seed):
    y, codes = drawn
    sizes = np.bincount(codes, minlength=3)
    assume(sizes.max() > 1)
    n, share = len(codes), percent / 100
    (part,) = made(HoldOut(share, stratified=True, random_state=seed), n, y)
    assert sorted([*part.train, *part.test]) == list(range(n))
    trained = np.bincount(np.array(codes)[part.train], minlength=3)
    for size, count in zip(sizes, trained, strict=True):
        assert abs(count - size * share) < 1 or count in (1, size - 1)
        if size == 1:
            assert count == 1
        elif size:
            assert 1 <= count <= size - 1
    if all(1 <= size * share <= size - 1 for size in sizes if size):
        assert abs(trained.sum() - n * share) <= 1


def test_a_class_with_one_member_is_trained_on():
    y = ["a"] * 10 + ["rare"] + ["b"] * 10
    for seed in range(20):
        (part,) = made(HoldOut(0.5, stratified=True, random_state=seed), 21, y)
        assert 10 in part.train


@laws
@given(groups=grouped_rows(), share=shares, seed=seeds)
def test_random_splits_of_groups_keep_them_whole(groups, share, seed):
    count = len(set(groups))
    for plan in (HoldOut(share, grouped=True, random_state=seed), MonteCarlo(4, share, grouped=True)):
        parts = made(plan, len(groups), groups=groups)
        assert_whole(parts, groups)
        for part in parts:
            assert sorted([*part.train, *part.test]) == list(range(len(groups)))
            assert len({groups[i] for i in part.train}) == halves_up(count, round(share * 100))


@thorough
@given(n=st.integers(3, 120), first=st.integers(1, 98), data=st.data(), seed=seeds)
def test_three_roles_are_disjoint_cover_all_rows_and_have_their_sizes(n, first, data, seed):
    second = data.draw(st.integers(1, 99 - first))
    third = 100 - first - second
    plan = ThreeWay(first / 100, second / 100, third / 100, random_state=seed)
    train, validation, test = plan.roles(range(n))
    assert sorted([*train, *validation, *test]) == list(range(n))
    for rows, percent in ((train, first), (validation, second), (test, third)):
        assert len(rows) >= 1
        if all(n * share >= 150 for share in (first, second, third)):
            assert abs(len(rows) - n * percent / 100) <= 1
    (part,) = made(plan, n)
    assert sorted(part.train) == sorted([*train, *validation])
    assert part.test.tolist() == test.tolist()
    assert plan == pv.plan(f"{first}/{second}/{third}", random_state=seed)


@laws
@given(groups=grouped_rows(3), seed=seeds)
def test_three_roles_keep_groups_whole(groups, seed):
    roles = ThreeWay(grouped=True, random_state=seed).roles(range(len(groups)), None, groups)
    sides = [{groups[i] for i in rows} for rows in roles]
    assert all(sides)
    assert not any(a & b for a, b in combinations(sides, 2))


def test_three_roles_keep_the_proportions_of_classes():
    y = np.repeat(["a", "b"], [80, 20])
    train, validation, test = ThreeWay(stratified=True).roles(y, y)
    counts = [[int((y[rows] == label).sum()) for label in "ab"] for rows in (train, validation, test)]
    assert counts == [[48, 12], [16, 4], [16, 4]]


# Bootstrap


@laws
@given(n=st.integers(2, 40), repeats=st.integers(1, 5), seed=seeds)
def test_a_bootstrap_trains_on_n_draws_and_tests_what_was_never_drawn(n, repeats, seed):
    plan = Bootstrap(repeats, random_state=seed)
    parts = made(plan, n)
    assert len(parts) == repeats == plan.get_n_splits()
    for number, part in enumerate(parts):
        assert (part.repeat, part.fold) == (number, 0)
        assert len(part.train) == n
        assert part.test.tolist() == [i for i in range(n) if i not in set(part.train)]


@laws
@given(drawn=targets(min_size=4), seed=seeds)
def test_a_bootstrap_trains_on_every_class(drawn, seed):
    y, codes = drawn
    assume(len(set(codes)) < len(codes))
    parts = made(Bootstrap(10, random_state=seed), len(codes), y)
    assert all({codes[i] for i in part.train} == set(codes) for part in parts)


def test_draws_without_a_class_are_drawn_anew_and_counted():
    n, draws = 20, 4000
    y = [1] + [0] * (n - 1)
    parts = list(Bootstrap(draws).parts(y, y))
    assert all(0 in part.train for part in parts)
    # Kept with probability 1 - (1 - 1/n)^n, so the number thrown away before is geometric.
    kept = 1 - (1 - 1 / n) ** n
    redrawn = [part.redrawn for part in parts]
    error = math.sqrt((1 - kept) / kept**2 / draws)
    assert abs(np.mean(redrawn) - (1 - kept) / kept) < 4 * error
    # The first draw that can be kept is: seeds without a redraw give what they give without classes.
    free = list(Bootstrap(draws).parts(y))
    same = [a.train.tolist() == b.train.tolist() for a, b in zip(parts, free, strict=True)]
    assert same == [count == 0 for count in redrawn]


def test_two_rows_leave_something_to_test():
    parts = made(Bootstrap(300), 2)
    assert {(tuple(part.train), tuple(part.test)) for part in parts} == {((0, 0), (1,)), ((1, 1), (0,))}
    assert 200 < sum(part.redrawn for part in parts) < 400


@laws
@given(groups=grouped_rows(), seed=seeds)
def test_a_bootstrap_of_groups_draws_whole_groups(groups, seed):
    parts = made(Bootstrap(5, grouped=True, random_state=seed), len(groups), groups=groups)
    assert_whole(parts, groups)
    sizes = {name: groups.count(name) for name in groups}
    for part in parts:
        times = [part.train.tolist().count(i) for i in range(len(groups))]
        assert all(len({times[i] for i in range(len(groups)) if groups[i] == name}) == 1 for name in sizes)
        drawn = [times[groups.index(name)] for name in sizes]
        assert sum(drawn) == len(sizes)
        assert {groups[i] for i in part.test} == {name for name, count in zip(sizes, drawn, strict=True) if not count}


@pytest.mark.parametrize("y", [np.arange(100), np.arange(100.0), np.linspace(0, 1, 100), np.arange(100) % 25])
def test_numbers_to_predict_are_not_classes_that_a_bootstrap_must_draw(y):
    assert sum(part.redrawn for part in made(Bootstrap(20), 100, y)) == 0


# Time


@st.composite
def timed(draw: st.DrawFn) -> tuple[int, list[int] | None, TimeOrdered]:
    """Rows with times in any order, tied or not, or none; and a plan for which there are rows enough."""
    k, gap = draw(st.integers(1, 4)), draw(st.integers(0, 3))
    test_size = draw(st.none() | st.integers(1, 3))
    n = draw(st.integers((k + 1) * (gap + 2) + k * (test_size or 0), 40))
    most = draw(st.sampled_from((3, 12, 10**6)))
    time = draw(st.none() | st.lists(st.integers(0, most), min_size=n, max_size=n))
    window = draw(st.sampled_from(("expanding", "sliding")))
    train_size = draw(st.none() | st.integers(1, 5)) if window == "sliding" else None
    return n, time, TimeOrdered(k, window, gap, test_size, train_size)


@thorough
@given(drawn=timed())
def test_no_future_in_the_past(drawn):
    n, time, plan = drawn
    moments = np.arange(n) if time is None else np.array(time)
    size = plan.test_size or n // (plan.k + 1)
    # Refused only where a block begins at the earliest time of all.
    if np.sort(moments)[n - plan.k * size] == moments.min():
        with pytest.raises(BadParameter, match="strictly before"):
            made(plan, n, time=time)
        return
    parts = made(plan, n, time=time)
    order = np.argsort(moments, kind="stable").tolist()
    for number, part in enumerate(parts):
        start = n - (plan.k - number) * size
        assert part.test.tolist() == order[start : start + size]
        assert moments[part.train].max() < moments[part.test].min()
        # What may be trained on: strictly before, and at least a gap of rows away.
        past = [i for i in order[: start - plan.gap] if moments[i] < moments[order[start]]]
        if plan.window == "sliding":
            past = past[-(plan.train_size or n - plan.k * size - plan.gap) :]
        assert part.train.tolist() == past
    assert len(parts) == plan.get_n_splits() == plan.k


@laws
@given(n=st.integers(8, 40), data=st.data(), gap=st.integers(0, 2))
def test_time_ordered_splits_are_scikit_learns(n, data, gap):
    k = data.draw(st.integers(2, n // (gap + 2)))
    assume(n - k * (n // (k + 1)) - gap > 0)
    theirs = sk.TimeSeriesSplit(k, gap=gap)
    assert lists(TimeOrdered(k, gap=gap).split(range(n))) == lists(theirs.split(range(n)))
    theirs = sk.TimeSeriesSplit(k, gap=gap, max_train_size=2, test_size=1)
    ours = TimeOrdered(k, "sliding", gap, test_size=1, train_size=2)
    assert lists(ours.split(range(n))) == lists(theirs.split(range(n)))


@pytest.mark.parametrize(
    "times",
    [
        [date(2020, 1, 1) + timedelta(days) for days in (3, 1, 0, 2, 5, 4)],
        np.array(["2020-04", "2020-02", "2020-01", "2020-03", "2020-06", "2020-05"], "M8[ns]"),
        pd.Series(pd.to_datetime(["2020-04", "2020-02", "2020-01", "2020-03", "2020-06", "2020-05"])),
        # One hour is struck twice that night: by the clock, the last two rows come before the two before them.
        pd.Series(pd.date_range("2020-10-25 01:30", periods=6, freq="30min", tz="Europe/Berlin"))[[3, 1, 0, 2, 5, 4]],
        pl.Series([3, 1, 0, 2, 5, 4]),
        list("dbacfe"),
        [3.5, 1, -np.inf, 2, np.inf, 4],
    ],
)
def test_times_of_every_kind(times):
    parts = made(TimeOrdered(2), 6, time=times)
    assert lists((part.train, part.test) for part in parts) == [([2, 1], [3, 0]), ([2, 1, 3, 0], [5, 4])]


@pytest.mark.parametrize(
    ("times", "error"),
    [
        ([1.0, np.nan, 3, 4, 5, 6], MissingValues),
        ([1, None, 3, 4, 5, 6], MissingValues),
        (np.array(["2020", "NaT", "2021", "2022", "2023", "2024"], "M8[D]"), MissingValues),
        (pd.Series([1, pd.NA, 3, 4, 5, 6], dtype="Int64"), MissingValues),
        (objects([1, "b", 3, 4, 5, 6]), BadParameter),
        ([1, 2, 3], LengthMismatch),
    ],
)
def test_times_that_have_no_order_are_refused(times, error):
    with pytest.raises(error, match="time"):
        made(TimeOrdered(2), 6, time=times)


# Seeds

RANDOM = [
    KFold(3),
    KFold(3, 2, stratified=True),
    KFold(3, grouped=True),
    KFold(3, stratified=True, grouped=True),
    HoldOut(0.6),
    MonteCarlo(3, 0.5, stratified=True),
    MonteCarlo(3, 0.5, grouped=True),
    ThreeWay(),
    ThreeWay(stratified=True),
    ThreeWay(grouped=True),
    Bootstrap(3),
    Bootstrap(3, grouped=True),
]
N = 40
Y = np.arange(N) % 3
GROUPS = np.array([f"subject {i // 2}" for i in range(N)])


def with_seed(plan: Plan, seed: int) -> Plan:
    return dataclasses.replace(plan, random_state=seed)  # type: ignore[type-var]


@pytest.mark.parametrize("plan", RANDOM, ids=str)
def test_same_seed_same_split_and_other_seed_another(plan):
    found = [lists(with_seed(plan, seed).split(range(N), Y, GROUPS)) for seed in range(6)]
    assert found == [lists(with_seed(plan, np.int64(seed)).split(range(N), Y, GROUPS)) for seed in range(6)]
    assert len({repr(splits) for splits in found}) == 6
    assert lists(with_seed(plan, None).split(range(N), Y, GROUPS)) == found[0]  # type: ignore[arg-type]


@pytest.mark.parametrize("plan", [plan for plan in RANDOM if "repeats" in vars(plan)], ids=str)
def test_a_repeat_does_not_depend_on_the_number_of_repeats(plan):
    few, many = (dataclasses.replace(plan, repeats=repeats) for repeats in (2, 7))
    ours = lists(few.split(range(N), Y, GROUPS))
    theirs = lists(islice(many.split(range(N), Y, GROUPS), len(ours)))
    assert ours == theirs
    parts = list(many.parts(range(N), Y, GROUPS))
    assert len({repr([p.test.tolist() for p in parts if p.repeat == r]) for r in range(7)}) == 7


def test_no_repeat_is_another_seeds_repeat():
    tests = [str(part.test) for seed in range(5) for part in MonteCarlo(5, 0.5, random_state=seed).parts(range(N))]
    assert len(set(tests)) == 25


@pytest.mark.parametrize("plan", RANDOM, ids=str)
def test_a_plan_made_by_name_takes_the_seed(plan):
    named = pv.plan(plan.name, random_state=3)
    assert named == with_seed(plan, 3) != plan
    assert lists(named.split(range(N), Y, GROUPS)) == lists(with_seed(plan, 3).split(range(N), Y, GROUPS))


def test_the_global_generator_is_left_alone():
    np.random.seed(5)
    before = np.random.get_state()[1].tolist()
    for plan in RANDOM:
        list(plan.split(range(N), Y, GROUPS))
    assert np.random.get_state()[1].tolist() == before


def chi_square(counts: Any) -> float:
    expected = np.mean(counts)
    return float(((np.array(counts) - expected) ** 2 / expected).sum())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("plan", "tested"),
    [
        (HoldOut(0.7), 6),
        (HoldOut(0.5, stratified=True), 10),
        (KFold(4), 5),
        (KFold(4, stratified=True), 5),
        (ThreeWay(), 4),
    ],
    ids=str,
)
def test_every_row_is_equally_likely_to_be_tested(plan, tested):
    n, runs = 20, 6000
    y = np.repeat([0, 1], [8, 12])
    counts = np.zeros(n)
    pairs = np.zeros((n, n))
    for seed in range(runs):
        _, test = next(iter(with_seed(plan, seed).split(range(n), y)))
        assert len(test) == tested
        counts[test] += 1
        pairs[np.ix_(test, test)] += 1
    # Counts in a fixed total vary less than a multinomial's: the statistic is divided by 1 - tested / n.
    for rows in (y == 0, y == 1) if plan.stratified else (y >= 0,):
        share = tested / n
        assert chi2.sf(chi_square(counts[rows]) / (1 - share), rows.sum() - 1) > 1e-4
        together = [pairs[i, j] for i, j in combinations(np.flatnonzero(rows), 2)]
        assert chi2.sf(chi_square(together) / (1 - share**2), len(together) - 1) > 1e-4


@pytest.mark.slow
def test_repeats_and_seeds_are_independent():
    n, runs = 10, 3000
    first, second, other = (
        np.array([list(plan(seed).parts(range(n)))[at].test for seed in range(runs)])
        for plan, at in (
            (lambda seed: MonteCarlo(2, 0.5, random_state=seed), 0),
            (lambda seed: MonteCarlo(2, 0.5, random_state=seed), 1),
            (lambda seed: MonteCarlo(2, 0.5, random_state=seed + 1), 0),
        )
    )
    for a, b in ((first, second), (first, other), (second, other)):
        shared = np.array([len(np.intersect1d(x, z)) for x, z in zip(a, b, strict=True)])
        # Hypergeometric: 5 of 10 and 5 of 10 share 2.5 on average, with variance 25/36.
        assert abs(shared.mean() - 2.5) < 4 * math.sqrt(25 / 36 / runs)


# Names

KFOLDS = st.builds(
    KFold,
    st.integers(2, 99),
    st.integers(1, 12),
    stratified=st.booleans(),
    grouped=st.booleans(),
)
RANDOMS = st.builds(MonteCarlo, st.integers(1, 500), shares | st.fractions("1/99", "98/99", max_denominator=999))
THREES = st.tuples(st.integers(1, 40), st.integers(1, 40), st.integers(1, 40)).map(
    lambda parts: ThreeWay(*(Fraction(part, sum(parts)) for part in parts))
)
TIMES = st.builds(TimeOrdered, st.integers(1, 9), st.just("expanding"), st.integers(0, 9), st.none() | st.just(7))
SLIDING = st.builds(
    TimeOrdered, st.integers(1, 9), st.just("sliding"), st.integers(0, 9), st.none() | st.just(7), st.integers(1, 9)
)
SIMPLE = st.one_of(
    KFOLDS,
    st.builds(KFold, st.integers(2, 9), stratified=st.booleans(), shuffled=st.just(False)),
    RANDOMS,
    THREES,
    TIMES,
    SLIDING,
    st.builds(Bootstrap, st.integers(1, 999), st.booleans()),
    st.builds(LeavePOut, st.integers(1, 9)),
    st.sampled_from([LeaveOneOut(), LeaveOneGroupOut(), LeavePairOut(), TimeOrdered(window="sliding")]),
)
UNMARKED = st.one_of(st.builds(KFold, st.integers(2, 99), st.integers(1, 12)), RANDOMS, THREES, TIMES, SLIDING)


@thorough
@given(plan=SIMPLE)
def test_names_lead_back_to_their_plans(plan):
    again = pv.plan(plan.name)
    assert again == plan
    assert again.name == plan.name == str(plan)
    assert hash(again) == hash(plan)
    assert pv.plan(f"  {plan.name.upper()} ".replace(" ", "  ")) == plan


@thorough
@given(outer=UNMARKED, inner=UNMARKED, mark=st.sampled_from(("", " stratified", " grouped")))
def test_names_of_nested_plans_lead_back(outer, inner, mark):
    plan = Nested(outer, inner)
    assert pv.plan(plan.name) == plan
    if isinstance(outer, KFold) and isinstance(inner, KFold):
        marked = pv.plan(plan.name + mark)
        assert pv.plan(marked.name) == marked
        assert (marked.outer.stratified, marked.inner.grouped) == (mark == " stratified", mark == " grouped")


@pytest.mark.parametrize("name", examples())
def test_all_examples_can_be_read(name):
    plan = pv.plan(name)
    assert isinstance(plan, Plan)
    assert pv.plan(plan.name) == plan
    assert pv.plan(plan) is plan
    assert plan.describe()


@pytest.mark.parametrize(
    ("name", "plan"),
    [
        ("10x10 stratified", KFold(10, 10, stratified=True)),
        ("10×10-fold", KFold(10, 10)),
        ("5 x 2", KFold(2, 5)),
        ("10 x 10-fold stratified", KFold(10, 10, stratified=True)),
        ("5x2", KFold(2, 5)),
        ("10", KFold(10)),
        ("10 folds", KFold(10)),
        ("stratified", KFold(10, stratified=True)),
        ("10-fold stratified cross-validation", KFold(10, stratified=True)),
        ("5_fold group strat", KFold(5, stratified=True, grouped=True)),
        ("3-fold blocked", KFold(3, shuffled=False)),
        ("LOO", LeaveOneOut()),
        ("loso", LeaveOneGroupOut()),
        ("leave-one-subject-out", LeaveOneGroupOut()),
        ("leave_3_out", LeavePOut(3)),
        ("hold-out", HoldOut(0.7)),
        ("holdout 2/3", HoldOut(Fraction(2, 3))),
        ("2/3-1/3", HoldOut(Fraction(2, 3))),
        ("70/30", HoldOut(0.7)),
        ("0.7", HoldOut(0.7)),
        ("80%", HoldOut(0.8)),
        ("12.5/87.5", HoldOut(0.125)),
        ("hold-out 70/30 stratified", HoldOut(0.7, stratified=True)),
        ("monte-carlo", MonteCarlo(100, 0.7)),
        ("mc 50 90/10 grouped", MonteCarlo(50, 0.9, grouped=True)),
        ("three-way", ThreeWay(0.6, 0.2, 0.2)),
        ("train/validation/test 50/25/25", ThreeWay(0.5, 0.25, 0.25)),
        ("bootstrap", Bootstrap(200)),
        ("bootstrap 50 grouped", Bootstrap(50, grouped=True)),
        ("time", TimeOrdered(5)),
        ("time 4 blocks gap 2", TimeOrdered(4, gap=2)),
        ("sliding 4", TimeOrdered(4, "sliding")),
        ("time 4 sliding 10 gap 2 test 3", TimeOrdered(4, "sliding", 2, 3, 10)),
        ("nested", Nested(KFold(10), KFold(5))),
        ("nested 10/5", Nested(KFold(10), KFold(5))),
        ("nested 70/30/5-fold", Nested(HoldOut(0.7), KFold(5))),
        ("nested 5x2/70/30", Nested(KFold(2, 5), HoldOut(0.7))),
        ("nested 10-fold stratified/5-fold", Nested(KFold(10, stratified=True), KFold(5, stratified=True))),
        ("nested time 5/time 3", Nested(TimeOrdered(5), TimeOrdered(3))),
    ],
)
def test_what_names_mean(name, plan):
    assert pv.plan(name) == plan


@pytest.mark.parametrize(
    "name",
    [
        *("", " ", "x", "5x", "x5", "-fold", "k-fold", "10 10", "5 2", "10-fold 5", "1e3", "ten-fold"),
        *("leave-out", "leave-two-out", "leave-1.5-out", "leave-one-out 5", "leave-²-out"),
        *("hold-out 70", "hold-out 70/40", "hold-out 60/20/20", "hold-out 70/30 80/20", "hold-out 7/3", "70/0"),
        *("2/3-2/3", "60/20/20/0", "50/30/30", "hold-out unshuffled", "1/0"),
        *("monte-carlo 10 20", "monte-carlo 10 70/30 20", "monte-carlo ten", "bootstrap 10 20", "bootstrap ²"),
        *("bootstrap stratified", "leave-one-out grouped", "leave-pair-out stratified", "time 5 stratified"),
        *(
            "time five",
            "time ²",
            "time 5 7",
            "time 5 gap 1 2",
            "nested 5-fold/",
            "nested /5",
            "nested 10",
            "nested x/y",
        ),
    ],
)
def test_names_that_mean_nothing_are_refused_with_examples(name):
    with pytest.raises(BadParameter, match="there is no resampling scheme") as refused:
        pv.plan(name)
    assert repr(name) in str(refused.value)
    assert all(repr(example) in refused.value.remedy for example in examples())


def test_numbers_are_folds():
    assert pv.plan(5, random_state=2) == pv.plan(np.int64(5), random_state=2) == KFold(5, random_state=2)
    assert pv.plan() == KFold(10)


# What cannot be split

FEW = range(6)


@pytest.mark.parametrize(
    ("make", "error", "says"),
    [
        (lambda: KFold(1), BadParameter, "at least 2"),
        (lambda: KFold(0), BadParameter, "at least 2"),
        (lambda: KFold(True), BadParameter, "whole number"),
        (lambda: KFold(2.5), BadParameter, "whole number"),
        (lambda: KFold(5, 0), BadParameter, "at least 1"),
        (lambda: KFold(5, 2, shuffled=False), BadParameter, "all repeats would be the same"),
        (lambda: pv.plan(1), BadParameter, "at least 2"),
        (lambda: pv.plan("1-fold"), BadParameter, "at least 2"),
        (lambda: pv.plan("leave-0-out"), BadParameter, "at least 1"),
        (lambda: pv.plan("10x10 unshuffled"), BadParameter, "all repeats would be the same"),
        (lambda: KFold(5, random_state=-1), BadParameter, "random_state"),
        (lambda: KFold(5, random_state=np.random.default_rng()), BadParameter, "recorded"),
        (lambda: Bootstrap(5, random_state="x"), BadParameter, "random_state"),
        (lambda: HoldOut(0.0), BadParameter, "between 0 and 1"),
        (lambda: HoldOut(1.0), BadParameter, "between 0 and 1"),
        (lambda: HoldOut(1), BadParameter, "between 0 and 1"),
        (lambda: HoldOut(70), BadParameter, "0.7 for 70 %"),
        (lambda: HoldOut(math.nan), BadParameter, "between 0 and 1"),
        (lambda: HoldOut("0.7"), BadParameter, "between 0 and 1"),
        (lambda: HoldOut(True), BadParameter, "between 0 and 1"),
        (lambda: pv.plan("hold-out 0%"), BadParameter, "between 0 and 1"),
        (lambda: MonteCarlo(0), BadParameter, "number of repeats"),
        (lambda: ThreeWay(0.6, 0.2, 0.3), BadParameter, "sum to 1"),
        (lambda: ThreeWay(0.6, 0.4, 0.0), BadParameter, "test must lie"),
        (lambda: Bootstrap(0), BadParameter, "number of repeats"),
        (lambda: TimeOrdered(0), BadParameter, "test blocks"),
        (lambda: TimeOrdered(3, "shrinking"), BadParameter, "'expanding' or 'sliding'"),
        (lambda: TimeOrdered(3, gap=-1), BadParameter, "gap"),
        (lambda: TimeOrdered(3, test_size=0), BadParameter, "test_size"),
        (lambda: TimeOrdered(3, train_size=3), BadParameter, "sliding"),
        (lambda: LeavePOut(0), BadParameter, "p must be"),
        (lambda: pv.plan(5.0), BadParameter, "not a plan"),
        (lambda: pv.plan(None), BadParameter, "not a plan"),
        (lambda: pv.plan(True), BadParameter, "not a plan"),
        (lambda: pv.plan([1, 2, 3]), BadParameter, "not a plan"),
        (lambda: pv.plan([]), EmptyData, "no splits"),
    ],
)
def test_plans_that_make_no_sense_are_refused(make, error, says):
    with pytest.raises(error, match=says):
        make()


@pytest.mark.parametrize(
    ("plan", "columns", "error", "says"),
    [
        (KFold(7), {}, BadParameter, "7 folds, 6 rows"),
        (KFold(10**30), {}, BadParameter, "at most 6 folds"),
        (KFold(3, grouped=True), {"groups": list("aabbbb")}, BadParameter, "3 folds, 2 groups"),
        (KFold(2, grouped=True), {"groups": ["a"] * 6}, BadParameter, "single group.*\n.*'a' only"),
        (LeaveOneGroupOut(), {"groups": ["a"] * 6}, BadParameter, "single group"),
        (HoldOut(grouped=True), {"groups": [7] * 6}, BadParameter, "single group.*\n.*7 only"),
        (Bootstrap(grouped=True), {"groups": ["a"] * 6}, BadParameter, "single group"),
        (ThreeWay(grouped=True), {"groups": list("aabbbb")}, BadParameter, "single group"),
        (KFold(2, grouped=True), {}, MissingColumn, "groups="),
        (LeaveOneGroupOut(), {}, MissingColumn, "groups="),
        (KFold(2, stratified=True), {}, MissingColumn, "pass y"),
        (HoldOut(stratified=True), {}, MissingColumn, "pass y"),
        (LeavePairOut(), {}, MissingColumn, "pass y"),
        (KFold(2, stratified=True), {"y": [0.5, 1, 2, 3, 4, 5]}, BadLabels, "such as 0.5.*\n?.*without 'stratified'"),
        (HoldOut(stratified=True), {"y": np.linspace(0, 1, 6)}, BadLabels, "need classes"),
        (KFold(2, stratified=True), {"y": [0, 1, np.nan, 0, 1, 0]}, MissingValues, "1 of 6 rows"),
        (KFold(2, stratified=True), {"y": [0, 1, None, 0, 1, 0]}, MissingValues, "1 of 6 rows"),
        (KFold(2, grouped=True), {"groups": ["a", None, "b", "c", "c", "d"]}, MissingValues, "groups"),
        (KFold(2, stratified=True), {"y": np.zeros((6, 2))}, MissingColumn, "targets"),
        (HoldOut(stratified=True), {"y": list("abcdef")}, BadParameter, "no class has two rows"),
        (ThreeWay(stratified=True), {"y": list("aabbcc")}, BadParameter, "no class has two rows"),
        (HoldOut(stratified=True, grouped=True), {"y": [0] * 6, "groups": FEW}, BadParameter, "5-fold stratified grou"),
        (
            KFold(3, stratified=True, grouped=True),
            {"y": [0, 0, 1, 1, 2, 2], "groups": FEW},
            BadParameter,
            "3 folds, 2 rows in the largest class",
        ),
        (LeavePOut(6), {}, BadParameter, "p = 6, 6 rows"),
        (LeavePOut(9), {}, BadParameter, "p = 9, 6 rows"),
        (LeavePOut(3, limit=19), {}, BadParameter, "20 trainings.*\n.*limit of 19.*limit="),
        (LeavePairOut(limit=8), {"y": [0, 1, 0, 1, 0, 1]}, BadParameter, "9 trainings.*\n.*limit of 8"),
        (LeavePairOut(), {"y": [0, 1, 2, 1, 0, 1]}, BadLabels, "two classes.*\n.*0, 1, 2"),
        (LeavePairOut(), {"y": [1] * 6}, BadLabels, "two classes.*\n.*labels 1"),
        (LeavePairOut(), {"y": list("pnpnpn")}, BadLabels, "which label is positive"),
        (LeavePairOut("q"), {"y": list("pnpnpn")}, BadLabels, "'q' does not occur"),
        (Bootstrap(), {"y": list("abcdef")}, BadParameter, "6 classes.*rarest class"),
        (TimeOrdered(6), {}, BadParameter, "too few rows"),
        (TimeOrdered(2, gap=2), {}, BadParameter, "6 rows, 2 test blocks, gap 2"),
        (TimeOrdered(2, test_size=3), {}, BadParameter, "too few rows"),
        (KFold(2), {"y": [1, 2]}, LengthMismatch, "y 2, X 6"),
        (KFold(2), {"groups": [1, 2]}, LengthMismatch, "groups 2, X 6"),
    ],
)
def test_rows_that_cannot_be_split_are_refused(plan, columns, error, says):
    with pytest.raises(error, match=says):
        list(plan.split(FEW, **columns))


@pytest.mark.parametrize(
    "plan", [HoldOut(), KFold(2), LeaveOneOut(), Bootstrap(), MonteCarlo(), LeavePOut(1), TimeOrdered(1), ThreeWay()]
)
def test_one_row_cannot_be_split_and_none_neither(plan):
    with pytest.raises(BadParameter):
        list(plan.split([0]))
    for nothing in ([], np.zeros((0, 3))):
        with pytest.raises(EmptyData, match="no rows to split"):
            list(plan.split(nothing))
    with pytest.raises(EmptyData, match="pass X, y or groups"):
        list(plan.split(None))


@pytest.mark.parametrize("plan", [HoldOut(0.99), KFold(2), LeaveOneOut(), Bootstrap(3), LeavePOut(1), TimeOrdered(1)])
def test_two_rows_can_be_split(plan):
    for part in made(plan, 2):
        assert len(set(part.train)) == len(part.test) == 1


def test_two_rows_are_too_few_for_pairs_and_three_roles():
    with pytest.raises(BadParameter, match="at least three rows"):
        list(LeavePairOut().split(None, [0, 1]))
    with pytest.raises(BadParameter, match="at least three rows"):
        ThreeWay().roles(range(2))
    assert sorted(map(int, np.concatenate(ThreeWay().roles(range(3))))) == [0, 1, 2]


@pytest.mark.parametrize(
    "X",
    [
        np.zeros((6, 2)),
        [[0], [1], [2], [3], [4], [5]],
        pd.DataFrame({"x": range(6)}, index=list("uvwxyz")),
        pl.DataFrame({"x": range(6)}),
        sparse.csr_array(np.eye(6)),
        np.zeros((6, 2, 2)),
    ],
)
def test_inputs_of_every_kind_are_only_counted(X):  # noqa: N803
    for plan in (KFold(3), HoldOut(), Bootstrap(2), TimeOrdered(2)):
        assert lists(plan.split(X)) == lists(plan.split(range(6))) == lists(plan.split(None, list("aabbcc")))
    assert Rows.of(X).n == 6


def test_several_targets_per_row_can_be_split_but_not_stratified():
    y = np.zeros((6, 2))
    assert lists(KFold(3).split(np.zeros((6, 1)), y)) == lists(KFold(3).split(range(6)))
    assert len(lists(Bootstrap(4).split(np.zeros((6, 1)), y))) == 4


# Nested


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


# Splits made elsewhere

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
        ([([0, 1], [2]), ([0, 1], [1, 2])], BadInput, "split 1 tests rows that it also trains on.*\n.*1 rows in both"),
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


# Inside scikit-learn

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
    X = rng.normal(size=(N, 2)) + Y[:, None]  # noqa: N806
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
    X = np.random.default_rng(0).normal(size=(8, 1)) + y[:, None]  # noqa: N806
    assert len(sk.cross_val_score(GaussianNB(), X, y, cv=pv.plan("leave-pair-out"))) == 16


def test_plans_split_numbers_to_predict():
    X = np.random.default_rng(0).normal(size=(N, 2))  # noqa: N806
    for name in ("5-fold", "hold-out", "bootstrap 5", "60/20/20", "time 3", "monte-carlo 3"):
        plan = pv.plan(name)
        assert len(sk.cross_val_score(Ridge(), X, X[:, 0], cv=plan)) == plan.get_n_splits()


# How many trainings


def announced(plan: Plan, *columns: Any, **options: Any) -> int:
    return int(plan.describe(*columns, **options).split(": ")[-1].split(" training")[0].replace(",", ""))


@laws
@given(m=st.integers(1, 12), k=st.integers(2, 12), n=st.integers(3, 30), p=st.integers(1, 2), c=st.integers(2, 9))
def test_the_announced_number_of_trainings(m, k, n, p, c):
    rows = range(n)
    assert announced(KFold(k, m)) == announced(KFold(k, m), rows) == m * k
    assert announced(KFold(k, m), candidates=c) == m * k
    assert announced(LeaveOneOut(), rows) == n
    assert announced(LeavePOut(p), rows) == math.comb(n, p)
    assert announced(MonteCarlo(m)) == announced(Bootstrap(m)) == announced(TimeOrdered(m)) == m
    assert announced(ThreeWay()) == 1
    assert announced(ThreeWay(), candidates=c) == c + 1
    y = [1] * (n - 1) + [0] * m
    assert announced(LeavePairOut(), None, y) == (n - 1) * m
    assert announced(LeaveOneGroupOut(), None, None, [i % 3 for i in rows]) == 3
    assert announced(Nested(KFold(k), KFold(m + 1)), candidates=c) == k * ((m + 1) * c + 1)
    assert announced(Nested(KFold(k), KFold(m + 1))) == k
    assert announced(Nested(LeaveOneOut(), KFold(k)), rows, candidates=c) == n * (k * c + 1)
    assert announced(Nested(LeaveOneOut(), LeaveOneOut()), rows, candidates=c) == n * ((n - 1) * c + 1)
    assert announced(Nested(KFold(2), LeaveOneOut()), rows, candidates=c) == n * c + 2
    assert announced(Nested(HoldOut(0.5), LeavePOut(2)), range(20), candidates=c) == math.comb(10, 2) * c + 1


def test_inner_counts_of_groups_and_draws_are_those_that_are_made():
    for plan in (Nested(LeaveOneGroupOut(), LeaveOneGroupOut()), Nested(Bootstrap(3), LeaveOneOut())):
        inner = [len(list(plan.inner_splits(train, Y, GROUPS))) for train, _ in plan.split(None, Y, GROUPS)]
        assert announced(plan, None, Y, GROUPS, candidates=4) == sum(4 * count + 1 for count in inner)


def test_descriptions():
    assert pv.plan("10x10 stratified").describe() == "10x10-fold stratified, seed 0: 100 trainings"
    assert pv.plan("hold-out", random_state=7).describe() == "hold-out 70/30, seed 7: 1 training"
    assert LeaveOneOut().describe() == "leave-one-out; the number of trainings depends on the data"
    assert Nested(KFold(5), LeaveOneOut()).describe(candidates=3).endswith("depends on the data")
    assert LeavePOut(4).describe(range(100)) == "leave-4-out: 3,921,225 trainings"
    assert KFold(5).describe(models=3) == "5-fold, seed 0: 5 trainings for each of 3 models, 15 in all"


@laws
@given(drawn=targets(min_size=8), groups=st.data())
def test_the_number_of_splits_is_the_number_made(drawn, groups):
    y, codes = drawn
    n = len(codes)
    column = groups.draw(st.lists(names, min_size=n, max_size=n))
    assume(len(set(column)) > 2)
    plans = [
        *(KFold(2, repeats, grouped=grouped) for repeats in (1, 3) for grouped in (False, True)),
        *(KFold(5, 2, stratified=True), LeaveOneOut(), LeavePOut(2), LeaveOneGroupOut(), MonteCarlo(3, 0.5)),
        *(Bootstrap(3, grouped=True), ThreeWay(), TimeOrdered(3), Nested(KFold(3), KFold(2))),
    ]
    for plan in plans:
        made_here = len(list(plan.split(range(n), y, column)))
        assert plan.get_n_splits(range(n), y, column) == plan.count(Rows.of(None, y, column)) == made_here
