"""Whatever drew something says from which seed, in Python and in JSON."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import probative as pv

RNG = np.random.default_rng(5)
TRUTH = np.tile([0, 1], 30)
LADDER = pv.Ladder.from_scores(TRUTH, TRUTH + RNG.normal(size=60))
SAID = {"y": TRUTH, "p": TRUTH}
OUTCOMES = pv.Outcomes(tp=20, fn=5, fp=4, tn=21)


@pytest.mark.parametrize(
    "drawn",
    [
        pv.estimate("auc", LADDER, method="bootstrap", replicates=50, random_state=7),
        pv.estimate("f1", OUTCOMES, method="bca", replicates=50, random_state=7),
        pv.best_threshold(LADDER, "youden", replicates=50, random_state=7),
        pv.gate(SAID, SAID, truth="y", predicted="p", measure="accuracy", random_state=7),
    ],
)
def test_results_that_drew_hold_their_seed(drawn: Any) -> None:
    assert drawn.seed == 7
    assert drawn.to_dict()["seed"] == 7
    assert type(drawn).from_dict(drawn.to_dict()).seed == 7


def test_a_band_holds_its_seed() -> None:
    assert pv.roc_band(LADDER, replicates=20, random_state=7).seed == 7
    rng = np.random.default_rng(3)
    many = pv.Ladder.from_scores([0, 1] * 120, rng.random(240))
    assert pv.roc_band(many, replicates=20, simultaneous=True, random_state=7).seed == 7
    # The band of few rows is exact.
    assert pv.roc_band(LADDER, simultaneous=True, random_state=7).seed is None
    shares = pv.Ladder.from_scores(TRUTH, RNG.random(60))
    assert pv.corp(shares, replicates=20, random_state=7).seed == 7


@pytest.mark.parametrize(
    "still",
    [
        pv.estimate("accuracy", OUTCOMES),
        pv.estimate("auc", LADDER, random_state=7),
        pv.best_threshold(pv.Ladder.from_scores([1, 0], [0.9, 0.1]), "calibrated", costs=pv.Costs(1, 5)),
    ],
)
def test_what_drew_nothing_has_none(still: Any) -> None:
    assert still.seed is None
    assert "seed" not in still.to_dict()
