"""Tests of tables of counts against scipy, statsmodels, enumeration and print."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
import scipy.stats
from scipy.stats.contingency import odds_ratio
from statsmodels.stats.contingency_tables import SquareTable
from statsmodels.stats.proportion import confint_proportions_2indep, test_proportions_2indep

import probative as pv
from probative import stats
from probative.errors import BadCounts, BadParameter
from probative.inference.doubting import doubted

from .test_stats import SIDES, close

test_proportions_2indep.__test__ = False

# --- Two independent proportions -------------------------------------------------------------------------------------

COUNTS = [(56, 70, 48, 80), (9, 10, 3, 10), (3, 10, 9, 10), (6, 7, 2, 7), (5, 56, 0, 29), (500, 1000, 450, 1000)]
EDGES = [(0, 10, 0, 20), (10, 10, 0, 20), (10, 10, 20, 20), (0, 10, 20, 20), (1, 1, 0, 1), (0, 1, 0, 1)]


@pytest.mark.parametrize(
    ("counts", "score", "newcombe"),
    [
        ((56, 70, 48, 80), (0.0528, 0.3382), (0.0524, 0.3339)),
        ((9, 10, 3, 10), (0.1700, 0.8406), (0.1705, 0.8090)),
        ((6, 7, 2, 7), (0.0342, 0.8534), (0.0582, 0.8062)),
        ((5, 56, 0, 29), (-0.0326, 0.1933), (-0.0381, 0.1926)),
        ((0, 10, 0, 20), (-0.1658, 0.2844), (-0.1611, 0.2775)),
        ((0, 10, 0, 10), (-0.2879, 0.2879), (-0.2775, 0.2775)),
        ((10, 10, 0, 20), (0.7156, 1.0), (0.6791, 1.0)),
        ((10, 10, 0, 10), (0.6636, 1.0), (0.6075, 1.0)),
    ],
)
def test_as_printed_by_newcombe(counts, score, newcombe):
    """Statistics in Medicine 17 (1998) 873-890, table II, contrasts a to h, methods 6 and 10."""
    for method, wanted in (("miettinen-nurminen", score), ("newcombe", newcombe)):
        found = stats.two_proportions(*counts, method=method)
        assert (found.low, found.high) == pytest.approx(wanted, abs=5.1e-5)


@pytest.mark.parametrize("counts", [*COUNTS, *EDGES])
def test_limits_against_statsmodels(counts):
    for method, name in (("newcombe", "newcomb"), ("agresti-caffo", "agresti-caffo")):
        found = stats.two_proportions(*counts, method=method, level=0.9)
        low, high = confint_proportions_2indep(*counts, compare="diff", method=name, alpha=0.1)
        assert (found.low, found.high) == pytest.approx((max(low, -1), min(high, 1)), abs=1e-12)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("counts", COUNTS)
def test_p_of_the_score_against_statsmodels(counts, side):
    name = {"two-sided": "two-sided", "greater": "larger", "less": "smaller"}[side]
    found = stats.two_proportions(*counts, alternative=side)
    x, n, y, m = counts
    pooled = (x + y) / (n + m)
    z = (x / n - y / m) / math.sqrt(pooled * (1 - pooled) * (1 / n + 1 / m) * (n + m) / (n + m - 1))
    assert found.statistic == pytest.approx(z, rel=1e-8)
    if y > 0:  # statsmodels has no answer at the edge
        wanted = test_proportions_2indep(*counts, compare="diff", method="score", alternative=name)
        assert (found.statistic, found.p) == pytest.approx((wanted.statistic, wanted.pvalue), rel=1e-8)


@pytest.mark.parametrize("counts", [(9, 10, 3, 10), (5, 56, 0, 29), (0, 10, 0, 20), (10, 10, 0, 20)])
def test_limits_of_the_score_by_brute_force(counts):
    """Oracle: the likelihood under a given difference is maximised numerically."""
    x, n, y, m = counts
    found = stats.two_proportions(*counts)
    for end in (found.low, found.high):
        if abs(end) < 1:
            q = scipy.optimize.minimize_scalar(
                lambda q, end=end: (
                    -(
                        scipy.stats.binom.logpmf(x, n, np.clip(q + end, 1e-12, 1 - 1e-12))
                        + scipy.stats.binom.logpmf(y, m, np.clip(q, 1e-12, 1 - 1e-12))
                    )
                ),
                bounds=(max(0, -end), min(1, 1 - end)),
                method="bounded",
                options={"xatol": 1e-12},
            ).x
            variance = ((q + end) * (1 - q - end) / n + q * (1 - q) / m) * (n + m) / (n + m - 1)
            assert abs(x / n - y / m - end) / math.sqrt(variance) == pytest.approx(1.959964, rel=1e-4)


@pytest.mark.parametrize("method", ["miettinen-nurminen", "newcombe", "agresti-caffo"])
@pytest.mark.parametrize("counts", [*COUNTS, *EDGES])
def test_p_and_interval_say_the_same(counts, method):
    found = stats.two_proportions(*counts, method=method)
    assert (found.p < 0.05) == (not found.low <= 0 <= found.high)
    assert -1 <= found.low < found.high <= 1
    level = 1 - found.p
    if 0 < level < 1 - 1e-9:
        at = stats.two_proportions(*counts, method=method, level=level)
        assert min(abs(at.low), abs(at.high)) < 1e-7
    turned = stats.two_proportions(*counts[2:], *counts[:2], method=method)
    assert (turned.p, turned.effect) == close((found.p, -found.effect))
    assert (turned.low, turned.high) == close((-found.high, -found.low))


def test_proportions_need_counts():
    for wrong in ((3, 2, 1, 4), (0, 0, 1, 4), (-1, 2, 1, 4), (0.5, 2, 1, 4)):
        with pytest.raises(BadCounts):
            stats.two_proportions(*wrong)
    with pytest.raises(BadParameter):
        stats.two_proportions(1, 2, 1, 4, method="wald")


@pytest.mark.slow
@pytest.mark.parametrize("p", [(0.1, 0.1), (0.3, 0.5), (0.9, 0.95), (0.5, 0.5)])
@pytest.mark.parametrize("sizes", [(20, 20), (50, 15), (200, 100)])
def test_intervals_of_a_difference_cover(p, sizes):
    """Every pair of counts with its probability: no simulation is needed."""
    (p1, p2), (n, m) = p, sizes
    chances = np.outer(scipy.stats.binom.pmf(range(n + 1), n, p1), scipy.stats.binom.pmf(range(m + 1), m, p2))
    covered = {"miettinen-nurminen": 0.0, "newcombe": 0.0, "agresti-caffo": 0.0}
    for x, y in zip(*np.nonzero(chances > 1e-7), strict=True):
        for method in covered:
            found = stats.two_proportions(int(x), n, int(y), m, method=method)
            covered[method] += chances[x, y] * (found.low <= p1 - p2 <= found.high)
    assert min(covered.values()) > 0.93


# --- Fisher ----------------------------------------------------------------------------------------------------------

TABLES = [(3, 1, 1, 3), (0, 5, 3, 2), (5, 0, 2, 7), (12, 5, 29, 2), (50, 950, 30, 970), (1, 1, 1, 1), (0, 5, 5, 0)]


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("table", [*TABLES, (1_000, 2_000, 1_100, 1_900)])
def test_fisher_against_scipy(table, side):
    rows = [table[:2], table[2:]]
    wanted = odds_ratio(rows)
    found = stats.fisher_exact(*table, alternative=side)
    assert found.p == pytest.approx(scipy.stats.fisher_exact(rows, alternative=side).pvalue, rel=1e-8)
    assert found.effect == pytest.approx(wanted.statistic, rel=1e-8)
    assert (found.low, found.high) == pytest.approx(tuple(wanted.confidence_interval(0.95, side)), rel=1e-8)


@pytest.mark.parametrize("table", TABLES[:4])
def test_fisher_in_whole_numbers(table):
    a, b, c, d = table
    chances = {
        x: Fraction(math.comb(a + b, x) * math.comb(c + d, a + c - x), math.comb(a + b + c + d, a + c))
        for x in range(max(0, a - d), min(a + b, a + c) + 1)
    }
    assert sum(chances.values()) == 1
    wanted = sum(chance for chance in chances.values() if chance <= chances[a])
    assert stats.fisher_exact(*table).p == close(float(wanted))


def test_the_lady_tasting_tea():
    """R's manual: fisher.test(TeaTasting, alternative = "greater")."""
    found = stats.fisher_exact(3, 1, 1, 3, alternative="greater")
    assert (found.p, found.effect, found.low) == pytest.approx((0.2429, 6.408309, 0.3135693), rel=2e-4)


