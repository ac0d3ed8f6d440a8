"""Two label-predicting models on the same rows: how often each triple of truth, A's label and B's label occurred.

Everything that a count-based measure can say about the difference of the two is in this table, so resampling draws
tables and never touches rows.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from probative.errors import BadLabels, EmptyData
from probative.evidence import ConfusionMatrix, Outcomes
from probative.evidence.arrays import Array, Floats, same_length
from probative.evidence.labels import Label, conventional_positive, encode, match_label, ordered
from probative.measurement.registry import Measure, Parameters

DENSE = 1 << 20
"""Up to this many possible triples they are counted in place; above, they are sorted."""


@dataclass(frozen=True, slots=True)
class Joint:
    """The triples that occurred (as codes of `labels`) and how many rows each had.

    >>> joint = Joint.from_labels([1, 1, 0], a=[1, 0, 0], b=[1, 1, 0])
    >>> joint.truth.tolist(), joint.a.tolist(), joint.b.tolist(), joint.counts.tolist()
    ([0, 1, 1], [0, 0, 1], [0, 1, 1], [1, 1, 1])
    """

    labels: tuple[Label, ...]
    truth: Array
    a: Array
    b: Array
    counts: Array
    by_group: Array | None = None
    """The counts of every group of rows, where rows come in groups."""

    @property
    def apart(self) -> int:
        """On how many rows the two models say different things."""
        return int(self.counts[self.a != self.b].sum())

    @classmethod
    def from_labels(
        cls, y_true: object, a: object, b: object, groups: Array | None = None, counts: Array | None = None
    ) -> Joint:
        """Count the rows, and those of each group where `groups` number theirs; `counts`: how many each is."""
        coded = [encode(column, name) for column, name in ((y_true, "y_true"), (a, "a"), (b, "b"))]
        if not same_length(y_true=coded[0][1], a=coded[1][1], b=coded[2][1]):
            raise EmptyData("there are no rows to compare.", remedy="check the filter or the file that made them")
        labels = ordered(label for found, _ in coded for label in found)
        place = {label: i for i, label in enumerate(labels)}
        k, triple = len(labels), np.zeros(len(coded[0][1]), np.int64)
        for found, codes in coded:
            triple *= k
            triple += np.array([place[label] for label in found], np.int64)[codes]
        if groups is not None:
            kinds, which = np.unique(triple, return_inverse=True)
            size = int(groups.max()) + 1
            tables = np.bincount(groups * len(kinds) + which, minlength=size * len(kinds)).reshape(size, -1)
            return cls(labels, kinds // k**2, kinds // k % k, kinds % k, tables.sum(axis=0), tables)
        if k**3 <= DENSE:
            every = np.bincount(triple, counts, k**3).astype(np.int64, copy=False)
            kinds = np.flatnonzero(every)
            times = every[kinds]
        else:
            kinds, which = np.unique(triple, return_inverse=True)
            times = np.bincount(which, counts).astype(np.int64, copy=False)
        return cls(labels, kinds // k**2, kinds // k % k, kinds % k, times)

    @property
    def n(self) -> int:
        """All rows."""
        return int(self.counts.sum())

    def binary(self, pos_label: Label | None = None) -> Joint:
        """The same rows as positive (code 1) or not (code 0)."""
        positive = self.positive(pos_label)
        flags = [column == positive for column in (self.truth, self.a, self.b)]
        place = flags[0] * 4 + flags[1] * 2 + flags[2]
        every = np.bincount(place, self.counts, 8).astype(np.int64)
        kinds = np.flatnonzero(every)
        by_group = None if self.by_group is None else _summed(self.by_group, place, 8)[:, kinds].astype(np.int64)
        return Joint((False, True), kinds // 4, kinds // 2 % 2, kinds % 2, every[kinds], by_group)

    def positive(self, pos_label: Label | None = None) -> int:
        """The code of the positive label."""
        wanted = conventional_positive(self.labels) if pos_label is None else match_label(pos_label, self.labels)
        if wanted is None:
            raise BadLabels(
                "which label is positive is not clear.",
                found="labels " + ", ".join(repr(label) for label in self.labels[:12]),
                remedy="name it with pos_label (--positive), or use a measure of all classes such as macro_f1",
            )
        return self.labels.index(wanted) if wanted in self.labels else -1

    def evidence(self, measure: Measure, which: Array, counts: Array) -> Outcomes | ConfusionMatrix:
        """The evidence of the model with labels `which`, for counts whose last axis follows the triples."""
        if measure.needs is Outcomes:
            place = np.where(self.truth == 1, 1 - which, 3 - which)
            return Outcomes.trusted(0.0, 0.0, 0.0, 0.0).with_cells(_summed(counts, place, 4))
        k = len(self.labels)
        matrix = ConfusionMatrix(self.labels, np.zeros((k, k)))
        return matrix.with_cells(_summed(counts, self.truth * k + which, k * k))

    def values(self, measure: Measure, counts: Array, parameters: Parameters) -> tuple[Floats, Floats]:
        """The measure of both models, for counts whose last axis follows the triples."""
        values = (measure(self.evidence(measure, which, counts), **parameters) for which in (self.a, self.b))
        first, second = (np.atleast_1d(np.asarray(value, np.float64)) for value in values)
        return first, second


def _summed(counts: Array, place: Array, size: int) -> Floats:
    """Sums of the last axis by place."""
    order = np.argsort(place, kind="stable")
    starts = np.flatnonzero(np.diff(place[order], prepend=-1))
    result = np.zeros((*counts.shape[:-1], size))
    result[..., place[order][starts]] = np.add.reduceat(counts[..., order], starts, axis=-1)
    return result
