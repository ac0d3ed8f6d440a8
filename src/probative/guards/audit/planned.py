"""Splits that a plan has yet to make, made so that they can be looked at."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

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


def planned(splits: Splits, y: Array, group: Array | None, time: Array | None) -> tuple[Pair, ...]:
    """The splits that a plan makes of these rows, as far as they are looked at."""
    made = plan(splits)
    parts = made.parts(range(len(y)), y, group if made.grouped else None, time if made.ordered else None)
    return tuple(Pair(part.train, part.test) for part in islice(parts, MOST_SPLITS))
