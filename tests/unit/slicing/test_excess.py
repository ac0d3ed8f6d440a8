"""The excess of a slice, against SciPy and against its definition."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import ttest_ind

from probative.slicing.excess import PRIOR, Losses
from probative.slicing.kinds import Kinds
from probative.slicing.weighted import WeightedLosses


def _sums(losses, held):
    mine = losses.values[held]
    return np.array([held.sum()]), np.array([mine.sum()]), np.array([np.square(mine).sum()])


def test_it_is_welchs_t_for_many_rows():
    rng = np.random.default_rng(0)
    losses, held = rng.exponential(size=200_000), rng.random(200_000) < 0.2
    of = Losses.of(losses)
    t = of.excess(*_sums(of, held))[0]
    assert t[0] == pytest.approx(ttest_ind(losses[held], losses[~held], equal_var=False).statistic, rel=1e-3)


def test_variances_are_drawn_towards_that_of_all_rows():
    rng = np.random.default_rng(1)
    losses, held = rng.normal(3, 2, 60), np.arange(60) < 25
    of = Losses.of(losses)
    t, gap, error = of.excess(*_sums(of, held))
    inner, outer = losses[held], losses[~held]
    parts = [
        (PRIOR * losses.var(ddof=1) + (len(x) - 1) * x.var(ddof=1)) / (PRIOR + len(x) - 1) / len(x)
        for x in (inner, outer)
    ]
    assert gap[0] == pytest.approx(inner.mean() - outer.mean())
    assert error[0] == pytest.approx(np.sqrt(sum(parts)))
    assert t[0] == pytest.approx(gap[0] / error[0])


def test_a_slice_of_equal_losses_is_not_certain():
    losses = np.r_[np.ones(30), np.zeros(70)]
    of = Losses.of(losses)
    t, _, error = of.excess(*_sums(of, np.arange(100) < 30))
    assert np.isfinite(t[0])
    assert error[0] > 0


def test_two_values_need_no_squares():
    rng = np.random.default_rng(2)
    of = Losses.of(np.where(rng.random(500) < 0.1, 7.0, 2.0))
    held = rng.random(500) < 0.3
    rows, sums, squares = _sums(of, held)
    assert of.squares_from(rows, sums) == pytest.approx(squares)
    assert Losses.of(rng.normal(size=5)).pair is None


def test_equal_weights_change_nothing():
    rng = np.random.default_rng(3)
    losses, held = rng.exponential(size=400), rng.random(400) < 0.3
    of = Losses.of(losses)
    plain = of.excess(*_sums(of, held))
    for unit in (1.0, 250.0):
        weighted = WeightedLosses.of(losses, np.full(400, unit))
        (found,) = weighted.tested([((0, 1),)], [held])
        assert (found.gap, found.t) == pytest.approx((plain[1][0], plain[0][0]), rel=2e-3)


def test_weighted_means_are_those_of_numpy():
    rng = np.random.default_rng(4)
    losses, weight, held = rng.exponential(size=300), rng.uniform(0.1, 5, 300), rng.random(300) < 0.4
    of = WeightedLosses.of(losses, weight)
    (found,) = of.tested([((0, 1),)], [held])
    means = [np.average(losses[part], weights=weight[part]) for part in (held, ~held)]
    assert found.gap == pytest.approx(means[0] - means[1])
    assert of.means(held) == pytest.approx(means)
    assert Kinds.of([held]).sizes.tolist() == [(~held).sum(), held.sum()]
