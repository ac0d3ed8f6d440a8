"""Folds that were made elsewhere: what their numbers and rows tell about the plan."""

from __future__ import annotations

import numpy as np

from probative.evidence.labels import encode
from probative.predictions.prediction_table import PredictionTable
from probative.predictions.provenance import Provenance
from probative.predictions.scheme import Overlap, Scheme


def given_folds(table: PredictionTable) -> Provenance:
    """What a run would have said of its plan, as far as the table shows it.

    Every row in one test set of each repeat is k-fold cross-validation, whose trainings saw all other rows.
    """
    model = table.spoke[0]
    rows = table.rows(model).values
    fold = encode(rows[table.roles.fold or ""], "folds")[1]
    repeat = encode(rows[table.roles.repeat], "repeats")[1] if table.roles.repeat else np.zeros(len(fold), np.intp)
    row = encode(rows[table.roles.row], "rows")[1] if table.roles.row else np.arange(len(fold))
    place = repeat * (int(fold.max()) + 1) + fold
    splits, n, repeats = len(np.unique(place)), int(row.max()) + 1, int(repeat.max()) + 1
    tests = np.bincount(repeat * n + row, minlength=repeats * n)
    covering = bool((tests == 1).all())
    k = splits // repeats
    kind = "leave-one-out" if covering and k == n else "k-fold" if covering and k > 1 else "other"
    kind = "hold-out" if splits == 1 else kind
    single = kind == "leave-one-out"
    shared: Overlap = "tests" if np.bincount(row).max() > 1 else "training" if splits > 2 else "none"
    k_fold = k if kind == "k-fold" else None
    scheme = Scheme(kind, k_fold, overlap=shared, single=single, splits=splits, repeats=repeats)
    words = f"{repeats} x {k}" if repeats > 1 else f"{k}"
    return Provenance(description=f"{words} folds made elsewhere", scheme=scheme, n=n)
