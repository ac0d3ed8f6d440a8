"""The border between two normal classes: a quadric, and what kind of one."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from probative.evidence.arrays import Floats
from probative.theory.gaussian import Gaussian, rows

NOTHING = 1e-9
"""Below this share of the precisions, what is left of A is rounding."""


@dataclass(frozen=True, slots=True, eq=False)
class Quadric:
    """The function -½ x A xᵀ + b xᵀ + c; where it is 0 lies the border.

    >>> circle = Quadric(np.eye(2) * 2, np.zeros(2), 1.0)
    >>> circle.kind, circle.radius, circle([[1.0, 0.0], [0.0, 0.0]]).tolist()
    ('circle', 1.0, [0.0, 1.0])
    """

    A: Floats
    b: Floats
    c: float
    unit: Floats | None = None
    """By feature, what a step of usual size is: A is judged in these units, so that kilometres and microns mix."""

    @classmethod
    def between(cls, positive: Gaussian, negative: Gaussian, log_prior_odds: float) -> Quadric:
        """The log odds of two normal classes: ln p(x|+) - ln p(x|-) + ln p(+) - ln p(-)."""
        plus, minus = positive.precision, negative.precision
        mp, mn = positive.mean, negative.mean
        c = 0.5 * (mn @ minus @ mn - mp @ plus @ mp + negative.log_determinant - positive.log_determinant)
        unit = 1 / np.sqrt(np.maximum(np.diag(plus), np.diag(minus)))
        return cls(plus - minus, mp @ plus - mn @ minus, float(c + log_prior_odds), unit)

    def __str__(self) -> str:
        parts = (np.array2string(part, precision=6, separator=", ", threshold=40) for part in (self.A, self.b))
        bend, slope = (" ".join(part.split()) for part in parts)
        return f"border: {self.kind}, where -½ x A xᵀ + b xᵀ + c = 0; A = {bend}, b = {slope}, c = {self.c:.6g}"

    @property
    def dimension(self) -> int:
        """D."""
        return len(self.b)

    def __call__(self, x: object) -> Floats:
        """Its value at each row."""
        points = rows(x, self.dimension)
        return np.asarray(-0.5 * np.einsum("ij,jk,ik->i", points, self.A, points) + points @ self.b + self.c)

    @property
    def eigenvalues(self) -> Floats:
        """Of A, ascending."""
        return np.asarray(np.linalg.eigvalsh(self.A))

    @property
    def signs(self) -> Floats:
        """The signs of the eigenvalues of A, ascending; 0 for what is rounding."""
        unit = np.full(self.dimension, 1.0) / math.sqrt(_size(self.A)) if self.unit is None else self.unit
        # Other units change the eigenvalues, and none of their signs.
        found = np.linalg.eigvalsh(unit[:, None] * self.A * unit)
        return np.where(np.abs(found) <= NOTHING, 0.0, np.sign(found))

    @property
    def linear(self) -> bool:
        """Whether A = 0, judged by the precisions it is a difference of: equal covariances."""
        return not self.signs.any()

    @property
    def centre(self) -> Floats | None:
        """Where it is largest, least or a saddle; None where there is no one such point."""
        return np.asarray(np.linalg.solve(self.A, self.b)) if self.signs.all() else None

    @property
    def radius(self) -> float | None:
        """Of a circle or sphere; None for other borders."""
        values, centre = self.eigenvalues, self.centre
        if centre is None or np.ptp(values) > NOTHING * np.abs(values).max():
            return None
        squared = 2 * float(self(centre)[0]) / float(values[0])
        return math.sqrt(squared) if squared > 0 else None

    @property
    def kind(self) -> str:
        """What the border is, by the signs of the eigenvalues of A; "nowhere" where one class is chosen everywhere."""
        values, centre = self.signs, self.centre
        if self.linear:
            return _flat(self.dimension) if np.abs(self.b).max() > 0 else "nowhere"
        if centre is None:
            return "parabola" if self.dimension == 2 else "paraboloid or cylinder"
        if values.min() * values.max() > 0:
            if float(self(centre)[0]) * values[0] < 0:
                return "nowhere"
            return _round(self.dimension, self.radius is not None)
        return "hyperbola" if self.dimension == 2 else "hyperboloid"


def _size(matrix: Floats) -> float:
    return float(np.abs(matrix).max()) or 1.0


def _flat(dimension: int) -> str:
    return {1: "point", 2: "line", 3: "plane"}.get(dimension, "hyperplane")


def _round(dimension: int, even: bool) -> str:
    if dimension == 1:
        return "two points"
    if dimension == 2:
        return "circle" if even else "ellipse"
    return "sphere" if even else "ellipsoid"
