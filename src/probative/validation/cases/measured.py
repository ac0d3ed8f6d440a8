"""Default intervals of measures."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from probative.inference import estimate
from probative.validation.cases.case import wanted
from probative.validation.counting import Covering, answered
from probative.validation.fingerprint import MEASURED
from probative.validation.lines import Line
from probative.validation.worlds.world import World


@dataclass(frozen=True)
class Measured:
    """The default intervals of all measures of one kind of evidence whose truth the world knows."""

    world: World
    kind: type
    effort: float = 1.0

    @property
    def name(self) -> str:
        """The evidence and the setting."""
        return f"{self.kind.__name__}: {self.world.setting}"

    @property
    def subjects(self) -> tuple[str, ...]:
        """The measures that are judged."""
        return tuple(self._truths())

    def _truths(self) -> dict[str, float]:
        from probative.measurement import for_evidence

        known = {measure.name for measure in for_evidence(self.kind)}
        return {name: truth for name, truth in self.world.truths(self.kind).items() if name in known}

    @property
    def rooms(self) -> tuple[str, ...]:
        """Where its numbers are made."""
        return MEASURED

    def judged(self, replicates: int, rng: np.random.Generator, only: frozenset[str]) -> list[Line]:
        """A line for each measure."""
        truths = {name: truth for name, truth in self._truths().items() if wanted(name, only)}
        counted = {name: Covering(name, self.world.setting) for name in truths}
        for evidence, times in self.world.drawn(self.kind, replicates, rng) if truths else ():
            for name, truth in truths.items():
                counted[name].add(answered(estimate, name, evidence), truth, times)
        return [one.line() for one in counted.values()]
