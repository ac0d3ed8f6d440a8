"""Curves of few rows: a band from order statistics, and a calibration test whose outcomes are drawn."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import minimize
from scipy.special import expit, logit
from scipy.stats import beta, norm

import probative as pv
from probative.curves.calibration_draws import DRAWS, drawn_p
from probative.curves.exact_band import _local

SCORES = np.array([0.15, 0.3, 0.45, 0.6, 0.7, 0.8, 0.9])


def ratio(truth):
    """Twice the log likelihood of the best line over that of the scores, by a general optimiser."""
    odds = logit(SCORES)

    def loss(line):
        z = line[0] + line[1] * odds
        return float((np.logaddexp(0, z) - truth * z).sum())

    starts = [np.array(start) for start in ((0.0, 1.0), (0.0, 4.0), (0.0, -4.0))]
    best = min(minimize(loss, start, method="BFGS", options={"maxiter": 60}).fun for start in starts)
    return 2 * (loss([0.0, 1.0]) - best)


def test_p_is_the_share_of_all_outcomes_as_far_off():
    """Of 7 rows there are 128 outcomes, each with a known chance."""
    every = np.array(list(product([0, 1], repeat=7)))
    chances = np.prod(np.where(every, SCORES, 1 - SCORES), axis=1)
    ratios = np.array([ratio(truth) for truth in every])
    for truth in (every[5], every[77], every[100]):
        exact = chances[ratios >= ratio(truth) - 1e-3].sum()
        found = drawn_p(pv.Ladder.from_scores(truth, SCORES), 1.0, ratio(truth) - 1e-3)
        assert found == pytest.approx(exact, abs=4 * np.sqrt(exact * (1 - exact) / DRAWS) + 0.01)


def test_a_weight_that_all_rows_share_changes_no_test():
    rng = np.random.default_rng(2)
    truth, scores = rng.random(40) < 0.4, rng.random(40)
    plain, heavy = (
        pv.calibration(pv.Ladder.from_scores(truth, scores, sample_weight=w)).test() for w in (None, np.full(40, 10.0))
    )
    assert "drawn" in plain.name
    assert (heavy.p, heavy.statistic) == pytest.approx((plain.p, plain.statistic))


def test_rows_that_were_tested_several_times_are_not_drawn():
    """A fifth of a row is no row: nothing would be drawn of it, and any statistic would look large beside nothing."""
    rng = np.random.default_rng(4)
    chances = rng.random(60)
    truth = rng.random(60) < chances
    said = [expit(logit(chances) + rng.normal(0, 0.05, 60)) for _ in range(5)]
    once = pv.evaluate(truth=truth, scores=said[0]).models["model"].calibrated
    columns = {"y": np.tile(truth, 5), "score": np.concatenate(said)}
    columns |= {"row": np.tile(np.arange(60), 5), "repeat": np.repeat(np.arange(5), 60), "fold": np.zeros(300, int)}
    often = pv.evaluate(columns, truth="y", scores="score", row="row", repeat="repeat", fold="fold")
    test = often.models[next(iter(often.models))].calibrated
    assert "drawn" in once.name
    assert "drawn" not in test.name
    assert test.p == pytest.approx(np.exp(-test.statistic / 2))
    assert test.p == pytest.approx(once.p, abs=0.1)


def test_many_rows_are_not_drawn():
    scores = np.random.default_rng(3).random(400)
    assert "drawn" not in pv.calibration(pv.Ladder.from_scores(scores > 0.4, scores)).test().name


@pytest.mark.parametrize(("positives", "negatives", "auc"), [(25, 25, 0.9), (10, 60, 0.7), (40, 15, 0.98)])
def test_a_simultaneous_band_of_few_rows_holds_the_whole_curve(positives, negatives, auc):
    apart, rng, held = np.sqrt(2) * norm.ppf(auc), np.random.default_rng(positives), 0
    for _ in range(150):
        scores = np.r_[rng.normal(apart, 1, positives), rng.normal(size=negatives)]
        truth = np.r_[np.ones(positives), np.zeros(negatives)]
        band = pv.roc_band(pv.Ladder.from_scores(truth, scores), simultaneous=True)
        true = norm.cdf(norm.ppf(band.fpr[1:-1]) + apart)
        held += bool((band.low[1:-1] <= true).all() and (true <= band.high[1:-1]).all())
    assert held >= 0.93 * 150 - 6


def test_a_band_of_few_rows_knows_no_units_and_no_weights_that_all_share():
    rng = np.random.default_rng(7)
    truth, scores = rng.random(60) < 0.5, np.round(rng.normal(size=60), 1)
    bands = [
        pv.roc_band(pv.Ladder.from_scores(truth, x, sample_weight=w), simultaneous=True)
        for x, w in ((scores, None), (expit(scores), None), (scores, np.full(60, 3.0)))
    ]
    for other in bands[1:]:
        np.testing.assert_allclose(other.low, bands[0].low, atol=1e-9)
        np.testing.assert_allclose(other.high, bands[0].high, atol=1e-9)
    assert (bands[0].low <= bands[0].tpr + 1e-12).all()
    assert (bands[0].tpr <= bands[0].high + 1e-12).all()


@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
def test_the_local_level_of_one_and_of_two_scores_is_that_of_a_closed_form(level: float) -> None:
    """Of two uniform numbers the chance that both order statistics lie in their limits is an integral of 2."""
    assert _local(1, level) == pytest.approx(1 - level, abs=4 * np.sqrt(level * (1 - level) / 4000))
    alpha = _local(2, level)
    (low1, high1), (low2, high2) = (beta(k, 3 - k).ppf([alpha / 2, 1 - alpha / 2]) for k in (1, 2))
    joint, _ = quad(lambda u: 2 * max(0.0, min(high1, u) - low1), low2, high2, points=[high1])
    assert joint == pytest.approx(level, abs=4 * np.sqrt(level * (1 - level) / 4000))


def test_the_band_of_few_rows_says_something() -> None:
    """A band of 0 to 1 would hold every curve."""
    rng = np.random.default_rng(2)
    y = np.repeat([1, 0], 60)
    band = pv.roc_band(pv.Ladder.from_scores(y, 2 * y + rng.normal(size=120)), simultaneous=True)
    assert (band.high - band.low).mean() < 0.3
    few = pv.roc_band(pv.Ladder.from_scores(y[40:80], (2 * y + rng.normal(size=120))[40:80]), simultaneous=True)
    assert (band.high - band.low).mean() < (few.high - few.low).mean() < 0.6
