"""Measures at another prevalence: recall and specificity stay, the mix of classes changes."""

from __future__ import annotations

from fractions import Fraction
from math import exp, inf, isnan, log, sqrt

import numpy as np
import pytest
from scipy.stats import norm

import probative as pv
from probative.errors import BadParameter
from probative.inference.prevalence import estimate_at

BINARY = [m.name for m in pv.measures() if m.needs is pv.Outcomes]
FREE = [m.name for m in pv.measures() if m.prevalence_free]
TABLE = pv.Outcomes(tp=80, fn=20, fp=10, tn=90)


def wilson(successes: float, trials: float, level: float) -> tuple[float, float]:
    """The shares q that |p - q| <= z sqrt(q (1 - q) / n) holds for: roots of a parabola."""
    z, p = norm.ppf((1 + level) / 2), successes / trials
    roots = np.roots([1 + z**2 / trials, -2 * p - z**2 / trials, p**2])
    low, high = sorted(np.clip(roots.real, 0, 1))
    return float(low), float(high)


VALUES = {
    "precision": lambda p, r, s: p * r / (p * r + (1 - p) * (1 - s)),
    "npv": lambda p, r, s: (1 - p) * s / ((1 - p) * s + p * (1 - r)),
    "accuracy": lambda p, r, s: p * r + (1 - p) * s,
    "error_rate": lambda p, r, s: p * (1 - r) + (1 - p) * (1 - s),
    "prediction_rate": lambda p, r, s: p * r + (1 - p) * (1 - s),
    "f1": lambda p, r, s: 2 * p * r / (2 * p * r + p * (1 - r) + (1 - p) * (1 - s)),
    "mcc": lambda p, r, s: (
        (r + s - 1) * sqrt(p * (1 - p)) / sqrt((p * r + (1 - p) * (1 - s)) * (p * (1 - r) + (1 - p) * s))
    ),
    "kappa": lambda p, r, s: (
        2 * p * (1 - p) * (r + s - 1) / ((p * r + (1 - p) * (1 - s)) * (1 - p) + p * (p * (1 - r) + (1 - p) * s))
    ),
}
"""Functions of prevalence, recall and specificity, as textbooks have them."""


@pytest.mark.parametrize("name", VALUES)
@pytest.mark.parametrize("prevalence", [0.001, 0.2, 0.5, 0.97])
@pytest.mark.parametrize("level", [0.8, 0.95])
def test_both_rates_are_moved_to_their_limits_and_the_moves_squared_and_added(name, prevalence, level):
    rng = np.random.default_rng(len(name))
    for tp, fn, fp, tn in rng.integers(1, 60, (20, 4)).tolist():
        found = estimate_at(name, pv.Outcomes(tp=tp, fn=fn, fp=fp, tn=tn), prevalence, level=level)
        recall, specificity, value = tp / (tp + fn), tn / (tn + fp), VALUES[name]
        middle = value(prevalence, recall, specificity)
        moves = [
            [value(prevalence, r, specificity) - middle for r in wilson(tp, tp + fn, level)],
            [value(prevalence, recall, s) - middle for s in wilson(tn, tn + fp, level)],
        ]
        low = middle - sqrt(sum(min(0, *move) ** 2 for move in moves))
        high = middle + sqrt(sum(max(0, *move) ** 2 for move in moves))
        assert found.value == pytest.approx(middle, rel=1e-12)
        least = -1 if name in ("mcc", "kappa") else 0
        assert (found.low, found.high) == pytest.approx((max(low, least), min(high, 1)), rel=1e-9, abs=1e-12)
        assert found.method == "mover"
        assert found.level == level
        assert found.n == tp + fn + fp + tn


def test_the_value_is_exact():
    found = estimate_at("precision", TABLE, 0.01)
    p, r, s = Fraction(1, 100), Fraction(8, 10), Fraction(9, 10)
    assert found.value == pytest.approx(float(p * r / (p * r + (1 - p) * (1 - s))), rel=1e-15)


@pytest.mark.parametrize("name", BINARY)
def test_at_the_sample_s_own_share_the_value_is_the_sample_s(name):
    rng = np.random.default_rng(3)
    for tp, fn, fp, tn in rng.integers(1, 50, (10, 4)).tolist():
        o = pv.Outcomes(tp=tp, fn=fn, fp=fp, tn=tn)
        found = estimate_at(name, o, (tp + fn) / (tp + fn + fp + tn))
        assert found.value == pytest.approx(pv.value(name, o), rel=1e-9, abs=1e-12)
        assert found.low <= found.value + 1e-12
        assert found.high >= found.value - 1e-12


