"""Scores of every class for every row: the evidence behind multi-class score measures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from probative.errors import BadLabels, BadScores, EmptyData, LengthMismatch, MissingValues, NotMergeable
from probative.evidence.arrays import Array, Floats, counts_flaw, frozen, numbers, rectangular, same_length, weights
from probative.evidence.confusion import ConfusionMatrix
from probative.evidence.distinct import DistinctRows
from probative.evidence.evidence import Evidence
from probative.evidence.labels import Label, encode, match_label
from probative.evidence.ladder import Ladder
from probative.evidence.needed import several
from probative.evidence.replication import mixed
from probative.evidence.titled import places

TOTAL = 1e-3
"""How far from 1 a row of probabilities may add up, whatever its decimals."""


@dataclass(frozen=True, slots=True, eq=False)
class ClassScores(DistinctRows, Evidence):
    """Distinct rows of (actual class, score per class), with their weight, in a fixed order.

    A row of probabilities cannot be split into one ladder per class without losing which scores
    belong together, and losses and intervals need that; so the rows are kept, counted where they repeat.

    >>> s = ClassScores.from_probabilities(["a", "b"], [[0.8, 0.2], [0.3, 0.7]], labels=["a", "b"])
    >>> s.ladder("a").positives.tolist()
    [1, 0]
    """

    labels: tuple[Label, ...]
    truth: Array
    """Code of each row's actual class."""
    scores: Floats
    mass: Floats
    """Weight of each distinct row."""
    squares: Floats | None = None

    def __repr__(self) -> str:
        return f"<ClassScores: {self.n:,.10g} rows, {len(self.labels)} classes>"

    def __post_init__(self) -> None:
        for name in ("truth", "scores", "mass", "squares"):
            if (value := getattr(self, name)) is not None:
                object.__setattr__(self, name, frozen(value))

    def flaw(self) -> str:
        """Scores without a number, classes without a label, or counts that are none."""
        m, k = len(self.truth), len(self.labels)
        if self.scores.shape != (m, k) or len(self.mass) != m or (self.squares is not None and len(self.squares) != m):
            return f"{m} rows of {k} classes, and scores of shape {self.scores.shape}"
        if self.truth.dtype.kind not in "iu" or (m and not 0 <= self.truth.min() <= self.truth.max() < k):
            return "a class without a label"
        return (
            "a score that is no number"
            if np.isnan(self.scores).any()
            else counts_flaw(mass=self.mass, squares=self.squares)
        )

    @classmethod
    def from_probabilities(
        cls, y_true: object, y_proba: object, *, labels: Sequence[Label], sample_weight: object = None
    ) -> Self:
        """From one column of scores per class: in the order of `labels`, or of a frame that names its columns so."""
        labels = several(labels, "labels")
        scores = np.atleast_1d(rectangular(y_proba, "probabilities"))
        if not np.issubdtype(scores.dtype, np.number) or scores.dtype.kind == "c":
            scores = np.array([numbers(row, "probabilities") for row in np.atleast_2d(scores)])
        scores = scores.astype(np.float64)
        if scores.ndim == 2 and scores.shape[1] == len(labels):
            scores = scores[:, places(y_proba, labels)]
        n = len(scores)
        weight = weights(sample_weight, n)
        return cls.from_groups(y_true, scores, labels, None, weight, None if weight is None else weight**2)

    @classmethod
    def from_groups(
        cls,
        y_true: object,
        y_proba: Floats,
        labels: Sequence[Label],
        counts: Array | None,
        weight: Floats | None,
        square: Floats | None,
    ) -> Self:
        """From rows that may each stand for several: their number, or their summed weights and squared weights."""
        scores = y_proba + 0.0
        if scores.ndim != 2 or scores.shape[1] != len(labels) or len(labels) < 2:
            raise LengthMismatch(
                "probabilities need one column per class, and at least two classes.",
                found=f"shape {scores.shape} for {len(labels)} labels",
            )
        if np.isnan(scores).any():
            raise MissingValues("probabilities have missing values.", found=f"{int(np.isnan(scores).sum())} NaN")
        seen, codes = encode(y_true, "y_true")
        n = same_length(y_true=codes, y_proba=scores)
        if not n:
            raise EmptyData("there are no rows.", remedy="check the filter or the file that made them")
        names = tuple(labels)
        unknown = [label for label in seen if not _known(label, names)]
        if unknown:
            raise BadLabels("some actual classes have no column of probabilities.", found=f"{unknown[:12]}")
        place = np.array([names.index(match_label(label, names)) for label in seen], np.intp)
        mass = weight if weight is not None else np.ones(n) if counts is None else counts.astype(np.float64)
        kept = mass > 0
        truth = place[codes]
        return cls._counted(names, truth[kept], scores[kept], mass[kept], None if square is None else square[kept])

    @classmethod
    def _counted(
        cls, labels: tuple[Label, ...], truth: Array, scores: Floats, mass: Floats, squares: Floats | None
    ) -> Self:
        """Join equal rows; order them by a hash of their content, so that row order leaves no trace."""
        keys = truth.astype(np.uint64)
        for column in range(scores.shape[1]):
            keys = mixed(keys ^ np.ascontiguousarray(scores[:, column]).view(np.uint64))
        order = np.argsort(keys, kind="stable")
        ranked = keys[order]
        first = np.ones(len(order), bool)
        first[1:] = ranked[1:] != ranked[:-1]
        starts = np.flatnonzero(first)
        kept = order[starts]
        return cls(
            labels,
            truth[kept],
            scores[kept],
            np.add.reduceat(mass[order], starts),
            None if squares is None else np.add.reduceat(squares[order], starts),
        )

    @property
    def at_hand(self) -> bool:
        """Whether all rows can be looked at together."""
        return True

    def stretches(self) -> Iterator[ClassScores]:
        """The rows, part after part: all of them at once where they are in memory."""
        yield self

    @property
    def class_mass(self) -> Floats:
        """Weight of the rows of each actual class."""
        return np.bincount(self.truth, self.mass, len(self.labels)).astype(np.float64)

    @property
    def class_squares(self) -> Floats | None:
        """Squared weight of the rows of each actual class; None where rows are not weighted."""
        if self.squares is None:
            return None
        return np.bincount(self.truth, self.squares, len(self.labels)).astype(np.float64)

    def require_probabilities(self) -> None:
        """Refuse scores that are not probabilities adding up to 1."""
        if not are_probabilities(self.scores):
            totals = self.scores.sum(axis=1)
            raise BadScores(
                "this measure needs probabilities.",
                found=f"values from {self.scores.min():g} to {self.scores.max():g}, rows adding up to "
                f"{totals.min():g} to {totals.max():g}",
                remedy=_mended(self.scores, totals),
            )

    def ladder(self, label: Label) -> Ladder:
        """The ladder of one class against the rest."""
        i = self.labels.index(match_label(label, self.labels))
        return self._ladder(i, self.truth == i, slice(None))

    def pair_ladder(self, a: int, b: int) -> Ladder:
        """The ladder of class a's score among the rows of classes a and b."""
        return self._ladder(a, self.truth == a, (self.truth == a) | (self.truth == b))

    def _ladder(self, column: int, positive: Array, rows: Array | slice) -> Ladder:
        p, m = positive[rows], self.mass[rows]
        counts = [m * p, m * ~p]
        if self.squares is not None:
            counts += [self.squares[rows] * p, self.squares[rows] * ~p]
        return Ladder.from_counts(self.scores[rows, column], *counts)

    def confusion(self) -> ConfusionMatrix:
        """The matrix when each row is given the class of its highest score (the first at a tie)."""
        k = len(self.labels)
        pair = self.truth * k + np.argmax(self.scores, axis=1)
        counts = np.bincount(pair, self.mass, k * k).reshape(k, k)
        squares: Floats | None = None
        if self.squares is not None:
            squares = np.bincount(pair, self.squares, k * k).reshape(k, k).astype(np.float64)
        return ConfusionMatrix(self.labels, counts, squares)

    def cells(self) -> tuple[Floats, Floats]:
        """Weights and squared weights of the distinct rows."""
        return self.mass, self.squared

    def with_cells(self, mass: Floats) -> ClassScores:
        """The same rows with other weights, for replicates."""
        return ClassScores(self.labels, self.truth, self.scores, mass)

    def __add__(self, other: ClassScores) -> ClassScores:
        if not isinstance(other, ClassScores):
            return NotImplemented
        if self.labels != other.labels:
            raise NotMergeable("these scores are of different classes.", found=f"{self.labels} and {other.labels}")
        weighted = self.squares is not None or other.squares is not None
        return ClassScores._counted(
            self.labels,
            np.concatenate([self.truth, other.truth]),
            np.concatenate([self.scores, other.scores]),
            np.concatenate([self.mass, other.mass]),
            np.concatenate([self.squared, other.squared]) if weighted else None,
        )


