"""Decisions of several models as points of the ROC diagram: who dominates whom, and who can never be the best."""

from __future__ import annotations

import numpy as np

from probative.curves.points import RocPoints
from probative.findings.column import Column
from probative.findings.table import Table
from probative.findings.tables.evaluated import Evaluated
from probative.measurement.declaring import ratio

MOST = 100
"""Models up to which every pair is looked at."""
PLACES = {"vertex": "yes", "on": "on an edge", "below": "no: never optimal"}
"""What the hull says about a point, in a word."""


def roc_points_table(findings: Evaluated) -> Table | None:
    """The rates of every model, its place at the hull, and whom it dominates; None of fewer than two models.

    A model dominates another where it is no worse in both rates and better in one: a partial order, so that most pairs
    are not comparable without costs. Below the hull, no costs and class shares make a model the best.

    >>> import probative as pv
    >>> print(roc_points_table(pv.counts({"C1": [80, 20, 50, 50], "C2": [60, 40, 20, 80], "C3": [40, 60, 30, 70]})))
    Points of the ROC diagram; pairs that do not dominate each other are not comparable without costs
    model  FPR  TPR  TPR / FPR  on the hull        dominates
    C1     0.5  0.8        1.6  yes
    C2     0.2  0.6          3  yes                C3
    C3     0.3  0.4      1.333  no: never optimal
    """
    known = {}
    for name, model in findings.models.items():
        if model.confusion is not None and len(model.confusion.labels) == 2:
            (tp, fn), (fp, tn) = model.confusion.counts
            if tp + fn and fp + tn:
                known[name] = fp / (fp + tn), tp / (tp + fn)
    if not 2 <= len(known) <= MOST:
        return None
    fpr, tpr = np.array(list(known.values())).T
    points = RocPoints(tuple(known), fpr, tpr)
    place, worse = points.hull().place(fpr, tpr), points.dominance()
    rows = tuple(
        (name, *known[name], float(slope), PLACES[where], ", ".join(b for a, b in worse if a == name))
        for name, where, slope in zip(known, place.tolist(), np.atleast_1d(ratio(tpr, fpr)), strict=True)
    )
    columns = (
        Column("model", "name"),
        *(Column(word, "number", 4) for word in ("FPR", "TPR", "TPR / FPR")),
        Column("on the hull"),
        Column("dominates"),
    )
    title = "Points of the ROC diagram; pairs that do not dominate each other are not comparable without costs"
    return Table(title, columns, rows)
