"""Intervals that hold less often than they say admit it; those that hold do not."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binom

import probative as pv
from probative.inference.doubting import COARSE, HEAVY_TAIL, LONG_TAILS, UNSEEN, doubted


def cells(tp, fn, fp, tn):
    """Four counts in the order of the matrix."""
    return pv.Outcomes(tp=tp, fn=fn, fp=fp, tn=tn)


@pytest.mark.parametrize("events", [1, 2, 3])
def test_a_share_of_few_events_says_so(events):
    for outcomes in (cells(30 - events, events, 9, 50), cells(events, 30 - events, 9, 50)):
        found = pv.estimate("recall", outcomes)
        assert found.method == "wilson"
        assert found.why.startswith(COARSE)
        assert f"rests on {events})" in found.why
        assert "modified-wilson" in found.why


@pytest.mark.parametrize("events", [0, 4, 15])
def test_a_share_of_no_or_enough_events_needs_no_words(events):
    assert pv.estimate("recall", cells(30 - events, events, 9, 50)).why is None


def test_a_method_asked_for_by_name_is_not_doubted():
    assert pv.estimate("recall", cells(29, 1, 9, 50), method="modified-wilson").why is None


@pytest.mark.parametrize("name", ["mcc", "kappa", "balanced_accuracy", "expected_cost", "f1", "f2", "f0_5"])
def test_measures_of_a_nearly_empty_cell_say_so(name):
    assert pv.estimate(name, cells(20, 2, 9, 50)).why.startswith(COARSE)
    assert pv.estimate(name, cells(20, 6, 9, 50)).why is None


@pytest.mark.parametrize("name", ["average_precision", "calibration_slope", "ks", "observed_expected_ratio"])
def test_measures_of_scores_with_few_positives_say_so(name):
    scores = np.random.default_rng(1).random(80)
    few, enough = (pv.Ladder.from_scores(np.argsort(-scores) % (80 // k) == 0, scores) for k in (4, 16))
    assert pv.estimate(name, few).why.startswith(COARSE)
    assert pv.estimate(name, enough).why is None


@pytest.mark.parametrize(("positives", "doubts"), [(20, True), (29, True), (30, False)])
def test_the_skill_of_a_rare_class_is_doubted_where_it_is_hardly_told(positives, doubts):
    """With fewer than 20 rows there is no interval; where 15 are expected, samples with more have too many of them."""
    scores = np.random.default_rng(1).random(600) / 5
    truth = np.zeros(600, bool)
    truth[np.argsort(-scores)[: 3 * positives : 3]] = True
    found = pv.estimate("brier_skill_score", pv.Ladder.from_scores(truth, scores))
    assert found.method == "skill"
    assert doubted(found.why) == doubts


def test_weighted_events_are_doubted_sooner():
    weighted = pv.Outcomes(tp=25, fn=5, fp=9, tn=50, squares=(30, 7, 12, 70))
    assert "weights may go with" in pv.estimate("recall", weighted).why
    assert pv.estimate("recall", cells(25, 5, 9, 50)).why is None


@pytest.mark.parametrize("name", ["pearson", "concordance_correlation", "mean_error", "mse", "r2"])
def test_values_that_one_row_decides_say_so(name):
    rng = np.random.default_rng(3)
    said = rng.normal(size=240)
    truth = said + rng.normal(size=240)
    kind = pv.ValuePairs if name in ("pearson", "concordance_correlation") else pv.Residuals
    assert pv.estimate(name, kind.from_values(truth, said)).why is None
    truth[7] += 240
    assert pv.estimate(name, kind.from_values(truth, said)).why.startswith(HEAVY_TAIL)


@pytest.mark.parametrize("name", ["pearson", "concordance_correlation", "mean_error", "mse", "r2", "mae", "msle"])
@pytest.mark.parametrize("n", [20, 150, 235, 236])
def test_few_rows_do_not_show_rare_errors_and_say_so(name, n):
    """Of 235 rows one sample in twenty holds less than two of the errors that 1 row in 50 has."""
    assert (binom.cdf(1, n, 0.02) > 0.05) == (n < 236)
    rng = np.random.default_rng(6)
    said = 9 + rng.normal(size=n)
    kind = pv.ValuePairs if name in ("pearson", "concordance_correlation", "msle") else pv.Residuals
    why = pv.estimate(name, kind.from_values(said + rng.normal(size=n), said)).why
    assert doubted(why) == (n < 236)
    assert why is None or UNSEEN in why or HEAVY_TAIL in why


@pytest.mark.parametrize("name", ["median_absolute_error", "spearman", "smape"])
def test_what_no_single_error_moves_far_needs_no_rows_for_that(name):
    rng = np.random.default_rng(6)
    said = 9 + rng.normal(size=40)
    kind = pv.Residuals if name == "median_absolute_error" else pv.ValuePairs
    assert pv.estimate(name, kind.from_values(said + rng.normal(size=40), said)).why is None


@pytest.mark.parametrize("name", ["r2", "explained_variance", "pearson", "concordance_correlation", "rmse"])
@pytest.mark.parametrize(("weight", "n"), [(1.0, 1000), (7.0, 1000), (1.0, 4000)])
def test_long_tails_are_doubted_and_normal_errors_are_not(name, weight, n):
    """Squares of normal errors have a skewness of 2.8, those of t with 3 degrees of freedom none that is finite."""
    rng = np.random.default_rng(8)
    kind = pv.ValuePairs if name in ("pearson", "concordance_correlation") else pv.Residuals
    told = {}
    for law, draw in (("normal", rng.normal), ("t3", lambda size: rng.standard_t(3, size))):
        said = rng.normal(size=n)
        found = pv.estimate(name, kind.from_values(said + draw(size=n), said, sample_weight=np.full(n, weight)))
        told[law] = found.why or ""
    assert told["normal"] == ""
    assert LONG_TAILS in told["t3"] or HEAVY_TAIL in told["t3"]


@pytest.mark.parametrize("n", [30, 120])
def test_few_skewed_numbers_are_doubted_and_even_ones_are_not(n):
    rng = np.random.default_rng(9)
    skewed = pv.estimate("mean", pv.Moments.from_values(rng.lognormal(size=n))).why or ""
    assert pv.estimate("mean", pv.Moments.from_values(rng.normal(size=n))).why is None
    assert (UNSEEN in skewed or HEAVY_TAIL in skewed) or n > 100


def test_f_of_any_weight_has_the_interval_of_f_beta():
    seen = cells(12, 5, 9, 50)
    for name, beta in (("f0_5", 0.5), ("f1", 1.0), ("f2", 2.0)):
        one, other = pv.estimate(name, seen), pv.estimate("f_beta", seen, beta=beta)
        assert (one.low, one.high, one.method) == pytest.approx((other.low, other.high, "f-score"))


def test_a_rate_is_held_only_where_five_rows_lie_beyond():
    scores = np.linspace(0, 1, 90)
    ladder = pv.Ladder.from_scores(np.sin(np.arange(90) * 1.7) + 2 * scores > 1, scores)
    assert ladder.totals[1] * 0.1 < 5
    assert "too few rows" in pv.estimate("sensitivity_at_specificity", ladder).why
    assert np.isfinite(pv.estimate("sensitivity_at_specificity", ladder, specificity=0.8).low)


def test_a_share_of_hardly_any_rows_says_so():
    assert "rows in all: 2" in pv.estimate("recall", cells(2, 0, 9, 50)).why
    assert "rows in all: 1" in pv.estimate("recall", cells(0, 1, 9, 50)).why


@pytest.mark.parametrize("name", ["recall", "balanced_accuracy", "diagnostic_odds_ratio"])
def test_weighted_rows_that_may_be_missing_are_doubted(name):
    weighted = pv.Outcomes(tp=25, fn=0, fp=19, tn=50, squares=(30, 0, 22, 70))
    assert "weights may go with" in pv.estimate(name, weighted).why
    assert pv.estimate(name, cells(25, 0, 19, 50)).why is None


@pytest.mark.parametrize("name", ["accuracy", "macro_recall"])
def test_a_weight_that_all_have_raises_no_doubt(name):
    rng = np.random.default_rng(4)
    truth, said = rng.integers(0, 3, 40), rng.integers(0, 3, 40)
    plain, heavy = (pv.ConfusionMatrix.from_labels(truth, said, sample_weight=w) for w in (None, np.full(40, 7.0)))
    assert pv.estimate(name, plain).why == pv.estimate(name, heavy).why


def test_areas_of_weighted_rows_are_doubted_where_few_decide():
    rng = np.random.default_rng(5)
    truth, score = rng.random(120) < 0.4, rng.random(120)
    weighted = pv.Ladder.from_scores(truth, score, sample_weight=rng.lognormal(size=120))
    assert "weights may go with" in pv.estimate("auc", weighted).why
    assert pv.estimate("auc", pv.Ladder.from_scores(truth, score, sample_weight=np.full(120, 3.0))).why is None
