"""Sums of placements, whatever parts they are summed in: exact beyond 64 bits, and DeLong's by definition."""

from __future__ import annotations

import numpy as np
import pytest

from probative.evidence.paired_places import PairedPlaces
from probative.evidence.placed import Placed


def rows(n: int = 300) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    y = rng.random(n) < 0.4
    return y, np.round(y + rng.normal(size=n), 1), np.round(y + rng.normal(size=n), 1)


def test_covariances_are_those_of_every_pair_of_rows() -> None:
    y, a, b = rows()
    wins = [(s[y][:, None] > s[~y][None, :]) + 0.5 * (s[y][:, None] == s[~y][None, :]) for s in (a, b)]
    twice = []
    for scores in (a, b):
        column = np.zeros(len(y), np.int64)
        column[y], column[~y] = Placed.of(y, scores).twice()
        twice.append(column)
    sizes = int(y.sum()), int((~y).sum())
    parts = [PairedPlaces.of(sizes, y[at], twice[0][at], twice[1][at]) for at in (slice(0, 7), slice(7, None))]
    found = PairedPlaces.together(sizes, iter(parts))
    assert [found.area(0), found.area(1)] == pytest.approx([won.mean() for won in wins], rel=1e-14)
    for side, axis in ((0, 1), (1, 0)):
        expected = np.cov(*(won.mean(axis=axis) for won in wins)) / sizes[side]
        assert found.covariances(side) == pytest.approx(expected, rel=1e-12)


def test_totals_of_10_to_the_12_rows_are_exact() -> None:
    many, place = 5 * 10**11, 2 * 10**12 - 1
    found = PairedPlaces.of((many, many), np.array([True, True]), *np.array([[place] * 2] * 2), np.array([many, many]))
    assert found.totals[0] == (2 * many * place, 2 * many * place)
