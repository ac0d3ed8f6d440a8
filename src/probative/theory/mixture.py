"""Distributions of one class: what they must answer, and mixtures of them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from probative.errors import BadParameter
from probative.evidence.arrays import Array, Floats
from probative.inference.roots import root


@dataclass(frozen=True, slots=True, eq=False)
class Mixture:
    """A distribution made of others, each with its share.

    >>> from scipy import stats
    >>> two = Mixture([stats.norm(-2), stats.norm(2)], [0.5, 0.5])
    >>> round(float(np.exp(two.logpdf(np.array([0.0]))[0])), 6), round(float(two.ppf(0.5)), 6)
    (0.053991, 0.0)
    """

    parts: list[Any]
    shares: list[float]

    def __post_init__(self) -> None:
        if len(self.parts) != len(self.shares) or min(self.shares, default=0) <= 0 or abs(sum(self.shares) - 1) > 1e-9:
            raise BadParameter("shares of a mixture must be greater than 0 and sum to 1.", found=self.shares)

    @property
    def dim(self) -> int:
        """The number of dimensions."""
        return dimension_of(self.parts[0], "mixture")

    def logpdf(self, x: Array) -> Floats:
        """The logarithm of the density."""
        from scipy.special import logsumexp

        with np.errstate(divide="ignore"):
            logs = [one.logpdf(x) + math.log(share) for one, share in zip(self.parts, self.shares, strict=True)]
        return np.asarray(logsumexp(np.stack(logs), axis=0))

    def cdf(self, x: Array) -> Floats:
        """How much lies at or below, of numbers."""
        return np.asarray(sum(w * one.cdf(x) for one, w in zip(self.parts, self.shares, strict=True)))

    def sf(self, x: Array) -> Floats:
        """How much lies above, of numbers."""
        return np.asarray(sum(w * one.sf(x) for one, w in zip(self.parts, self.shares, strict=True)))

    def ppf(self, share: float) -> float:
        """The quantile, of numbers."""
        ends = [float(one.ppf(share)) for one in self.parts]
        low, high = min(ends), max(ends)
        if low == high:
            return low
        pairs = list(zip(self.parts, self.shares, strict=True))
        return float(root(lambda x: sum(w * float(one.cdf(x)) for one, w in pairs) - share, low, high))

    def rvs(self, size: int, random_state: np.random.Generator) -> Floats:
        """Values drawn."""
        which = random_state.choice(len(self.parts), size=size, p=self.shares)
        made = np.empty((size, self.dim))
        for i, one in enumerate(self.parts):
            count = int((which == i).sum())
            made[which == i] = np.reshape(one.rvs(size=count, random_state=random_state), (count, self.dim))
        return made if self.dim > 1 else made[:, 0]


def dimension_of(one: Any, label: object) -> int:
    """The number of dimensions of a distribution: 1 of numbers, what vectors have otherwise."""
    if not (hasattr(one, "logpdf") and hasattr(one, "rvs")):
        raise BadParameter(
            f"the density of class {label!r} must be a continuous distribution.",
            found=repr(one),
            remedy="scipy.stats.norm(0, 1), scipy.stats.multivariate_normal(mean, cov), or Mixture([...], [...])",
        )
    if isinstance(one, Mixture):
        return one.dim
    return int(one.dim) if hasattr(one, "dim") else 1