@pytest.mark.parametrize("name", BINARY)
def test_without_a_prevalence_it_is_the_plain_estimate(name):
    assert estimate_at(name, TABLE, None, level=0.9) == pv.estimate(name, TABLE, level=0.9)


@pytest.mark.parametrize("name", FREE)
@pytest.mark.parametrize("prevalence", [0.001, 0.999])
def test_measures_of_the_rates_alone_do_not_change(name, prevalence):
    assert estimate_at(name, TABLE, prevalence) == pv.estimate(name, TABLE)


def test_an_alias_is_as_free_as_the_name():
    assert estimate_at("sensitivity", TABLE, 0.01) == pv.estimate("recall", TABLE)


@pytest.mark.parametrize("name", sorted(set(BINARY) - set(FREE)))
def test_every_other_measure_depends_on_the_prevalence(name):
    values = [estimate_at(name, TABLE, p).value for p in (0.01, 0.6)]
    assert values[0] != pytest.approx(values[1], rel=1e-12)


@pytest.mark.parametrize("prior", [0.002, 0.3, 0.9])
def test_the_expected_cost_is_that_of_the_operating_prior(prior):
    rng = np.random.default_rng(4)
    for tp, fn, fp, tn in [(10, 0, 0, 30), *rng.integers(0, 40, (40, 4)).tolist()]:
        if not (tp + fn and fp + tn):
            continue
        o = pv.Outcomes(tp=tp, fn=fn, fp=fp, tn=tn)
        found = estimate_at("expected_cost", o, prior, fp=2.0, fn=7.5)
        known = pv.estimate("expected_cost", o, fp=2.0, fn=7.5, prior=prior)
        assert (found.value, found.low, found.high) == pytest.approx(
            (known.value, known.low, known.high), rel=1e-9, abs=1e-12
        )


def test_the_expected_cost_is_moved_on_the_scale_of_logs():
    found = estimate_at("expected_cost", TABLE, 0.1, fp=1.0, fn=5.0)

    def cost(r: float, s: float) -> float:
        return log(5 * 0.1 * (1 - r) + 0.9 * (1 - s))

    middle = cost(0.8, 0.9)
    moves = [
        [cost(r, 0.9) - middle for r in wilson(80, 100, 0.95)],
        [cost(0.8, s) - middle for s in wilson(90, 100, 0.95)],
    ]
    low, high = (sqrt(sum(pick(0, *move) ** 2 for move in moves)) for pick in (min, max))
    assert (found.low, found.high) == pytest.approx((exp(middle - low), exp(middle + high)), rel=1e-9)


def test_weighted_rows_vary_as_their_effective_number():
    """All weights 3: as many rows as there are, whatever they weigh."""
    plain = pv.Outcomes(tp=40, fn=10, fp=6, tn=44)
    heavy = pv.Outcomes(tp=120.0, fn=30.0, fp=18.0, tn=132.0, squares=(360.0, 90.0, 54.0, 396.0))
    for name in ("precision", "f1", "mcc", "accuracy"):
        one, other = estimate_at(name, plain, 0.05), estimate_at(name, heavy, 0.05)
        assert (other.value, other.low, other.high) == pytest.approx((one.value, one.low, one.high), rel=1e-12)
        assert other.n == pytest.approx(100)


def test_unequal_weights_widen_the_interval():
    even = pv.Outcomes(tp=40.0, fn=10.0, fp=6.0, tn=44.0, squares=(40.0, 10.0, 6.0, 44.0))
    uneven = pv.Outcomes(tp=40.0, fn=10.0, fp=6.0, tn=44.0, squares=(80.0, 20.0, 12.0, 88.0))
    for name in ("precision", "npv", "f1"):
        one, other = estimate_at(name, even, 0.2), estimate_at(name, uneven, 0.2)
        assert one.value == other.value
        assert other.low < one.low < one.value < one.high < other.high


@pytest.mark.parametrize("prevalence", [0, 1, -0.1, 1.5, float("nan"), inf])
def test_a_prevalence_outside_0_and_1_is_refused(prevalence):
    with pytest.raises(BadParameter, match="between 0 and 1"):
        estimate_at("precision", TABLE, prevalence)


