"""Tables of who is taken for whom: whole matrices, and the pairs of classes that are confused most."""

from __future__ import annotations

from collections.abc import Mapping

from probative.findings.column import Cell, Column
from probative.findings.confusion import Confusion
from probative.findings.table import Table
from probative.findings.tables.evaluated import Evaluated

MOST_SQUARE = 30
"""Classes up to which a confusion matrix is laid out as a square; beyond, its cells are listed."""
NAMES = tuple(Column(name, "name") for name in ("model", "actual", "predicted"))


def confusion_table(findings: Evaluated) -> Table | None:
    """Rows by actual and predicted class: squares, or lists of cells where there are many classes.

    >>> import probative as pv
    >>> found = pv.evaluate(truth=["a", "b", "c", "c"], predicted=["a", "b", "c", "a"])
    >>> print(confusion_table(found))
    Rows by actual and predicted class
    model  actual  predicted a  predicted b  predicted c
    model  a                 1            0            0
    model  b                 0            1            0
    model  c                 1            0            1
    """
    matrices = _matrices(findings)
    if not matrices:
        return None
    return squares(matrices) if len(_labels(matrices)) <= MOST_SQUARE else _listed(matrices)


def squares(matrices: Mapping[str, Confusion]) -> Table:
    """Matrices of some models below each other, with a column for each class that one of them knows."""
    labels = _labels(matrices)
    rows: list[tuple[Cell, ...]] = []
    for name, matrix in matrices.items():
        own = [str(label) for label in matrix.labels]
        for actual, counts in zip(own, matrix.counts, strict=True):
            cells = {called: float(n) for called, n in zip(own, counts, strict=True)}
            # A class that this model does not know has no count, which is not a count of 0.
            rows.append((name, actual, *(cells.get(label) for label in labels)))
    columns = (*NAMES[:2], *(Column(f"predicted {label}", "count") for label in labels))
    return Table("Rows by actual and predicted class", columns, tuple(rows))


def confused_table(findings: Evaluated) -> Table | None:
    """Which of several classes are taken for which, the most frequent mistakes first.

    >>> import probative as pv
    >>> found = pv.evaluate(truth=["a", "b", "c", "c"], predicted=["a", "b", "c", "a"])
    >>> print(confused_table(found))
    Classes that are taken for each other, most often first
    model  actual  predicted  rows  of the actual
    model  c       a             1           50 %
    """
    rows: list[tuple[Cell, ...]] = []
    for name, matrix in _matrices(findings).items():
        if len(matrix.labels) > 2:
            sums = dict(zip(map(str, matrix.labels), (float(sum(row)) for row in matrix.counts), strict=True))
            wrong = [(actual, called, n) for actual, called, n in _cells(matrix) if actual != called]
            rows += [(name, a, b, n, n / sums[a]) for a, b, n in sorted(wrong, key=lambda cell: -cell[2])]
    columns = (*NAMES, Column("rows", "count"), Column("of the actual", "share"))
    return Table("Classes that are taken for each other, most often first", columns, tuple(rows)) if rows else None


def _listed(matrices: Mapping[str, Confusion]) -> Table:
    rows = tuple((name, *cell) for name, matrix in matrices.items() for cell in _cells(matrix))
    title = "Rows by actual and predicted class; cells without rows are left out"
    return Table(title, (*NAMES, Column("rows", "count")), rows)


def _matrices(findings: Evaluated) -> dict[str, Confusion]:
    return {name: model.confusion for name, model in findings.models.items() if model.confusion}


def _labels(matrices: Mapping[str, Confusion]) -> list[str]:
    return list(dict.fromkeys(str(label) for matrix in matrices.values() for label in matrix.labels))


def _cells(matrix: Confusion) -> list[tuple[str, str, float]]:
    """Actual class, predicted class and rows, where there are any."""
    labels = [str(label) for label in matrix.labels]
    return [
        (actual, called, float(n))
        for actual, counts in zip(labels, matrix.counts, strict=True)
        for called, n in zip(labels, counts, strict=True)
        if n
    ]