def test_a_margin_of_zero_says_nothing():
    found = stats.fisher_exact(0, 0, 3, 4)
    assert (found.p, found.low, found.high) == (1, 0, math.inf)
    assert math.isnan(found.effect)
    assert found.notes
    with pytest.raises(BadCounts):
        stats.fisher_exact(0, 0, 0, 0)


# --- Square tables ---------------------------------------------------------------------------------------------------

SQUARE = [
    [[20, 10, 5], [3, 30, 15], [1, 5, 40]],
    [[10, 12], [28, 150]],
    [[1520, 266, 124, 66], [234, 1512, 432, 78], [117, 362, 1772, 205], [36, 82, 179, 492]],
]


@pytest.mark.parametrize("table", SQUARE)
def test_symmetry_and_margins_against_statsmodels(table):
    peer = SquareTable(np.array(table), shift_zeros=False)
    for found, wanted in (
        (stats.bowker(table), peer.symmetry()),
        (stats.stuart_maxwell(table), peer.homogeneity()),
    ):
        assert (found.statistic, found.df, found.p) == close((wanted.statistic, wanted.df, wanted.pvalue))
    matrix = pv.ConfusionMatrix(tuple(range(len(table))), np.array(table))
    assert stats.bowker(matrix) == stats.bowker(table)


