"""Measures that compare the scores of different rows say so: those must be scores of one model."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import probative as pv

RNG = np.random.default_rng(5)


@pytest.mark.parametrize("measure", [m for m in pv.measures() if m.needs is pv.Ladder], ids=lambda m: m.name)
def test_measures_that_need_one_model_are_those_of_the_order(measure: Any) -> None:
    """Other scales for two halves of the rows change what compares rows, and only that among measures of the order."""
    if not measure.order_only:
        assert not measure.one_model
        return
    seen = []
    for _ in range(5):
        scores = np.round(RNG.random(200), 3)
        truth = (RNG.random(200) < scores).astype(int)
        half = np.arange(200) % 2 == 0
        moved = np.where(half, scores, scores + 5.0)
        for part in (half, ~half):
            alone = [pv.value(measure.name, pv.Ladder.from_scores(truth[part], by[part])) for by in (scores, moved)]
            assert alone[0] == pytest.approx(alone[1])
        before, after = (pv.value(measure.name, pv.Ladder.from_scores(truth, by)) for by in (scores, moved))
        seen.append(before != pytest.approx(after, abs=1e-9))
    assert measure.one_model == any(seen)
