"""An infinite value has the same one limit and the same reason whether rows or whole clusters vary."""

from __future__ import annotations

import numpy as np
import pytest

import probative as pv
from probative.inference.delta import gradient
from probative.measurement import find

TRUTH = np.array([1, 0, 1, 0, 1, 0, 1, 0] * 3)
SCORES = np.array([0.0, 0.2, 0.9, 0.3, 0.8, 0.1, 0.7, 0.4] * 3)
GROUPS = np.repeat(np.arange(8), 3)
WHY = "3 rows were given probability 0 for what happened"


@pytest.mark.parametrize("weight", [None, np.tile([1.0, 2.0], 12)], ids=["rows", "weights"])
def test_an_infinite_log_loss_by_cluster(weight: np.ndarray | None) -> None:
    rows = pv.evaluate(truth=TRUTH, scores=SCORES, weight=weight)
    clusters = pv.evaluate(truth=TRUTH, scores=SCORES, weight=weight, groups=GROUPS)
    alone, together = (found.models["model"].measures["log_loss"] for found in (rows, clusters))
    assert together.value == alone.value == np.inf
    assert together.why == alone.why
    assert str((together.low, together.high)) == str((alone.low, alone.high)) == "(nan, inf)"
    said = [[note.message for note in found.notes if note.code == "log-loss-infinite"] for found in (rows, clusters)]
    assert said[0] == said[1]
    if weight is None:
        assert together.why == WHY
        assert said[1] == [f"{WHY}; the log loss is infinite."]


def test_an_infinite_mean_has_no_slopes() -> None:
    assert np.isnan(gradient(find("log_loss"), pv.Ladder.from_scores(TRUTH, SCORES), {})).all()


def test_a_ratio_that_copes_with_infinity_still_does() -> None:
    parts = {(i,): pv.Outcomes(tp=3, fn=1, fp=0, tn=4) for i in range(6)}
    found = pv.estimate("lr_positive", pv.Ledger(("g",), parts))
    assert found.value == np.inf
    assert 0 < found.low < np.inf
