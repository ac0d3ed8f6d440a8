"""The lattice and the search, against all slices one by one."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest

from probative.slicing.excess import Losses
from probative.slicing.features import Feature
from probative.slicing.lattice import Lattice
from probative.slicing.search import KEPT, Search
from probative.slicing.settings import Settings
from probative.slicing.whole import whole


def _lattice(n, rng, depth=3):
    columns = {
        "a": rng.normal(size=n),
        "b": np.where(rng.random(n) < 0.1, np.nan, rng.exponential(size=n)),
        "c": rng.choice(["x", "y", "z"], n).astype(object),
        "d": rng.integers(0, 2, n),
    }
    return Lattice(tuple(Feature.of(name, column, bins=4, least=5) for name, column in columns.items()), depth)


def _every(lattice):
    """Every slice by brute force: its conditions and its rows."""
    for depth in range(1, lattice.depth + 1):
        for block in combinations(range(len(lattice.features)), depth):
            for numbers in product(*(range(1, len(lattice.features[place].covers)) for place in block)):
                choice = tuple(zip(block, numbers, strict=True))
                held = np.logical_and.reduce([lattice.features[place].rows(number) for place, number in choice])
                yield choice, held


@pytest.mark.parametrize("kind", ["errors", "rare", "skewed", "negative"])
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_no_slice_is_lost_by_its_bounds(kind, depth):
    rng = np.random.default_rng(7)
    n = 600
    lattice = _lattice(n, rng, depth)
    losses = {
        "errors": (rng.random(n) < 0.3) * 1.0,
        "rare": (rng.random(n) < 0.02) * 1.0,
        "skewed": rng.lognormal(0, 2, n),
        "negative": -rng.lognormal(0, 1, n),
    }[kind]
    values = losses - losses.mean()
    found = Search(values, lattice, 20).run()
    scores = {}
    for choice, held in _every(lattice):
        m = int(held.sum())
        if 20 <= m <= n - 20:
            scores[choice] = values[held].sum() / np.sqrt(m * (n - m) / n)
    best = sorted((score for score in scores.values() if score > 0), reverse=True)[:KEPT]
    assert [score for score, _ in found] == pytest.approx(best)
    assert all(scores[choice] == pytest.approx(score) for score, choice in found)


def test_bounds_leave_blocks_uncounted():
    rng = np.random.default_rng(8)
    n, p = 4000, 12
    columns = [rng.integers(0, 8, n).astype(str).astype(object) for _ in range(p)]
    lattice = Lattice(tuple(Feature.of(f"x{i}", column, bins=4, least=40) for i, column in enumerate(columns)), 3)
    losses = ((columns[0] == "1") & (rng.random(n) < 0.9)) * 1.0
    search = Search(losses - losses.mean(), lattice, 40, kept=10)
    best = search.run()
    assert best[0][1] == ((0, 2),)
    assert search.counted < 12 + 66 + 220


def test_the_whole_lattice_is_looked_at_once():
    rng = np.random.default_rng(9)
    n = 400
    lattice = _lattice(n, rng)
    settings = Settings("permutation", 0.95, 15, 39, 10, 1, 0, False)
    losses = Losses.of(rng.exponential(size=n) + 3.0 * lattice.rows(((0, 1), (3, 1))))
    found, null, looked_at = whole(losses, lattice, settings, rng, lambda _: None)
    enough = {choice: held for choice, held in _every(lattice) if 15 <= held.sum() <= n - 15}
    assert looked_at == len(enough)
    assert {one.choice for one in found} <= set(enough)
    for one in found[:20]:
        held = enough[one.choice]
        gap = losses.values[held].mean() - losses.values[~held].mean()
        assert (one.gap, one.inside) == (pytest.approx(gap), held.sum())
    assert len(null.highs) == 39


def test_permutations_give_the_largest_t_of_all_slices():
    rng = np.random.default_rng(10)
    n = 150
    lattice = _lattice(n, rng, 2)
    losses = Losses.of(rng.exponential(size=n))
    settings = Settings("permutation", 0.95, 20, 39, 10, 1, 0, False)
    null = whole(losses, lattice, settings, np.random.default_rng(3), lambda _: None)[1]
    again = np.random.default_rng(3)
    masks = [held for _, held in _every(lattice) if 20 <= held.sum() <= n - 20]
    for number in range(5):
        dealt = again.permutation(losses.values)
        rows = np.array([held.sum() for held in masks])
        sums = np.array([dealt[held].sum() for held in masks])
        squares = np.array([np.square(dealt[held]).sum() for held in masks])
        t = losses.excess(rows, sums, squares)[0]
        assert (null.highs[number], null.lows[number]) == pytest.approx((t.max(), t.min()))
