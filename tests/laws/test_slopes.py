"""What a measure declares of how single rows move it is its derivative: found here by moving each row a little."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import probative as pv
from probative.inference.delta import gradient
from probative.measurement.registry import Measure

from .measured import MEASURES

SMOOTHED = {
    "equal_error_rate": "its density is taken from the neighbourhood of the point",
    "precision_at": "the score at the border moves, and how fast is estimated",
    "gain_at": "as precision_at",
    "lift_at": "as precision_at",
    "sensitivity_at_specificity": "as precision_at",
    "specificity_at_sensitivity": "as precision_at",
    "debiased_calibration_error": "moves as the plain one does, whose bias it takes off",
    "h_measure": "costs are weighed by the prevalence, which is taken for known",
    "auc_n": "the share of negatives that n are is taken for known",
}
"""Measures whose slopes are more, or less, than a derivative at the rows that were seen, and why."""
SLOPED = [measure for measure in MEASURES if measure.slopes is not None and measure.name not in SMOOTHED]
GRADED = [
    measure
    for measure in MEASURES
    if measure.gradient is not None and measure.slopes is None and measure.name not in SMOOTHED
]


def _name(measure: Measure) -> str:
    return f"{measure.needs.__name__}-{measure.name}"


def _ladder(scores: np.ndarray, weights: np.ndarray) -> pv.Ladder:
    return pv.Ladder.from_scores(np.repeat([1, 0], len(scores)), np.tile(scores, 2), sample_weight=weights)


@pytest.mark.parametrize("seed", [3, 8])
@pytest.mark.parametrize("measure", SLOPED, ids=_name)
def test_slopes_are_derivatives(measure: Measure, seed: int) -> None:
    rng = np.random.default_rng(seed)
    scores = np.sort(rng.random(30))[::-1]
    weights = np.concatenate([scores, 1 - scores]) * rng.uniform(3, 8, 60)
    moved = 1e-5 * np.eye(60)
    found = [
        (float(measure(_ladder(scores, weights + one))) - float(measure(_ladder(scores, weights - one)))) / 2e-5
        for one in moved
    ]
    np.testing.assert_allclose(gradient(measure, _ladder(scores, weights), {}), found, rtol=1e-6, atol=1e-9)


def _tables(rng: np.random.Generator) -> dict[type, Any]:
    """Evidence whose cells are of any size, so that nothing is by chance at a border."""
    y = rng.integers(0, 3, 40)
    p = rng.dirichlet([1.0, 1, 1], 40) + 0.8 * np.eye(3)[y]
    truth = rng.gamma(3, size=30)
    return {
        pv.ConfusionMatrix: pv.ConfusionMatrix.from_counts(rng.integers(3, 40, (4, 4)) + 30 * np.eye(4, dtype=int)),
        pv.Ladder: _ladder(np.sort(rng.random(30))[::-1], rng.uniform(1, 5, 60)),
        pv.ClassScores: pv.ClassScores.from_probabilities(y, p / p.sum(axis=1, keepdims=True), labels=[0, 1, 2]),
        pv.ValuePairs: pv.ValuePairs.from_values(truth, truth * rng.uniform(0.7, 1.3, 30)),
    }


@pytest.mark.parametrize("seed", [3, 8])
@pytest.mark.parametrize("measure", GRADED, ids=_name)
def test_gradients_are_derivatives(measure: Measure, seed: int) -> None:
    evidence = _tables(np.random.default_rng(seed))[measure.needs]
    counts = np.asarray(evidence.cells()[0], np.float64)
    told = gradient(measure, evidence, {})
    assert len(told) == len(counts)
    for i, count in enumerate(counts):
        if count == 0:
            continue
        ends = []
        for sign in (1, -1):
            cells = counts.copy()
            cells[i] += sign * 1e-5
            ends.append(float(np.asarray(measure(evidence.with_cells(cells)))))
        assert told[i] == pytest.approx((ends[0] - ends[1]) / 2e-5, rel=1e-5, abs=1e-8), f"cell {i}"
