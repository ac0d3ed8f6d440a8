"""The confusion matrix: how often each actual class was predicted as each class."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from probative.errors import BadCounts, BadLabels, EmptyData
from probative.evidence.arrays import Array, Floats, counts_flaw, read_only, rectangular, same_length, vector, weights
from probative.evidence.evidence import Evidence
from probative.evidence.labels import SMALL_RANGE, Label, encode, match_label, ordered, tidy
from probative.evidence.needed import several
from probative.evidence.outcomes import Outcomes

CHUNK = 1 << 16
"""Rows counted at a time, so that the intermediate codes stay in the processor's cache."""


MOST_CLASSES = 5000
"""Beyond so many classes the table of their pairs outgrows the rows that it counts, and usual memories."""


FEW = 8
"""Classes whose counts are shown at a prompt."""


@dataclass(frozen=True, slots=True, eq=False)
class ConfusionMatrix(Evidence):
    """Counts of actual class (rows) against predicted class (columns).

    `squares` holds the sums of squared weights; None means unit weights.

    >>> cm = ConfusionMatrix.from_labels(["a", "b", "b"], ["a", "b", "a"])
    >>> cm.labels, cm.counts.tolist()
    (('a', 'b'), [[1, 0], [1, 1]])
    """

    labels: tuple[Label, ...]
    counts: Array
    squares: Floats | None = None

    def __repr__(self) -> str:
        if len(self.labels) > FEW:
            return f"<ConfusionMatrix: {self.counts.sum():,.10g} rows of {len(self.labels)} classes>"
        weighted = "" if self.squares is None else ", weighted"
        return f"ConfusionMatrix(labels={self.labels}, counts={self.counts.tolist()}{weighted})"

    def __post_init__(self) -> None:
        object.__setattr__(self, "labels", tuple(tidy(label) for label in self.labels))
        kind = np.int64 if self.squares is None else np.float64
        object.__setattr__(self, "counts", read_only(np.array(self.counts).astype(kind)))
        if self.squares is not None:
            object.__setattr__(self, "squares", read_only(np.array(self.squares, np.float64)))

    def flaw(self) -> str:
        """A cell that is no count, or a table that does not fit its labels."""
        k = len(self.labels)
        if self.counts.shape != (k, k) or (self.squares is not None and self.squares.shape != (k, k)):
            return f"{k} labels, and counts of shape {self.counts.shape}"
        if len(set(self.labels)) != k:
            return "a label that stands there twice"
        return counts_flaw(counts=self.counts, squares=self.squares)

    @classmethod
    def from_labels(
        cls, y_true: object, y_pred: object, *, labels: Sequence[Label] | None = None, sample_weight: object = None
    ) -> Self:
        """Count the rows; labels seen only in predictions keep a row of zeros.

        `labels` fixes the order and may name classes that never occur; every label that occurs must be in it.
        """
        truth, guess = vector(y_true, "y_true"), vector(y_pred, "y_pred")
        if not same_length(y_true=truth, y_pred=guess):
            raise EmptyData("there are no rows to count.", remedy="check the filter or the file that made them")
        weight = weights(sample_weight, len(truth))
        if weight is not None and not weight.all():
            kept = weight > 0
            truth, guess, weight = truth[kept], guess[kept], weight[kept]
        matrix = _count_integers(truth, guess, weight)
        if matrix is None:
            matrix = _count_any(truth, guess, weight)
        found, counts, squares = matrix
        return cls(found, counts, squares).reordered(labels) if labels is not None else cls(found, counts, squares)

    @classmethod
    def from_groups(cls, y_true: object, y_pred: object, counts: Array, squares: Array | None) -> Self:
        """From rows already counted per pair of labels (a group-by); `squares` None means unit weights."""
        truth, guess = vector(y_true, "y_true"), vector(y_pred, "y_pred")
        mass = np.asarray(counts, np.float64)
        kept = mass > 0
        truth, guess, mass = truth[kept], guess[kept], mass[kept]
        found, sums, _ = _count_any(truth, guess, mass)
        squared = None if squares is None else _count_any(truth, guess, np.asarray(squares, np.float64)[kept])[1]
        return cls(found, sums, squared)

    @classmethod
    def from_counts(cls, counts: object, labels: Sequence[Label] | None = None, *, transposed: bool = False) -> Self:
        """From a finished table; `transposed=True` for the layout with predicted classes in rows.

        >>> ConfusionMatrix.from_counts([[40, 10], [5, 45]], ["yes", "no"]).outcomes("yes").fn
        10
        """
        table = rectangular(counts, "the table")
        if table.ndim != 2 or table.shape[0] != table.shape[1] or table.shape[0] < 1:
            raise BadCounts("a confusion matrix is square.", found=f"shape {table.shape}")
        if table.dtype.kind not in "biuf" or not np.isfinite(table).all() or (table < 0).any():
            raise BadCounts(
                "counts must be finite numbers of at least 0.",
                found=table.tolist(),
                remedy="check how they were counted",
            )
        if (table != np.floor(table)).any():
            raise BadCounts("counts must be whole.", found=table.tolist(), remedy="tally weighted rows instead")
        names = tuple(range(len(table))) if labels is None else several(labels, "labels")
        if len(names) != len(table) or len(set(names)) != len(names):
            raise BadLabels(f"{len(table)} different labels are needed.", found=f"{len(names)}: {names}")
        return cls(names, table.T if transposed else table)

    @property
    def n(self) -> float:
        """All rows (the sum of the weights where rows are weighted)."""
        return float(self.counts.sum())

    @property
    def effective_n(self) -> float:
        """The number of equally weighted rows that carry as much: n where rows are not weighted."""
        return self.n if self.squares is None else self.n**2 / float(self.squares.sum())

    @property
    def squared(self) -> Array:
        """Sums of squared weights per cell."""
        return self.counts if self.squares is None else self.squares

    def outcomes(self, label: Label) -> Outcomes:
        """One class against the rest; confusions among the other classes are true negatives."""
        i = self.labels.index(match_label(label, self.labels))
        squares = None if self.squares is None else Outcomes.trusted(*one_vs_rest(self.squares, i))
        kind = int if squares is None else float
        tp, fn, fp, tn = (kind(cell) for cell in one_vs_rest(self.counts, i))
        return Outcomes.trusted(tp, fn, fp, tn, squares)

    def one_by_one(self) -> list[Outcomes]:
        """The outcomes of every class against the rest, one after the other, in the order of `labels`.

        >>> [o.fn for o in ConfusionMatrix.from_counts([[5, 1, 0], [0, 4, 2], [0, 0, 3]]).one_by_one()]
        [1, 2, 0]
        """
        cells = zip(*(cell.tolist() for cell in one_vs_rest_all(self.counts)), strict=True)
        if self.squares is None:
            return [Outcomes.trusted(tp, fn, fp, tn) for tp, fn, fp, tn in cells]
        squares = (Outcomes.trusted(*four) for four in np.transpose(one_vs_rest_all(self.squares)).tolist())
        return [Outcomes.trusted(tp, fn, fp, tn, own) for (tp, fn, fp, tn), own in zip(cells, squares, strict=True)]

    def per_class(self) -> Outcomes:
        """The outcomes of every class against the rest, as arrays in the order of `labels`."""
        return Outcomes.trusted(*one_vs_rest_all(self.counts), Outcomes.trusted(*one_vs_rest_all(self.squared)))

    def reordered(self, labels: Sequence[Label]) -> Self:
        """The same counts with the classes in the given order; classes that never occur get zeros."""
        wanted = tuple(tidy(label) for label in labels)
        seen = [
            label
            for i, label in enumerate(self.labels)
            if label not in wanted and (self.counts[i].any() or self.counts[:, i].any())
        ]
        if seen or len(set(wanted)) != len(wanted):
            raise BadLabels(
                "labels must name every class that occurs, once.", found=f"also {seen}" if seen else f"{wanted}"
            )
        place = {label: i for i, label in enumerate(self.labels)}
        index = np.array([place.get(label, -1) for label in wanted])
        return type(self)(
            wanted, _picked(self.counts, index), None if self.squares is None else _picked(self.squares, index)
        )

    def cells(self) -> tuple[Floats, Floats]:
        """Counts and summed squared weights, row by row, along the last axis."""
        k = len(self.labels)
        return self.counts.reshape(k * k).astype(np.float64), self.squared.reshape(k * k).astype(np.float64)

    def with_cells(self, counts: Floats) -> ConfusionMatrix:
        """A matrix (or a stack of them) with other counts, for replicates and gradients."""
        k = len(self.labels)
        result = object.__new__(ConfusionMatrix)
        object.__setattr__(result, "labels", self.labels)
        object.__setattr__(result, "counts", counts.reshape(*counts.shape[:-1], k, k))
        object.__setattr__(result, "squares", None)
        return result

    def __add__(self, other: ConfusionMatrix) -> ConfusionMatrix:
        if not isinstance(other, ConfusionMatrix):
            return NotImplemented
        labels = self.labels if self.labels == other.labels else ordered((*self.labels, *other.labels))
        a, b = self.reordered(labels), other.reordered(labels)
        weighted = a.squares is not None or b.squares is not None
        return ConfusionMatrix(labels, a.counts + b.counts, a.squared + b.squared if weighted else None)


