"""Shares and means over rows, with the intervals that fit them."""

from __future__ import annotations

import numpy as np

from probative.errors import BadScores, LengthMismatch
from probative.evidence import ConfusionMatrix, Moments, ValuePairs
from probative.evidence.arrays import Array, Floats, numbers
from probative.inference import Estimate, estimate


def share(rows: Array, weight: object, level: float) -> Estimate:
    """The share of rows that are so, with Wilson's interval."""
    everything = np.ones(len(rows), bool)
    matrix = ConfusionMatrix.from_labels(everything, rows, labels=[False, True], sample_weight=weight)
    return estimate("recall", matrix.outcomes(True), level=level)


def mean(losses: Floats, weight: object, level: float) -> Estimate:
    """The mean of losses of at least 0, with the jackknife's interval on the log scale."""
    # Such a mean is a mean absolute error of predicting 0; the name of the measure goes nowhere.
    pairs = ValuePairs.from_values(losses, np.zeros(len(losses)), sample_weight=weight)
    return estimate("mase", pairs, scale=1.0, level=level)


def mean_width(widths: Floats, weight: object, level: float) -> Estimate:
    """The mean width of intervals: known numbers of rows, among which no rare error can be hidden."""
    return estimate("mean_loss", Moments.from_values(widths, sample_weight=weight), level=level)


def column(values: object, name: str, rows: int | None = None) -> Floats:
    """One finite number per row."""
    found = numbers(values, name)
    if not np.isfinite(found).all():
        raise BadScores(f"{name} must be finite.", found="an infinity", remedy="remove those rows")
    if rows is not None and len(found) != rows:
        raise LengthMismatch(
            f"{name} must have one value per row.", found=f"{len(found)} values for {rows} rows", remedy="pass all rows"
        )
    return found


def table(values: object, name: str, rows: int) -> Floats:
    """Several finite numbers per row."""
    found = np.asarray(values, np.float64)
    if found.ndim != 2 or len(found) != rows or not found.shape[1]:
        raise LengthMismatch(
            f"{name} must have a row per row and a column per number.", found=f"shape {found.shape}, {rows} rows"
        )
    if not np.isfinite(found).all():
        raise BadScores(f"{name} must be finite.", found="a gap or an infinity", remedy="remove those rows")
    return found
