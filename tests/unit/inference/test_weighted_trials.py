"""Weighted rows as trials, and the parts of a difference, against NumPy's sums over rows."""

import numpy as np
import pytest

import probative as pv
from probative.inference.proportion import effective_trials


def test_a_weighted_share_varies_as_the_sum_over_its_rows_says():
    """The variance of a ratio of sums is that of its residuals: sum of (w (y - p))^2 over (sum of w)^2."""
    rng = np.random.default_rng(3)
    w, y = rng.random(60) + 0.2, rng.random(60) < 0.3
    w[y] *= 2.5  # heavy successes: no fewer rows than Kish counts
    p = (w * y).sum() / w.sum()
    variance = (w**2 * (y - p) ** 2).sum() / w.sum() ** 2
    kish = w.sum() ** 2 / (w**2).sum()
    successes, trials = effective_trials((w * y).sum(), w.sum(), ((w**2)[y].sum(), (w**2).sum()))
    assert p * (1 - p) / variance < kish
    assert trials == pytest.approx(p * (1 - p) / variance, rel=1e-12)
    assert successes == pytest.approx(p * trials, rel=1e-12)


def test_light_successes_are_no_more_rows_than_kish_counts():
    w = np.array([0.1] * 10 + [1.0] * 30)
    y = np.arange(40) < 10
    assert effective_trials(1.0, w.sum(), ((w**2)[y].sum(), (w**2).sum()))[1] == pytest.approx(
        w.sum() ** 2 / (w**2).sum()
    )


@pytest.mark.parametrize("sharpness", [0.5, 2.0])
def test_observed_less_predicted_of_many_rows(sharpness):
    """Of 40,000 rows the interval is that of the mean of y - s, whose two parts are not independent."""
    rng = np.random.default_rng(1)
    s = 1 / (1 + np.exp(-sharpness * rng.normal(size=40_000)))
    y = rng.random(40_000) < s
    found = pv.estimate("calibration_in_the_large", pv.Ladder.from_scores(y, s))
    half = 1.959964 * (y - s).std(ddof=1) / 200
    assert found.value == pytest.approx((y - s).mean(), abs=1e-12)
    assert (found.high - found.low) / 2 == pytest.approx(half, rel=2e-3)
