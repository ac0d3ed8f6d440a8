"""Rows, classes, groups and times to split, and what holds of any split."""

from __future__ import annotations

from datetime import date
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
from hypothesis import assume
from hypothesis import strategies as st

from probative.resampling import (
    Bootstrap,
    HoldOut,
    KFold,
    MonteCarlo,
    Part,
    Plan,
    ThreeWay,
)

from .strategies import objects

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


def assert_whole(parts: list[Part], groups: list[Any]) -> None:
    column = np.array(groups)
    for part in parts:
        assert not set(column[part.train]) & set(column[part.test])


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
