"""Laws of splits by time, and of seeds."""

from __future__ import annotations

import dataclasses
import math
from datetime import date, timedelta
from itertools import combinations, islice
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.stats import chi2
from sklearn import model_selection as sk

import probative as pv
from probative.errors import BadParameter, LengthMismatch, MissingValues
from probative.resampling import (
    HoldOut,
    KFold,
    MonteCarlo,
    Plan,
    ThreeWay,
    TimeOrdered,
)

from .rows import GROUPS, RANDOM, N, Y, lists, made
from .strategies import laws, objects, thorough

# --- Time ------------------------------------------------------------------------------------------------------------


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


# --- Seeds -----------------------------------------------------------------------------------------------------------


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