@pytest.mark.parametrize(
    ("o", "name", "why"),
    [
        (pv.Outcomes(tp=0, fn=10, fp=0, tn=90), "precision", "no predicted positives"),
        (pv.Outcomes(tp=10, fn=0, fp=90, tn=0), "npv", "no predicted negatives"),
        (pv.Outcomes(tp=10, fn=0, fp=90, tn=0), "mcc", "no predicted negatives"),
        (pv.Outcomes(tp=0, fn=0, fp=9, tn=1), "precision", "no actual positives"),
        (pv.Outcomes(tp=9, fn=1, fp=0, tn=0), "accuracy", "no actual negatives"),
        (pv.Outcomes(tp=0, fn=0, fp=0, tn=0), "accuracy", "no actual positives"),
    ],
)
def test_what_does_not_exist_says_why(o, name, why):
    found = estimate_at(name, o, 0.3)
    assert isnan(found.value)
    assert isnan(found.low)
    assert isnan(found.high)
    assert found.why == why


def test_flawless_rates_leave_room_for_errors_unseen():
    found = estimate_at("precision", pv.Outcomes(tp=20, fn=0, fp=0, tn=20), 0.01)
    assert (found.value, found.high) == (1, 1)
    limit = wilson(20, 20, 0.95)[0]
    assert found.low == pytest.approx(0.01 / (0.01 + 0.99 * (1 - limit)), rel=1e-9)
    assert found.low < 0.1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["precision", "npv", "accuracy", "f1", "mcc", "kappa", "prediction_rate"])
@pytest.mark.parametrize("prevalence", [0.02, 0.5])
def test_intervals_cover_the_value_at_the_target_prevalence(name, prevalence):
    """Cases and controls are drawn apart, as in studies whose own share of positives means nothing."""
    rng = np.random.default_rng(11)
    recall, specificity, sets = 0.8, 0.9, 4000
    truth = VALUES[name](prevalence, recall, specificity)
    tp, tn = rng.binomial(100, recall, sets), rng.binomial(150, specificity, sets)
    hits = 0
    for a, b in zip(tp.tolist(), tn.tolist(), strict=True):
        found = estimate_at(name, pv.Outcomes(tp=a, fn=100 - a, fp=150 - b, tn=b), prevalence)
        hits += found.low <= truth <= found.high
    # 4000 data sets leave a standard error of 0.3 %.
    assert 0.935 <= hits / sets <= 0.97


@pytest.mark.slow
def test_intervals_of_the_cost_cover_it_at_the_operating_prior():
    rng = np.random.default_rng(12)
    recall, specificity, prior, sets = 0.85, 0.95, 0.05, 4000
    truth = 10 * prior * (1 - recall) + (1 - prior) * (1 - specificity)
    hits = 0
    for a, b in zip(
        rng.binomial(80, recall, sets).tolist(), rng.binomial(300, specificity, sets).tolist(), strict=True
    ):
        o = pv.Outcomes(tp=a, fn=80 - a, fp=300 - b, tn=b)
        found = estimate_at("expected_cost", o, prior, fp=1.0, fn=10.0)
        hits += found.low <= truth <= found.high
    assert 0.935 <= hits / sets <= 0.97


@pytest.mark.slow
def test_intervals_of_weighted_rows_cover_the_value_at_the_target_prevalence():
    rng = np.random.default_rng(13)
    recall, specificity, prevalence, sets = 0.8, 0.9, 0.1, 4000
    truth = VALUES["precision"](prevalence, recall, specificity)
    hits = 0
    for _ in range(sets):
        w, v = rng.choice([0.5, 1.0, 2.0], 200), rng.choice([0.5, 1.0, 2.0], 200)
        found, kept = rng.random(200) < recall, rng.random(200) < specificity
        cells = [(w[found]), (w[~found]), (v[~kept]), (v[kept])]
        sums, squares = [float(c.sum()) for c in cells], [float((c**2).sum()) for c in cells]
        o = pv.Outcomes(tp=sums[0], fn=sums[1], fp=sums[2], tn=sums[3], squares=squares)
        made = estimate_at("precision", o, prevalence)
        hits += made.low <= truth <= made.high
    assert 0.93 <= hits / sets <= 0.97
