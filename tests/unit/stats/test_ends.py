"""Ends of formulas that hardly any sample meets: samples without spread, and gaps that chance alone leaves."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import chi2_contingency

import probative as pv
from probative.errors import BadParameter


@pytest.mark.parametrize("successes", [[0, 0, 0], [10, 20, 30]])
def test_samples_that_are_all_alike_differ_in_nothing(successes):
    found = pv.stats.equal_shares(successes, [10, 20, 30])
    assert np.isnan(found.statistic)
    assert found.p == 1
    assert "nothing can differ" in " ".join(found.notes)


def test_groups_of_one_value_have_their_degrees_of_freedom():
    found = pv.stats.welch_anova([3.0, 3.0], [3.0, 3.0], [3.0, 3.0])
    assert found.statistic == 0
    assert found.df[0] == 2


@pytest.mark.parametrize(("shift", "beyond"), [(24, False), (41, True)])
def test_a_gap_is_one_beyond_smirnovs_limit(shift, beyond):
    """200 rows of each class leave a gap of 1.358 √(2/200) = 0.136 by chance in 5 samples of 100."""
    n = 200
    scores = np.concatenate([np.arange(n), np.arange(n) + shift]) / n
    found = pv.estimate("ks", pv.Ladder.from_scores(np.repeat([0, 1], n), scores))
    assert (found.value > 1.358 * np.sqrt(2 / n)) == beyond
    assert (found.low > 0) == beyond


def test_two_samples_are_enough():
    table = np.array([[30, 70], [45, 55]])
    found = pv.stats.equal_shares(table[:, 0], table.sum(axis=1))
    assert found.statistic == pytest.approx(chi2_contingency(table, correction=False).statistic)


@pytest.mark.parametrize("significance", [0.0, 0.5, -0.1, 1.0])
def test_a_significance_at_an_end_is_refused(significance):
    with pytest.raises(BadParameter):
        pv.stats.chi2_critical(significance=significance)


def test_areas_of_two_positives_have_a_variance():
    """DeLong by hand: the variance of two placements is half their squared difference, over two."""
    y, a, b = [1, 1, 0, 0, 0], [0.9, 0.3, 0.5, 0.2, 0.1], [0.6, 0.7, 0.9, 0.2, 0.1]
    above = np.array([[np.mean([x > z for z in s[2:]]) for x in s[:2]] for s in (a, b)])
    below = np.array([[np.mean([x > z for x in s[:2]]) for z in s[2:]] for s in (a, b)])
    one, other = above[0] - above[1], below[0] - below[1]
    variance = one.var(ddof=1) / 2 + other.var(ddof=1) / 3
    found = pv.stats.delong(y, a, b)
    assert found.statistic == pytest.approx(one.mean() / np.sqrt(variance), rel=1e-12)


def test_many_samples_are_compared_by_fewer_random_tables():
    """5,000 samples of four rows; p against permutations of the rows, counted here."""
    rng = np.random.default_rng(4)
    rows = rng.random(20_000) < np.repeat(rng.choice([0.28, 0.32], 5_000), 4)
    found = pv.stats.equal_shares(rows.reshape(-1, 4).sum(axis=1), np.full(5_000, 4))

    def uneven(column):
        return np.square(column.reshape(-1, 4).sum(axis=1) - 4 * rows.mean()).sum()

    more = np.mean([uneven(rng.permutation(rows)) >= uneven(rows) for _ in range(400)])
    assert "4,000 random tables" in " ".join(found.notes)
    assert found.p == pytest.approx(more, abs=0.08)


@pytest.mark.parametrize("shift", [0.0, 0.5])
def test_forecasts_that_always_differ_alike_have_their_degrees_of_freedom(shift):
    errors = np.array([0.5, -0.2, 0.1, 0.4, -0.3])
    found = pv.stats.diebold_mariano(np.abs(errors) + shift, np.abs(errors), power=1.0)
    assert found.df == len(errors) - 1
    assert found.effect == pytest.approx(shift)


@pytest.mark.parametrize(("level", "side"), [(0.0, "two-sided"), (1.0, "two-sided"), (0.5, "greater"), (0.5, "less")])
def test_a_level_at_an_end_is_refused(level, side):
    with pytest.raises(BadParameter, match="a level lies between"):
        pv.stats.paired_t([1.0, 2, 4], [1.5, 1, 2], level=level, alternative=side)
    inside = pv.stats.paired_t([1.0, 2, 4], [1.5, 1, 2], level=min(max(level, 0.01), 0.99) + (level == 0.5) / 100)
    assert inside.low <= inside.effect <= inside.high


def test_equal_results_have_the_degrees_of_freedom_of_their_number():
    found = pv.stats.paired_t([1.0, 2, 4], [1.0, 2, 4])
    assert (found.df, found.effect) == (2, 0)
