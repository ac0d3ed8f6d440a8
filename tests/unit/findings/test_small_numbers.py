"""Numbers far below 1 keep their digits: no value that is not 0 is shown as 0, and no interval as one of width 0."""

from __future__ import annotations

import re

import numpy as np
import pytest

import probative as pv
from probative.answers.words import alike
from probative.findings.text import in_digits, measure_cells, two_digits
from probative.inference import Estimate

RNG = np.random.default_rng(0)
TRUTH = RNG.normal(size=300)
SAID = TRUTH + RNG.normal(size=300) / 3


def numbers(text):
    return [float(found.replace("−", "-")) for found in re.findall(r"[−-]?\d[\d.]*(?:e[−-]\d+)?", text)]


@pytest.mark.parametrize("unit", [1e-5, 1e-9, 1e-30])
@pytest.mark.parametrize("name", ["mse", "mae"])
def test_estimates_in_small_units_read_as_those_in_large_ones(name, unit):
    found = pv.estimate(name, pv.Residuals.from_values(TRUTH * unit, SAID * unit))
    for value, (low, high) in [
        (numbers(str(found))[0], numbers(str(found))[2:4]),
        (numbers(measure_cells(found)[0])[0], numbers(measure_cells(found)[1])),
        (
            numbers(in_digits(found.value, found.low, found.high)[0])[0],
            numbers(" ".join(in_digits(found.value, found.low, found.high)[1].split(" to "))),
        ),
    ]:
        assert 0 < low < value < high
        assert (low, value, high) == pytest.approx((found.low, found.value, found.high), rel=0.06)


def test_an_evaluation_in_small_units_shows_no_zeros():
    found = pv.evaluate(truth=TRUTH * 1e-11, predicted=SAID * 1e-11, task="regression")
    told = str(found)
    assert "0.0000000" not in told
    assert "e−12" in told
    test = pv.stats.paired_t(TRUTH * 1e-11, SAID * 1e-11 + 1e-11)
    assert test.low < test.effect < test.high < 0
    assert "0.0000" not in str(test)


def test_a_value_beside_others_keeps_its_power_of_ten():
    assert alike(2.5e10, Estimate(3e10, 1e10, 5e10)) == "2.5e+10"
    assert alike(1.2e-10, Estimate(3.1e-10, 2.9e-10, 3.3e-10)) == "1.2e−10"
    assert two_digits(3.21e-12) == "3.2e−12"


def test_what_is_close_to_one_is_not_one():
    assert "0.9999999979 (95 % interval 0.9999999955 to 0.9999999989" in str(
        pv.estimate("kappa", pv.Outcomes(tp=5e9, fn=1, fp=7, tn=3e9))
    )
