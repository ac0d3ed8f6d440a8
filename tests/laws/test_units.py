"""Constant weights and changes of unit change nothing, for any measure and its interval."""

from __future__ import annotations

from collections.abc import Callable
from math import isnan
from typing import Any

import numpy as np
import pytest

import probative as pv
from probative.inference import methods_for
from probative.inference.methods import method_named

from .measured import every_measure

RNG = np.random.default_rng(7)
N = 120
CLASSES = np.array(["x", "y", "z"])
TRUTH = RNG.choice(3, N, p=[0.6, 0.3, 0.1])
GUESS = np.where(RNG.random(N) < 0.7, TRUTH, RNG.choice(3, N))
SCORES = np.round(RNG.dirichlet([1, 1, 1], N) + 0.6 * np.eye(3)[TRUTH], 2) + 0.1
SCORES /= SCORES.sum(axis=1, keepdims=True)
TARGET = RNG.normal(3, 2, N)
PREDICTION = TARGET + RNG.normal(0.2, 1, N)

WEIGHED: dict[type, Callable[[Any], Any]] = {
    pv.Outcomes: lambda w: pv.ConfusionMatrix.from_labels(TRUTH == 1, GUESS == 1, sample_weight=w).outcomes(True),
    pv.ConfusionMatrix: lambda w: pv.ConfusionMatrix.from_labels(CLASSES[TRUTH], CLASSES[GUESS], sample_weight=w),
    pv.Ladder: lambda w: pv.Ladder.from_scores(TRUTH == 1, np.round(SCORES[:, 1], 2), sample_weight=w),
    pv.ClassScores: lambda w: pv.ClassScores.from_probabilities(
        CLASSES[TRUTH], SCORES, labels=list(CLASSES), sample_weight=w
    ),
    pv.Residuals: lambda w: pv.Residuals.from_values(TARGET, PREDICTION, sample_weight=w),
    pv.ValuePairs: lambda w: pv.ValuePairs.from_values(np.abs(TARGET), np.abs(PREDICTION), sample_weight=w),
    pv.Moments: lambda w: pv.Moments.from_values(PREDICTION, sample_weight=w),
}
OF_UNITS = {"mse": 2, "rmse": 1, "mae": 1, "mean_error": 1, "median_absolute_error": 1, "max_error": 1, "pinball": 1}
"""The power of the target's unit in which each measure of residuals is given; all others have none."""
OF_PLACE = ("mape",)
"""Measures of residuals that change when a constant is added to targets and predictions."""


def _ends(found: pv.Estimate) -> tuple[float, float, float]:
    return found.value, found.low, found.high


def _same(found: pv.Estimate, wanted: pv.Estimate, scale: float = 1.0, tolerance: float = 1e-9) -> None:
    assert found.why == wanted.why
    for a, b in zip(_ends(found), _ends(wanted), strict=True):
        assert (isnan(a) and isnan(b)) or a / scale == pytest.approx(b, rel=tolerance, abs=tolerance), (found, wanted)


@every_measure
@pytest.mark.parametrize("weight", [10.0, 0.1])
def test_constant_weights_change_nothing(measure: Any, weight: float) -> None:
    if measure.needs not in WEIGHED:
        pytest.fail(f"no rows to weigh for {measure.needs}") if measure.needs is not pv.Agreement else None
        return
    make = WEIGHED[measure.needs]
    plain, weighed = make(None), make(np.full(N, weight))
    more = {"n_features": 3} if measure.name == "adjusted_r2" else {}
    for method in methods_for(measure):
        if not method_named(method).resamples:
            found, wanted = (pv.estimate(measure.name, e, method=method, **more) for e in (weighed, plain))
            _same(found, wanted)
    _same(pv.estimate(measure.name, weighed, **more), pv.estimate(measure.name, plain, **more))


RESIDUALS = [measure for measure in pv.measures() if measure.needs is pv.Residuals]


@pytest.mark.parametrize("measure", RESIDUALS, ids=lambda measure: measure.name)
@pytest.mark.parametrize("unit", [1e-5, 1e9])
def test_a_change_of_unit_changes_nothing_else(measure: Any, unit: float) -> None:
    more = {"n_features": 3} if measure.name == "adjusted_r2" else {}
    plain, scaled = (pv.Residuals.from_values(TARGET * u, PREDICTION * u) for u in (1.0, unit))
    found, wanted = (pv.estimate(measure.name, e, **more) for e in (scaled, plain))
    assert not isnan(wanted.low)
    _same(found, wanted, unit ** OF_UNITS.get(measure.name, 0))


@pytest.mark.parametrize("measure", RESIDUALS, ids=lambda measure: measure.name)
def test_a_far_away_zero_changes_nothing(measure: Any) -> None:
    if measure.name in OF_PLACE:
        assert "/ |y|" in measure.formula
        return
    more = {"n_features": 3} if measure.name == "adjusted_r2" else {}
    # Eighths are exact near 1e9 too, so that only our own rounding could show.
    target, prediction = np.round(TARGET * 8) / 8, np.round(PREDICTION * 8) / 8
    plain, moved = (pv.Residuals.from_values(target + c, prediction + c) for c in (0.0, 1e9))
    found, wanted = (pv.estimate(measure.name, e, **more) for e in (moved, plain))
    _same(found, wanted, tolerance=1e-7)


def test_no_spread_is_judged_by_rounding_not_by_size() -> None:
    y, h = np.array([3, 5, 2, 8, 6, 4, 7, 1.0]), np.array([2.5, 5.5, 2, 7, 6.5, 4.5, 6, 1.5])
    small = pv.estimate("mse", pv.Residuals.from_values(y * 1e-5, h * 1e-5), method="t-log")
    assert (small.low, small.high) == pytest.approx((0.187e-10, 0.882e-10), rel=2e-3)
    far = pv.estimate("mean", pv.Moments.from_values([1e9 + 0.1, 1e9 + 0.2, 1e9 + 0.3, 1e9 + 0.4]))
    assert far.high - far.low == pytest.approx(2 * 3.182446 * np.std([0.1, 0.2, 0.3, 0.4], ddof=1) / 2, rel=1e-5)
    for constant in (0.1, 1e9 + 0.1, 1e-9):
        assert isnan(pv.estimate("mean", pv.Moments.from_values([constant] * 7)).low)
        flat = pv.Residuals.from_values(np.arange(6.0), np.arange(6.0) + constant * np.array([1, -1, 1, -1, 1, -1]))
        assert isnan(pv.estimate("mae", flat).low) or constant < 1e-8  # where the data themselves are rounded
