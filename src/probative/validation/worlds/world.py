"""A world: a population that every measure has a known value in, and samples of it."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from typing import Any, Protocol

import numpy as np

from probative.errors import ProbativeError
from probative.evidence.kinds import Measurable
from probative.measurement import find, for_evidence, value

Drawn = tuple[Any, int]
"""The evidence of a sample, and how many of the samples were just like it."""
POPULATION = 10**9
"""Rows of a population that is written down as evidence: so many that a share is right to nine digits."""


class World(Protocol):
    """A population of which samples are drawn."""

    @property
    def setting(self) -> str:
        """The population and the size of a sample, in words."""

    def truths(self, kind: type) -> Mapping[str, float]:
        """By measure of that kind of evidence, its value in the population."""

    def drawn(self, kind: type, replicates: int, rng: np.random.Generator) -> Iterator[Drawn]:
        """The evidence of so many samples; of equal ones once."""


def by_definition(kind: type, population: Callable[[], Measurable], besides: Container[str] = ()) -> dict[str, float]:
    """Every measure that evaluations show, by its definition, of a whole population written down as evidence.

    Nothing is estimated here: a measure of a sample estimates just this value. Measures that are known otherwise
    (`besides`) are left out, and without others the population is not written down.

    >>> from probative import Outcomes
    >>> by_definition(Outcomes, lambda: Outcomes(tp=40, fn=10, fp=5, tn=45))["recall"]
    0.8
    """
    wanted = [measure for measure in for_evidence(kind) if not measure.on_request and measure.name not in besides]
    whole = population() if wanted else None
    found: dict[str, float] = {}
    for measure in wanted:
        try:
            assert whole is not None
            found[measure.name] = float(value(measure.name, whole))
        except ProbativeError:
            continue
    # A measure of the first n rows is another one in every sample size: the population, which is all of them, has none.
    return {name: number for name, number in found.items() if np.isfinite(number) and not sized(name)}


def sized(name: str) -> bool:
    """Whether a measure is told a number of rows, so that its value depends on how many there are.

    >>> sized("auc"), sized("f_beta")
    (False, False)
    """
    return "n" in find(name).parameters
