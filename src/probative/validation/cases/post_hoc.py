"""Tests of pairs after a test of all: how often they name a difference that is none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from probative.inference.doubting import doubted
from probative.stats import Pairwise, conover, dunn, games_howell, nemenyi, tukey, wilcoxon_holm
from probative.validation.cases.case import wanted
from probative.validation.counting import Rejecting, answered
from probative.validation.fingerprint import COMPARED
from probative.validation.lines import Line
from probative.validation.worlds.results import Measurements

BLOCKS: dict[str, Callable[..., Pairwise]] = {"nemenyi": nemenyi, "conover": conover, "wilcoxon-holm": wilcoxon_holm}
SAMPLES: dict[str, Callable[..., Pairwise]] = {"tukey": tukey, "games-howell": games_howell, "dunn": dunn}
NORMAL = ("tukey", "games-howell")
ANY_SPREAD = ("games-howell",)
"""What assumes normal values, and what allows them to vary by different amounts."""


@dataclass(frozen=True)
class PostHocTests:
    """Pairs of several models: of which all are equally good, or all but the last one."""

    world: Measurements
    effort: float = 1.0

    @property
    def name(self) -> str:
        """What is compared."""
        return f"pairs: {self.world.setting}, or the last one {self.world.moved:g} higher"

    @property
    def subjects(self) -> tuple[str, ...]:
        """The tests whose assumptions the world keeps."""
        named = SAMPLES if self.world.of == "independent" else BLOCKS
        fits = [name for name in named if self.world.normal or name not in NORMAL]
        return tuple(name for name in fits if self.world.shape != "unequal" or name in ANY_SPREAD)

    @property
    def rooms(self) -> tuple[str, ...]:
        """Where its numbers are made."""
        return COMPARED

    def judged(self, replicates: int, rng: np.random.Generator, only: frozenset[str]) -> list[Line]:
        """Two lines for each test: any pair among equals, and any among the others where the last one is better."""
        return [line for name in self.subjects if wanted(name, only) for line in self._lines(name, replicates, rng)]

    def _lines(self, name: str, replicates: int, rng: np.random.Generator) -> list[Line]:
        world = self.world
        pairs = world.models * (world.models - 1) // 2
        found = f"a pair with the last, {world.moved:g} standard deviations higher"
        everywhere = Rejecting(f"{name}: any of {pairs} pairs", f"{world.setting}, all equally good", found)
        among = Rejecting(f"{name}: any pair of equals", f"{world.setting}, the last one better", found)
        for _ in range(replicates):
            alike = self._pairs(name, rng, equal=True)
            everywhere.add(_rejects(alike), _doubts(alike))
            better = self._pairs(name, rng, equal=False)
            last = f"model {world.models}"
            for line in (everywhere, among):
                line.add_alternative(_rejects(better, of=last))
            among.add(_rejects(better, without=last), _doubts(better))
        return [everywhere.line(), among.line()]

    def _pairs(self, name: str, rng: np.random.Generator, *, equal: bool) -> Pairwise | str:
        columns = self.world.question(rng, equal=equal)["data"]
        if self.world.of == "independent":
            return answered(SAMPLES[name], *columns.values(), names=list(columns))
        return answered(BLOCKS[name], columns)


def _doubts(found: Pairwise | str) -> bool:
    return not isinstance(found, str) and doubted(*found.notes)


def _rejects(found: Pairwise | str, of: str = "", without: str = "") -> bool | str:
    """Whether any pair is told apart; of those with a model, or of those without it."""
    if isinstance(found, str):
        return found
    asked = [pair for pair in found.pairs if (not of or of in (pair.a, pair.b)) and without not in (pair.a, pair.b)]
    return any(pair.p_adjusted <= 0.05 for pair in asked)
