"""The spread of areas under ROC curves that are not yet drawn."""

from __future__ import annotations

from functools import cache
from math import asin, pi, sqrt

import numpy as np

from probative.evidence.arrays import Floats

NODES = 48


def hanley_mcneil(area: float, positives: float, negatives: float) -> float:
    """Variance of an area under exponential scores (Hanley and McNeil 1982).

    >>> round(hanley_mcneil(0.8, 50, 50) ** 0.5, 4)
    0.0445
    """
    two_positives, two_negatives = area / (2 - area), 2 * area**2 / (1 + area)
    pairs = (
        area * (1 - area) + (positives - 1) * (two_positives - area**2) + (negatives - 1) * (two_negatives - area**2)
    )
    return pairs / (positives * negatives)


def binormal(a: float, b: float, correlation: float, positives: float, negatives: float) -> float:
    """Covariance of two areas under Gaussian scores with that correlation within each class.

    An area and itself (correlation 1) give the variance. Two pairs of rows that share one are right together more
    often than by chance, and the bivariate normal distribution says how much. This is the spread of the area that is
    counted, as in DeLong's test; Obuchowski and McClish (1997) plan for the area of a fitted Gaussian curve.

    >>> round(binormal(0.8, 0.8, 1.0, 50, 50) ** 0.5, 4)
    0.0437
    """
    shared_row = _together(a, b, correlation / 2)
    same_pair = _together(a, b, correlation)
    return ((positives + negatives - 2) * shared_row + same_pair) / (positives * negatives)


def area_correlation(a: float, b: float, correlation: float, positives: float, negatives: float) -> float:
    """Correlation of two areas whose Gaussian scores correlate within each class.

    This is what Hanley and McNeil (1983) tabulate.

    >>> round(area_correlation(0.85, 0.75, 0.5, 200, 200), 2)
    0.45
    """
    rows = (positives, negatives)
    both = binormal(a, a, 1.0, *rows) * binormal(b, b, 1.0, *rows)
    return binormal(a, b, correlation, *rows) / sqrt(both)


@cache
def _rule() -> tuple[Floats, Floats]:
    """Nodes and weights of Gauss and Legendre; they cost more than the integral."""
    nodes, weights = np.polynomial.legendre.leggauss(NODES)
    return nodes, weights


def _together(a: float, b: float, r: float) -> float:
    """P(both) - P(first) P(second) of two normal events with correlation r: the density, integrated over r."""
    from scipy.special import ndtri

    nodes, weights = _rule()
    x, y = float(ndtri(a)), float(ndtri(b))
    # In terms of the angle whose sine is r the density has no pole at r = 1.
    half = asin(r) / 2
    angle = half * (nodes + 1)
    exponent = (x * x + y * y - 2 * x * y * np.sin(angle)) / (2 * np.square(np.cos(angle)))
    return float(weights @ np.exp(-exponent)) * half / (2 * pi)
