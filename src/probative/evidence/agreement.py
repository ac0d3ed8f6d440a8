"""Agreement: on the same rows, how often each of two models was right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np

from probative.errors import BadCounts, EmptyData, MissingValues, NotMergeable
from probative.evidence.arrays import Array, Floats, Number, same_length, vector, weights
from probative.evidence.evidence import Evidence
from probative.evidence.fingerprint import Fingerprint
from probative.evidence.labels import encode

CELLS = ("both_right", "only_a_right", "only_b_right", "both_wrong")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Agreement(Evidence):
    """Rows that both models, only A, only B, or neither predicted rightly.

    >>> Agreement.from_predictions([1, 1, 0, 0], a=[1, 1, 0, 1], b=[1, 0, 0, 1]).only_a_right
    1
    """

    both_right: Number
    only_a_right: Number
    only_b_right: Number
    both_wrong: Number
    squares: Agreement | None = None
    rows: Fingerprint | None = None

    def __post_init__(self) -> None:
        for name in CELLS:
            value = getattr(self, name)
            if not np.isfinite(value) or value < 0:
                raise BadCounts(f"{name} must be a count of at least 0.", found=value)

    @classmethod
    def from_predictions(
        cls, y_true: object, a: object, b: object, *, sample_weight: object = None, rows: object = None
    ) -> Self:
        """Compare both models' labels with the truth, row by row; `rows` are ids, else positions."""
        truth, first, second = vector(y_true, "y_true"), vector(a, "a"), vector(b, "b")
        n = same_length(y_true=truth, a=first, b=second)
        if not n:
            raise EmptyData("there are no rows to compare.", remedy="check the filter or the file that made them")
        weight = weights(sample_weight, n)
        right_a, right_b = _equal(truth, first), _equal(truth, second)
        place = np.where(right_a, np.where(right_b, 0, 1), np.where(right_b, 2, 3))
        squares = None
        if weight is not None:
            squares = cls._counted(np.bincount(place, weight * weight, 4))
        return cls._counted(np.bincount(place, weight, 4), squares, Fingerprint.from_rows(truth, rows))

    @classmethod
    def _counted(cls, counts: Array, squares: Agreement | None = None, rows: Fingerprint | None = None) -> Self:
        both, only_a, only_b, neither = counts.tolist()
        return cls(
            both_right=both, only_a_right=only_a, only_b_right=only_b, both_wrong=neither, squares=squares, rows=rows
        )

    @property
    def n(self) -> Number:
        """All rows (the sum of the weights where rows are weighted)."""
        return self.both_right + self.only_a_right + self.only_b_right + self.both_wrong

    @property
    def effective_n(self) -> Number:
        """The number of equally weighted rows that carry as much: n where rows are not weighted."""
        return self.n if self.squares is None else self.n**2 / self.squares.n

    @property
    def squared(self) -> Agreement:
        """Sums of squared weights per cell."""
        return self if self.squares is None else self.squares

    def cells(self) -> tuple[Floats, Floats]:
        """Counts and summed squared weights, in the order of the fields."""
        return (
            np.array([getattr(self, name) for name in CELLS], np.float64),
            np.array([getattr(self.squared, name) for name in CELLS], np.float64),
        )

    def with_cells(self, counts: Floats) -> Agreement:
        """Agreement with other counts (last axis as in `cells`), for replicates and gradients."""
        result = object.__new__(Agreement)
        for name, value in zip(CELLS, np.moveaxis(counts, -1, 0), strict=True):
            object.__setattr__(result, name, value)
        object.__setattr__(result, "squares", None)
        object.__setattr__(result, "rows", None)
        return result

    def __add__(self, other: Agreement) -> Agreement:
        if not isinstance(other, Agreement):
            return NotImplemented
        if (self.rows is None) != (other.rows is None):
            raise NotMergeable("one of these agreements does not know its rows.", remedy="tally both from predictions")
        weighted = self.squares is not None or other.squares is not None
        sums = {name: getattr(self, name) + getattr(other, name) for name in CELLS}
        squares = None
        if weighted:
            squares = Agreement(**{name: getattr(self.squared, name) + getattr(other.squared, name) for name in CELLS})
        rows = None if self.rows is None or other.rows is None else self.rows + other.rows
        return Agreement(**sums, squares=squares, rows=rows)


def _equal(truth: Array, guess: Array) -> Array:
    """Row by row, whether two columns of labels agree, whatever their types."""
    for column, name in ((truth, "y_true"), (guess, "prediction")):
        if column.dtype.kind == "f" and np.isnan(column).any():
            raise MissingValues(
                f"{name} has missing labels.", found=f"{int(np.isnan(column).sum())} NaN", remedy="drop them"
            )
    if truth.dtype.kind in "biuf" and guess.dtype.kind in "biuf":
        return np.asarray(truth == guess)
    true_labels, true_codes = encode(truth, "y_true")
    labels, codes = encode(guess, "prediction")
    place = {label: i for i, label in enumerate(true_labels)}
    return np.equal(np.array([place.get(label, -1) for label in labels], np.intp)[codes], true_codes)
