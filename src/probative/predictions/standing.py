"""Where models' scores place rows, worked out once for whoever pairs them: tests, leaders, calls in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor

from probative.evidence import Ladder
from probative.evidence.arrays import Array, Floats
from probative.evidence.placed import Placed

KEPT = 8
"""Models whose rows stay placed: of more, each takes as much room as its scores again, several times."""
TOGETHER_FROM = 50_000
"""Rows from which two models are placed side by side."""


class Standing:
    """The models of one table, placed the first time that somebody asks; a ladder that is there is taken over.

    >>> import numpy as np
    >>> standing, truth = Standing(), np.array([True, False])
    >>> [first] = standing.of(truth, {"A": np.array([0.9, 0.1])})
    >>> standing.of(truth, {"A": np.array([0.9, 0.1])})[0] is first
    True
    """

    def __init__(self, known: Callable[[str], Ladder | None] = lambda _: None) -> None:
        self._known = known
        self._placed: dict[str, Placed] = {}

    def __reduce__(self) -> tuple[type[Standing], tuple[()]]:
        # What was worked out can be worked out again; it must not travel to other processes.
        return Standing, ()

    def of(self, positive: Array, scores: Mapping[str, Floats]) -> list[Placed]:
        """Those of these models, by their scores of all rows."""
        new = {name: said for name, said in scores.items() if name not in self._placed}
        with ThreadPoolExecutor(2 if len(positive) > TOGETHER_FROM else 1) as pool:
            made = pool.map(lambda name: Placed.of(positive, new[name], self._known(name)), new)
            found = self._placed | dict(zip(new, made, strict=True))
        self._placed = dict(list(found.items())[-KEPT:])
        return [found[name] for name in scores]
