"""How intervals and tests are counted, by hand and by exact probabilities."""

from __future__ import annotations

from math import inf, isnan, nan, sqrt

import numpy as np
import pytest
from scipy.stats import binom, norm

from probative import Estimate
from probative.evidence import Outcomes
from probative.validation.cases.measured import Measured
from probative.validation.cases.thresholds import signal_at
from probative.validation.counting import Covering, Rejecting
from probative.validation.lines import Coverage, FalseAlarms
from probative.validation.worlds.binormal import Binormal
from probative.validation.worlds.independent import Independent


def test_an_interval_holds_the_truth_or_misses_it_on_one_side():
    counted = Covering("x", "here")
    for low, high in ((0.1, 0.3), (0.3, 0.6), (0.5, 0.9), (0.6, inf)):
        counted.add(Estimate(low, low, high, method="a way"), 0.4)
    counted.add(Estimate(0.7, why="no spread"), 0.4, times=3)
    counted.add("no rows", nan)
    line = counted.line()
    assert (line.coverage, line.left, line.right) == (0.25, 0.5, 0.25)
    assert (line.none, line.why, line.method, line.replicates) == (0.5, "no spread", "a way", 8)
    assert line.truth == pytest.approx(0.4)
    assert line.mean == pytest.approx((0.1 + 0.3 + 0.5 + 0.6 + 3 * 0.7) / 7)
    assert line.width == inf


def test_no_interval_anywhere_holds_and_has_no_coverage():
    counted = Covering("x", "here")
    counted.add("no rows", 0.4)
    line = counted.line()
    assert line.holds
    assert isnan(line.coverage)
    assert line.none == 1


def test_rejections_are_counted_by_what_is_true():
    counted = Rejecting("a test", "here", "something else")
    for answer in (True, False, False, "undefined"):
        counted.add(answer)
    for answer in (True, True, False, "undefined"):
        counted.add_alternative(answer)
    line = counted.line()
    assert (line.type_one, line.power, line.none, line.why) == (0.25, 0.5, 0.25, "undefined")


@pytest.mark.parametrize(("coverage", "holds"), [(0.93, True), (0.92, True), (0.918, False)])
def test_a_coverage_holds_within_two_standard_errors(coverage, holds):
    """Of 2000 intervals the standard error at 0.93 is 0.0057."""
    line = Coverage("x", "here", 0.5, 0.5, coverage, 0.0, 1 - coverage, 0.1, 0.0, "", "", 2000)
    assert line.holds is holds


@pytest.mark.parametrize(("alarms", "holds"), [(0.06, True), (0.07, True), (0.0715, False)])
def test_an_error_rate_holds_within_two_standard_errors(alarms, holds):
    """Of 2000 tests the standard error at 0.06 is 0.0053."""
    assert FalseAlarms("x", "here", alarms, nan, "", 0.0, "", 2000).holds is holds


def test_the_coverage_of_a_share_is_what_exact_probabilities_say():
    """Wilson's interval of an accuracy, summed over all samples of 30 rows."""
    n, z = 30, norm.ppf(0.975)
    share = norm.cdf(norm.ppf(0.8) / sqrt(2))
    k = np.arange(n + 1)
    centre = (k + z * z / 2) / (n + z * z)
    half = z / (n + z * z) * np.sqrt(k * (n - k) / n + z * z / 4)
    exact = binom.pmf(k, n, share)[np.abs(share - centre) <= half].sum()
    case = Measured(Independent(n, Binormal(0.5, 0.8)), Outcomes)
    (line,) = case.judged(40_000, np.random.default_rng(1), frozenset(["accuracy"]))
    assert isinstance(line, Coverage)
    assert line.truth == pytest.approx(share)
    assert line.coverage == pytest.approx(exact, abs=4 * sqrt(exact * (1 - exact) / 40_000))


def test_a_threshold_is_the_signal_that_has_it_as_score():
    scores = Binormal(0.1, 0.9)
    for x in (-1.0, 0.3, 2.5):
        assert signal_at(scores, float(scores.score(x))) == pytest.approx(x)
    assert signal_at(scores, inf) == inf
