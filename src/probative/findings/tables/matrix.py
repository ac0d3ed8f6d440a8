"""Confusion matrices for reading: the names of the cells, the sums at the margins, the threshold, in either layout."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan

import numpy as np

from probative.errors import BadParameter
from probative.evidence.arrays import Floats
from probative.findings.column import Cell, Column
from probative.findings.confusion import Confusion
from probative.findings.model import ModelFindings
from probative.findings.table import Table
from probative.findings.tables.evaluated import Evaluated
from probative.findings.text import count, significant

LAYOUTS = ("actual-rows", "predicted-rows")
"""Which classes stand in the rows."""
CELLS = np.array([["TP", "FN"], ["FP", "TN"]])
MOST_CLASSES = 30
"""Classes up to which a matrix can be read as a square."""


def matrix_table(findings: Evaluated, layout: str = "actual-rows") -> Table | None:
    """Rows by actual and predicted class with sums and names of cells; None without a matrix that can be read.

    >>> import probative as pv
    >>> print(matrix_table(pv.counts([40, 10, 5, 45]), "predicted-rows"))
    Rows by predicted class (down) and actual class (across)
    model  threshold  predicted  actual positive  actual negative  all
    model  labels     positive   TP 40            FP 5             45
    model  labels     negative   FN 10            TN 45            55
    model  labels     all        P 50             N 50             100
    """
    if layout not in LAYOUTS:
        raise BadParameter("there is no such layout.", found=layout, remedy=" or ".join(LAYOUTS))
    known = {name: model for name, model in findings.models.items() if model.confusion is not None}
    if not known:
        return None
    labels = list(dict.fromkeys(str(label) for model in known.values() for label in _labels(model)))
    if len(labels) > MOST_CLASSES:
        return None
    down, across = ("actual", "predicted") if layout == "actual-rows" else ("predicted", "actual")
    names = ("model", "threshold", down, *(f"{across} {label}" for label in labels), "all")
    columns = tuple(Column(name, "name" if i in (0, 2) else "words") for i, name in enumerate(names))
    rows = [row for name, model in known.items() for row in _rows(name, model, labels, layout)]
    what = "Weights of rows" if findings.about.weight else "Rows"
    title = f"{what} by {down} class (down) and {across} class (across)"
    return Table(title, columns, tuple(rows))


def transposed_matrix_table(findings: Evaluated) -> Table | None:
    """The same with predicted classes in rows."""
    return matrix_table(findings, "predicted-rows")


def _labels(model: ModelFindings) -> tuple[object, ...]:
    assert model.confusion is not None
    return model.confusion.labels


def _rows(name: str, model: ModelFindings, labels: list[str], layout: str) -> list[tuple[Cell, ...]]:
    assert model.confusion is not None
    written = _Written.of(model.confusion, two=not model.classes)
    if layout == "predicted-rows":
        written = written.turned()
    own = [str(label) for label in _labels(model)]
    head = (name, _threshold(model))
    rows: list[tuple[Cell, ...]] = []
    for label, cells, total in zip((*own, "all"), written.cells, written.totals, strict=True):
        by_label = dict(zip(own, cells, strict=True))
        # A class that this model does not know has no count, which is not a count of 0.
        rows.append((*head, label, *(by_label.get(column) for column in labels), total))
    return rows


def _threshold(model: ModelFindings) -> str:
    """Where scores were cut, or that labels were given."""
    if model.threshold is None or isnan(model.threshold):
        return "likeliest class" if model.outlines else "labels"
    return f"at least {significant(model.threshold)}"


@dataclass(frozen=True, slots=True)
class _Written:
    """The cells of a matrix and its margins as text, sums in the last row and in `totals`."""

    cells: tuple[tuple[str, ...], ...]
    totals: tuple[str, ...]

    @classmethod
    def of(cls, matrix: Confusion, *, two: bool) -> _Written:
        """With actual classes in rows; of two classes, the positive one first, every cell has a name."""
        counts = np.asarray(matrix.counts, np.float64)
        inner = _texts(counts, CELLS if two else None)
        below = _texts(counts.sum(axis=0)[None, :], None)
        beside = _texts(counts.sum(axis=1)[None, :], np.array([["P", "N"]]) if two else None)[0]
        return cls((*inner, *below), (*beside, count(float(counts.sum()))))

    def turned(self) -> _Written:
        """With predicted classes in rows."""
        *inner, below = self.cells
        *beside, total = self.totals
        return _Written((*zip(*inner, strict=True), tuple(beside)), (*below, total))


def _texts(
    numbers: Floats, names: np.ndarray[tuple[int, ...], np.dtype[np.str_]] | None
) -> tuple[tuple[str, ...], ...]:
    texts = [[count(float(number)) for number in row] for row in numbers]
    if names is None:
        return tuple(tuple(row) for row in texts)
    pairs = (zip(row, cells, strict=True) for row, cells in zip(names.tolist(), texts, strict=True))
    return tuple(tuple(f"{name} {text}" for name, text in row) for row in pairs)
