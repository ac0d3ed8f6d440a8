"""Amounts: targets above 0, of which predictions are off by a factor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import exp, tanh
from typing import Any

import numpy as np
from scipy.integrate import quad
from scipy.stats import norm

from probative.validation.worlds.world import Drawn


@dataclass(frozen=True)
class Amounts:
    """Samples of n log-normal targets; the log of prediction over target is normal with that standard deviation."""

    n: int
    off: float = 0.3

    @property
    def setting(self) -> str:
        """The size of a sample and how far predictions are off."""
        return f"n {self.n}, amounts off by factors of {exp(self.off):.3g}"

    def truths(self, kind: type) -> Mapping[str, float]:
        """By measure, its value in the population: means of functions of a normal number."""
        beyond = quad(lambda z: 2 * tanh(z / 2) * norm.pdf(z, scale=self.off), 0, np.inf)[0]
        growth = exp(self.off**2 / 2)
        return {
            "mape": growth * (2 * norm.cdf(self.off) - 1),
            "smape": 2 * beyond,
            "gamma_deviance": 2 * (growth - 1),
        }

    def drawn(self, kind: type, replicates: int, rng: np.random.Generator) -> Iterator[Drawn]:
        """Evidence of targets and predictions."""
        made: Any = kind
        for _ in range(replicates):
            truth = np.exp(rng.normal(size=self.n))
            yield made.from_values(truth, truth * np.exp(self.off * rng.normal(size=self.n))), 1
