"""Intervals for few events: against published examples, other tools and the definitions written out once more."""

from math import inf, isnan, sqrt

import numpy as np
import pytest
from scipy.optimize import brentq, minimize_scalar
from scipy.stats import chi2, norm, t
from statsmodels.stats.proportion import proportion_confint

import probative as pv
from probative.inference.areas import area_limits, hanley_mcneil
from probative.inference.f_score import f_limits
from probative.inference.proportion import modified_wilson
from probative.inference.ratios import odds_limits, ratio_limits

Z = norm.ppf(0.975)


def test_koopmans_own_example():
    """Koopman (1984): 36 of 40 against 16 of 80 gives 2.94 to 7.15."""
    assert [round(end, 2) for end in ratio_limits((36, 40), (16, 80))] == [2.94, 7.15]


def _constrained(x: float, m: float, y: float, n: float, other, most: float = 1.0) -> float:
    """The likeliest second share where the first is `other` of it."""

    def loss(q: float) -> float:
        p = other(q)
        if not 0 < p < 1:
            return inf
        return -(x * np.log(p) + (m - x) * np.log1p(-p) + y * np.log(q) + (n - y) * np.log1p(-q))

    return float(minimize_scalar(loss, bounds=(1e-9, most - 1e-9), method="bounded", options={"xatol": 1e-14}).x)


@pytest.mark.parametrize(("x", "m", "y", "n"), [(36, 40, 16, 80), (3, 9, 1, 30), (10, 12, 5, 20)])
def test_a_ratio_at_its_limits_is_rejected_by_the_score_test_just_so(x, m, y, n):
    for end in ratio_limits((x, m), (y, n)):
        q = _constrained(x, m, y, n, lambda q, end=end: end * q, min(1.0, 1 / end))
        p = end * q
        spread = p * (1 - p) / m + end**2 * q * (1 - q) / n
        assert abs(x / m - end * y / n) / sqrt(spread) == pytest.approx(Z, rel=1e-4)


@pytest.mark.parametrize(("x", "m", "y", "n"), [(36, 40, 16, 80), (3, 9, 1, 30), (10, 12, 5, 20)])
def test_an_odds_ratio_at_its_limits_is_rejected_by_the_score_test_just_so(x, m, y, n):
    for end in odds_limits((x, m), (y, n)):
        q = _constrained(x, m, y, n, lambda q, end=end: end * q / (1 - q + end * q))
        p = end * q / (1 - q + end * q)
        information = 1 / (m * p * (1 - p)) + 1 / (n * q * (1 - q))
        assert abs(x - m * p) * sqrt(information) == pytest.approx(Z, rel=1e-4)


def test_infinite_ratios_have_a_finite_lower_limit():
    few = pv.Outcomes(tp=10, fn=2, fp=0, tn=20)
    found = pv.estimate("lr_positive", few)
    assert (found.value, found.high) == (inf, inf)
    assert found.low == pytest.approx(5.10, abs=5e-3)
    assert pv.estimate("lr_positive", few, method="mover").low == pytest.approx(5.172, abs=5e-4)
    odds = pv.estimate("diagnostic_odds_ratio", few)
    assert 10 < odds.low < 30
    assert (odds.value, odds.high) == (inf, inf)


def test_ratios_of_large_counts_keep_their_interval():
    found = pv.estimate("lr_negative", pv.Outcomes(tp=5_000_000_000, fn=1, fp=7, tn=3_000_000_000))
    assert 0 < found.low < found.value < found.high < 1e-8


@pytest.mark.parametrize(("tp", "fn", "fp"), [(40, 10, 5), (7, 9, 4), (20, 4, 30)])
def test_f1_is_wilson_on_jaccard(tp, fn, fp):
    low, high = (2 * j / (1 + j) for j in proportion_confint(tp, tp + fn + fp, method="wilson"))
    found = pv.estimate("f1", pv.Outcomes(tp=tp, fn=fn, fp=fp, tn=3))
    assert (found.low, found.high) == pytest.approx((low, high), rel=1e-9)


@pytest.mark.parametrize(("beta", "trials"), [(0.0, 45), (inf, 50)])
def test_f_at_its_ends_is_wilson_on_precision_and_recall(beta, trials):
    assert f_limits(40, 10, 5, beta) == pytest.approx(proportion_confint(40, trials, method="wilson"), rel=1e-9)


def test_f1_without_positives_is_not_known_to_be_0():
    found = pv.estimate("f1", pv.Outcomes(tp=0, fn=0, fp=3, tn=20))
    assert (found.value, found.low) == (0.0, 0.0)
    assert found.high == pytest.approx((lambda j: 2 * j / (1 + j))(Z**2 / (3 + Z**2)))


