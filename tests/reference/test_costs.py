"""Costs by threshold, cost curves and differences of costs, by their definitions."""

import math

import numpy as np
import pytest
import scipy.stats
import sklearn.metrics as sk

import probative as pv

from .scored import TIES, TIGHT, distinct, ladder, rows


@TIES
@pytest.mark.parametrize(("fp", "fn", "prior"), [(1, 1, None), (1, 5, None), (3, 0.5, 0.1), (2, 2, 0.9)])
def test_cost_by_threshold_is_the_sum_of_the_rows_costs(how, fp, fn, prior):
    y, s = rows(16, **how)
    curve = pv.cost_by_threshold(pv.Ladder.from_scores(y, s), fp=fp, fn=fn, prior=prior)
    assert curve.thresholds.tolist() == distinct(s).tolist()
    share = y.mean() if prior is None else prior
    weight = np.where(y, share / y.mean(), (1 - share) / (1 - y.mean()))
    costs = [(weight * np.where(y, fn * (s < t), fp * (s >= t))).mean() for t in distinct(s)]
    np.testing.assert_allclose(curve.cost, costs, atol=1e-12)
    assert curve.least == pytest.approx(min(costs), **TIGHT)
    assert curve.prior == pytest.approx(share, **TIGHT)
    table = pv.threshold_table(pv.Ladder.from_scores(y, s), costs=pv.Costs(fp, fn, prior))
    np.testing.assert_allclose(table["expected_cost"], costs, atol=1e-12)


@TIES
def test_cost_curve_is_the_lower_envelope(how):
    y, s = rows(17, **how)
    curve = pv.cost_curve(pv.Ladder.from_scores(y, s))
    fpr, tpr, thresholds = sk.roc_curve(y, s, drop_intermediate=False)
    grid = np.linspace(0, 1, 997)
    lines = fpr[:, None] * (1 - grid) + (1 - tpr[:, None]) * grid
    np.testing.assert_allclose(curve.at(grid), lines.min(axis=0), atol=1e-12)
    assert curve.area == pytest.approx(np.trapezoid(lines.min(axis=0), grid), abs=1e-5)
    assert (curve.cost <= np.minimum(curve.pc, 1 - curve.pc) + 1e-12).all()
    # Between two corners the threshold of the left one is best.
    for a, b, threshold in zip(curve.pc[:-1], curve.pc[1:], curve.thresholds[:-1], strict=True):
        middle = (a + b) / 2
        i = thresholds.tolist().index(threshold)
        best = (fpr * (1 - middle) + (1 - tpr) * middle).min()
        assert fpr[i] * (1 - middle) + (1 - tpr[i]) * middle == pytest.approx(best, **TIGHT)


@pytest.mark.parametrize(("fp", "fn", "prior"), [(1, 4, 0.2), (2, 3, 0.5), (5, 1, 0.05)])
def test_normalised_cost_at_the_operating_point(fp, fn, prior):
    tally = ladder(18)
    least = pv.cost_by_threshold(tally, fp=fp, fn=fn, prior=prior).least
    worst = fn * prior + fp * (1 - prior)
    assert pv.cost_curve(tally).at(fn * prior / worst) == pytest.approx(least / worst, **TIGHT)


@pytest.mark.parametrize("bad", [{"fp": 0}, {"fn": -1}, {"fp": math.nan}, {"fn": math.inf}])
def test_costs_must_be_positive_numbers(bad):
    with pytest.raises(ValueError, match=r"(above|greater than) 0"):
        pv.Costs(**bad)
    if not math.isinf(bad.get("fn", 0)):
        with pytest.raises(ValueError, match=r"(above|greater than) 0"):
            pv.cost_by_threshold(ladder(0), **bad)
        with pytest.raises(ValueError, match=r"(above|greater than) 0"):
            pv.cost_line(0.5, 0.1, **bad)


@pytest.mark.parametrize("prior", [0.0, 1.0, -0.1, 1.1, math.nan])
def test_priors_lie_between_0_and_1(prior):
    for refused in (
        lambda: pv.Costs(prior=prior),
        lambda: pv.cost_by_threshold(ladder(0), prior=prior),
        lambda: pv.cost_line(prior, 0.1),
        lambda: pv.accuracy_line(prior, 0.8),
    ):
        with pytest.raises(ValueError, match="between 0 and 1"):
            refused()


