"""Ends of formulas that hardly any sample meets: samples without spread, and gaps that chance alone leaves."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import chi2_contingency

import probative as pv


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
