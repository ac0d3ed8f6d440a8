"""Precision and recall, and calibration, against other tools."""

import math

import numpy as np
import pytest
import scipy.stats
import sklearn.metrics as sk
import statsmodels.api as sm
from sklearn.calibration import calibration_curve

import probative as pv

from .scored import TIES, TIGHT, ladder, rows

# --- Precision and recall --------------------------------------------------------------------------------------------


def davis_goadrich(y, s, weight):
    """The area by brute force: false positives grow evenly with true ones between two thresholds."""
    tp, fp = (np.array([0.0, *((weight * part)[s >= t].sum() for t in np.unique(s)[::-1])]) for part in (y, ~y))
    area = 0.0
    for a, b, c, d in zip(tp[:-1], tp[1:], fp[:-1], fp[1:], strict=True):
        if b > a:
            middles = a + (b - a) * (np.arange(20_000) + 0.5) / 20_000
            area += (middles / (middles + c + (d - c) * (middles - a) / (b - a))).mean() * (b - a)
    return area / tp[-1]


@TIES
@pytest.mark.parametrize("prevalence", [None, 0.05, 0.7])
def test_precision_recall_at_any_prevalence(how, prevalence):
    y, s = rows(9, **(how | {"n": min(how.get("n", 120), 120)}))
    share = y.mean() if prevalence is None else prevalence
    # Negatives of this weight make the sample's prevalence the one wanted.
    weight = np.where(y, 1.0, (1 - share) / share * y.sum() / (~y).sum())
    curve = pv.precision_recall(pv.Ladder.from_scores(y, s), prevalence=prevalence)
    other = pv.precision_recall(pv.Ladder.from_scores(y, s, sample_weight=weight))
    assert curve.prevalence == pytest.approx(share, **TIGHT)
    np.testing.assert_allclose(curve.precision, other.precision, atol=1e-12)
    np.testing.assert_allclose(curve.recall, other.recall, atol=1e-12)
    precision, recall, _ = sk.precision_recall_curve(y, s, sample_weight=weight)
    # scikit-learn may leave out thresholds beyond full recall; each of its points is one of ours.
    for p, r in zip(precision[:-1], recall[:-1], strict=True):
        assert (np.abs(curve.precision - p) + np.abs(curve.recall - r)).min() < 1e-12
    assert curve.average_precision == pytest.approx(sk.average_precision_score(y, s, sample_weight=weight), **TIGHT)
    assert curve.area == pytest.approx(davis_goadrich(y, s, weight), rel=0, abs=1e-6)


def test_trapezoids_in_precision_and_recall_would_be_too_large():
    y, s = [1, 0, 0, 0, 1], [0.9, 0.5, 0.4, 0.3, 0.2]
    curve = pv.precision_recall(pv.Ladder.from_scores(y, s))
    # One positive, then three negatives, then the other: 1/2 + the integral of t / (t + 3) from 1 to 2, halved.
    assert curve.area == pytest.approx(0.5 + (1 - 3 * math.log(5 / 4)) / 2, **TIGHT)
    assert curve.at([0.25, 0.5, 0.75]).tolist() == pytest.approx([1, 1, 1.5 / 4.5], **TIGHT)


@pytest.mark.parametrize("positives", [3, 7, 25, 29, 49, 93])
def test_precision_at_the_recalls_of_the_curve(positives):
    """Positives and negatives in turn: at each recall the curve drops, and the best precision counts."""
    curve = pv.precision_recall(
        pv.Ladder.from_scores(np.tile([1, 0], positives), -np.arange(2 * positives, dtype=float))
    )
    k = np.arange(1, positives + 1)
    np.testing.assert_allclose(curve.at(k / positives), k / (2 * k - 1), atol=1e-9)


@pytest.mark.parametrize("y", [[1, 0], [0, 1]], ids=str)
def test_precision_at_recall_0_does_not_exist(y):
    assert math.isnan(pv.precision_recall(pv.Ladder.from_scores(y, [0.9, 0.1])).at(0.0))


