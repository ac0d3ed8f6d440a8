"""Tables of what was measured: by model, by class, by slice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from probative.findings.confusion import Confusion
from probative.findings.table import Table
from probative.findings.tables.cells import at_level, cell, count, filled
from probative.inference import Estimate

if TYPE_CHECKING:
    from probative.findings.findings import Findings

IN_CLASSES = ("recall", "precision", "specificity", "f1", "mcc", "auc", "average_precision")
"""Measures that are shown for every class; the others are in findings.models[...].classes."""
MOST_SQUARE = 30
"""Classes up to which a confusion matrix is laid out as a square; beyond, its cells are listed."""


def measures_table(findings: Findings) -> Table:
    """Measures by model, each with its interval.

    >>> import probative as pv
    >>> measures_table(pv.evaluate(truth=[1, 0, 1, 0], predicted=[1, 0, 1, 1], positive=1)).rows[0]
    ('accuracy', '0.75  [0.30, 0.95]')
    """
    names = list(dict.fromkeys(name for model in findings.models.values() for name in model.measures))
    rows = tuple((name, *(cell(model.measures.get(name)) for model in findings.models.values())) for name in names)
    return Table(findings.headline(), ("measure", *findings.models), rows, level=findings.level)


def classes_table(findings: Findings) -> Table | None:
    """Every class against the rest.

    >>> import probative as pv
    >>> found = pv.evaluate(truth=["a", "b", "c", "c"], predicted=["a", "b", "c", "a"])
    >>> classes_table(found).rows[0][:4]
    ('model', 'a', '1', '1.00  [0.21, 1.00]')
    """
    by_class = [(name, label, e) for name, model in findings.models.items() for label, e in model.classes.items()]
    shown = [name for name in IN_CLASSES if any(name in found for *_, found in by_class)]
    rows = [
        (name, label, _rows_of(found), *(cell(found.get(measure)) for measure in shown))
        for name, label, found in by_class
    ]
    columns = ("model", "class", "rows", *shown)
    return filled(f"Each class against the rest{at_level(findings.level)}", columns, rows, "ll", findings.level)


def confusion_table(findings: Findings) -> Table | None:
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
    squares = {name: model.confusion for name, model in findings.models.items() if model.confusion}
    labels = list(dict.fromkeys(str(label) for square in squares.values() for label in square.labels))
    if len(labels) > MOST_SQUARE:
        return _cells_table(squares)
    rows = []
    for name, square in squares.items():
        own = [str(label) for label in square.labels]
        for actual, counts in zip(own, square.counts, strict=True):
            cells = {called: count(n) for called, n in zip(own, counts, strict=True)}
            # A class that this model does not know has no count, which is not a count of 0.
            rows.append((name, actual, *(cells.get(label, "") for label in labels)))
    columns = ("model", "actual", *(f"predicted {label}" for label in labels))
    return filled("Rows by actual and predicted class", columns, rows, "ll")


def _cells_table(squares: dict[str, Confusion]) -> Table | None:
    rows = [
        (name, str(actual), str(called), count(n))
        for name, square in squares.items()
        for actual, counts in zip(square.labels, square.counts, strict=True)
        for called, n in zip(square.labels, counts, strict=True)
        if n
    ]
    columns = ("model", "actual", "predicted", "rows")
    return filled("Rows by actual and predicted class; cells without rows are left out", columns, rows, "lll")


def slices_table(findings: Findings) -> Table | None:
    """Measures on the rows that share a value of a column.

    >>> import probative as pv
    >>> table = {"y": [1, 0, 1, 0], "pred": [1, 0, 1, 1], "site": ["n", "n", "s", "s"]}
    >>> found = pv.evaluate(table, truth="y", predicted="pred", positive=1, by="site")
    >>> slices_table(found).rows[1][:5]
    ('site', 's', 'model', '2', '0.50  [0.09, 0.91]')
    """
    shown = list(dict.fromkeys(name for part in findings.slices for name in part.measures))
    rows = [
        (part.by, str(part.value), part.model, count(part.n), *(cell(part.measures.get(name)) for name in shown))
        for part in findings.slices
    ]
    columns = ("column", "value", "model", "rows", *shown)
    return filled(f"Slices{at_level(findings.level)}", columns, rows, "lll", findings.level)


def _rows_of(found: dict[str, Estimate]) -> str:
    """How many rows are of a class: those that recall is about."""
    n = found["recall"].n if "recall" in found else None
    return "" if n is None else count(n)
