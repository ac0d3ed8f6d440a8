"""Forecasts that are distributions: CRPS against its definition, quantiles against plain counts."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import norm
from sklearn.metrics import mean_pinball_loss

import probative as pv
from probative.errors import BadParameter, BadScores, LengthMismatch
from probative.forecasts import crps

RNG = np.random.default_rng(3)
N = 60
MEAN, SD = RNG.normal(0, 2, N), RNG.uniform(0.5, 2, N)
Y = RNG.normal(MEAN, SD)
ENSEMBLE = RNG.normal(MEAN[:, None], SD[:, None], (N, 12))


@pytest.mark.parametrize(("y", "mean", "sd"), [(0.3, 0.0, 1.0), (-4.0, 1.0, 2.0), (2.0, 2.0, 0.1)])
def test_the_crps_of_a_normal_forecast_is_the_integral_that_defines_it(y, mean, sd):
    below = quad(lambda x: norm.cdf(x, mean, sd) ** 2, -40, y, points=[mean] if mean < y else None)[0]
    above = quad(lambda x: norm.sf(x, mean, sd) ** 2, y, 40, points=[mean] if mean > y else None)[0]
    found = crps.of_normal(np.array([y]), np.array([mean]), np.array([sd]))
    assert found[0] == pytest.approx(below + above, rel=1e-6)


def test_the_crps_of_an_ensemble_is_that_of_all_its_pairs():
    expected = [np.abs(x - y).mean() - np.abs(x[:, None] - x).mean() / 2 for x, y in zip(ENSEMBLE, Y, strict=True)]
    np.testing.assert_allclose(crps.of_ensemble(Y, ENSEMBLE), expected, rtol=1e-12)
    assert pv.predictive_distribution(Y, ensemble=ENSEMBLE).crps.value == pytest.approx(np.mean(expected))


def test_one_member_has_the_absolute_error():
    found = pv.predictive_distribution(Y, ensemble=MEAN[:, None]).crps
    assert found.value == pytest.approx(np.abs(Y - MEAN).mean())


def test_fine_quantiles_approach_the_closed_form():
    levels = (np.arange(400) + 0.5) / 400
    quantiles = MEAN[:, None] + SD[:, None] * norm.ppf(levels)
    exact = pv.predictive_distribution(Y, mean=MEAN, sd=SD).crps.value
    assert pv.predictive_distribution(Y, quantiles=quantiles, levels=levels).crps.value == pytest.approx(
        exact, rel=1e-3
    )


def test_quantiles_have_their_pinball_loss_and_their_share():
    levels = [0.1, 0.5, 0.9]
    quantiles = MEAN[:, None] + SD[:, None] * norm.ppf(levels)
    found = pv.predictive_distribution(Y, quantiles=quantiles, levels=levels)
    for i, part in enumerate(found.quantiles):
        assert part.quantile == levels[i]
        assert part.below.value == (quantiles[:, i] >= Y).mean()
        assert part.below.method == "wilson"
        assert part.pinball.value == pytest.approx(mean_pinball_loss(Y, quantiles[:, i], alpha=levels[i]))
    mean = np.mean([part.pinball.value for part in found.quantiles])
    assert found.crps.value == pytest.approx(2 * mean)


def test_the_shares_are_those_of_the_probability_integral_transform():
    transform = norm.cdf(Y, MEAN, SD)
    found = pv.predictive_distribution(Y, mean=MEAN, sd=SD)
    assert [part.below.value for part in found.quantiles] == [(transform <= k / 10).mean() for k in range(1, 10)]


def test_weights_count_as_rows():
    times = RNG.integers(1, 4, N)
    weighted = pv.predictive_distribution(Y, mean=MEAN, sd=SD, weight=times)
    copies = pv.predictive_distribution(np.repeat(Y, times), mean=np.repeat(MEAN, times), sd=np.repeat(SD, times))
    assert weighted.crps.value == pytest.approx(copies.crps.value)
    assert weighted.crps.n < copies.crps.n


def test_results_travel_as_json():
    found = pv.predictive_distribution(Y, mean=MEAN, sd=SD)
    assert pv.PredictiveDistribution.from_json(found.to_json()) == found
    assert "CRPS" in str(found)


@pytest.mark.parametrize(
    ("forecast", "error"),
    [
        ({}, BadParameter),
        ({"mean": MEAN}, BadParameter),
        ({"mean": MEAN, "sd": SD, "ensemble": ENSEMBLE}, BadParameter),
        ({"mean": MEAN, "sd": 0 * SD}, BadScores),
        ({"ensemble": ENSEMBLE[:5]}, LengthMismatch),
        ({"ensemble": ENSEMBLE * np.nan}, BadScores),
        ({"quantiles": ENSEMBLE[:, :2], "levels": [0.9, 0.1]}, BadParameter),
        ({"quantiles": ENSEMBLE[:, :2], "levels": [0.5]}, BadParameter),
    ],
)
def test_what_does_not_fit_is_refused(forecast, error):
    with pytest.raises(error):
        pv.predictive_distribution(Y, **forecast)
