"""A case: one world, and questions about samples of it."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from probative.validation.lines import Line


class Case(Protocol):
    """What is judged together, because it is asked of the same samples."""

    @property
    def name(self) -> str:
        """What is judged and where: no other case is called so."""

    @property
    def subjects(self) -> tuple[str, ...]:
        """The names of what is judged: measures, tests, functions."""

    @property
    def effort(self) -> float:
        """The share of the usual replicates that is drawn: little where a sample takes long."""

    @property
    def rooms(self) -> tuple[str, ...]:
        """Where, besides its own files, the code stands that makes the numbers: lines of other code are made anew."""

    def judged(self, replicates: int, rng: np.random.Generator, only: frozenset[str]) -> list[Line]:
        """A line for each subject; with `only`, for those that are named there."""


def wanted(subject: str, only: frozenset[str]) -> bool:
    """Whether a subject is asked for: all are where nothing is named."""
    return not only or subject in only
