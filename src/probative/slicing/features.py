"""Features: columns of a table as a few cells each, and the conditions that can be put on them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import floor, log10

import numpy as np

from probative.errors import BadInput
from probative.evidence.arrays import Array, Floats
from probative.evidence.labels import Label, encode, ordered, plain, tidy
from probative.findings.weak_slices import Condition
from probative.sources.columns import kind_of, missing_in

MOST_CATEGORIES = 100
"""Categories of a column that conditions are put on: the most frequent ones; codes stay one byte."""


@dataclass(frozen=True, slots=True)
class Feature:
    """A column as codes of cells, one byte a row, and which cells each condition covers.

    The first choice is no condition at all, so that slices of one, two and three conditions come from one table.

    >>> made = Feature.of("age", np.array([20, 30, 40, 50, 60, 70, 80, np.nan]), bins=2, least=1)
    >>> [str(condition) for condition in made.conditions]
    ['age ≤ 50', 'age > 50', 'age is missing']
    """

    name: str
    codes: Array
    conditions: tuple[Condition, ...]
    covers: Floats
    """By choice (none, then every condition) and cell: 1 where the cell belongs to it."""

    @classmethod
    def of(cls, name: str, column: Array, *, bins: int, least: int) -> Feature:
        """A column of numbers in quantile bins, any other by its categories; what is missing is a category."""
        if column.dtype.kind == "O" and kind_of(column) == "number":
            # Told by its first rows; what follows may be text.
            with suppress(TypeError, ValueError):
                column = column.astype(np.float64)
        numeric = column.dtype.kind in "iuf" and len(np.unique(column[:1000])) > 2
        labels, codes = ((), column) if numeric else _encoded(column, name)
        gone = missing_in(column) if numeric else codes < 0
        cells, ranges, within = _bins(name, column[~gone], bins) if numeric else _categories(name, labels, codes, least)
        codes = np.zeros(len(column), np.uint8)
        codes[~gone] = within
        if gone.any():
            codes[gone] = cells
            ranges = [*ranges, (Condition(name, missing=True), [cells])]
            cells += 1
        covers = np.zeros((1 + len(ranges), cells))
        covers[0] = 1.0
        for row, (_, covered) in enumerate(ranges, 1):
            covers[row, covered] = 1.0
        return cls(name, codes, tuple(condition for condition, _ in ranges), covers)

    @property
    def cells(self) -> int:
        """How many cells there are."""
        return int(self.covers.shape[1])

    def only(self, rows: Array) -> Feature:
        """The same conditions on some of the rows."""
        return Feature(self.name, self.codes[rows], self.conditions, self.covers)

    def rows(self, choice: int) -> Array:
        """Which rows a choice holds for."""
        return np.asarray(self.covers[choice].astype(bool)[self.codes])


Ranges = list[tuple[Condition, list[int]]]


def _bins(name: str, known: Array, bins: int) -> tuple[int, Ranges, Array]:
    """Bins with nearly equal numbers of rows: each of them, and everything below or above an edge.

    Edges are rounded before rows are put into bins, so that the words of a condition give exactly its rows.
    """
    numbers = known.astype(np.float64)
    finite = numbers[np.isfinite(numbers)]
    if not len(finite):
        return 1, [], np.zeros(len(known), np.uint8)
    edges = _edges(finite, bins)
    cells = len(edges) + 1
    ranges: Ranges = []
    for i in range(cells):
        for j in range(i, cells):
            # A range that starts at neither end is a single bin.
            if (i, j) != (0, cells - 1) and (i == j or i == 0 or j == cells - 1):
                low, high = edges[i - 1] if i else -np.inf, edges[j] if j < cells - 1 else np.inf
                ranges.append((Condition(name, above=float(low), up_to=float(high)), list(range(i, j + 1))))
    return cells, ranges, np.searchsorted(edges, numbers, side="left").astype(np.uint8)


def _edges(finite: Floats, bins: int) -> Floats:
    wanted = np.quantile(finite, np.arange(1, bins) / bins, method="inverted_cdf")
    span = float(np.quantile(finite, 0.95) - np.quantile(finite, 0.05)) or float(np.ptp(finite))
    if span > 0:
        wanted = np.round(wanted, 3 - floor(log10(span)))
    edges = np.unique(wanted)
    return np.asarray(edges[(edges >= finite.min()) & (edges < finite.max())])


def _encoded(column: Array, name: str) -> tuple[tuple[Label, ...], Array]:
    """The categories and the code of each row, -1 where there is nothing."""
    if column.dtype.kind != "O":
        gone = missing_in(column)
        labels, known = encode(column[~gone], name)
        codes = np.full(len(column), -1, np.intp)
        codes[~gone] = known
        return labels, codes
    # Told from a set of the values that occur, a gap costs nothing where there is none.
    values = column.tolist()
    try:
        distinct = list(dict.fromkeys(values))
    except TypeError:
        raise BadInput(f"column {name!r} holds values that are no categories.", found=repr(values[0])[:80]) from None
    gaps = missing_in(np.array([*distinct, None], object)).tolist()
    known_labels = [label for label, gap in zip(distinct, gaps, strict=False) if not gap]
    labels = ordered(tidy(label) for label in known_labels)
    number = {label: i for i, label in enumerate(labels)}
    place = {label: -1 if gap else number[tidy(label)] for label, gap in zip(distinct, gaps, strict=False)}
    return labels, np.fromiter(map(place.__getitem__, values), np.intp, len(values))


def _categories(name: str, labels: Sequence[Label], codes: Array, least: int) -> tuple[int, Ranges, Array]:
    """One cell for each category that has enough rows, and one without a condition for all the others."""
    known = codes[codes >= 0]
    counts = np.bincount(known, minlength=len(labels))
    frequent = np.argsort(-counts, kind="stable")[:MOST_CATEGORIES]
    kept = sorted(int(code) for code in frequent if counts[code] >= least)
    cell = np.full(max(len(labels), 1), len(kept), np.uint8)
    cell[kept] = np.arange(len(kept))
    ranges: Ranges = [(Condition(name, value=plain(labels[code])), [i]) for i, code in enumerate(kept)]
    return len(kept) + (len(kept) < len(labels)), ranges, cell[known]