def row_shares(counts: Floats) -> Floats:
    """Each cell as a share of its actual class; nan in a class without rows.

    >>> row_shares(np.array([[3.0, 1.0], [0.0, 0.0]])).tolist()
    [[0.75, 0.25], [nan, nan]]
    """
    totals = counts.sum(axis=1, keepdims=True)
    return np.asarray(np.divide(counts, totals, out=np.full_like(counts, np.nan), where=totals > 0))


def one_vs_rest(counts: Array, i: int) -> tuple[float, float, float, float]:
    """tp, fn, fp, tn of class i, each added up by itself: differences of weights would leave a trace of a row."""
    own = np.arange(len(counts)) == i
    tp, fn, fp, tn = (counts[np.ix_(rows, columns)].sum() for rows in (own, ~own) for columns in (own, ~own))
    return tp, fn, fp, tn


def one_vs_rest_all(counts: Array) -> tuple[Floats, Floats, Floats, Floats]:
    """tp, fn, fp, tn of every class, along the last axis, each added up by itself; leading axes are replicates.

    >>> [cells.tolist() for cells in one_vs_rest_all(np.array([[5, 1, 0], [0, 4, 2], [0, 0, 3]]))]
    [[5, 4, 3], [1, 2, 0], [0, 1, 2], [9, 8, 10]]
    """
    diagonal = np.eye(counts.shape[-1], dtype=bool)
    # What stands before and after each cell of a row: the row without the cell, with no difference taken.
    before, after = np.zeros_like(counts), np.zeros_like(counts)
    before[..., 1:] = counts[..., :-1].cumsum(axis=-1)
    after[..., :-1] = counts[..., :0:-1].cumsum(axis=-1)[..., ::-1]
    others = before + after
    tp, fn = (np.diagonal(cells, axis1=-2, axis2=-1) for cells in (counts, others))
    fp, tn = (np.where(diagonal, 0, cells).sum(axis=-2) for cells in (counts, others))
    return tp, fn, fp, tn


