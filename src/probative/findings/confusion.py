"""The confusion matrix as findings hold it: counts by actual and predicted class."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from probative.evidence import ConfusionMatrix, Outcomes
from probative.evidence.labels import plain
from probative.records import OPTIONAL, Record

Square = tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True)
class Confusion(Record):
    """Rows actual, columns predicted; `squares` are sums of squared weights, None where rows are not weighted.

    >>> found = Confusion.of(ConfusionMatrix.from_labels(["a", "b", "b"], ["a", "b", "a"]))
    >>> found.counts, found.outcomes("b").fn
    (((1, 0), (1, 1)), 1.0)
    """

    labels: tuple[Any, ...]
    counts: Square
    squares: Square | None = field(default=None, metadata=OPTIONAL)

    @classmethod
    def of(cls, matrix: ConfusionMatrix) -> Confusion:
        """From evidence; labels that JSON cannot hold become text."""
        squares = None if matrix.squares is None else _square(matrix.squares)
        return cls(tuple(plain(label) for label in matrix.labels), _square(matrix.counts), squares)

    def outcomes(self, label: str) -> Outcomes | None:
        """One class, by its text, against the rest; None where the matrix does not have it."""
        own = np.array([str(known) == label for known in self.labels])
        if not own.any():
            return None
        tp, fn, fp, tn = _cells(self.counts, own)
        squares = None if self.squares is None else Outcomes.trusted(*_cells(self.squares, own))
        return Outcomes.trusted(tp, fn, fp, tn, squares)


def _square(table: Any) -> Square:
    return tuple(tuple(row) for row in table.tolist())


def _cells(square: Square, own: Any) -> tuple[float, float, float, float]:
    table = np.asarray(square, np.float64)
    # Each cell is added up by itself: differences of weights would leave a trace of a row.
    tp, fn, fp, tn = (float(table[np.ix_(r, c)].sum()) for r in (own, ~own) for c in (own, ~own))
    return tp, fn, fp, tn
