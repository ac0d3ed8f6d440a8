"""Scales on which estimates are nearly normal, so that symmetric intervals fit and respect the range."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from probative.evidence.arrays import Number


@dataclass(frozen=True, slots=True)
class ScaleMap:
    """A change of scale, its inverse and its slope."""

    forward: Callable[[Number], Number]
    back: Callable[[Number], Number]
    slope: Callable[[float], float]
    flips: bool = False


SCALES: dict[str, ScaleMap] = {
    "identity": ScaleMap(lambda x: x, lambda u: u, lambda x: 1.0),
    "log": ScaleMap(np.log, np.exp, lambda x: 1 / x),
    "logit": ScaleMap(lambda x: np.log(x / (1 - x)), lambda u: 1 / (1 + np.exp(-u)), lambda x: 1 / (x * (1 - x))),
    "fisher": ScaleMap(np.arctanh, np.tanh, lambda x: 1 / (1 - x * x)),
    "log-complement": ScaleMap(lambda x: np.log(1 - x), lambda u: 1 - np.exp(u), lambda x: 1 / (1 - x), flips=True),
}


def symmetric_on(scale: str, value: float, error: float, quantile: float) -> tuple[float, float] | None:
    """Value -/+ quantile standard errors, symmetric on that scale; None where the scale has no room."""
    change = SCALES[scale]
    value = np.float64(value)  # whose division by 0 is infinite, not an exception
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        middle = change.forward(value)
        half = quantile * error * abs(change.slope(value)) if error else 0.0
    if not (np.isfinite(middle) and np.isfinite(half)):
        return None
    with np.errstate(over="ignore"):
        ends = float(change.back(middle - half)), float(change.back(middle + half))
    return (ends[1], ends[0]) if change.flips else ends