def _picked(table: Array, index: Array) -> Array:
    """Rows and columns in the order of `index`; -1 gives zeros."""
    padded: Array = np.pad(table, ((0, 1), (0, 1)))[np.ix_(index, index)]
    return padded


def _count_integers(
    truth: Array, guess: Array, weight: Floats | None
) -> tuple[tuple[Label, ...], Floats, Floats | None] | None:
    """Whole-number labels in a small range need no look-up: their pair is their place in the table."""
    if truth.dtype.kind not in "biu" or guess.dtype.kind not in "biu":
        return None
    low = min(int(truth.min()), int(guess.min()))
    high = max(int(truth.max()), int(guess.max()))
    span = high - low + 1
    if span > SMALL_RANGE or high > np.iinfo(np.int32).max or low < np.iinfo(np.int32).min:
        return None
    booleans = truth.dtype.kind == "b" and guess.dtype.kind == "b"
    counts, squares = _tabulate(truth, guess, span, low, weight)
    seen = np.flatnonzero((counts.sum(axis=0) > 0) | (counts.sum(axis=1) > 0))
    labels = tuple(bool(i + low) for i in seen) if booleans else tuple((seen + low).tolist())
    keep = np.ix_(seen, seen)
    return labels, counts[keep], None if squares is None else squares[keep]


def _count_any(truth: Array, guess: Array, weight: Floats | None) -> tuple[tuple[Label, ...], Floats, Floats | None]:
    true_labels, true_codes = encode(truth, "y_true")
    pred_labels, pred_codes = encode(guess, "y_pred")
    labels = ordered((*true_labels, *pred_labels))
    if len(labels) > MOST_CLASSES:
        raise BadLabels(
            f"a confusion matrix of {len(labels):,} classes has {len(labels) ** 2:,} cells.",
            found=f"labels such as {', '.join(repr(label) for label in labels[:3])}",
            remedy="task='regression' (--task regression) for numbers, another column if these are ids",
        )
    place = {label: i for i, label in enumerate(labels)}
    counts, squares = _tabulate(
        _recode(true_codes, true_labels, place), _recode(pred_codes, pred_labels, place), len(labels), 0, weight
    )
    return labels, counts, squares


def _recode(codes: Array, labels: tuple[Label, ...], place: dict[Label, int]) -> Array:
    index = [place[label] for label in labels]
    return codes if index == list(range(len(index))) else np.array(index, np.intp)[codes]


def _tabulate(truth: Array, guess: Array, span: int, low: int, weight: Floats | None) -> tuple[Floats, Floats | None]:
    """Count pairs of codes chunk by chunk; weights are summed, and so are their squares."""
    size = span * span
    counts = np.zeros(size)
    squares = np.zeros(size)
    pair = np.empty(min(CHUNK, len(truth)), np.int64)
    for start in range(0, len(truth), CHUNK):
        stop = min(start + CHUNK, len(truth))
        place = pair[: stop - start]
        np.multiply(truth[start:stop], span, out=place, dtype=np.int64, casting="unsafe")
        np.add(place, guess[start:stop], out=place, casting="unsafe")
        place -= low * (span + 1)
        if weight is None:
            counts += np.bincount(place, minlength=size)
        else:
            w = weight[start:stop]
            counts += np.bincount(place, w, minlength=size)
            squares += np.bincount(place, w * w, minlength=size)
    return counts.reshape(span, span), None if weight is None else squares.reshape(span, span)
