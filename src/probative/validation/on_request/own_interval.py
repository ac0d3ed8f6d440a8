"""The interval of a chosen threshold itself: whether it holds the one that is best in the population."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from probative.decisions import best_threshold
from probative.decisions.choice import ThresholdChoice
from probative.inference import Estimate
from probative.validation.cases.case import wanted
from probative.validation.counting import Covering, answered
from probative.validation.fingerprint import MEASURED
from probative.validation.lines import Line
from probative.validation.worlds.independent import Independent


@dataclass(frozen=True)
class OwnInterval:
    """Of binormal scores Youden's index is largest halfway between the classes."""

    world: Independent
    effort: float = 0.25

    @property
    def name(self) -> str:
        """The setting."""
        return f"interval of best_threshold: {self.world.setting}"

    @property
    def subjects(self) -> tuple[str, ...]:
        """The function that chooses."""
        return ("best_threshold",)

    @property
    def rooms(self) -> tuple[str, ...]:
        """Where its numbers are made."""
        return (*MEASURED, "curves", "decisions")

    def judged(self, replicates: int, rng: np.random.Generator, only: frozenset[str]) -> list[Line]:
        """One line."""
        if not wanted("best_threshold", only):
            return []
        best = float(self.world.scores.score(self.world.scores.middle))
        counted = Covering("best_threshold informedness: threshold", self.world.setting)
        for ladder, _ in self.world.drawn(object, replicates, rng):
            counted.add(_threshold(answered(best_threshold, ladder, "informedness")), best)
        return [counted.line()]


def _threshold(found: ThresholdChoice | str) -> Estimate | str:
    if isinstance(found, str):
        return found
    return found.chosen or "no threshold was chosen again"
