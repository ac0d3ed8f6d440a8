"""Equal rows of columns that hang together are told from copies."""

from __future__ import annotations

import numpy as np
import pytest

from probative.evidence.equal_rows import halves_tell_chance
from probative.evidence.row_keys import row_keys
from probative.running.twins import by_chance

N = 800


def survey(seed: int, columns: int, values: int, alike: float) -> dict[str, np.ndarray]:
    """Answers of few values, which one trait behind them all makes alike."""
    rng = np.random.default_rng(seed)
    trait, own = rng.normal(size=N), rng.normal(size=(columns, N))
    edges = np.sort(rng.normal(size=(columns, values - 1)))
    said = alike * trait + np.sqrt(1 - alike**2) * own
    return {f"q{i}": np.digitize(*pair) for i, pair in enumerate(zip(said, edges, strict=True))}


@pytest.mark.parametrize("alike", [0.0, 0.3, 0.6])
@pytest.mark.parametrize(("columns", "values"), [(8, 6), (5, 9)])
def test_columns_that_hang_together_make_equal_rows_by_chance(columns: int, values: int, alike: float) -> None:
    tables = [survey(seed, columns, values, alike) for seed in range(10)]
    coin = np.random.default_rng(1).integers(0, 2, N)
    assert sum(not by_chance(table, coin) for table in tables) == 0


@pytest.mark.parametrize("alike", [0.0, 0.6])
def test_copies_are_none_of_chance(alike: float) -> None:
    rows = np.r_[np.arange(N), np.arange(N // 5)]
    coin = np.random.default_rng(1).integers(0, 2, N)[rows]
    for seed in range(5):
        rng = np.random.default_rng(seed)
        table = survey(seed, 8, 12, alike) | {"size": rng.normal(size=N).round(2)}
        assert not by_chance({name: column[rows] for name, column in table.items()}, coin)


def test_two_columns_that_say_the_same_tell_nothing() -> None:
    place = np.random.default_rng(2).integers(0, 100, N)
    columns = [row_keys([place]), row_keys([place * 7 + 1])]
    assert halves_tell_chance(columns, row_keys([place, place * 7 + 1])) is None


def sampled(columns: list[np.ndarray]) -> tuple[list[np.ndarray], np.ndarray]:
    """What an audit asks of a long table: columns of 20,000 of its rows, and a key for every row."""
    drawn = np.sort(np.random.default_rng(0).choice(len(columns[0]), 20_000, replace=False))
    return [row_keys([column[drawn]]) for column in columns], row_keys(columns)


@pytest.mark.parametrize("seed", range(5))
def test_a_sample_of_the_rows_shows_that_no_half_can_tell_but_a_column_can(seed: int) -> None:
    # Two columns of some 7,000 values each: rows that agree in one agree in the other by chance, and none was copied.
    n, rng = 200_000, np.random.default_rng(seed)
    columns = [rng.normal(size=n).round(3), rng.normal(size=n).round(3)]
    # Pairs of equal rows by chance under independence: n(n-1)/2 times the products of the columns' own shares.
    shares = [float(((np.unique(c, return_counts=True)[1] / n) ** 2).sum()) for c in columns]
    equal = np.unique(np.array(columns), axis=1, return_counts=True)[1]
    assert (equal * (equal - 1) / 2).sum() == pytest.approx(n * (n - 1) / 2 * shares[0] * shares[1], rel=0.15)
    assert halves_tell_chance(*sampled(columns), 0.8) is True


def test_a_sample_of_the_rows_does_not_hide_how_many_values_a_column_has() -> None:
    # The sample shows 20,000 values of the continuous column: times 2 and 8 these are fewer than 360,000 rows, and some
    # rows would have to be equal, but 300,000 values exist. Every fifth row was copied.
    n, rng = 300_000, np.random.default_rng(3)
    rows = np.r_[np.arange(n), np.arange(n // 5)]
    columns = [column[rows] for column in (rng.normal(size=n), rng.integers(0, 2, n), rng.integers(0, 8, n))]
    assert halves_tell_chance(*sampled(columns)) is False
