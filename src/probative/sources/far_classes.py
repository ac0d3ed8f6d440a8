"""Probabilities of several classes whose rows stay where they are: walked by batches, sorted one class at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from probative.errors import BadLabels
from probative.evidence import ClassScores, ConfusionMatrix, Ladder
from probative.evidence.arrays import Floats
from probative.evidence.evidence import remembered
from probative.evidence.labels import Label, match_label

Batches = Callable[[], Iterator[ClassScores]]
"""All rows, part after part, as often as somebody asks."""
OneClass = Callable[[str, Callable[[Label], bool]], Ladder]
"""The ladder of a column for one class against the rest, sorted by the engine and written to disk."""


class FarClassScores(ClassScores):
    """Rows that are never held together: what needs all scores of all rows at once is not defined for them."""

    __slots__ = ("_batches", "_columns", "_counts", "_sorted")
    _batches: Batches
    _columns: tuple[str, ...]
    _counts: tuple[Floats, Floats | None]
    _sorted: OneClass

    def __init__(self, labels: tuple[Label, ...], columns: Sequence[str], batches: Batches, one: OneClass) -> None:
        own: dict[str, Any] = {"labels": labels, "_columns": tuple(columns), "_batches": batches, "_sorted": one}
        nothing = np.zeros(0)
        own |= {"truth": nothing.astype(np.intp), "scores": np.zeros((0, len(labels))), "mass": nothing}
        for name, value in own.items():
            object.__setattr__(self, name, value)
        counts, squares = np.zeros(len(labels)), np.zeros(len(labels))
        weighted = False
        for part in batches():
            counts += part.class_mass
            squares += np.bincount(part.truth, part.squared, len(labels))
            weighted = weighted or part.squares is not None
        object.__setattr__(self, "_counts", (counts, squares if weighted else None))
        object.__setattr__(self, "squares", nothing if weighted else None)

    @property
    def at_hand(self) -> bool:
        """Whether all rows can be looked at together."""
        return False

    def stretches(self) -> Iterator[ClassScores]:
        """The rows, part after part."""
        return self._batches()

    @property
    def class_mass(self) -> Floats:
        """Weight of the rows of each actual class."""
        return self._counts[0]

    @property
    def class_squares(self) -> Floats | None:
        """Squared weight of the rows of each actual class."""
        return self._counts[1]

    @property
    def n(self) -> float:
        """All rows (the sum of the weights where rows are weighted)."""
        return float(self._counts[0].sum())

    @property
    def effective_n(self) -> float:
        """The number of equally weighted rows that carry as much."""
        squares = self._counts[1]
        return self.n if squares is None else self.n**2 / float(squares.sum())

    @remembered
    def require_probabilities(self) -> None:
        """Refuse scores that are not probabilities adding up to 1."""
        for part in self.stretches():
            part.require_probabilities()

    def ladder(self, label: Label) -> Ladder:
        """The ladder of one class against the rest; sorted whenever somebody asks, so that one is held at a time."""
        i = self.labels.index(match_label(label, self.labels))
        return self._sorted(self._columns[i], lambda seen: match_label(seen, self.labels) == self.labels[i])

    @remembered
    def confusion(self) -> ConfusionMatrix:
        """The matrix when each row is given the class of its highest score (the first at a tie)."""
        parts = [part.confusion() for part in self.stretches()]
        return sum(parts[1:], parts[0])


def require_known(seen: Sequence[Label], labels: tuple[Label, ...]) -> None:
    """Refuse actual classes that have no column of probabilities."""
    unknown = []
    for label in seen:
        try:
            match_label(label, labels)
        except BadLabels:
            unknown.append(label)
    if unknown:
        raise BadLabels("some actual classes have no column of probabilities.", found=f"{unknown[:12]}")
