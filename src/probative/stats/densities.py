"""Student's t, normal, chi-squared and F by their special functions: SciPy's whole room of statistics loads slowly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from probative.evidence.arrays import Floats


@dataclass(frozen=True, slots=True)
class Density:
    """A continuous distribution: its lower and upper tail, the place of an upper tail, and the log of its density."""

    cdf: Callable[[float], float]
    sf: Callable[[float], float]
    isf: Callable[[float], float]
    log_pdf: Callable[[Floats], Floats]

    def pdf(self, x: Floats) -> Floats:
        """The density."""
        with np.errstate(divide="ignore"):
            return np.exp(self.log_pdf(x))


def normal() -> Density:
    """The standard normal distribution.

    >>> round(float(normal().isf(0.025)), 6)
    1.959964
    """
    from scipy.special import ndtr, ndtri

    return Density(ndtr, lambda x: ndtr(-x), lambda q: -ndtri(q), lambda x: -np.square(x) / 2 - np.log(2 * np.pi) / 2)


def student(df: float) -> Density:
    """Student's t.

    >>> round(float(student(4).isf(0.025)), 4)
    2.7764
    """
    from scipy.special import betaln, stdtr, stdtrit

    def log_pdf(x: Floats) -> Floats:
        return np.asarray(-(df + 1) / 2 * np.log1p(np.square(x) / df) - betaln(0.5, df / 2) - np.log(df) / 2)

    return Density(lambda x: stdtr(df, x), lambda x: stdtr(df, -x), lambda q: -stdtrit(df, q), log_pdf)


def chi_squared(df: float) -> Density:
    """Chi-squared.

    >>> round(float(chi_squared(1).isf(0.05)), 4)
    3.8415
    """
    from scipy.special import chdtr, chdtrc, chdtri, gammaln, xlogy

    def log_pdf(x: Floats) -> Floats:
        return np.asarray(xlogy(df / 2 - 1, x) - x / 2 - gammaln(df / 2) - df / 2 * np.log(2))

    return Density(lambda x: chdtr(df, x), lambda x: chdtrc(df, x), lambda q: chdtri(df, q), log_pdf)


def fisher(first: float, second: float) -> Density:
    """Fisher's F.

    >>> round(float(fisher(2, 10).isf(0.05)), 4)
    4.1028
    """
    from scipy.special import betaln, fdtr, fdtrc, fdtri, xlogy

    def log_pdf(x: Floats) -> Floats:
        ratio = first / second
        even = xlogy(first / 2 - 1, x) - (first + second) / 2 * np.log1p(ratio * x)
        return np.asarray(even + first / 2 * np.log(ratio) - betaln(first / 2, second / 2))

    return Density(
        lambda x: fdtr(first, second, x),
        lambda x: fdtrc(first, second, x),
        lambda q: fdtri(first, second, 1 - q),
        log_pdf,
    )
