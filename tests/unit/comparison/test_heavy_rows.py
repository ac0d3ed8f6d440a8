"""A mean that one row decides calls no winner."""

from __future__ import annotations

from math import isnan

import numpy as np

import probative as pv

RNG = np.random.default_rng(1)
TRUTH = RNG.normal(size=200)
GOOD = TRUTH + 0.1 * RNG.normal(size=200)
BAD = TRUTH + 0.3 * RNG.normal(size=200)


def contest(b: object, measure: str = "mse") -> pv.findings.Contest:
    return pv.compare(truth=TRUTH, predicted={"a": GOOD, "b": b}, measure=measure).contests[0]


def test_rows_of_ordinary_size_are_compared() -> None:
    assert contest(BAD).result.p < 0.001


def test_one_row_that_carries_the_variance_is_named_and_decides_nothing() -> None:
    outlier = BAD.copy()
    outlier[3] += 30
    result = contest(outlier).result
    assert isnan(result.p)
    assert isnan(result.low)
    assert not result.rejects()
    assert result.effect < -4
    assert "one row carries" in result.notes[0]
    assert contest(outlier, "median_absolute_error").result.rejects()
