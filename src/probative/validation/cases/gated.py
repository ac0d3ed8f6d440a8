"""The gate at its margin: a candidate that is worse by exactly what is allowed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from probative.comparison import Gate, gate
from probative.inference.doubting import doubted
from probative.validation.cases.case import wanted
from probative.validation.counting import Rejecting, answered
from probative.validation.fingerprint import COMPARED
from probative.validation.lines import Line
from probative.validation.worlds.paired_scores import PairedScores


@dataclass(frozen=True)
class Gated:
    """How often a candidate passes that is worse by just the margin, and one that is as good as the baseline."""

    world: PairedScores
    """The second model, which is better where they differ, is the baseline."""
    effort: float = 1.0

    @property
    def name(self) -> str:
        """What is gated on."""
        return f"gate: {self.world.setting} against {self.world.better:g}"

    @property
    def subjects(self) -> tuple[str, ...]:
        """The gate."""
        return ("gate",)

    @cached_property
    def margin(self) -> float:
        """How much worse the candidate is."""
        assert self.world.difference is not None, f"the truth about {self.world.measure} is not known"
        return abs(self.world.difference)

    @property
    def rooms(self) -> tuple[str, ...]:
        """Where its numbers are made."""
        return COMPARED

    def judged(self, replicates: int, rng: np.random.Generator, only: frozenset[str]) -> list[Line]:
        """One line: passing at the margin is the false alarm, passing an equal candidate the power."""
        if not wanted("gate", only):
            return []
        setting = f"{self.world.setting} against {self.world.better:g}, margin {self.margin:.3g}"
        counted = Rejecting("gate passes at its margin", setting, "an equally good candidate")
        for _ in range(replicates):
            found = self._gate(rng, equal=False)
            counted.add(_passes(found), not isinstance(found, str) and doubted(*found.told))
            counted.add_alternative(_passes(self._gate(rng, equal=True)))
        return [counted.line()]

    def _gate(self, rng: np.random.Generator, *, equal: bool) -> Gate | str:
        question: dict[str, Any] = dict(self.world.question(rng, equal=equal))
        kind = "predicted" if "predicted" in question else "scores"
        candidate, baseline = question.pop(kind).values()
        table = {"truth": question["truth"], "baseline": baseline, "candidate": candidate}
        words: dict[str, Any] = {"truth": "truth", kind: ["baseline", "candidate"], "measure": self.world.measure}
        return answered(gate, table, margin=self.margin, **words)


def _passes(found: Gate | str) -> bool | str:
    return found if isinstance(found, str) else found.status == "passed"
