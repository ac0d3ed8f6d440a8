"""Splits that were made elsewhere, as a plan for the rows of a table that is learned from."""

from __future__ import annotations

from collections.abc import Sequence

from probative.errors import EmptyData
from probative.experiments.learning_table import LearningTable
from probative.resampling import Given
from probative.resampling.told_splits import Splits, pairs_of, positions
from probative.sources import TableLike, open_source


def splitting(table: TableLike, splits: Splits, drop: Sequence[str]) -> tuple[str, ...]:
    """The column of the table that tells the splits, which is no input; none where they are told by something else."""
    if not isinstance(splits, str) or splits in drop:
        return ()
    return (splits,) if splits in open_source(table).kinds else ()


def told_plan(table: TableLike, splits: Splits, read: LearningTable, row: str | None) -> Given:
    """The plan that splits tell; rows that are not learned from are in none of its parts.

    Of parts called train, validation and test, the validation rows are left out: a run tests what is called test.
    """
    source = open_source(table)
    ids = None if row is None else source.listed([row]).values[row]
    pairs = positions(pairs_of(splits, source, ids, row, tested_only=True), read.places, source.size)
    for number, (train, test) in enumerate(pairs):
        if not len(train) or not len(test):
            raise EmptyData(
                f"split {number} has no rows to {'train on' if not len(train) else 'test'}.",
                found=f"{len(train)} training rows, {len(test)} test rows",
                remedy="splits of rows that have a target",
            )
    return Given(pairs)
