"""Pairs of a true and a predicted number: the evidence behind what sums over errors alone cannot answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Self

import numpy as np

from probative.evidence.arrays import Floats, counts_flaw, frozen, inner, weights
from probative.evidence.distinct import DistinctRows, two_columns
from probative.evidence.evidence import Evidence, remembered
from probative.evidence.rank_columns import RankColumns
from probative.evidence.value_ladder import ValueLadder


@dataclass(frozen=True, slots=True, eq=False)
class ValuePairs(DistinctRows, Evidence):
    """Distinct rows of (truth, predicted number), with their weight, in the order of the truth.

    Ranks, medians and losses that grow with the target need the pairs themselves; so they are kept, counted where
    they repeat. `Residuals`, which keep a few sums, answer everything else in less room.

    >>> p = ValuePairs.from_values([3, 1, 3], [2.5, 1.5, 2.5])
    >>> p.truth.tolist(), p.predicted.tolist(), p.mass.tolist()
    ([1.0, 3.0], [1.5, 2.5], [1.0, 2.0])
    """

    truth: Floats
    predicted: Floats
    mass: Floats
    """Weight of each distinct row."""
    squares: Floats | None = None
    """Squared weights of each distinct row; None means unit weights."""

    def __repr__(self) -> str:
        return f"<ValuePairs: {self.n:,.10g} rows>"

    def __post_init__(self) -> None:
        for name in ("truth", "predicted", "mass", "squares"):
            if (value := getattr(self, name)) is not None:
                object.__setattr__(self, name, frozen(np.asarray(value, np.float64)))

    def flaw(self) -> str:
        """Values that are no numbers, or counts that are none."""
        if not len(self.truth) == len(self.predicted) == len(self.mass):
            return "columns of different lengths"
        finite = np.isfinite(self.truth).all() and np.isfinite(self.predicted).all()
        return counts_flaw(mass=self.mass, squares=self.squares) if finite else "a value that is no number"

    @classmethod
    def from_values(
        cls, y_true: object, y_pred: object, *, sample_weight: object = None, squared_weight: object = None
    ) -> Self:
        """From one true and one predicted number per row; `squared_weight` as in `Residuals.from_values`."""
        truth, guess = two_columns(y_true, y_pred)
        n = len(truth)
        weight = weights(sample_weight, n)
        if weight is None:
            return cls._counted(truth, guess, np.ones(n), None)
        square = weight * weight if squared_weight is None else weights(squared_weight, n)
        assert square is not None
        kept = weight > 0
        return cls._counted(truth[kept], guess[kept], weight[kept], square[kept])

    @classmethod
    def _counted(cls, truth: Floats, predicted: Floats, mass: Floats, squares: Floats | None) -> Self:
        """Join equal rows, in the order of truth and prediction."""
        order = np.lexsort((predicted, truth))
        y, h = truth[order] + 0.0, predicted[order] + 0.0
        first = np.ones(len(order), bool)
        first[1:] = (y[1:] != y[:-1]) | (h[1:] != h[:-1])
        starts = np.flatnonzero(first)
        return cls(
            y[starts],
            h[starts],
            np.add.reduceat(mass[order], starts),
            None if squares is None else np.add.reduceat(squares[order], starts),
        )

    def cells(self) -> tuple[Floats, Floats]:
        """Weights and squared weights of the distinct rows."""
        return self.mass, self.squared

    def stretches(self) -> Iterator[slice]:
        """Which rows to look at, part after part: all of them at once where they are in memory."""
        yield slice(None)

    @property
    def countable(self) -> bool:
        """Whether pairs of rows may be counted, which takes many times the room of the rows."""
        return True

    @property
    @remembered
    def ends(self) -> tuple[float, float]:
        """The smallest and the largest prediction."""
        parts = [(self.predicted[rows].min(), self.predicted[rows].max()) for rows in self.stretches()]
        return float(min(low for low, _ in parts)), float(max(high for _, high in parts))

    @property
    def ranks(self) -> RankColumns:
        """What rank correlations ask of every row."""
        return RankColumns.of(self.truth, self.predicted, self.mass)

    @property
    @remembered
    def targets(self) -> ValueLadder:
        """The targets in their order."""
        return ValueLadder.from_values(self.truth, self.mass)

    @property
    @remembered
    def errors(self) -> ValueLadder:
        """The absolute errors in their order."""
        return ValueLadder.from_values(np.abs(self.truth - self.predicted), self.mass)

    @remembered
    def errors_of(self, constant: float) -> ValueLadder:
        """The absolute errors of always predicting one number."""
        return ValueLadder.from_values(np.abs(self.truth - constant), self.mass)

    def saying(self, constant: float) -> ValuePairs:
        """The same targets, of which a rule predicts one number for all."""
        said: Floats = np.full(len(self.truth), constant)
        return ValuePairs.from_values(self.truth, said, sample_weight=self.mass, squared_weight=self.squared)

    def mean_of(self, values: Callable[[slice], Floats]) -> float:
        """The mean of a number of every row, told for the rows of a stretch."""
        rough, gaps, total = 0.0, list[float](), list[float]()
        for rows in self.stretches():
            found, mass = values(rows), self.mass[rows]
            rough = rough if total else float(found[np.argmax(mass)])
            gaps.append(inner(found - rough, mass))
            total.append(float(mass.sum()))
        return rough + sum(gaps) / sum(total)

    def sum_of(self, values: Callable[[slice], Floats]) -> float:
        """The sum of such a number over the mass of all rows."""
        return float(sum(inner(values(rows), self.mass[rows]) for rows in self.stretches()))

    def with_cells(self, mass: Floats) -> ValuePairs:
        """The same rows with other weights, for replicates; rows without weight are left out."""
        some = mass > 0
        return ValuePairs(self.truth[some], self.predicted[some], mass[some])

    def __add__(self, other: ValuePairs) -> ValuePairs:
        if not isinstance(other, ValuePairs):
            return NotImplemented
        weighted = self.squares is not None or other.squares is not None
        return ValuePairs._counted(
            np.concatenate([self.truth, other.truth]),
            np.concatenate([self.predicted, other.predicted]),
            np.concatenate([self.mass, other.mass]),
            np.concatenate([self.squared, other.squared]) if weighted else None,
        )
