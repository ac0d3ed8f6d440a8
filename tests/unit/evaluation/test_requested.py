"""Measures that are shown on request only, where one is asked for by name."""

from __future__ import annotations

import numpy as np
import pytest
import sklearn.metrics as sk

import probative as pv
from probative.errors import BadParameter, UnknownMeasure

RNG = np.random.default_rng(5)
TRUTH = np.arange(60) % 2
SCORE = np.round(RNG.random(60) * 0.7 + TRUTH * 0.3, 3)
VALUES = RNG.gamma(2, 2, 40)
SAID = VALUES * RNG.gamma(10, 0.1, 40)


def test_a_measure_with_parameters_is_shown_beside_the_others():
    asked = ["auc", "f_beta(beta=3)", "net_benefit(threshold_probability=0.2)", "h_measure"]
    found = pv.evaluate({"y": TRUTH, "s": SCORE}, truth="y", scores="s", measure=asked).models["s"].measures
    called = SCORE >= 0.5
    assert found["f_beta"].value == pytest.approx(sk.fbeta_score(TRUTH, called, beta=3))
    good, bad = (called & (TRUTH == 1)).mean(), (called & (TRUTH == 0)).mean()
    assert found["net_benefit"].value == pytest.approx(good - bad / 4)
    assert found["net_benefit"].low < found["net_benefit"].value < found["net_benefit"].high
    assert found["h_measure"].why
    assert "lift_at" not in found


def test_regressions_show_what_is_asked_for():
    asked = ["msle", "mase(scale=2.0)", "poisson_deviance"]
    table = {"y": VALUES, "a": SAID, "b": VALUES + 1}
    findings = pv.evaluate(table, truth="y", predicted=["a", "b"], measure=asked, task="regression")
    found = findings.models["a"].measures
    assert found["msle"].value == pytest.approx(sk.mean_squared_log_error(VALUES, SAID))
    assert found["mase"].value == pytest.approx(sk.mean_absolute_error(VALUES, SAID) / 2)
    assert found["poisson_deviance"].value == pytest.approx(sk.mean_poisson_deviance(VALUES, SAID))
    assert findings.verdict.measure == "msle"


def test_what_is_not_known_is_refused():
    with pytest.raises(UnknownMeasure):
        pv.evaluate({"y": TRUTH, "s": SCORE}, truth="y", scores="s", measure=["auc", "beauty"])
    with pytest.raises(BadParameter, match="no parameter"):
        pv.evaluate({"y": TRUTH, "s": SCORE}, truth="y", scores="s", measure="f_beta(gamma=2)")


@pytest.mark.parametrize("measure", [1.5, 0, b"auc", [1.5]], ids=repr)
def test_what_is_no_name_is_refused_alike(measure):
    table = {"y": TRUTH, "a": SCORE, "b": SCORE[::-1]}
    for call in (
        lambda: pv.evaluate(table, truth="y", scores="a", measure=measure),
        lambda: pv.compare(table, truth="y", scores=["a", "b"], measure=measure),
        lambda: pv.gate(*[{"y": TRUTH, "a": SCORE}] * 2, truth="y", scores="a", measure=measure, margin=0.1),
    ):
        with pytest.raises(BadParameter, match="a name was expected"):
            call()