@pytest.mark.parametrize("seed", range(6))
def test_break_even_makes_both_costs_equal(seed):
    rng = np.random.default_rng(seed)
    few, many = np.sort(rng.integers(5, 95, (2, 2)), axis=1)[:, 0], np.sort(rng.integers(5, 95, (2, 2)), axis=1)[:, 1]
    a = pv.Outcomes(tp=int(few[0]), fn=int(100 - few[0]), fp=int(few[1]), tn=int(200 - few[1]))
    b = pv.Outcomes(tp=int(few[0] + 3), fn=int(97 - few[0]), fp=int(few[1] + many[1]), tn=int(200 - few[1] - many[1]))
    for prior in (None, 0.07):
        ratio = pv.break_even(a, b, prior)
        share = 1 / 3 if prior is None else prior
        costs = [share * ratio * o.fn / 100 + (1 - share) * o.fp / 200 for o in (a, b)]
        assert costs[0] == pytest.approx(costs[1], **TIGHT)
        assert pv.break_even(b, a, prior) == pytest.approx(ratio, rel=1e-12)


def test_classifiers_that_never_break_even():
    a = pv.Outcomes(tp=5, fn=5, fp=2, tn=8)
    assert math.isnan(pv.break_even(a, a))
    assert math.isnan(pv.break_even(a, pv.Outcomes(tp=6, fn=4, fp=1, tn=9)))
    assert math.isinf(pv.break_even(a, pv.Outcomes(tp=5, fn=5, fp=1, tn=9)))


@pytest.mark.parametrize(("fp", "fn"), [(1, 1), (1, 5), (4, 1)])
@pytest.mark.parametrize("level", [0.9, 0.95])
def test_cost_difference_is_a_paired_t_interval(fp, fn, level):
    rng = np.random.default_rng(3)
    y = rng.random(150) < 0.4
    a, b = (np.where(rng.random(150) < q, y, ~y) for q in (0.75, 0.85))
    costs = [np.where(y, fn * ~guess, fp * guess).astype(float) for guess in (a, b)]
    found = pv.cost_difference(y, a, b, pv.Costs(fp, fn), level=level)
    test = scipy.stats.ttest_rel(*costs)
    limits = test.confidence_interval(level)
    assert found.value == pytest.approx(costs[0].mean() - costs[1].mean(), **TIGHT)
    assert (found.low, found.high) == pytest.approx((limits.low, limits.high), rel=0, abs=1e-10)


def test_cost_difference_at_another_prior():
    rng = np.random.default_rng(4)
    y = rng.random(200) < 0.4
    a, b = (np.where(rng.random(200) < q, y, ~y) for q in (0.7, 0.85))
    gap = np.where(y, 5.0 * (~a * 1.0 - ~b), a * 1.0 - b)
    found = pv.cost_difference(y, a, b, pv.Costs(fp=1, fn=5, prior=0.1))
    value = 0.1 * gap[y].mean() + 0.9 * gap[~y].mean()
    error = math.hypot(0.1 * scipy.stats.sem(gap[y]), 0.9 * scipy.stats.sem(gap[~y]))
    assert found.value == pytest.approx(value, **TIGHT)
    assert (found.low, found.high) == pytest.approx((value - 1.959964 * error, value + 1.959964 * error), abs=1e-6)


def test_trivial_rules_and_models_that_lose_to_them():
    models = {"good": pv.Outcomes(tp=8, fn=2, fp=5, tn=85), "bad": pv.Outcomes(tp=9, fn=1, fp=60, tn=30)}
    found = pv.compare_costs(models, pv.Costs(fp=1, fn=4, prior=0.2))
    assert found.trivial == pytest.approx({"all positive": 0.8, "all negative": 0.8})
    assert found.operating["good"].value == pytest.approx(0.2 * 4 * 0.2 + 0.8 * 5 / 90, **TIGHT)
    assert found.sample["bad"].value == pytest.approx((60 + 4) / 100, **TIGHT)
    assert found.beaten_by_trivial == []
    assert pv.compare_costs(models, pv.Costs(fp=1, fn=4)).beaten_by_trivial == ["bad"]
    assert pv.Costs(fp=1, fn=4).threshold == pytest.approx(0.2, **TIGHT)
