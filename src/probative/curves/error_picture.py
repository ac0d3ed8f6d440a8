"""Errors of a regression in pictures: predicted against actual, residuals against predicted, and their quantiles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from probative.evidence import Moments
from probative.evidence.arrays import Array, Floats

MOST_POINTS, QUANTILES, EIGHTHS = 500, 199, 8
EIGHTH = ("at", "mean", "low", "high")


class StayingNumbers(Protocol):
    """Rows of numbers that stay where they are, and what is asked of them."""

    @property
    def size(self) -> int:
        """How many rows there are."""

    def at(self, truth: str, predicted: str, places: Array) -> tuple[Array, Array]:
        """Both numbers of some rows, by their places."""

    def residuals(self, truth: str, predicted: str, at: Array) -> tuple[Moments, Array]:
        """Moments of truth less prediction over all rows, and quantiles."""

    def by_prediction(self, truth: str, predicted: str, groups: int) -> list[tuple[Moments, Moments]]:
        """Moments of predictions and residuals, of groups of as many rows by prediction."""


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
        chosen = drawn(len(y), seed)
        residuals, at = y - f, positions(len(y))
        count = len(at)
        spread = residuals.std(ddof=1) if len(y) > 1 else 0.0
        # Hazen's rule puts the i-th of n values at (i - 1/2) / n, so that with few rows every residual is shown.
        standard = (
            (np.quantile(residuals, at, method="hazen") - residuals.mean()) / spread if spread else np.zeros(count)
        )
        return cls(len(y), y[chosen], f[chosen], ndtri(at), standard, _eighths(f, residuals, level))

    @classmethod
    def of_far(
        cls, rows: StayingNumbers, truth: str, predicted: str, seed: int = 0, level: float = 0.95
    ) -> ErrorPicture:
        """From rows that stay where they are: the same rows to draw, quantiles and groups as of rows at hand."""
        from scipy.special import ndtri

        at = positions(rows.size)
        actual, said = rows.at(truth, predicted, drawn(rows.size, seed))
        total, quantiles = rows.residuals(truth, predicted, at)
        spread = float(np.sqrt(total.powers[2] / (rows.size - 1))) if rows.size > 1 else 0.0
        standard = (quantiles - total.mean) / spread if spread else np.zeros(len(at))
        groups = rows.by_prediction(truth, predicted, EIGHTHS) if rows.size >= 3 * EIGHTHS else []
        eighths = [_eighth(float(f.mean), float(r.mean), float(r.variance), int(r.n), level) for f, r in groups]
        return cls(rows.size, actual, said, ndtri(at), standard, np.array(eighths).T.reshape(len(EIGHTH), -1))

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
    if len(predicted) < 3 * EIGHTHS:
        return np.zeros((len(EIGHTH), 0))
    made = []
    for part in np.array_split(np.argsort(predicted, kind="stable"), EIGHTHS):
        mean, variance = residuals[part].mean(), residuals[part].var(ddof=1)
        made.append(_eighth(predicted[part].mean(), mean, variance, len(part), level))
    return np.array(made).T


def _eighth(at: float, mean: float, variance: float, n: int, level: float) -> tuple[float, float, float, float]:
    """Mean prediction and mean residual of a group, with its limits."""
    from scipy.special import stdtrit

    half = np.sqrt(variance / n) * stdtrit(n - 1, (1 + level) / 2)
    return at, mean, mean - half, mean + half


def drawn(n: int, seed: int) -> Array:
    """The places of the rows that are drawn."""
    if n <= MOST_POINTS:
        return np.arange(n)
    return np.sort(np.random.default_rng(seed).choice(n, MOST_POINTS, replace=False))


def positions(n: int) -> Floats:
    """The shares at which quantiles of so many residuals are shown."""
    count = min(QUANTILES, n)
    return np.asarray((np.arange(count) + 0.5) / count)


def _short(values: Floats) -> list[float]:
    return [float(f"{value:.7g}") for value in values]
