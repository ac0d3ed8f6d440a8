"""Pools after too many passes, and bins of tied scores: as other tools and brute force say."""

import numpy as np
import pytest
from sklearn.isotonic import IsotonicRegression

import probative as pv
from probative.measurement import isotonic
from probative.measurement.class_calibration import Bins


@pytest.mark.parametrize("passes", [0, 1, 100])
def test_pools_are_those_of_scikit_learn_however_many_passes_are_made(passes, monkeypatch):
    monkeypatch.setattr(isotonic, "_PASSES", passes)
    rng = np.random.default_rng(passes)
    s = rng.integers(0, 400, 3_000) / 400
    y = rng.random(3_000) < s
    ladder = pv.Ladder.from_scores(y, s)
    pools = isotonic.isotonic_pools(ladder)
    rates = np.repeat(pools.rates, np.diff(pools.ends, prepend=-1))
    fitted = IsotonicRegression().fit_transform(s, y)
    wanted = dict(zip(s.tolist(), fitted.tolist(), strict=True))
    np.testing.assert_allclose(rates, [wanted[score] for score in ladder.scores.tolist()], atol=1e-12)


def test_tied_scores_are_in_the_bin_of_their_middle():
    """By hand: 12 rows at 0.9 and 8 at 0.1; the middles of their ranks are 0.3 and 0.8 of all rows."""
    probability = np.repeat([0.9, 0.1], [12, 8])
    found = Bins.of(probability, np.zeros(20, bool), np.ones(20), 3, "mass")
    assert found.place.tolist() == [0] * 12 + [2] * 8
