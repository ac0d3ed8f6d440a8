"""How often a quadric of a normal vector reaches a value: exact, by quadrature, or drawn."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

import numpy as np

from probative.evidence.arrays import Floats
from probative.theory.computed import Computed
from probative.theory.gaussian import Gaussian
from probative.theory.quadric import Quadric

DRAWS = 1_000_000
"""Draws where more than two directions are left to integrate over."""
TAIL = 9.0
"""Standard deviations beyond which nothing is left in double precision."""
ROUNDING = 1e-13
"""Less bend than this is none, where the vector has variance 1."""
AGREED = 1e-12
ORDERS = (20, 40, 80, 160, 320, 640)
"""Nodes on each piece, until two orders agree so far."""


@dataclass(frozen=True, slots=True, eq=False)
class SquaredNormals:
    """Σ (-½ λ_i w_i² + β_i w_i) + constant, of independent standard normal w: a quadric, seen by a normal vector.

    Directions in which it does not bend are one direction: a sum of normals is normal.

    >>> line = SquaredNormals.of(Quadric(np.zeros((3, 3)), np.ones(3), 0.0), Gaussian(np.zeros(3), np.eye(3)))
    >>> len(line.bend), line.share_above(0.0)
    (1, 0.5)
    """

    bend: Floats
    slope: Floats
    constant: float

    @classmethod
    def of(cls, quadric: Quadric, seen_by: Gaussian) -> SquaredNormals:
        """The quadric in the coordinates in which the vector is standard normal and nothing mixes."""
        root, mean = seen_by.root, seen_by.mean
        bend, turn = np.linalg.eigh(root.T @ quadric.A @ root)
        slope = turn.T @ root.T @ (quadric.b - quadric.A @ mean)
        flat = np.abs(bend) <= ROUNDING * (1 + np.abs(bend).max())
        rest = math.sqrt(float((slope[flat] ** 2).sum()))
        bends, slopes = bend[~flat], slope[~flat]
        if rest > 0:
            bends, slopes = np.append(bends, 0.0), np.append(slopes, rest)
        # The last one is integrated in closed form: let it be the steepest, so that what is left is smooth.
        order = np.argsort(np.abs(bends) + np.abs(slopes), kind="stable")
        return cls(bends[order], slopes[order], float(quadric(mean)[0]))

    @property
    def mean(self) -> float:
        """Its expectation."""
        return self.constant - 0.5 * float(self.bend.sum())

    @property
    def sd(self) -> float:
        """Its standard deviation."""
        return math.sqrt(float((0.5 * self.bend**2 + self.slope**2).sum()))

    @property
    def drawn(self) -> bool:
        """Whether there are too many directions for quadrature."""
        return len(self.bend) > 2

    def share_above(
        self, threshold: float, *, draws: int = DRAWS, random_state: int = 0, agreed: float = AGREED
    ) -> Computed:
        """The probability that it is at least the threshold."""
        s = threshold - self.constant
        if not len(self.bend):
            return Computed(float(s <= 0))
        inner = float(self.bend[-1]), float(self.slope[-1])
        if len(self.bend) == 1:
            return Computed(float(one_normal(*inner, np.array([s]))[0]))
        if not self.drawn:
            return Computed(self._integrated(s, agreed), "quadrature")
        w = np.random.default_rng(random_state).standard_normal((draws, len(self.bend) - 1))
        found = one_normal(*inner, s - _terms(self.bend[:-1], self.slope[:-1], w))
        error = float(found.std(ddof=1)) / math.sqrt(draws)
        return Computed(float(found.mean()), "Monte Carlo", error, draws=draws, seed=random_state)

    def draw(self, n: int, rng: np.random.Generator) -> Floats:
        """Values drawn."""
        return self.constant + _terms(self.bend, self.slope, rng.standard_normal((n, len(self.bend))))

    def _integrated(self, s: float, agreed: float) -> float:
        bend, slope, (inner_bend, inner_slope) = self.bend[0], self.slope[0], (self.bend[1], self.slope[1])
        cuts = [-4.0, 0.0, 4.0, *_roots(bend, slope, s)]
        if inner_bend:
            # There the two roots of the closed form meet, and the integrand has a vertical tangent.
            cuts += _roots(bend, slope, s - inner_slope**2 / (2 * inner_bend))
        ends = np.unique(np.clip([-TAIL, *cuts, TAIL], -TAIL, TAIL))
        middle, half = (ends[1:] + ends[:-1])[:, None] / 2, np.diff(ends)[:, None] / 2
        before = math.nan
        for order in ORDERS:
            nodes, weights = _rule(order)
            w = middle + half * nodes
            inside = one_normal(inner_bend, inner_slope, s - (-0.5 * bend * w**2 + slope * w))
            found = float((half * weights * inside * np.exp(-0.5 * w**2)).sum() / math.sqrt(2 * math.pi))
            if abs(found - before) < agreed:
                break
            before = found
        return min(max(found, 0.0), 1.0)


def one_normal(bend: float, slope: float, s: Floats) -> Floats:
    """P(-½ bend w² + slope w ≥ s) of a standard normal w.

    >>> one_normal(0.0, 2.0, np.array([0.0])).tolist(), one_normal(-2.0, 0.0, np.array([-1.0])).tolist()
    ([0.5], [1.0])
    """
    from scipy.special import ndtr

    if bend == 0:
        return np.asarray(ndtr(-s / abs(slope)))
    inside = slope**2 - 2 * bend * s
    far = slope + math.copysign(1.0, slope) * np.sqrt(np.maximum(inside, 0.0))
    with np.errstate(divide="ignore", invalid="ignore"):
        # Both roots without a difference of nearly equal numbers.
        first, second = far / bend, np.where(far == 0, 0.0, 2 * s / far)
    low, high = np.minimum(first, second), np.maximum(first, second)
    # Far out on the right, shares are taken from the left, where they keep their digits.
    right = low > 0
    between = np.where(right, ndtr(-low) - ndtr(-high), ndtr(high) - ndtr(low))
    between = np.where(inside > 0, between, 0.0)
    return np.asarray(between if bend > 0 else np.where(inside > 0, ndtr(low) + ndtr(-high), 1.0))


def _terms(bend: Floats, slope: Floats, w: Floats) -> Floats:
    return np.asarray((-0.5 * bend * w**2 + slope * w).sum(axis=1))


def _roots(bend: float, slope: float, s: float) -> list[float]:
    """Where -½ bend w² + slope w = s."""
    if bend == 0:
        return [s / slope] if slope else []
    inside = slope**2 - 2 * bend * s
    return [(slope + sign * math.sqrt(inside)) / bend for sign in (-1, 1)] if inside >= 0 else []


@cache
def _rule(order: int) -> tuple[Floats, Floats]:
    """Nodes and weights on [-1, 1], close together at the ends: there integrands may start like a square root."""
    angle, weight = np.polynomial.legendre.leggauss(order)
    return np.sin(angle * math.pi / 2), weight * np.cos(angle * math.pi / 2) * math.pi / 2
