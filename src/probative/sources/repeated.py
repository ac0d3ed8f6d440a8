"""A table whose lines stand for several rows each, as one that holds all of these rows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from probative.errors import BadCounts, BadParameter
from probative.evidence.arrays import Array
from probative.sources.columns import Columns, FileFacts, Source, missing_in, require

MOST_LISTED = 50_000_000
"""Rows up to which they are written out one by one; counted, there may be any number."""


class RepeatedSource(Source):
    """Lines with a column of counts: a line with the count 40 is 40 equal rows, in every respect.

    >>> from probative.sources import open_source
    >>> table = RepeatedSource(open_source({"y": [1, 0], "n": [2, 3]}), "n")
    >>> table.size, table.listed(["y"]).values["y"].tolist()
    (5, [1, 1, 0, 0, 0])
    """

    def __init__(self, source: Source, count: str) -> None:
        require(source, [count])
        self._source, self._count = source, count
        kind = source.kinds[count]
        if kind != "number":
            raise BadCounts(
                f"the counts in column {count!r} must be whole numbers.",
                found=f"a column of kind {kind}",
                remedy="name a column that says how many rows each line stands for",
            )
        held = source.grouped([count])
        counts = checked_counts(held.values[count], count)
        lines = counts if held.counts is None else counts * held.counts
        self._size = int(lines.sum())
        if not self._size:
            raise BadCounts(f"all counts in column {count!r} are 0.", remedy="check the column named")

    @property
    def kinds(self) -> dict[str, str]:
        """Column names with their kind; counts are no column of the rows."""
        return {name: kind for name, kind in self._source.kinds.items() if name != self._count}

    @property
    def file(self) -> FileFacts:
        """What was found out about the file of the lines."""
        return self._source.file

    @property
    def size(self) -> int:
        """The number of rows that the lines stand for."""
        return self._size

    @property
    def listable(self) -> bool:
        """Whether they are few enough to stand in a list."""
        return self._size <= MOST_LISTED

    def listed(self, names: Sequence[str]) -> Columns:
        """All rows, each line as often as it counts."""
        require(self, names)
        if not self.listable:
            raise BadParameter(
                "so many rows are counted, not listed one by one.",
                found=f"{self._size:,} rows",
                remedy="measures of classes and scores need no list; tests of pairs take at most 50 million rows",
            )
        found = self._source.listed([*names, self._count]).values
        counts = checked_counts(found[self._count], self._count)
        return Columns({name: np.repeat(found[name], counts) for name in names})

    def grouped(self, names: Sequence[str], weight: str | None = None) -> Columns:
        """Equal rows with their number."""
        require(self, [*names, weight])
        found = self._source.grouped([*names, self._count], weight)
        counts = checked_counts(found.values[self._count], self._count)
        lines = counts if found.counts is None else counts * found.counts
        # Equal lines have equal counts here, so that each of their weights is repeated as often.
        w, w2 = (None if part is None else part * counts for part in (found.weight, found.square))
        return Columns({name: found.values[name] for name in names}, lines, w, w2).only(lines > 0)


def checked_counts(column: Array, name: str) -> Array:
    """Counts as whole numbers; gaps, negatives and fractions are refused.

    >>> checked_counts(np.array([40.0, 10.0]), "n").tolist()
    [40, 10]
    """
    gaps = int(missing_in(column).sum())
    if gaps:
        raise BadCounts(
            f"the counts in column {name!r} have missing values.",
            found=f"missing in {gaps} of {len(column)} lines",
            remedy="0 where there is no such row",
        )
    numbers = column.astype(np.float64)
    odd = numbers[~(np.isfinite(numbers) & (numbers >= 0) & (numbers == np.floor(numbers)))]
    if len(odd):
        raise BadCounts(
            f"the counts in column {name!r} must be whole numbers, 0 or more.",
            found=f"{odd[0]:g}",
            remedy="numbers that are no counts may be weights: weight= (--weight)",
        )
    return column.astype(np.int64)