def test_precision_of_positives_alone():
    curve = pv.precision_recall(pv.Ladder.from_scores([1, 1], [0.9, 0.1]))
    assert curve.precision.tolist() == [1, 1]
    assert curve.average_precision == 1
    assert curve.area == pytest.approx(1, **TIGHT)
    assert curve.at(0.5) == pytest.approx(1, **TIGHT)
    with pytest.raises(ValueError, match="negatives"):
        pv.precision_recall(pv.Ladder.from_scores([1, 1], [0.9, 0.1]), prevalence=0.3)
    with pytest.raises(ValueError, match="needs positives"):
        pv.precision_recall(pv.Ladder.from_scores([0, 0], [0.9, 0.1]))
    with pytest.raises(ValueError, match="prevalence"):
        pv.precision_recall(ladder(0), prevalence=1.0)


# --- Calibration -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("power", [1.0, 0.5, 2.5])
def test_recalibration_line_is_a_logistic_regression(seed, power):
    y, s = rows(seed, n=400)
    s = s**power
    intercept, slope = pv.calibration(pv.Ladder.from_scores(y, s)).line()
    fit = sm.Logit(y.astype(float), sm.add_constant(np.log(s / (1 - s)))).fit(disp=0, tol=1e-12)
    for found, value, limits in zip((intercept, slope), fit.params, fit.conf_int(), strict=True):
        assert found.value == pytest.approx(value, rel=1e-6)
        assert (found.low, found.high) == pytest.approx(tuple(limits), rel=1e-5)
        assert found.method == "delta"


def test_recalibration_of_scores_that_are_far_off():
    rng = np.random.default_rng(0)
    y, s = rng.random(500) < 0.5, np.clip(rng.random(500), 1e-9, 1 - 1e-9) ** 8
    intercept, slope = pv.calibration(pv.Ladder.from_scores(y, s)).line()
    fit = sm.Logit(y.astype(float), sm.add_constant(np.log(s / (1 - s)))).fit(disp=0, tol=1e-12)
    assert (intercept.value, slope.value) == pytest.approx(tuple(fit.params), rel=1e-6)


@pytest.mark.parametrize(
    ("y", "s", "why"),
    [
        ([0, 0, 1, 1], [0.1, 0.2, 0.8, 0.9], "separate"),
        ([0, 0, 1, 1], [1.0, 0.2, 0.3, 0.1], "given probability 0"),
        ([0, 1], [0.5, 0.5], "equal"),
        ([1, 1], [0.4, 0.5], "no actual negatives"),
    ],
    ids=["separated", "certain", "equal", "one class"],
)
def test_no_recalibration_line(y, s, why):
    for found in pv.calibration(pv.Ladder.from_scores(y, s)).line():
        assert not found.defined
        assert why in found.why


def test_hosmer_lemeshow_by_hand():
    y, s = rows(10, n=500)
    order = np.argsort(s)
    statistic = 0.0
    for block in np.split(order, 10):
        observed, expected, n = y[block].sum(), s[block].sum(), len(block)
        statistic += (observed - expected) ** 2 / (expected * (1 - expected / n))
    found = pv.calibration(pv.Ladder.from_scores(y, s)).hosmer_lemeshow()
    assert (found.statistic, found.df) == (pytest.approx(statistic, rel=1e-10), 10)
    assert found.p == pytest.approx(scipy.stats.chi2.sf(statistic, 10), rel=1e-9)
    fitted = pv.calibration(pv.Ladder.from_scores(y, s)).hosmer_lemeshow(fitted=True)
    assert (fitted.statistic, fitted.df) == (found.statistic, 8)
    assert fitted.p == pytest.approx(scipy.stats.chi2.sf(statistic, 8), rel=1e-9)


def test_hosmer_lemeshow_needs_three_bins():
    found = pv.calibration(pv.Ladder.from_scores([0, 1, 1], [0.2, 0.2, 0.7])).hosmer_lemeshow()
    assert math.isnan(found.p)
    assert found.why == "only 2 bins hold rows; three are needed"