def are_probabilities(scores: Floats) -> bool:
    """Whether rows of scores lie between 0 and 1 and add up to 1, but for what rounding moves.

    >>> are_probabilities(np.array([[0.33, 0.33, 0.33]])), are_probabilities(np.array([[0.33, 0.33, 0.3]]))
    (True, False)
    >>> are_probabilities(np.full((1, 300), 0.0033, np.float32).astype(np.float64))
    True
    """
    off = float(np.abs(scores.sum(axis=1) - 1).max())
    return bool(scores.min() >= 0 and scores.max() <= 1 and (off <= TOTAL or off <= _rounding(scores)))


def _known(label: Label, labels: tuple[Label, ...]) -> bool:
    try:
        match_label(label, labels)
    except BadLabels:
        return False
    return True


def _rounding(scores: Floats) -> float:
    """How far from 1 a row of probabilities may add up: what rounding to 2, 3 or 4 decimals, as files do, can move."""
    for decimals in (2, 3, 4):
        steps = scores * 10.0**decimals
        # Single precision keeps seven digits of them.
        if np.abs(steps - np.rint(steps)).max() < 1e-3:
            return float(0.5 * scores.shape[1] * 10.0**-decimals * (1 + 1e-6))
    return TOTAL


def _mended(scores: Floats, totals: Floats) -> str:
    """What to do about scores that are no probabilities, by what they look like."""
    if scores.min() < 0:
        return "probabilities; of log-odds, exp(score) as a share of each row's sum (softmax)"
    if np.abs(totals - 100).max() <= 0.1:
        return "divide them by 100: these are percentages"
    return "a column for every class that the model knows (predict_proba), or each row divided by its sum"
