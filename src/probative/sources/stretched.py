"""Ranges of sorted entries that stay with the workers of an engine, as the stretches of a ladder."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from probative.evidence import Ladder
from probative.evidence.rung_files import Rungs, ladder_on_disk
from probative.sources.parts import VALUE, Ranges, Table

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class OnWorkers:
    """Where the stretches lie; fetched, their rungs go into files in a folder."""

    ranges: Ranges
    folder: str

    def each(self, task: Callable[[Ladder, Any], Found], given: Sequence[Any] | None = None) -> Iterator[Found]:
        """What a task makes of the rungs of every range, from the highest down."""
        return self.ranges.each(_OfRungs(task), given)

    def gathered(self) -> Ladder:
        """All rungs, range after range."""
        return ladder_on_disk(self.ranges.each(_rungs), self.folder)


@dataclass(frozen=True, slots=True)
class _OfRungs:
    """A task for the entries of a range as rungs."""

    task: Callable[[Ladder, Any], Any]

    def __call__(self, table: Table, given: Any) -> Any:
        rungs = rungs_of(table)
        return self.task(Ladder.from_columns((rungs.scores, *rungs.counts)), given)


def rungs_of(table: Table) -> Rungs:
    """Entries as rungs."""
    return Rungs(table[VALUE], tuple(table[name] for name in ("p", "n", "p2", "n2") if name in table))


def _rungs(table: Table, _: object) -> Rungs:
    return rungs_of(table)