@pytest.mark.parametrize("power", [1.0, 2.0])
def test_spiegelhalter_by_hand(power):
    y, s = rows(11, n=400)
    s = s**power
    z = ((y - s) * (1 - 2 * s)).sum() / math.sqrt(((1 - 2 * s) ** 2 * s * (1 - s)).sum())
    found = pv.calibration(pv.Ladder.from_scores(y, s)).spiegelhalter()
    assert found.statistic == pytest.approx(z, rel=1e-10)
    assert found.p == pytest.approx(2 * scipy.stats.norm.sf(abs(z)), rel=1e-9)


def test_spiegelhalter_keeps_its_level_on_calibrated_scores():
    rng = np.random.default_rng(1)
    p = []
    for _ in range(300):
        s = rng.random(300)
        p.append(pv.calibration(pv.Ladder.from_scores(rng.random(300) < s, s)).spiegelhalter().p)
    assert scipy.stats.kstest(p, "uniform").pvalue > 0.001


@pytest.mark.parametrize(("strategy", "theirs"), [("mass", "quantile"), ("width", "uniform")])
@pytest.mark.parametrize("bins", [5, 10])
def test_reliability_bins(strategy, theirs, bins):
    y, s = rows(12, n=1000)
    curve = pv.calibration(pv.Ladder.from_scores(y, s), bins=bins, strategy=strategy)
    observed, predicted = calibration_curve(y, s, n_bins=bins, strategy=theirs)
    np.testing.assert_allclose(curve.observed, observed, atol=1e-12)
    np.testing.assert_allclose(curve.predicted, predicted, atol=1e-12)
    assert curve.n.sum() == 1000


@pytest.mark.parametrize("level", [0.8, 0.95])
def test_limits_of_every_bin_are_wilsons(level):
    curve = pv.calibration(ladder(13, n=200), level=level)
    for observed, low, high, n in zip(curve.observed, curve.low, curve.high, curve.n, strict=True):
        k = round(observed * n)
        limits = scipy.stats.binomtest(k, int(n)).proportion_ci(level, method="wilson")
        assert (low, high) == pytest.approx((limits.low, limits.high), rel=0, abs=1e-12)


@pytest.mark.parametrize("strategy", ["mass", "width"])
def test_ties_are_never_split_between_bins(strategy):
    y, s = rows(14, n=500, levels=13)
    curve = pv.calibration(pv.Ladder.from_scores(y, s), bins=6, strategy=strategy)
    # Each bin is a run of whole tie groups: find the run by its mean, and count what is in it.
    values = np.unique(s)
    start = 0
    for predicted, observed, n in zip(curve.predicted, curve.observed, curve.n, strict=True):
        ends = [e for e in range(start + 1, len(values) + 1) if np.isin(s, values[start:e]).sum() == n]
        assert len(ends) == 1
        inside = np.isin(s, values[start : ends[0]])
        assert (s[inside].mean(), y[inside].mean()) == pytest.approx((predicted, observed), **TIGHT)
        start = ends[0]
    assert start == len(values)


def test_reliability_with_weights():
    y, s = rows(15, n=300)
    weight = np.random.default_rng(0).integers(1, 4, 300)
    curve = pv.calibration(pv.Ladder.from_scores(y, s, sample_weight=weight), bins=5, strategy="width")
    place = np.minimum((s * 5).astype(int), 4)
    for i in range(5):
        w = weight[place == i]
        assert curve.predicted[i] == pytest.approx(np.average(s[place == i], weights=w), **TIGHT)
        assert curve.observed[i] == pytest.approx(np.average(y[place == i], weights=w), **TIGHT)
        assert curve.low[i] < curve.observed[i] < curve.high[i]


def test_scores_that_are_no_probabilities_are_refused():
    with pytest.raises(ValueError, match="between 0 and 1"):
        pv.calibration(pv.Ladder.from_scores([0, 1], [-0.1, 0.5]))
    with pytest.raises(ValueError, match="bins"):
        pv.calibration(ladder(0), bins=0)
    with pytest.raises(ValueError, match="strategy"):
        pv.calibration(ladder(0), strategy="quantile")
