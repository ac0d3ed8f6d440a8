"""The confusion matrix of one model as a square of shades."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from probative.evidence.confusion import row_shares
from probative.findings import Confusion, Findings
from probative.findings.text import count
from probative.pictures import Axis, Cells, Chart
from probative.pictures.words import LONGEST, clipped
from probative.report.charts.kind import Data, Options, Series, chart

MOST_NUMBERS = 30
"""Classes up to which counts are written into the cells."""
FEW = 12
"""Classes beyond which small shares matter: their shades are by logarithm."""


def _gather(findings: Findings, _: Options) -> Data | None:
    """Labels and counts of every model's matrix."""
    found = {name: matrix_values(model.confusion) for name, model in findings.models.items() if model.confusion}
    return {"models": found} if found else None


def matrix_values(matrix: Confusion) -> Data:
    """What is drawn of one matrix."""
    return {"labels": list(matrix.labels), "counts": [list(row) for row in matrix.counts]}


@chart("confusion", place=60, gather=_gather, single=True)
def confusion(data: Data, series: Series) -> Chart:
    """Rows are actual, columns predicted classes; a cell is the darker, the larger its share of the row."""
    ((name, matrix),) = data["models"].items()
    counts = np.array(matrix["counts"], np.float64)
    k = len(counts)
    words = tuple(tuple(map(count, row)) for row in counts.tolist()) if k <= MOST_NUMBERS else ()
    log = k > FEW
    shades = ", log shades" if log else ""
    labels = [str(label) for label in matrix["labels"]]
    side = min(max(310.0, 110 + 30.0 * k), 750.0)
    title = f"Confusion matrix of {clipped(name)}: rows actual, columns predicted, darker for a larger share of the row"
    return Chart(
        title,
        Axis.choices("Predicted class", labels),
        replace(Axis.rows(labels), name="Actual class"),
        (Cells(row_shares(counts), words, log, hint=f"Share of the actual class{shades}"),),
        caption=f"Share of each actual class (rows){shades}",
        heading=clipped(name, LONGEST),
        width=side,
        height=side,
    )
