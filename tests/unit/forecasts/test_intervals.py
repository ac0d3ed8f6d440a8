"""Prediction intervals: coverage, width and the interval score."""

from __future__ import annotations

from math import isnan

import numpy as np
import pytest
from scipy.stats import norm
from statsmodels.stats.proportion import proportion_confint

import probative as pv
from probative.errors import BadParameter, BadScores, EmptyData, LengthMismatch, MissingValues

RNG = np.random.default_rng(8)
N = 400
CENTRE = RNG.normal(0, 3, N)
Y = CENTRE + RNG.normal(0, 1, N)
HALF = RNG.uniform(1.0, 2.0, N)


def found(**more):
    return pv.prediction_intervals(Y, CENTRE - HALF, CENTRE + HALF, nominal=0.9, **more)


def winkler(y, low, high, nominal):
    """Row by row, as Winkler wrote it."""
    alpha = 1 - nominal
    return np.array(
        [
            (h - a) + (2 / alpha * (a - x) if x < a else 2 / alpha * (x - h) if x > h else 0)
            for x, a, h in zip(y, low, high, strict=True)
        ]
    )


def test_values_are_shares_and_means_of_rows():
    inside = np.abs(Y - CENTRE) <= HALF
    result = found()
    assert result.coverage.value == inside.mean()
    assert result.below.value == (Y < CENTRE - HALF).mean()
    assert result.above.value == (Y > CENTRE + HALF).mean()
    assert result.width.value == pytest.approx(2 * HALF.mean())
    assert result.score.value == pytest.approx(winkler(Y, CENTRE - HALF, CENTRE + HALF, 0.9).mean())
    low, high = proportion_confint(inside.sum(), N, method="wilson")
    assert (result.coverage.low, result.coverage.high) == pytest.approx((low, high))


def test_weights_count_as_rows_and_constant_ones_change_nothing():
    times = RNG.integers(1, 4, N)
    weighted = found(weight=times)
    copies = pv.prediction_intervals(*(np.repeat(c, times) for c in (Y, CENTRE - HALF, CENTRE + HALF)), nominal=0.9)
    for name in ("coverage", "below", "above", "width", "score"):
        assert getattr(weighted, name).value == pytest.approx(getattr(copies, name).value)
        plain, tenfold = getattr(found(), name), getattr(found(weight=np.full(N, 10.0)), name)
        assert (tenfold.low, tenfold.high, tenfold.n) == pytest.approx((plain.low, plain.high, plain.n))


def test_ends_are_inside():
    result = pv.prediction_intervals([1, 2], [1, 0], [3, 2], nominal=0.5)
    assert result.coverage.value == 1


def test_the_least_score_is_that_of_the_right_quantiles():
    """The interval score is proper: of many half widths the nominal quantile's has the smallest mean."""
    y = np.random.default_rng(1).normal(size=50_000)
    halves = norm.ppf(0.95) + np.array([-0.4, -0.2, 0, 0.2, 0.4])
    scores = [
        pv.prediction_intervals(y, np.full(50_000, -h), np.full(50_000, h), nominal=0.9).score.value for h in halves
    ]
    assert int(np.argmin(scores)) == 2


def test_what_is_hardly_seen_has_no_interval():
    result = pv.prediction_intervals(Y[:30], CENTRE[:30] - 4, CENTRE[:30] + 4, nominal=0.9)
    assert isnan(result.score.low)
    assert "of 30 targets lie outside" in result.score.why
    assert isnan(result.width.low)
    assert "no spread" in result.width.why
    assert result.coverage.low < 1


def test_results_travel_as_json():
    assert pv.PredictionIntervals.from_json(found().to_json()) == found()
    assert "interval score" in str(found())


@pytest.mark.parametrize(
    ("arguments", "nominal", "error"),
    [
        (([], [], []), 0.9, EmptyData),
        (([1, 2], [0, 0], [1]), 0.9, LengthMismatch),
        (([1, 2], [0, 3], [1, 2]), 0.9, BadScores),
        (([1, 2], [0, 0], [1, np.inf]), 0.9, BadScores),
        (([1, np.nan], [0, 0], [1, 1]), 0.9, MissingValues),
        (([1, 2], [0, 0], [3, 3]), 90, BadParameter),
    ],
)
def test_what_does_not_fit_is_refused(arguments, nominal, error):
    with pytest.raises(error):
        pv.prediction_intervals(*arguments, nominal=nominal)
