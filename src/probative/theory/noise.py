"""Noise of any shape: normal, a distribution of SciPy, or a density."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from probative.errors import BadParameter
from probative.evidence.arrays import Floats
from probative.theory.quadrature import integral, piecewise_integral

TAIL = 1e-15
"""The share of the noise on either side that quadrature leaves out."""
MARKS = (1e-9, 1e-6, 1e-3, 0.02, 0.25, 0.5, 0.75, 0.98, 0.999, 1 - 1e-6, 1 - 1e-9)
"""Quantiles at which quadrature starts anew, so that no part of a long tail is passed over."""


@dataclass(frozen=True, slots=True, eq=False)
class Noise:
    """The distribution p_n of y - f(x).

    >>> from scipy import stats
    >>> noise = Noise.of(stats.laplace(scale=0.5))
    >>> noise.mean, round(noise.sd**2, 12), round(noise.expected(abs, [0.0]), 10)
    (0.0, 0.5, 0.5)
    """

    distribution: Any
    mean: float
    sd: float

    @classmethod
    def of(cls, given: Any) -> Noise:
        """Noise from a frozen distribution of SciPy, or from a density p_n(e) of one number."""
        if not hasattr(given, "rvs"):
            if not callable(given):
                raise BadParameter(
                    "noise must be a frozen distribution of SciPy or a density.",
                    found=repr(given),
                    remedy="scipy.stats.laplace(scale=0.5)",
                )
            given = _from_density(given)
        mean, sd = float(given.mean()), float(given.std())
        return cls(given, mean, sd)

    @property
    def discrete(self) -> bool:
        """Whether it takes single values only."""
        return not hasattr(self.distribution, "pdf")

    def density(self, e: Floats) -> Floats:
        """p_n(e); of noise that takes single values, its probability."""
        found = self.distribution.pmf(e) if self.discrete else self.distribution.pdf(e)
        return np.asarray(found, np.float64)

    def draw(self, n: int, rng: np.random.Generator) -> Floats:
        """N values drawn."""
        return np.asarray(self.distribution.rvs(size=n, random_state=rng), np.float64)

    def expected(self, function: Callable[[float], float], kinks: list[float]) -> float:
        """E[function(e)], by a sum or by quadrature between the kinks."""
        if self.discrete:
            low, high = (float(self.distribution.ppf(share)) for share in (TAIL, 1 - TAIL))
            at = np.arange(math.floor(low), math.ceil(high) + 1)
            shares = self.distribution.pmf(at)
            return math.fsum(float(p) * function(float(e)) for e, p in zip(at, shares, strict=True) if p > 0)
        low, high = (float(self.distribution.ppf(share)) for share in (TAIL, 1 - TAIL))
        marks = [float(self.distribution.ppf(share)) for share in MARKS]
        ends = np.unique([low, high, *marks, *(kink for kink in kinks if low < kink < high)])

        def weighted(e: Floats) -> Floats:
            # The density of all at once: that is what takes time.
            shares: Floats = np.asarray(self.distribution.pdf(e), np.float64)
            return np.asarray(shares * np.array([function(float(one)) for one in e]))

        return piecewise_integral(weighted, ends)


class _Drawn:
    """A density with what SciPy's distributions can do, worked out by numbers."""

    def __init__(self, density: Callable[[float], float], inverse: Any) -> None:
        self.density, self.ppf = density, inverse.ppf
        ends = [float(inverse.ppf(share)) for share in (TAIL, *MARKS, 1 - TAIL)]
        low, high, breaks = ends[0], ends[-1], ends[1:-1]
        self._mean = integral(lambda e: e * float(self.density(e)), low, high, breaks)
        self._var = integral(lambda e: (e - self._mean) ** 2 * float(self.density(e)), low, high, breaks)

    def pdf(self, e: float | Floats) -> Floats:
        return np.asarray(np.vectorize(self.density, otypes=[float])(e), np.float64)

    def mean(self) -> float:
        return self._mean

    def std(self) -> float:
        return math.sqrt(self._var)

    def rvs(self, size: int, random_state: np.random.Generator) -> Floats:
        return np.asarray(self.ppf(random_state.random(size)), np.float64)


def _from_density(density: Callable[[float], float]) -> _Drawn:
    from scipy.stats.sampling import NumericalInversePolynomial, UNURANError

    whole = integral(lambda e: float(density(e)), -math.inf, math.inf, [])
    if abs(whole - 1) > 1e-6:
        raise BadParameter(
            "the density of the noise must integrate to 1.", found=f"{whole:g}", remedy="divide it by its integral"
        )

    class Given:
        def pdf(self, e: float) -> float:
            return float(density(e))

    try:
        return _Drawn(density, NumericalInversePolynomial(Given()))
    except UNURANError as error:
        raise BadParameter(
            "noise cannot be drawn from this density.",
            found=str(error).splitlines()[0],
            remedy="a frozen distribution of SciPy",
        ) from None
