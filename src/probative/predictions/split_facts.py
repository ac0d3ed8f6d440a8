"""What the splits of a run did with its rows: how often each was trained on, and whether they followed an order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Self

from probative.predictions.times_tested import TimesTested
from probative.records import OPTIONAL, Record


@dataclass(frozen=True, slots=True)
class Order(Record):
    """Rows of one kind that follow each other: so many runs of them, where chance would make so many."""

    what: str
    """What lies in runs: labels, groups, targets."""
    runs: int
    expected: float

    @classmethod
    def of(cls, what: str, runs: int, sizes: Iterable[int]) -> Self:
        """Of groups of these sizes: by chance a run ends with probability 1 - sum of squared shares."""
        counts = list(sizes)
        n = sum(counts)
        return cls(what, runs, 1 + (n - 1) * (1 - sum((size / n) ** 2 for size in counts)))

    @property
    def striking(self) -> bool:
        """Whether there are less than half as many runs as chance makes."""
        return self.runs < self.expected / 2


@dataclass(frozen=True, slots=True)
class SplitFacts(Record):
    """How rows were used by the splits, and how the table is ordered; None and nothing where it is not known."""

    trained: TimesTested | None = None
    """How often each row was trained on."""
    in_stretches: bool = False
    """Whether test sets are stretches of neighbouring rows, without regard to classes or groups."""
    order: tuple[Order, ...] = ()
    """What the rows of the table are sorted by."""
    uneven: str | None = None
    """Why rows cannot all have had the same chance of being tested; None where chance may have made the splits."""
    shuffled_likeness: float | None = field(default=None, metadata=OPTIONAL)
    """How alike neighbours are in the target that splits tore apart; None where they are not, or stayed together."""

    @classmethod
    def counted(cls, label_runs: int, classes: Mapping[str, int], in_stretches: bool) -> Self:
        """From the numbers that runs of the first release kept."""
        order = (Order.of("labels", label_runs, classes.values()),) if label_runs and classes else ()
        return cls(in_stretches=in_stretches, order=order)
