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
