"""Hodges and Lehmann's shift and its limits: means of pairs, listed where few, counted where many."""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np
import pytest

from probative.stats import walsh


@pytest.mark.parametrize("values", [[0, 1, 2], [0, 0, 4, 4, 8], [-3, -1, 1, 3], [0.5, 2.5, 2.5, 9]])
def test_means_of_pairs_are_the_same_listed_and_counted(monkeypatch, values):
    means = sorted((a + b) / 2 for a, b in combinations_with_replacement(values, 2))
    places = np.arange(1, len(means) + 1)
    for most in (walsh.LISTED, 0):
        monkeypatch.setattr(walsh, "LISTED", most)
        found = walsh._walsh_averages(np.array(values, float), places)
        assert found == pytest.approx(means, abs=1e-12)


def test_a_long_column_has_the_limits_of_all_means_of_pairs():
    d = np.round(np.random.default_rng(3).normal(0.1, 1, walsh.LISTED + 1), 2)
    i, j = np.triu_indices(len(d))
    means = np.sort((d[i] + d[j]) / 2)
    n = len(d)
    out = int(n * (n + 1) / 4 - 1.959963984540054 * np.sqrt(n * (n + 1) * (2 * n + 1) / 24))
    middle, low, high = walsh.shift_limits(d, 0.95, "two-sided")
    assert (middle, low, high) == pytest.approx((np.median(means), means[out - 1], means[-out]), abs=1e-9)
