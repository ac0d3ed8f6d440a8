"""What measures were asked for with stays with the findings: in JSON, in the answer, in the table and in the paper."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import expit

import probative as pv
from probative.errors import BadParameter

RNG = np.random.default_rng(2)
N = 120
TRUTH = (RNG.random(N) < 0.4).astype(int)
SCORES = {name: expit(apart * (TRUTH - 0.5) + RNG.normal(size=N)) for name, apart in {"a": 3, "b": 1}.items()}


@pytest.mark.parametrize(
    ("asked", "told", "written"),
    [("f_beta(beta=2)", "f_beta(beta=2)", "(beta = 2)"), ("auc_n", "auc_n(n=50)", "(n = 50)"), ("recall", None, None)],
)
def test_parameters_stay_with_the_findings(asked: str, told: str | None, written: str | None) -> None:
    found = pv.evaluate(truth=TRUTH, scores=SCORES, positive=1, measure=asked)
    assert list(found.about.called.values()) == ([told] if told else [])
    assert found.verdict is not None
    assert found.verdict.called == told
    again = pv.Findings.from_dict(found.to_dict())
    assert again.about.called == found.about.called
    assert again.verdict is not None
    assert again.verdict.called == told
    if told and written:
        assert told in found.answers[0].evidence
        assert told in str(found.table("measures"))
        assert written in found.methods().paragraph
    else:
        assert "asked" not in found.to_dict()["about"]


def test_a_comparison_says_them_too() -> None:
    verdict = pv.compare(truth=TRUTH, scores=SCORES, positive=1, measure="f_beta(beta=3)")
    assert verdict.called == "f_beta(beta=3)"
    assert "f_beta(beta=3)" in verdict.answers[0].evidence
    # Costs are told as costs.
    assert pv.compare(truth=TRUTH, scores=SCORES, positive=1, costs=pv.Costs(1, 5)).called is None


def test_one_measure_has_one_value() -> None:
    with pytest.raises(BadParameter, match="twice"):
        pv.evaluate(truth=TRUTH, scores=SCORES, positive=1, measure=["f_beta(beta=2)", "f_beta(beta=3)"])
