"""Operating points: the threshold of a model, how it came about, and what follows from costs and constraints."""

from __future__ import annotations

from dataclasses import dataclass, replace

from probative.curves.partial import FirstFalsePositives, PartialArea, first_negatives
from probative.decisions import Costs, ThresholdChoice, best_threshold
from probative.evidence import Ladder, Ledger

MOST_TIES = 100


@dataclass(frozen=True, slots=True)
class Aim:
    """What the user wants of the threshold: a number, an aim, constraints, how surely; and the n of a ROC_n."""

    threshold: float | None = None
    by: str | None = None
    at: tuple[str, ...] = ()
    roc_n: int | None = None
    confidence: float | None = None

    @property
    def asked(self) -> tuple[str, ...]:
        """What was asked for that only scores can answer, in the words of Python and of the command line."""
        given = {"threshold_by": self.by, "at": self.at or None, "roc_n": self.roc_n}
        return tuple(f"{word}= (--{word.replace('_', '-')})" for word, value in given.items() if value is not None)

    @property
    def chooses(self) -> bool:
        """Whether a threshold has to be chosen on the data."""
        return self.by is not None or bool(self.at)


def choose(ladder: Ladder | Ledger, wish: Aim, costs: Costs | None, level: float, seed: int) -> ThresholdChoice:
    """The threshold that the wish asks for, with as many ties as anybody reads."""
    found = best_threshold(
        ladder, wish.by, costs=costs, at=wish.at, confidence=wish.confidence, level=level, random_state=seed
    )
    return replace(found, ties=found.ties[:MOST_TIES])


def first_false_positives(ladder: Ladder, n: int) -> FirstFalsePositives:
    """ROC_n in both normalisations."""
    parts = {how: first_negatives(ladder, n, how) for how in ("all", "found")}
    whole, found = (PartialArea(part.area, part.chance, part.why) for part in parts.values())
    part = parts["found"]
    x, y = part.drawn()
    return FirstFalsePositives(part.n, part.found, whole, found, x, y, part.negatives)
