"""Intervals of the smallest samples there are: inside the range, around the value, never of width 0, or a reason."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import isnan

import pytest

import probative as pv

PARAMETERS = {"adjusted_r2": {"n_features": 0}}


def _outcomes() -> Iterator[pv.Outcomes]:
    for tp, fn, fp, tn in product(range(3), repeat=4):
        if tp + fn + fp + tn:
            yield pv.Outcomes(tp=tp, fn=fn, fp=fp, tn=tn)


def _ladders() -> Iterator[pv.Ladder]:
    for rows in (1, 2, 3, 4):
        for truth in product((0, 1), repeat=rows):
            for score in ((0.2, 0.7, 0.4, 0.9), (0.5, 0.5, 0.5, 0.5), (0.3, 0.3, 0.8, 0.8)):
                counted = sorted(zip(score, truth, strict=False), reverse=True)
                yield pv.Ladder.from_counts(
                    [at for at, _ in counted], positives=[y for _, y in counted], negatives=[1 - y for _, y in counted]
                )


def _matrices() -> Iterator[pv.ConfusionMatrix]:
    for cells in product((0, 2), repeat=9):
        if any(cells):
            yield pv.ConfusionMatrix.from_counts([cells[:3], cells[3:6], cells[6:]])


def _residuals() -> Iterator[pv.Residuals]:
    for truth in ([1.0], [1, 2], [1, 1], [1, 2, 4]):
        for guess in ([1, 2, 4], [1, 1, 1], [2, 3, 5], [0, 5, 1]):
            yield pv.Residuals.from_values(truth, guess[: len(truth)])


SAMPLES = {
    pv.Outcomes: _outcomes,
    pv.Ladder: _ladders,
    pv.ConfusionMatrix: _matrices,
    pv.Residuals: _residuals,
}
MEASURES = [pytest.param(m, id=f"{m.needs.__name__}-{m.name}") for m in pv.measures() if m.needs in SAMPLES]


@pytest.mark.parametrize("measure", MEASURES)
def test_an_interval_is_one_or_there_is_a_reason(measure):
    parameters = PARAMETERS.get(measure.name, {})
    for evidence in SAMPLES[measure.needs]():
        found = pv.estimate(measure.name, evidence, **parameters)
        if isnan(found.value) or isnan(found.low) or isnan(found.high):
            assert found.why, evidence
            continue
        slack = 1e-9 * max(1.0, abs(found.value)) if abs(found.value) < 1e300 else 0.0
        assert found.low < found.high, (evidence, found)
        assert measure.low <= found.low, (evidence, found)
        assert found.high <= measure.high, (evidence, found)
        assert found.low - slack <= found.value <= found.high + slack, (evidence, found)