def test_vision_of_women_as_printed():
    """Stuart (1955): unaided distance vision of 7,477 women; margins differ with chi-squared 11.96, 3 df."""
    found = stats.stuart_maxwell(SQUARE[2])
    assert (round(found.statistic, 2), found.df, found.n) == (11.96, 3, 7477)


def test_two_classes_are_mcnemars():
    wanted = stats.mcnemar(12, 28, method="chi2")
    for test in (stats.bowker, stats.stuart_maxwell):
        found = test([[10, 12], [28, 150]])
        assert (found.statistic, found.p, found.df) == close((wanted.statistic, wanted.p, 1))


def test_classes_that_were_never_confused_do_not_count():
    table = [[5, 0, 0], [0, 6, 2], [0, 3, 5]]
    for test in (stats.bowker, stats.stuart_maxwell):
        assert (test(table).df, test(table).statistic) == (1, pytest.approx(0.2))
        assert test(np.diag([3, 4, 5])).p == 1
        assert test(np.diag([3, 4, 5])).notes
        for wrong in ([[1, 2, 3]], [[1]], [[1, -2], [3, 4]], [[0, 0], [0, 0]]):
            with pytest.raises(BadCounts):
                test(wrong)


def test_the_order_of_classes_does_not_matter():
    table = np.array(SQUARE[0])
    for order in itertools.permutations(range(3)):
        for test in (stats.bowker, stats.stuart_maxwell):
            assert test(table[np.ix_(order, order)]).statistic == close(test(table).statistic)


# --- No-information rate ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", [[[40, 10], [5, 45]], [[0, 10], [5, 0]], [[9, 1, 0], [2, 8, 3], [1, 1, 30]]])
def test_no_information_rate_against_scipy(table):
    counts = np.array(table)
    right, n, rate = int(np.trace(counts)), int(counts.sum()), counts.sum(axis=1).max() / counts.sum()
    found = stats.no_information_rate(table)
    wanted = scipy.stats.binomtest(right, n, rate, alternative="greater")
    assert (found.p, found.details["no_information_rate"]) == close((wanted.pvalue, rate))
    assert (found.low, found.high) == close(tuple(scipy.stats.binomtest(right, n).proportion_ci()))


def test_no_information_rate_of_evidence():
    plain = stats.no_information_rate([[40, 10], [5, 45]])
    assert stats.no_information_rate(pv.Outcomes(tp=40, fn=10, fp=5, tn=45)) == plain
    assert stats.no_information_rate([[4, 1], [0, 0]]).p == 1
    for wrong in ([[1.5, 1], [2, 3]], [[1, 2, 3]], [[0, 0], [0, 0]]):
        with pytest.raises(BadCounts):
            stats.no_information_rate(wrong)


@pytest.mark.parametrize(("n", "m", "share"), [(12, 50, 0.02), (10, 400, 0.01)])
def test_few_rows_beside_many_say_that_a_single_event_tells_them_apart(n, m, share):
    # Summed over all tables of two equal shares: more than 6 of 100 samples tell them apart, nearly all with a word.
    alarms = silent = 0.0
    for a in range(4):
        for b in range(12):
            if stats.two_proportions(a, n, b, m).p <= 0.05:
                probability = scipy.stats.binom.pmf(a, n, share) * scipy.stats.binom.pmf(b, m, share)
                alarms += probability
                silent += probability * (not doubted(*stats.two_proportions(a, n, b, m).notes))
    assert alarms > 0.07
    assert silent < 0.01


def test_beside_endlessly_many_rows_one_event_in_sixteen_of_a_hundred_samples_is_two_standard_errors():
    expected = 0.176  # (1 - expected) / sqrt(expected) is 1.96 a little further on
    assert (1 - expected) / np.sqrt(expected) > scipy.stats.norm.ppf(0.975)
    assert 0.155 < scipy.stats.poisson.sf(0, expected) < 0.165
    assert stats.two_proportions(1, 20, 8_800, 1_000_000).p < 0.05
    assert "16 of 100" in stats.two_proportions(1, 20, 8_800, 1_000_000).notes[0]


@pytest.mark.parametrize("counts", [(1, 35, 2, 35), (5, 30, 9, 90), (0, 10, 0, 400), (28, 30, 300, 400)])
def test_samples_alike_in_size_or_with_events_enough_are_not_doubted(counts):
    assert not stats.two_proportions(*counts).notes
