"""The delta method: the variance of a value from its gradient, exact to first order and with no resampling."""

from __future__ import annotations

from typing import Any

import numpy as np

from probative.evidence.arrays import Floats
from probative.measures.registry import Measure
from probative.measures.residuals import acceleration_of_mean


def gradient(measure: Measure, evidence: Any, parameters: dict[str, Any]) -> Floats:
    """Change of the value per unit of each cell; declared by the measure, or by central differences."""
    if measure.gradient is not None:
        return np.asarray(measure.gradient(evidence, **parameters), np.float64)
    counts, _ = evidence.cells()
    # Empty cells do not move: their rows have no weight in the variance.
    step = 1e-5 * counts
    moves = np.diag(step)
    up = np.asarray(measure(evidence.with_cells(counts + moves), **parameters))
    down = np.asarray(measure(evidence.with_cells(counts - moves), **parameters))
    with np.errstate(invalid="ignore"):
        slopes = (up - down) / np.where(step > 0, 2 * step, 1.0)
    return np.where((step > 0) & np.isfinite(slopes), slopes, 0.0)


def variance_and_acceleration(measure: Measure, evidence: Any, parameters: dict[str, Any]) -> tuple[float, float]:
    """Variance of the value, and BCa's acceleration, from the influence of the single rows.

    The value does not change when all counts grow alike, so the influences of all rows add up to 0
    and their summed squares are the variance; with weights, squared weights take the place of counts.
    """
    if measure.spread is not None:
        return measure.spread(evidence, **parameters)
    if measure.losses is not None:
        losses = measure.losses(evidence, **parameters)
        return float(losses.standard_error) ** 2, acceleration_of_mean(losses)
    slopes = gradient(measure, evidence, parameters)
    counts, squares = evidence.cells()
    variance = float(np.dot(squares, slopes**2))
    cubes = float(np.dot(counts, slopes**3))
    spread = float(np.dot(counts, slopes**2))
    return variance, cubes / (6 * spread**1.5) if spread > 0 else 0.0
