"""Interval methods declare themselves, and no method can leave the range of a measure."""

from __future__ import annotations

from math import isnan, nan

import numpy as np
import pytest

import probative as pv
from probative.errors import InvalidMethod
from probative.inference import methods, methods_for
from probative.inference.bootstrap import percentile_limits, replicate_values
from probative.inference.task import Limits, Task
from probative.measurement import find

FEW_ERRORS = pv.Outcomes(tp=38, fn=2, fp=0, tn=10)


@pytest.fixture(autouse=True)
def _forgets(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is declared in a test is forgotten after it."""
    monkeypatch.setattr(methods, "_KNOWN", dict(methods._KNOWN))


def basic(task: Task) -> Limits:
    """The basic bootstrap: the replicates' quantiles, reflected at the value."""
    values = replicate_values(task.measure, task.evidence, task.parameters, replicates=task.replicates, seed=task.seed)
    low, high = percentile_limits(values, task.level)
    return Limits(2 * task.value - high, 2 * task.value - low)


def test_a_method_declared_anywhere_is_known_and_stays_inside_the_range():
    fits = lambda measure, clustered: measure.needs is pv.Outcomes and not clustered  # noqa: E731
    methods.interval("basic", fits=fits, resamples=True)(basic)
    assert methods_for(find("f1", FEW_ERRORS))[0] == "f-score"
    assert "basic" in methods_for(find("f1", FEW_ERRORS))
    found = pv.estimate("f1", FEW_ERRORS, method="basic", random_state=1)
    plain = pv.estimate("f1", FEW_ERRORS, method="bootstrap", random_state=1)
    assert 2 * found.value - plain.low > 1, "without a cut it would leave the range"
    assert (found.low, found.high) == (2 * found.value - plain.high, 1.0)
    assert found.method == "basic"
    with pytest.raises(InvalidMethod):
        pv.estimate("auc", pv.Ladder.from_scores([1, 0, 1], [0.9, 0.2, 0.6]), method="basic")


@pytest.mark.parametrize("name", ["accuracy", "mcc", "lr_negative", "f1"])
def test_no_method_leaves_the_range(name):
    methods.interval("wild", fits=lambda measure, clustered: True)(lambda task: Limits(-np.inf, np.inf))
    found, measure = pv.estimate(name, FEW_ERRORS, method="wild"), find(name, FEW_ERRORS)
    assert (found.low, found.high) == (measure.low, measure.high)


def test_a_lower_limit_above_the_range_is_cut_too():
    methods.interval("high", fits=lambda measure, clustered: True)(lambda task: Limits(1.02, 1.4))
    found = pv.estimate("remaining_entropy", FEW_ERRORS, method="high")
    assert isnan(found.low), "cut to one point, it is no interval"


def test_a_limit_that_is_not_known_stays_unknown():
    methods.interval("mute", fits=lambda measure, clustered: True)(lambda task: Limits(nan, nan, "nothing is known"))
    found = pv.estimate("accuracy", FEW_ERRORS, method="mute")
    assert isnan(found.low)
    assert isnan(found.high)
    assert found.why == "nothing is known"


def test_a_name_is_given_once():
    with pytest.raises(AssertionError, match="wilson"):
        methods.interval("wilson", fits=lambda measure, clustered: True)(lambda task: Limits(0.0, 1.0))
