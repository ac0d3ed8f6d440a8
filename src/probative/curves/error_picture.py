"""Errors of a regression in pictures: predicted against actual, residuals against predicted, and their quantiles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from probative.evidence.arrays import Array, Floats

MOST_POINTS, QUANTILES, EIGHTHS = 500, 199, 8
EIGHTH = ("at", "mean", "low", "high")


@dataclass(frozen=True, slots=True, eq=False)
class ErrorPicture:
    """A sample of rows to draw, and quantiles of the residuals (actual - predicted) of all rows.

    >>> picture = ErrorPicture.of(np.arange(10.0), np.arange(10.0) + 1)
    >>> picture.n, picture.residuals.tolist()[:2]
    (10, [-1.0, -1.0])
    """

    n: int
    actual: Floats
    predicted: Floats
    """At most MOST_POINTS rows, drawn at random without replacement."""
    normal: Floats
    quantiles: Floats
    """Standardised residuals at QUANTILES plotting positions, beside those of a normal distribution."""
    eighths: Floats
    """Of eight groups of equally many rows by prediction: mean prediction, mean residual and its limits (t)."""

    @classmethod
    def of(cls, actual: Array, predicted: Array, seed: int = 0, level: float = 0.95) -> ErrorPicture:
        """From all rows, in any order."""
        from scipy.special import ndtri

        y, f = np.asarray(actual, np.float64), np.asarray(predicted, np.float64)
        chosen = np.arange(len(y))
        if len(y) > MOST_POINTS:
            chosen = np.sort(np.random.default_rng(seed).choice(len(y), MOST_POINTS, replace=False))
        residuals = y - f
        count = min(QUANTILES, len(y))
        at = (np.arange(count) + 0.5) / count
        spread = residuals.std(ddof=1) if len(y) > 1 else 0.0
        # Hazen's rule puts the i-th of n values at (i - 1/2) / n, so that with few rows every residual is shown.
        standard = (
            (np.quantile(residuals, at, method="hazen") - residuals.mean()) / spread if spread else np.zeros(count)
        )
        return cls(len(y), y[chosen], f[chosen], ndtri(at), standard, _eighths(f, residuals, level))

    @property
    def residuals(self) -> Floats:
        """Residuals of the rows to draw."""
        return self.actual - self.predicted

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON, with as many digits as a picture needs."""
        names = ("actual", "predicted", "normal", "quantiles")
        plain = {name: _short(getattr(self, name)) for name in names}
        return {
            "n": self.n,
            **plain,
            "eighths": {name: _short(part) for name, part in zip(EIGHTH, self.eighths, strict=True)},
        }


def _eighths(predicted: Floats, residuals: Floats, level: float) -> Floats:
    """One row for each of EIGHTH; nothing where a group would have fewer than three rows."""
    from scipy.special import stdtrit

    if len(predicted) < 3 * EIGHTHS:
        return np.zeros((len(EIGHTH), 0))
    made = []
    for part in np.array_split(np.argsort(predicted, kind="stable"), EIGHTHS):
        mean, half = residuals[part].mean(), residuals[part].std(ddof=1) / np.sqrt(len(part))
        half *= stdtrit(len(part) - 1, (1 + level) / 2)
        made.append((predicted[part].mean(), mean, mean - half, mean + half))
    return np.array(made).T


def _short(values: Floats) -> list[float]:
    return [float(f"{value:.7g}") for value in values]
