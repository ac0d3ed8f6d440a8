"""The steps of mutual information as a table: every cell of every model's matrix, with what it contributes."""

from __future__ import annotations

import numpy as np

from probative.evidence import ConfusionMatrix
from probative.findings.column import Cell, Column
from probative.findings.table import Table
from probative.findings.tables.evaluated import Evaluated
from probative.measurement.information_steps import mutual_information_steps

MOST_CLASSES = 30


def information_table(findings: Evaluated) -> Table | None:
    """What each cell adds to the mutual information of actual and predicted class, and their sum in bits.

    >>> import probative as pv
    >>> print(information_table(pv.counts([40, 10, 5, 45])))
    Mutual information, cell by cell: p log2 [p / (p(actual) p(predicted))]
    model  actual    predicted  rows     p  p(actual)  p(predicted)      bits
    model  positive  positive     40   0.4        0.5          0.45   0.33203
    model  positive  negative     10   0.1        0.5          0.55  −0.14594
    model  negative  positive      5  0.05        0.5          0.45   −0.1085
    model  negative  negative     45  0.45        0.5          0.55   0.31972
    model  all       all         100     1                            0.39731
    """
    rows: list[tuple[Cell, ...]] = []
    for name, model in findings.models.items():
        if model.confusion is None or len(model.confusion.labels) > MOST_CLASSES or model.confusion.squares is not None:
            continue
        matrix = ConfusionMatrix(model.confusion.labels, np.asarray(model.confusion.counts))
        steps = mutual_information_steps(matrix)
        for cell in steps.cells:
            shares = (cell.joint, cell.p_actual, cell.p_predicted, cell.bits)
            rows.append((name, str(cell.actual), str(cell.predicted), cell.rows, *shares))
        rows.append((name, "all", "all", matrix.n, 1.0, None, None, steps.mutual_information))
    names = ("model", "actual", "predicted")
    numbers = ("p", "p(actual)", "p(predicted)", "bits")
    columns = (
        *(Column(word, "name") for word in names),
        Column("rows", "count"),
        *(Column(word, "number", 5) for word in numbers),
    )
    title = "Mutual information, cell by cell: p log2 [p / (p(actual) p(predicted))]"
    return Table(title, columns, tuple(rows)) if rows else None