@pytest.mark.parametrize("n", [20, 50, 400])
def test_wilson_beside_rare_events_is_widened_as_brown_cai_and_dasgupta_do(n):
    for x in (1, 2, 3):
        low, high = modified_wilson(x, n)
        plain = proportion_confint(x, n, method="wilson")
        assert low == pytest.approx(chi2.ppf(0.05, 2 * x) / 2 / n)
        assert high == pytest.approx(plain[1])
        assert modified_wilson(n - x, n) == pytest.approx((1 - high, 1 - low))
    assert modified_wilson(4, n) == pytest.approx(proportion_confint(4, n, method="wilson"))


def test_a_share_has_wilsons_own_limits_unless_others_are_asked_for():
    rare = pv.Outcomes(tp=1, fn=19, fp=0, tn=0)
    plain, asked = pv.estimate("recall", rare), pv.estimate("recall", rare, method="modified-wilson")
    assert (plain.low, plain.high) == pytest.approx(proportion_confint(1, 20, method="wilson"))
    assert plain.method == "wilson"
    assert asked.low < plain.low


def _pairs(y, score):
    wins = np.sign(score[y == 1][:, None] - score[y == 0][None, :]) / 2 + 0.5
    return wins.mean(axis=1), wins.mean(axis=0)


@pytest.mark.parametrize(("positives", "gap"), [(4, 2.5), (12, 0.5), (60, 1.0)])
def test_the_area_at_its_limits_lies_t_standard_errors_away(positives, gap):
    rng = np.random.default_rng(positives)
    y = np.repeat([1, 0], [positives, 80])
    score = rng.normal(y * gap, 1).round(1)
    of_p, of_n = _pairs(y, score)
    area, x, z = of_p.mean(), of_p.var(ddof=1) / positives, of_n.var(ddof=1) / 80
    freedom = (x + z) ** 2 / (x**2 / (positives - 1) + z**2 / 79)
    kurtosis = [np.mean((v - area) ** 4) / np.mean((v - area) ** 2) ** 2 for v in (of_p, of_n)]
    doubt = x**2 * (kurtosis[0] - 1) / positives + z**2 * (kurtosis[1] - 1) / 80
    told = min(2 * (x + z) ** 2 / doubt, freedom)

    def exponential(a: float) -> float:
        return max(
            (a * (1 - a) + (m - 1) * (a / (2 - a) - a * a) + (n - 1) * (2 * a * a / (1 + a) - a * a)) / (m * n)
            for m, n in ((positives, 80), (80, positives))
        )

    ratio = (x + z) / exponential(area)
    scale = max(ratio, (told * ratio + 20) / (told + 20))
    q = t.ppf(0.975, freedom)
    expected = [
        brentq(lambda a: (a - area) ** 2 - q * q * scale * exponential(a), *ends) for ends in ((0.0, area), (area, 1.0))
    ]
    assert area_limits(pv.Ladder.from_scores(y, score), 0.95) == pytest.approx(expected, rel=1e-6)


def test_the_standard_error_that_hanley_and_mcneil_print():
    """Hanley and McNeil (1982), table III: area 0.893 of 51 and 58 patients has a standard error of 0.032."""
    assert round(sqrt(hanley_mcneil(0.893, 51, 58)), 2) == 0.03


def test_perfect_scores_leave_doubt():
    found = pv.estimate("auc", pv.Ladder.from_scores([1] * 5 + [0] * 20, [2] * 5 + [1] * 20))
    assert found.value == found.high == 1
    assert 0.5 < found.low < 0.9


@pytest.mark.parametrize("name", [m.name for m in pv.measures() if m.needs is pv.Ladder and m.order_only])
def test_one_row_of_each_class_has_an_interval_or_a_reason(name):
    found = pv.estimate(name, pv.Ladder.from_scores([1, 0], [0.9, 0.1]))
    if isnan(found.value) or isnan(found.low):
        assert found.why
    else:
        assert found.low <= found.value <= found.high
        assert found.low < found.high


@pytest.mark.parametrize("n", [1, 7, 500])
def test_the_area_up_to_the_nth_false_positive_counts_positives_above_each(n):
    rng = np.random.default_rng(n)
    y = rng.integers(0, 2, 80)
    score = rng.normal(y, 1)
    ordered = y[np.argsort(-score)]
    above = np.cumsum(ordered)[ordered == 0][:n] / y.sum()
    found = pv.estimate("auc_n", pv.Ladder.from_scores(y, score), n=n)
    assert found.value == pytest.approx(above.mean())
    assert found.low < found.value < found.high
