"""The four outcomes of a yes-or-no prediction: the evidence behind every binary measure."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np

from probative.errors import BadCounts
from probative.evidence.arrays import MOST, Array, Floats, Number, counts_flaw, read_only
from probative.evidence.evidence import Evidence
from probative.records import OPTIONAL

CELLS = ("tp", "fn", "fp", "tn")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Outcomes(Evidence):
    """Counts of true positives, false negatives, false positives and true negatives.

    Each may be a number or an array (one entry per threshold or replicate). `squares` holds the
    sums of squared weights of the same cells (four numbers in the same order, or Outcomes); None means
    unit weights, where they equal the counts.

    >>> o = Outcomes(tp=40, fn=10, fp=5, tn=45)
    >>> o.positives, o.negatives, o.n
    (50, 50, 100)
    """

    tp: Number
    fn: Number
    fp: Number
    tn: Number
    squares: Outcomes | None = field(default=None, metadata=OPTIONAL)

    def __repr__(self) -> str:
        cells = np.broadcast_arrays(*(getattr(self, name) for name in CELLS))
        weighted = "" if self.squares is None else ", weighted"
        if cells[0].ndim and not cells[0].size:
            return "<Outcomes: none>"
        if cells[0].ndim:
            return f"<Outcomes: {cells[0].size:,} of {sum(cell.flat[0] for cell in cells):,.10g} rows each{weighted}>"
        told = ", ".join(f"{name}={getattr(self, name)!r}" for name in CELLS)
        return f"Outcomes({told}{weighted})"

    def __post_init__(self) -> None:
        for name in CELLS:
            object.__setattr__(self, name, _checked(getattr(self, name), name, whole=self.squares is None))
        if self.squares is not None and not isinstance(self.squares, Outcomes):
            # Sums of squares need not be whole, and have no squares of their own.
            tp, fn, fp, tn = (_checked(v, name, whole=False) for name, v in zip(CELLS, self.squares, strict=True))
            object.__setattr__(self, "squares", Outcomes.trusted(tp, fn, fp, tn))

    @classmethod
    def restored(cls, fields: dict[str, Any]) -> Outcomes:
        """Outcomes from fields that were checked when they were first made."""
        tp, fn, fp, tn = (fields[name] for name in CELLS)
        return cls.trusted(tp, fn, fp, tn, fields.get("squares"))

    def flaw(self) -> str:
        """A cell that is no count."""
        return counts_flaw(**{name: getattr(self, name) for name in CELLS})

    @classmethod
    def trusted(cls, tp: Number, fn: Number, fp: Number, tn: Number, squares: Self | None = None) -> Self:
        """Outcomes from cells that need no checking (internal steps, where fractions are meant)."""
        self = object.__new__(cls)
        for name, value in zip((*CELLS, "squares"), (tp, fn, fp, tn, squares), strict=True):
            object.__setattr__(self, name, read_only(value) if isinstance(value, np.ndarray) else value)
        return self

    @classmethod
    def from_rates(cls, *, found: int, positives: int, rejected: int, negatives: int) -> Self:
        """From "15 of 20 positives found, 16 of 20 negatives rejected".

        >>> Outcomes.from_rates(found=15, positives=20, rejected=16, negatives=20).fp
        4
        """
        return cls(tp=found, fn=positives - found, fp=negatives - rejected, tn=rejected)

    @property
    def positives(self) -> Number:
        """Actual positives."""
        return self.tp + self.fn

    @property
    def negatives(self) -> Number:
        """Actual negatives."""
        return self.fp + self.tn

    @property
    def n(self) -> Number:
        """All rows (the sum of the weights where rows are weighted)."""
        return self.tp + self.fn + self.fp + self.tn

    @property
    def effective_n(self) -> Number:
        """The number of equally weighted rows that carry as much: n where rows are not weighted."""
        return self.n if self.squares is None else self.n**2 / self.squares.n

    @property
    def squared(self) -> Outcomes:
        """Sums of squared weights per cell."""
        return self if self.squares is None else self.squares

    def cells(self) -> tuple[Floats, Floats]:
        """Counts and summed squared weights, in the order tp, fn, fp, tn, along the last axis."""
        return _stack(self), _stack(self.squared)

    def with_cells(self, counts: Floats) -> Outcomes:
        """Outcomes with other counts (last axis: tp, fn, fp, tn), for replicates and gradients."""
        return Outcomes.trusted(*np.moveaxis(counts, -1, 0))

    def __add__(self, other: Outcomes) -> Outcomes:
        if not isinstance(other, Outcomes):
            return NotImplemented
        squares = None
        if self.squares is not None or other.squares is not None:
            squares = _sum(self.squared, other.squared)
        return _sum(self, other, squares)


def _sum(a: Outcomes, b: Outcomes, squares: Outcomes | None = None) -> Outcomes:
    return Outcomes.trusted(a.tp + b.tp, a.fn + b.fn, a.fp + b.fp, a.tn + b.tn, squares)


def _stack(o: Outcomes) -> Floats:
    return np.stack(np.broadcast_arrays(*(np.asarray(getattr(o, c), np.float64) for c in CELLS)), axis=-1)


def _checked(value: object, name: str, *, whole: bool) -> Number:
    """A non-negative count; whole unless it comes with squared weights."""
    array: Array = np.asarray(value)
    if array.dtype.kind not in "biuf":
        raise BadCounts(f"{name} must be a number.", found=repr(value))
    with np.errstate(invalid="ignore"):
        bad = ~(array <= MOST) | (array < 0)
    if bad.any():
        raise BadCounts(f"{name} must be a finite count of at least 0.", found=value)
    if whole and array.dtype.kind == "f" and (array != np.floor(array)).any():
        raise BadCounts(
            f"{name} must be a whole number.",
            found=value,
            remedy="for weighted counts also give squares=(tp, fn, fp, tn), the sums of squared weights",
        )
    if array.ndim:
        return read_only(array.astype(np.float64))
    number = array.item()
    return int(number) if whole or isinstance(number, bool) else number
