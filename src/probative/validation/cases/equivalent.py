"""Tests that something is not worse, or as good as equal: at the margin, where the answer must be no."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from probative.inference.doubting import doubted
from probative.stats import TestResult, non_inferiority, tost
from probative.validation.cases.case import wanted
from probative.validation.counting import Rejecting, answered
from probative.validation.fingerprint import COMPARED
from probative.validation.lines import Line
from probative.validation.worlds.results import Measurements

TESTS: dict[str, Callable[..., TestResult]] = {"equivalence": tost, "non-inferiority": non_inferiority}


@dataclass(frozen=True)
class Equivalent:
    """Two models of which the first is worse by just the margin, or else equally good."""

    world: Measurements
    effort: float = 1.0

    @property
    def name(self) -> str:
        """What is compared."""
        return f"margin: {self.world.setting}, {self.world.moved:g}"

    @property
    def subjects(self) -> tuple[str, ...]:
        """The tests."""
        return tuple(TESTS)

    @property
    def rooms(self) -> tuple[str, ...]:
        """Where its numbers are made."""
        return COMPARED

    def judged(self, replicates: int, rng: np.random.Generator, only: frozenset[str]) -> list[Line]:
        """A line for each test: passing at the margin is the false alarm, passing an equal model the power."""
        lines = []
        setting = f"{self.world.setting}, margin {self.world.moved:g}"
        for name in (name for name in TESTS if wanted(name, only)):
            counted = Rejecting(f"{name} shown at its margin", setting, "two equally good models")
            for _ in range(replicates):
                found = self._tested(name, rng, equal=False)
                counted.add(_shown(found), not isinstance(found, str) and doubted(*found.notes))
                counted.add_alternative(_shown(self._tested(name, rng, equal=True)))
            lines.append(counted.line())
        return list(lines)

    def _tested(self, name: str, rng: np.random.Generator, *, equal: bool) -> TestResult | str:
        worse, better = self.world.question(rng, equal=equal)["data"].values()
        design = "independent" if self.world.of == "independent" else "paired"
        return answered(TESTS[name], worse, better, margin=self.world.moved, design=design)


def _shown(found: TestResult | str) -> bool | str:
    return found if isinstance(found, str) else found.p <= 0.05
