"""Splits that a plan has yet to make, made so that they can be looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import overload

from probative.evidence.arrays import Array
from probative.guards.audit.table import Pair
from probative.resampling import plan
from probative.resampling.told_splits import Splits
from probative.sources import Source

MOST_SPLITS = 100
"""Splits of a plan that are made to be looked at."""


def is_plan(splits: Splits, source: Source) -> bool:
    """Whether splits are yet to be made: a plan by name, or a splitter."""
    if isinstance(splits, str):
        return splits not in source.kinds and not Path(splits).suffix
    return hasattr(splits, "split")


@dataclass(frozen=True)
class Planned(Sequence[Pair]):
    """The splits that a plan makes of these rows, as far as they are looked at; made anew whenever they are.

    Kept, a hundred splits would take a hundred times the memory of the rows.
    """

    made: Callable[[], Iterator[Pair]]

    @classmethod
    def of(cls, splits: Splits, y: Array, group: Array | None, time: Array | None) -> Planned:
        """The splits of a plan by name, or of a splitter."""
        plans = plan(splits)
        groups, times = group if plans.grouped else None, time if plans.ordered else None

        def made() -> Iterator[Pair]:
            for part in islice(plans.parts(range(len(y)), y, groups, times), MOST_SPLITS):
                yield Pair(part.train, part.test)

        return cls(made)

    def __iter__(self) -> Iterator[Pair]:
        return self.made()

    @cached_property
    def _count(self) -> int:
        return sum(1 for _ in self.made())

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, at: int) -> Pair: ...
    @overload
    def __getitem__(self, at: slice) -> list[Pair]: ...
    def __getitem__(self, at: int | slice) -> Pair | list[Pair]:
        if isinstance(at, slice):
            return list(islice(self.made(), *at.indices(len(self))))
        return next(islice(self.made(), range(len(self))[at], None))
