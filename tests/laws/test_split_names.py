"""Names of plans lead there and back."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import probative as pv
from probative.errors import BadParameter
from probative.resampling import (
    Bootstrap,
    HoldOut,
    KFold,
    LeaveOneGroupOut,
    LeaveOneOut,
    LeavePairOut,
    LeavePOut,
    MonteCarlo,
    Nested,
    Plan,
    Rows,
    ThreeWay,
    TimeOrdered,
)
from probative.resampling.names import examples

from .rows import GROUPS, Y, names, shares, targets
from .strategies import laws, thorough

# --- Names -----------------------------------------------------------------------------------------------------------


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


@pytest.mark.parametrize("inner", [KFold(5, stratified=True), KFold(3, grouped=True), KFold(3)])
@pytest.mark.parametrize("outer", [HoldOut(0.7), KFold(4), MonteCarlo(5, 0.8), KFold(4, stratified=True)])
def test_a_plain_side_of_a_nested_plan_stays_plain(outer, inner):
    if outer.stratified <= inner.stratified or not inner.grouped:
        plan = Nested(outer, inner)
        assert pv.plan(plan.name) == plan


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
        ("leave-3-out limit 200000", LeavePOut(3, limit=200_000)),
        ("leave-pair-out limit 9", LeavePairOut(limit=9)),
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
        ("nested hold-out 70/30 plain/5-fold stratified", Nested(HoldOut(0.7), KFold(5, stratified=True))),
        ("nested 5-fold stratified/60/20/20 plain", Nested(KFold(5, stratified=True), ThreeWay(0.6, 0.2, 0.2))),
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


# --- How many trainings ----------------------------------------------------------------------------------------------


def announced(plan: Plan, *columns: Any, **options: Any) -> int:
    return int(plan.describe(*columns, **options).split(": ")[-1].split(" training")[0].replace(",", ""))


@laws
@given(m=st.integers(1, 12), k=st.integers(2, 12), n=st.integers(3, 30), p=st.integers(1, 2), c=st.integers(1, 9))
def test_the_announced_number_of_trainings(m, k, n, p, c):
    rows = range(n)
    assert announced(KFold(k, m)) == announced(KFold(k, m), rows) == m * k
    assert announced(KFold(k, m), candidates=c) == m * k
    assert announced(LeaveOneOut(), rows) == n
    assert announced(LeavePOut(p), rows) == math.comb(n, p)
    assert announced(MonteCarlo(m)) == announced(Bootstrap(m)) == announced(TimeOrdered(m)) == m
    assert announced(ThreeWay(), candidates=0) == 1
    assert announced(ThreeWay(), candidates=c) == c + 1
    y = [1] * (n - 1) + [0] * m
    assert announced(LeavePairOut(), None, y) == (n - 1) * m
    assert announced(LeaveOneGroupOut(), None, None, [i % 3 for i in rows]) == 3
    assert announced(Nested(KFold(k), KFold(m + 1)), candidates=c) == k * ((m + 1) * c + 1)
    assert announced(Nested(KFold(k), KFold(m + 1)), candidates=0) == k
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
    assert " 5·(3·grid + 1) trainings " in Nested(KFold(5), KFold(3)).describe()
    assert " 30·grid + 4 trainings " in Nested(KFold(4), LeaveOneOut()).describe(range(10))
    assert " grid + 1 trainings " in ThreeWay().describe()
    assert KFold(5).describe(candidates=[4, 0]) == "5-fold, seed 0: 5 trainings for each of 2 models, 10 in all"
    assert Nested(KFold(5), KFold(3)).describe(candidates=[0, 4]).endswith("5 + 65 = 70 trainings of 2 models")
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
