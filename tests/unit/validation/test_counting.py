"""How intervals and tests are counted, by hand and by exact probabilities."""

from __future__ import annotations

from math import inf, isnan, nan, sqrt

import numpy as np
import pytest
from scipy.stats import binom, norm

from probative import Estimate
from probative.evidence import Outcomes
from probative.inference.doubting import COARSE
from probative.validation.cases.measured import Measured
from probative.validation.cases.thresholds import signal_at
from probative.validation.counting import Covering, Rejecting
from probative.validation.lines import Coverage, FalseAlarms
from probative.validation.page import page
from probative.validation.result import Validation
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


def test_a_miss_that_was_doubted_misleads_nobody():
    counted = Covering("x", "here")
    for low, why in ((0.1, None), (0.5, f"{COARSE} (rows in all: 2)"), (0.6, "2 rows were left out"), (0.3, COARSE)):
        counted.add(Estimate(low, low, low + 0.15, why=why), 0.4)
    counted.add(Estimate(0.5, 0.5, 0.6), 0.4, times=4, doubt=True)
    counted.add(Estimate(0.7, why=f"{COARSE}: no interval"), 0.4)
    line = counted.line()
    assert (line.coverage, line.said, line.warned, line.relied) == (0.125, 0.75, 0.625, 0.75)
    assert Coverage.from_dict(line.to_dict()) == line
    assert line.to_dict()["relied"] == 0.75


def test_a_line_of_before_doubts_were_counted_has_none():
    line = Coverage("x", "here", 0.5, 0.5, 0.9, 0.0, 0.1, 0.1, 0.0, "", "", 2000, 0.3, 0.08)
    old = {name: told for name, told in line.to_dict().items() if name not in ("said", "warned", "relied", "told")}
    read = Coverage.from_dict(old)
    assert (read.said, read.relied, read.told) == (0.0, 0.9, False)
    assert line.told
    assert not line.holds


def test_false_alarms_that_were_doubted_are_told():
    counted = Rejecting("a test", "here")
    for rejects, doubt in ((True, True), (True, False), (False, True), ("undefined", True)):
        counted.add(rejects, doubt)
    line = counted.line()
    assert (line.type_one, line.warned, line.relied) == (0.5, 0.25, 0.25)
    assert FalseAlarms("x", "here", 0.5, nan, "", 0.0, "", 1000, 0.45).told
    assert not FalseAlarms("x", "here", 0.5, nan, "", 0.0, "", 1000, 0.4).told


def test_the_page_lists_what_is_told_and_what_is_not():
    told = Coverage("auc", "n 20", 0.5, 0.5, 0.8, 0.0, 0.2, 0.1, 0.0, "", "", 2000, 0.9, 0.19)
    silent = Coverage("f1", "n 20", 0.5, 0.5, 0.8, 0.0, 0.2, 0.1, 0.0, "", "", 2000)
    alarm = FalseAlarms("delong", "n 20", 0.2, nan, "", 0.0, "", 2000, 0.18)
    text = page(Validation("quick", 2000, 0, (told, silent), (alarm,)))
    assert "### Not told: 1 lines\n\n- **f1**: 0.800 (n 20)" in text
    assert "- **auc**: 0.800, 0.990 (n 20)\n- **delong**: 0.200, 0.020 (n 20)" in text
    assert "None: wherever" in page(Validation("quick", 2000, 0, (told,), ()))


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
