"""A stretch: consecutive rungs of a longer ladder, which can be walked alone because they know what lies above them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from probative.evidence.arrays import Array, Floats
from probative.evidence.ladder import Beginning, Ladder

Notes = tuple[Array, Floats, Floats]


@dataclass(frozen=True, slots=True, eq=False)
class Stretch(Ladder):
    """Consecutive rungs that know what lies above them and how much there is in all.

    `steps` of it are the steps of the whole ladder, its totals are those of the whole, and so is whatever is
    remembered: a measure that walks it finds the part that these rungs have in the whole.

    >>> stretch = Stretch.of(Ladder.from_scores([1, 0], [0.4, 0.1]), Beginning(1, 2, 2.0, 0.0), (4.0, 3.0, 1.0))
    >>> stretch.totals, stretch.beginning.rungs, stretch.length
    ((3.0, 1.0), 2, 4)
    """

    place: Beginning = Beginning()  # noqa: RUF009
    whole: tuple[float, ...] = ()
    """All rungs, positives and negatives (and their squared weights) of the ladder that it belongs to."""
    noted: list[Array] = field(default_factory=list)

    @classmethod
    def of(
        cls,
        rungs: Ladder,
        place: Beginning,
        whole: tuple[float, ...],
        known: dict[tuple[object, ...], Any] | None = None,
    ) -> Stretch:
        """Some rungs in their place; `known` is what has been worked out of the whole."""
        p2, n2 = rungs.positives_squared, rungs.negatives_squared
        made = cls(rungs.scores, rungs.positives, rungs.negatives, p2, n2, place=place, whole=whole)
        object.__setattr__(made, "_memo", dict(known or {}))
        return made

    @property
    def beginning(self) -> Beginning:
        """What lies above."""
        return self.place

    @property
    def length(self) -> int:
        """The rungs of the whole ladder."""
        return int(self.whole[0])

    @property
    def totals(self) -> tuple[float, float]:
        """All positives and negatives of the whole ladder."""
        return self.whole[1], self.whole[2]

    @property
    def squared_totals(self) -> tuple[float, float]:
        """Sums of squared weights of the whole ladder."""
        return (self.whole[3], self.whole[4]) if self.weighted else self.totals

    @property
    def alone(self) -> Ladder:
        """The same rungs as a ladder of their own."""
        p2, n2 = self.positives_squared, self.negatives_squared
        return Ladder(self.scores, self.positives, self.negatives, p2, n2)

    @property
    def sums_of_stretches(self) -> tuple[Floats, Floats]:
        """Those of these rungs."""
        return self.alone.sums_of_stretches

    def note(self, rungs: Array) -> None:
        """That somebody will ask for these rungs (numbers of the whole ladder)."""
        self.noted.append(rungs)

    @property
    def notes(self) -> Notes:
        """The noted rungs that lie here, and those below each: their scores, and the sums above them."""
        if not self.noted:
            return np.zeros(0, np.intp), np.zeros(0), np.zeros((len(self.whole) - 1, 0))
        inside = np.unique(np.concatenate(self.noted)).astype(np.intp) - self.place.rungs
        inside = np.union1d(inside, inside + 1)
        inside = inside[(inside >= 0) & (inside < len(self.scores))]
        sums = np.array(self.place[2 : 1 + len(self.whole)])[:, None] + sums_down_to(self.alone, inside)
        return inside + self.place.rungs, np.asarray(self.scores[inside]), sums

    def worked_out(self, recall: Callable[..., Any], function: Callable[..., Any], options: tuple[Any, ...]) -> Any:
        """What is remembered is that of the whole, which is not at hand."""
        raise LookupError(f"{function.__qualname__} of the whole ladder did not come along with its stretch")


class Probe(Stretch):
    """A stretch without rungs, beside the whole: what a task asks of the whole can be seen by it."""

    __slots__ = ("asked", "ladder")
    asked: dict[tuple[object, ...], Any]
    ladder: Ladder

    @classmethod
    def beside(cls, ladder: Ladder, whole: tuple[float, ...]) -> Probe:
        """The probe of a ladder."""
        nothing = Ladder.from_counts([], [], [], *(([], []) if ladder.weighted else ()))
        p2, n2 = nothing.positives_squared, nothing.negatives_squared
        made = cls(nothing.scores, nothing.positives, nothing.negatives, p2, n2, place=Beginning(), whole=whole)
        object.__setattr__(made, "ladder", ladder)
        object.__setattr__(made, "asked", {})
        return made

    def worked_out(self, recall: Callable[..., Any], function: Callable[..., Any], options: tuple[Any, ...]) -> Any:
        """Asked of the whole, and written down."""
        found = recall(self.ladder, *options)
        self.asked[(recall, *options)] = found
        return found


def sums_down_to(ladder: Ladder, rungs: Array) -> Floats:
    """The sums down to some rungs, a column each."""
    return np.stack(ladder.down_to(rungs)) if len(rungs) else np.zeros((len(ladder.columns) - 1, 0))
