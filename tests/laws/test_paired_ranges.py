"""Two scores of every row in ranges, each worked at alone: DeLong's sums to the last count, wherever the ranges end."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from probative.evidence.paired_places import PairedPlaces
from probative.evidence.placed import Placed
from probative.sources.paired import places_in_ranges
from probative.sources.part_tasks import pair_entries
from probative.sources.parts import Ranges, Table, cut, joined, rows_in


class Here(Ranges):
    """Ranges in this process; ties may lie in several, and some ranges are empty."""

    def __init__(self, whole: Table, ranges: int) -> None:
        ends = np.sort(np.random.default_rng(0).integers(0, rows_in(whole) + 1, ranges - 1))
        edges = [0, *ends.tolist(), rows_in(whole)]
        self.parts = [cut(whole, np.arange(a, b)) for a, b in itertools.pairwise(edges)]

    def each(self, task: Callable[[Table, Any], Any], given: Sequence[Any] | None = None) -> Iterator[Any]:
        return map(task, self.parts, given or [None] * len(self.parts))

    def again(self, task: Callable[[Table, Any], Table], given: Sequence[Any]) -> Ranges:
        made = list(self.each(task, given))
        return Here(joined({name: np.concatenate([part[name] for part in made]) for name in made[0]}), len(made))


def world(rows: int, digits: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(digits)
    y = rng.random(rows) < 0.3
    a, b = (np.round(y + rng.normal(size=rows), digits) for _ in range(2))
    # A score that most rows have.
    return y, np.where(a < 0.8, 0.0, a), b


def of_all(y: np.ndarray, a: np.ndarray, b: np.ndarray) -> PairedPlaces:
    """From whole columns in memory."""
    twice = []
    for scores in (a, b):
        column = np.zeros(len(y), np.int64)
        column[y], column[~y] = Placed.of(y, scores).twice()
        twice.append(column)
    return PairedPlaces.of((int(y.sum()), int((~y).sum())), y, *twice)


@pytest.mark.parametrize("ranges", [1, 2, 7, 900])
@pytest.mark.parametrize("digits", [0, 1, 9])
def test_wherever_ranges_end(ranges: int, digits: int) -> None:
    y, a, b = world(500, digits)
    expected = of_all(y, a, b)
    found = places_in_ranges(Here(pair_entries(a, b, y), ranges), expected.sizes)
    assert (found.totals, found.apart) == (expected.totals, expected.apart)
    for side in (0, 1):
        assert found.covariances(side) == pytest.approx(expected.covariances(side), rel=1e-12)


def test_rows_that_no_model_tells_apart() -> None:
    y, _, b = world(300, 1)
    found = places_in_ranges(Here(pair_entries(b, b, y), 5), (int(y.sum()), int((~y).sum())))
    assert not found.apart
    assert found.difference == 0


@pytest.mark.slow
def test_100_000_ranges() -> None:
    y, a, b = world(2_000_000, 5)
    expected = of_all(y, a, b)
    assert places_in_ranges(Here(pair_entries(a, b, y), 100_000), expected.sizes).totals == expected.totals
