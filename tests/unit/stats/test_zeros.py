"""Pairs without a difference are no part of a test of signs or of signed ranks, and are not counted as such."""

from __future__ import annotations

import pytest

import probative as pv

A, B = [1, 2, 3, 4, 5, 6, 7.0], [1, 2, 2, 3, 3, 4, 4.0]


@pytest.mark.parametrize("test", [pv.stats.wilcoxon, pv.stats.sign])
def test_n_counts_the_pairs_that_differ(test):
    found, without = test(A, B), test(A[2:], B[2:])
    assert (found.n, found.p) == (5, without.p)
    assert any("2 of 7 pairs do not differ" in note for note in found.notes)


@pytest.mark.parametrize("test", [pv.stats.wilcoxon, pv.stats.sign])
def test_where_no_pair_differs_all_are_counted(test):
    assert test(A, A).n == 7
