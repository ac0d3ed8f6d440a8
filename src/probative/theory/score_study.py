"""A study of scores whose distributions are known: what a threshold makes of them, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from probative.pictures import Chart
from probative.records import Document, Record
from probative.theory.score_demonstration import SEPARATIONS, ScoreDemonstration, score_demonstration
from probative.theory.sentences import ONLY_ESTIMATED


@dataclass(frozen=True, slots=True)
class Separation(Record):
    """How well two distributions of scores separate, and the shares of both classes on both sides of the threshold."""

    kind: str
    auc: float
    TP: float
    FN: float
    FP: float
    TN: float


@dataclass(frozen=True, slots=True)
class ScoreStudy(Record):
    """Demonstrations of scores at one threshold: from classes that are apart to classes the wrong way round."""

    head: ClassVar[Document] = {"probative": 1, "kind": "scores"}

    threshold: float
    demonstrations: tuple[Separation, ...]
    notes: tuple[str, ...] = (ONLY_ESTIMATED,)

    @property
    def drawn(self) -> list[ScoreDemonstration]:
        """The demonstrations again, to be drawn."""
        return [score_demonstration(one.kind, threshold=self.threshold) for one in self.demonstrations]

    def charts(self) -> list[Chart]:
        """A picture of each."""
        return [one.picture() for one in self.drawn]

    def __str__(self) -> str:
        head = f"{'scores':<10}{'AUC':>8}{'TP':>8}{'FN':>8}{'FP':>8}{'TN':>8}   at threshold {self.threshold:g}"
        rows = [
            f"{one.kind:<10}" + "".join(f"{value:>8.4f}" for value in (one.auc, one.TP, one.FN, one.FP, one.TN))
            for one in self.demonstrations
        ]
        return "\n".join([head, *rows, *self.notes])


def score_study(kinds: Sequence[str] = SEPARATIONS, *, threshold: float = 0.5) -> ScoreStudy:
    """The area and the four shares of scores that separate the classes, overlap, say nothing, or are reversed.

    >>> [one.TP for one in score_study(["separate", "reversed"]).demonstrations]
    [1.0, 0.0]
    """
    made = [score_demonstration(kind, threshold=threshold) for kind in kinds]
    return ScoreStudy(float(threshold), tuple(Separation(one.name, float(one.auc), **one.shares) for one in made))
