"""The normal distribution of vectors, in logs."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from probative.errors import BadParameter, LengthMismatch
from probative.evidence.arrays import Floats, read_only

ASYMMETRY = 1e-10
"""How far a covariance may be from symmetric, as a share of its largest entry: rounding, no more."""
SINGULAR = 1e-12
"""The least eigenvalue of the correlations: below it nothing is left of the inverse in double precision."""


@dataclass(frozen=True, slots=True, eq=False)
class Gaussian:
    """N(mean, cov) in d dimensions; a number and a variance where d = 1.

    >>> Gaussian([0.0, 0.0], [[1.0, 0.0], [0.0, 4.0]]).log_density([[0.0, 0.0]]).round(6).tolist()
    [-2.531024]
    """

    mean: Floats
    cov: Floats
    name: str = "cov"
    """What messages call the covariance."""
    root: Floats = field(init=False)
    """The lower triangle L with L Lᵀ = cov."""

    def __post_init__(self) -> None:
        try:
            mean, cov = np.atleast_1d(np.asarray(self.mean, np.float64)), np.asarray(self.cov, np.float64)
        except (TypeError, ValueError, OverflowError) as error:
            raise BadParameter(
                f"the mean and {self.name} are made of numbers.", found=error, remedy="[0, 0] and [[1, 0], [0, 1]]"
            ) from None
        cov = cov.reshape(1, 1) if cov.ndim == 0 else cov
        if mean.ndim != 1 or cov.shape != (len(mean), len(mean)):
            raise LengthMismatch(
                f"{self.name} must be a square matrix with a row for each entry of the mean.",
                found=f"a mean of shape {mean.shape}, a covariance of shape {cov.shape}",
                remedy="a mean of d numbers and a covariance of d × d",
            )
        object.__setattr__(self, "mean", read_only(mean.copy()))
        object.__setattr__(self, "cov", read_only(cov.copy()))
        object.__setattr__(self, "root", read_only(_root(mean, cov, self.name)))

    @property
    def dimension(self) -> int:
        """D."""
        return len(self.mean)

    @property
    def precision(self) -> Floats:
        """The inverse of the covariance."""
        half = np.linalg.inv(self.root)
        return np.asarray(half.T @ half)

    @property
    def log_determinant(self) -> float:
        """Ln det cov."""
        return float(2 * np.log(np.diag(self.root)).sum())

    def log_density(self, x: object) -> Floats:
        """Ln p(x), one for each row."""
        away = np.linalg.solve(self.root, (rows(x, self.dimension) - self.mean).T)
        constant = self.dimension * math.log(2 * math.pi) + self.log_determinant
        return np.asarray(-0.5 * ((away**2).sum(axis=0) + constant))

    def sample(self, n: int, rng: np.random.Generator) -> Floats:
        """N rows drawn."""
        return np.asarray(self.mean + rng.standard_normal((n, self.dimension)) @ self.root.T)


def rows(x: object, dimension: int) -> Floats:
    """Points as rows: one point may be given bare, and numbers as they are where d = 1.

    >>> rows([0.3, 0.7], 2).tolist(), rows([0.3, 0.7], 1).tolist()
    ([[0.3, 0.7]], [[0.3], [0.7]])
    """
    found = np.asarray(x, np.float64)
    if dimension == 1 and found.ndim < 2:
        found = found.reshape(-1, 1)
    elif found.ndim == 1 and len(found) == dimension:
        found = found.reshape(1, -1)
    if found.ndim != 2 or found.shape[1] != dimension:
        raise LengthMismatch(
            f"points need {dimension} coordinates each.", found=f"shape {found.shape}", remedy="one row for each point"
        )
    if np.isnan(found).any():
        raise BadParameter("points have missing coordinates.", found="NaN", remedy="drop those rows")
    return found


def _root(mean: Floats, cov: Floats, name: str) -> Floats:
    if not (np.isfinite(mean).all() and np.isfinite(cov).all()):
        raise BadParameter(f"mean and {name} must be finite.", found=f"{mean.tolist()}, {cov.tolist()}")
    apart = float(np.abs(cov - cov.T).max())
    if apart > ASYMMETRY * float(np.abs(cov).max()):
        raise BadParameter(
            f"{name} must be symmetric.", found=f"entries that differ by {apart:g}", remedy="(cov + cov.T) / 2"
        )
    spread = np.diag(cov)
    if (spread <= 0).any():
        raise BadParameter(
            f"{name} must have variances greater than 0.", found=f"{spread.min():g}", remedy="leave that feature out"
        )
    # Judged on correlations, so that units of the features do not matter.
    unit = cov / np.sqrt(np.outer(spread, spread))
    least = float(np.linalg.eigvalsh((unit + unit.T) / 2).min())
    if least < SINGULAR:
        raise BadParameter(
            f"{name} is singular or not positive definite.",
            found=f"a least eigenvalue of its correlations of {least:.3g}",
            remedy="leave out features that others determine, or add a little to the diagonal",
        )
    return np.asarray(np.linalg.cholesky((cov + cov.T) / 2), np.float64)
