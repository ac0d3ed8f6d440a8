"""Errors of a regression in pictures: predicted against actual, residuals against predicted, and their quantiles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import ndtri

from probative.evidence.arrays import Array, Floats

MOST_POINTS, BINS, QUANTILES = 500, 20, 199
LEVELS = (0.1, 0.5, 0.9)


@dataclass(frozen=True, slots=True, eq=False)
class ErrorPicture:
    """A sample of rows to draw, and quantiles of the residuals (actual - predicted) of all rows.

    >>> picture = ErrorPicture.of(np.arange(10.0), np.arange(10.0) + 1)
    >>> picture.n, picture.residuals.tolist()[:2], picture.bands[1].tolist()[:2]
    (10, [-1.0, -1.0], [-1.0, -1.0])
    """

    n: int
    actual: Floats
    predicted: Floats
    """At most MOST_POINTS rows, drawn at random without replacement."""
    centres: Floats
    bands: Floats
    """Quantiles (one row for each of LEVELS) of the residuals in bins of equally many rows by prediction."""
    normal: Floats
    quantiles: Floats
    """Standardised residuals at QUANTILES plotting positions, beside those of a normal distribution."""

    @classmethod
    def of(cls, actual: Array, predicted: Array, seed: int = 0) -> ErrorPicture:
        """From all rows, in any order."""
        y, f = np.asarray(actual, np.float64), np.asarray(predicted, np.float64)
        chosen = np.arange(len(y))
        if len(y) > MOST_POINTS:
            chosen = np.sort(np.random.default_rng(seed).choice(len(y), MOST_POINTS, replace=False))
        residuals = y - f
        parts = [part for part in np.array_split(np.argsort(f, kind="stable"), min(BINS, len(y))) if len(part)]
        bands = np.array([np.quantile(residuals[part], LEVELS) for part in parts]).T
        count = min(QUANTILES, len(y))
        at = (np.arange(count) + 0.5) / count
        spread = residuals.std(ddof=1) if len(y) > 1 else 0.0
        # Hazen's rule puts the i-th of n values at (i - 1/2) / n, so that with few rows every residual is shown.
        standard = (
            (np.quantile(residuals, at, method="hazen") - residuals.mean()) / spread if spread else np.zeros(count)
        )
        centres = np.array([f[part].mean() for part in parts])
        return cls(len(y), y[chosen], f[chosen], centres, bands, ndtri(at), standard)

    @property
    def residuals(self) -> Floats:
        """Residuals of the rows to draw."""
        return self.actual - self.predicted

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON, with as many digits as a picture needs."""
        names = ("actual", "predicted", "centres", "normal", "quantiles")
        plain = {name: _short(getattr(self, name)) for name in names}
        return {
            "n": self.n,
            **plain,
            "bands": {f"{at:g}": _short(band) for at, band in zip(LEVELS, self.bands, strict=True)},
        }


def _short(values: Floats) -> list[float]:
    return [float(f"{value:.7g}") for value in values]
