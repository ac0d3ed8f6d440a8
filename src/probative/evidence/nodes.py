"""Three nodes for each of many groups of rows, with the same first six moments: Gauss's quadrature of what is there."""

from __future__ import annotations

import numpy as np

from probative.evidence.arrays import Array, Floats

LEAST_SPREAD, LEAST_THIRD = 1e-9, 1e-7
"""Variance, and distance from two values only, below which rounding decides: of places between -1 and 1."""


def group_moments(places: Floats, mass: Floats, starts: Array) -> Floats:
    """Mass of each group, and the means of the first five powers of the places in it; a group may be empty.

    >>> group_moments(np.array([-1.0, 1.0, 0.5]), np.array([1.0, 3.0, 2.0]), np.array([0, 2])).round(6).tolist()
    [[4.0, 2.0], [0.5, 0.5], [1.0, 0.25], [0.5, 0.125], [1.0, 0.0625], [0.5, 0.03125]]
    """
    sums, some = np.zeros((6, len(starts))), np.flatnonzero(np.diff(starts, append=len(mass)))
    power = mass.copy()
    for k in range(6 if len(some) else 0):
        if k:
            power *= places
        # Of an empty group `reduceat` would give the entry behind it.
        sums[k, some] = np.add.reduceat(power, starts[some])
    sums[1:] /= np.where(sums[0] > 0, sums[0], 1.0)
    return sums


def three_nodes(moments: Floats) -> tuple[Floats, Floats, Array]:
    """Places and masses, three of each group, and whether they could be found: not where two values are nearly all.

    >>> places, masses, found = three_nodes(np.array([[6.0], [0.0], [0.2], [0.0], [0.1], [0.0]]))
    >>> places.round(4).tolist(), masses.round(4).tolist(), found.tolist()
    ([[-0.7071], [0.0], [0.7071]], [[1.2], [3.6], [1.2]], [True])
    """
    mass, mean, *raw = moments
    second, third, fourth, fifth = _about_the_mean(mean, *raw)
    # Of orthogonal polynomials 1, z, z^2 - skew z - 1: what is left of the last one, and its own skew.
    with np.errstate(all="ignore"):
        spread = np.sqrt(second)
        skew, tail, lean = third / spread**3, fourth / spread**4, fifth / spread**5
        left = tail - skew**2 - 1
        own = (lean - 2 * skew * tail + skew**3) / left
        z = _roots(-(skew + own), skew * own - 1 - left, own)
        masses = mass / (1 + z**2 + (z**2 - skew * z - 1) ** 2 / left)
        places = mean + spread * z
        found = (second > LEAST_SPREAD) & (left > LEAST_THIRD) & (np.abs(places) <= 1).all(axis=0)
    return places, masses, found & np.isfinite(masses).all(axis=0)


def _about_the_mean(m: Floats, second: Floats, third: Floats, fourth: Floats, fifth: Floats) -> tuple[Floats, ...]:
    """Moments about the mean from those about 0."""
    return (
        second - m**2,
        third - 3 * m * second + 2 * m**3,
        fourth - 4 * m * third + 6 * m**2 * second - 3 * m**4,
        fifth - 5 * m * fourth + 10 * m**2 * third - 10 * m**3 * second + 4 * m**5,
    )


def _roots(b: Floats, c: Floats, d: Floats) -> Floats:
    """The three real roots of z^3 + b z^2 + c z + d, in rising order (Viete), polished by one step of Newton's."""
    p, q = c - b**2 / 3, 2 * b**3 / 27 - b * c / 3 + d
    radius = 2 * np.sqrt(-p / 3)
    angle = np.arccos(np.clip(3 * q / (p * radius), -1, 1)) / 3
    z = np.stack([radius * np.cos(angle - 2 * np.pi * k / 3) for k in (2, 1, 0)]) - b / 3
    return np.asarray(z - (((z + b) * z + c) * z + d) / ((3 * z + 2 * b) * z + c))
