"""Conditions on columns of every kind."""

from __future__ import annotations

import duckdb
import numpy as np
import pytest

from probative.errors import BadInput
from probative.slicing.features import Feature


def _texts(feature):
    return [str(condition) for condition in feature.conditions]


def test_numbers_are_cut_at_quantiles_and_gaps_are_a_category():
    column = np.r_[np.arange(100.0), np.full(20, np.nan)]
    feature = Feature.of("x", column, bins=4, least=5)
    assert _texts(feature) == [
        "x ≤ 24", "x ≤ 49", "x ≤ 74", "24 < x ≤ 49", "x > 24", "49 < x ≤ 74", "x > 49", "x > 74", "x is missing",
    ]  # fmt: skip
    assert [int(feature.rows(i).sum()) for i in range(1, 10)] == [25, 50, 75, 25, 75, 25, 50, 25, 20]


def test_few_values_many_times_make_few_bins():
    feature = Feature.of("stars", np.repeat([1, 2, 3], [80, 10, 10]), bins=4, least=5)
    assert _texts(feature) == ["stars ≤ 1", "stars > 1"]


@pytest.mark.parametrize(
    "column",
    [
        np.array([True, False] * 20),
        np.array([0, 1] * 20),
        np.array(["a", "b"] * 20, object),
        np.array(["a", "b"] * 20),
        np.array([1.0, 2.0] * 20),
    ],
)
def test_two_values_are_categories(column):
    assert len(Feature.of("c", column, bins=4, least=5).conditions) == 2


def test_rare_categories_have_no_condition():
    column = np.array(["a"] * 50 + ["b"] * 45 + ["c"] * 3 + [None] * 10, object)
    feature = Feature.of("c", column, bins=4, least=5)
    assert _texts(feature) == ["c = a", "c = b", "c is missing"]
    assert feature.cells == 4


def test_ids_constants_and_nothing_make_no_slice():
    ids = Feature.of("id", np.array([f"u{i}" for i in range(300)], object), bins=4, least=5)
    constant = Feature.of("k", np.full(300, 3.5), bins=4, least=5)
    nothing = Feature.of("n", np.full(300, np.nan), bins=4, least=5)
    assert not ids.conditions
    assert constant.cells == nothing.cells == 1


def test_infinite_numbers_lie_beyond_the_last_edge():
    feature = Feature.of("x", np.r_[np.arange(40.0), np.inf, -np.inf], bins=2, least=5)
    assert [int(feature.rows(i).sum()) for i in (1, 2)] == [21, 21]


def test_queries_give_exactly_the_rows_of_a_slice():
    rng = np.random.default_rng(0)
    columns = {
        "income": np.where(rng.random(500) < 0.1, np.nan, rng.lognormal(10, 1, 500)),
        "the site": rng.choice(["L'Aquila", "Bari"], 500).astype(object),
        "flag": rng.random(500) < 0.3,
        "stars": rng.integers(1, 6, 500),
    }
    connection = duckdb.connect()
    table = 'CREATE TABLE t (income DOUBLE, "the site" VARCHAR, flag BOOLEAN, stars INTEGER)'
    connection.execute(table)
    rows = list(zip(*(column.tolist() for column in columns.values()), strict=True))
    connection.executemany("INSERT INTO t VALUES (?, ?, ?, ?)", [(None if a != a else a, *b) for a, *b in rows])
    for name, column in columns.items():
        feature = Feature.of(name, column, bins=4, least=5)
        for number, condition in enumerate(feature.conditions, 1):
            count = connection.execute(f"SELECT count(*) FROM t WHERE {condition.query}").fetchall()[0][0]
            assert count == feature.rows(number).sum(), condition.query


def test_text_behind_numbers_and_values_that_are_no_categories():
    mixed = np.array([*range(1, 1200), "late"], object)
    assert not Feature.of("m", mixed, bins=4, least=5).conditions
    odd = np.empty(3, object)
    odd[:] = [[1], [2], [3]]
    with pytest.raises(BadInput, match="no categories"):
        Feature.of("o", odd, bins=4, least=1)
