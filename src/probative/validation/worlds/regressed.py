"""Regression: predictions with errors of a known distribution."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import asin, exp, pi, sqrt
from typing import Any

import numpy as np
from scipy.integrate import quad
from scipy.stats import lognorm, norm, t

from probative.evidence.arrays import Floats
from probative.inference.roots import root
from probative.measurement import measures
from probative.validation.worlds.world import Drawn


@dataclass(frozen=True)
class ErrorLaw:
    """A distribution of errors: its density, its distribution function, and draws."""

    name: str
    density: Callable[[float], float]
    below: Callable[[float], float]
    draw: Callable[[np.random.Generator, int], Floats]
    peaks: tuple[float, ...] = (0.0,)

    def mean(self, of: Callable[[float], float]) -> float:
        """The mean of a function of the error, by quadrature between the peaks and beyond them."""
        parts = pairwise([-np.inf, *self.peaks, np.inf])
        return float(sum(quad(lambda e: of(e) * self.density(e), low, high, limit=400)[0] for low, high in parts))

    def median_size(self) -> float:
        """The median of the absolute error."""
        return root(lambda a: self.below(a) - self.below(-a) - 0.5, 0, 100, within=1e-13)


def _contaminated(rng: np.random.Generator, n: int) -> Floats:
    return rng.normal(size=n) * np.where(rng.random(n) < 0.02, 10.0, 1.0)


_MEAN = exp(0.5)
"""Of a log-normal number: subtracted, so that errors are zero on average."""
LAWS = {
    law.name: law
    for law in (
        ErrorLaw("normal", norm.pdf, norm.cdf, lambda rng, n: rng.normal(size=n)),
        ErrorLaw("t3", t(3).pdf, t(3).cdf, lambda rng, n: rng.standard_t(3, n)),
        ErrorLaw(
            "log-normal",
            lambda e: lognorm.pdf(e + _MEAN, 1.0),
            lambda e: lognorm.cdf(e + _MEAN, 1.0),
            lambda rng, n: np.exp(rng.normal(size=n)) - _MEAN,
            (-_MEAN, 0.0, 5.0),
        ),
        ErrorLaw(
            "2 % outliers",
            lambda e: 0.98 * norm.pdf(e) + 0.02 * norm.pdf(e, scale=10),
            lambda e: 0.98 * norm.cdf(e) + 0.02 * norm.cdf(e, scale=10),
            _contaminated,
        ),
    )
}


@dataclass(frozen=True)
class Regressed:
    """Samples of n rows: predictions are standard normal, the target is the prediction and an error of that law."""

    n: int
    law: str = "normal"

    @property
    def setting(self) -> str:
        """The size of a sample and the errors."""
        return f"n {self.n}, {self.law} errors"

    def truths(self, kind: type) -> Mapping[str, float]:
        """By measure, its value in the population: moments of the errors."""
        return moments(self.law)

    def drawn(self, kind: type, replicates: int, rng: np.random.Generator) -> Iterator[Drawn]:
        """Evidence of targets and predictions."""
        made: Any = kind
        for _ in range(replicates):
            said = rng.normal(size=self.n)
            yield made.from_values(said + LAWS[self.law].draw(rng, self.n), said), 1


@cache
def moments(name: str) -> dict[str, float]:
    """Measures of errors of that law, beside predictions of variance 1."""
    law = LAWS[name]
    mse = law.mean(lambda e: e * e)
    related = 1 / sqrt(1 + mse)
    # Where errors are normal too, ranks follow from the correlation.
    tau = 2 / pi * asin(related)
    known = {"spearman": 6 / pi * asin(related / 2), "kendall_tau": tau, "concordance_index": (1 + tau) / 2}
    # So are the distances from the median: as large as the errors, times the spread of the targets over theirs.
    known["d2_absolute"] = 1 - sqrt(mse / (1 + mse))
    return (known if name == "normal" else {}) | {
        "mse": mse,
        "rmse": sqrt(mse),
        "mae": law.mean(abs),
        "mean_error": 0.0,
        "median_absolute_error": law.median_size(),
        "r2": 1 - mse / (1 + mse),
        "explained_variance": 1 - mse / (1 + mse),
        "pearson": related,
        "concordance_correlation": 2 / (2 + mse),
    }


def regression_kinds() -> tuple[type, ...]:
    """The kinds of evidence that the measures known here are taken from.

    >>> [kind.__name__ for kind in regression_kinds()][:1]
    ['Residuals']
    """
    return tuple(dict.fromkeys(measure.needs for measure in measures() if measure.name in moments("normal")))
