"""core.js: numbers are written as Python writes them."""

from __future__ import annotations

from math import inf, nan, nextafter

import numpy as np
import pytest

from probative.findings.text import count, measure_cells, number
from probative.inference import Estimate
from probative.inference.prevalence import estimate_at
from probative.report.live import written

from .cases import CASES, COSTS, MEASURES, Z, spots
from .node import ask, call, outline


def texts() -> list[float]:
    """Ties, near ties, thousands, tiny and huge numbers of either sign."""
    rng = np.random.default_rng(51)
    found = [0.0, 0.125, 0.375, 0.165, 0.5, 1.5, 2.5, 0.25, 0.75, 1e7, 9_999_999.5, 9_999_999.49, 10_005_000.0]
    found += [10_015_000.0, 12_345_678.9, 0.00001, 1234.5, 1234.25, 999.9996, 1e-4, 9.99995e-5, 0.000099999951]
    found += [123_456.5, 123_457.5, 1_234_565.0, 999_999.5, 1e15, 1e21, 1e22, 1e100, 1e-7, 5e-324, 0.3, 1 / 3]
    found += [nextafter(0.125, 0), nextafter(0.125, 1), nextafter(2.5, 0), nextafter(2.5, 9)]
    found += (rng.random(200) * 10.0 ** rng.integers(-9, 12, 200)).tolist()
    found += (rng.integers(0, 10**5, 200) / 2.0 ** rng.integers(0, 14, 200)).tolist()
    return [*found, *(-value for value in found), inf, -inf]


def test_numbers_are_written_as_in_python():
    asked = [(value, d) for value in [*texts(), nan] for d in (*range(9), 9, 13, 20)]
    found = ask([call("number", *pair) for pair in asked])
    assert dict(zip(map(str, asked), found, strict=True)) == {str(pair): number(*pair) for pair in asked}


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (0.125, 2, "0.12"),
        (0.375, 2, "0.38"),
        (0.165, 2, "0.17"),
        (-0.0, 2, "0.00"),
        (-0.00001, 2, "0.00"),
        (1e7, 2, "1e+07"),
        (1234567.0, 1, "1,234,567.0"),
        (2.5, 0, "2"),
        (inf, 3, "∞"),
        (-inf, 3, "−∞"),
        (nan, 3, "?"),
    ],
)
def test_numbers_that_are_easily_written_wrongly(value, digits, text):
    assert ask([call("number", value, digits)]) == [text]
    assert number(value, digits) == text


def test_thresholds_are_written_as_in_python():
    found = ask([call("threshold", value) for value in texts()])
    assert dict(zip(texts(), found, strict=True)) == {value: written(value) for value in texts()}


def test_counts_are_written_as_in_python():
    values = [v for v in texts() if 0 <= v < 1e15] + [float(10**k) for k in range(15)] + [999.0, 1000.0, 12.25, 12.35]
    found = ask([call("count", value) for value in values])
    assert dict(zip(values, found, strict=True)) == {value: count(value) for value in values}


def test_as_many_digits_as_the_interval_is_worth():
    rng = np.random.default_rng(61)
    halves = [10.0**k for k in range(-12, 7)] + (10.0 ** rng.uniform(-11, 5, 300)).tolist()
    halves += [nextafter(10.0**k, way) for k in range(-9, 5) for way in (0, inf)]
    ends = [(-h, h) for h in halves] + [(0.5 - h, 0.5 + h) for h in halves]
    ends += [(0.3, 0.3), (nan, nan), (0.1, nan), (0, inf), (-inf, inf), (1.0, 0.0)]
    found = ask([call("digits", *pair) for pair in ends])
    assert found == [Estimate(0.0, *pair).digits() for pair in ends]


def test_values_and_intervals_are_written_as_in_python():
    rng = np.random.default_rng(71)
    values = (rng.normal(size=200) * 10.0 ** rng.integers(-5, 9, 200)).tolist()
    estimates = [Estimate(v, v - abs(v) * a, v + abs(v) * b) for v in values for a, b in rng.random((2, 2)).tolist()]
    estimates += [Estimate(0.125, 0.0, 0.25), Estimate(0.5, 0.5, 0.5), Estimate(0, 0, 0.03), Estimate(1, 0.9725, 1)]
    estimates += [Estimate(2.0, 1.0, inf), Estimate(inf, nan, inf), Estimate(-0.0, -0.1, 0.1)]
    found = ask([call("shown", {"value": e.value, "low": e.low, "high": e.high}) for e in estimates])
    assert [tuple(pair) for pair in found] == [measure_cells(e) for e in estimates]


def test_what_is_unknown_is_said_or_left_out():
    known = {"low": nan, "high": nan}
    found = ask(
        [
            call("shown", {"value": 0.25, **known}),
            call("shown", {"value": nan, **known, "why": "no predicted positives"}),
            call("shown", {"value": nan, **known}),
        ]
    )
    assert found == [["0.2500", ""], ["undefined", "no predicted positives"], ["undefined", ""]]


def test_what_is_shown_along_the_slider_is_what_python_would_write():
    asked = [(k, i, name) for k in range(0, len(CASES), 4) for i in spots(CASES[k], 2) for name in MEASURES]
    questions = [
        call("shown", call("estimate", name, call("atTick", outline(k), i), Z, 0.3, COSTS)) for k, i, name in asked
    ]
    for (k, i, name), found in zip(asked, ask(questions, [case.plain for case in CASES]), strict=True):
        o = CASES[k].outcomes(CASES[k].at[i])
        known = estimate_at(name, o, 0.3, **(COSTS if name == "expected_cost" else {}))
        value, interval = measure_cells(known)
        assert found == [value, interval if known.defined else known.why]
