"""Laws of random splits and of the bootstrap."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import probative as pv
from probative.resampling import (
    Bootstrap,
    HoldOut,
    MonteCarlo,
    ThreeWay,
)

from .rows import assert_whole, grouped_rows, made, seeds, shares, targets
from .strategies import laws, thorough

# --- Random splits ---------------------------------------------------------------------------------------------------


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


# --- Bootstrap -------------------------------------------------------------------------------------------------------


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
