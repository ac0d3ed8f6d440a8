"""The tests of one model, counted by row of the data."""

from __future__ import annotations

import numpy as np

from probative.evidence.labels import encode
from probative.predictions.prediction_table import PredictionTable
from probative.predictions.times_tested import TimesTested


def tests_of_rows(table: PredictionTable, model: str) -> TimesTested | None:
    """How often each row was tested by one model; None where rows have no ids."""
    row = table.roles.row
    if row is None:
        return None
    ids, n = table.listed(model)[0].values[row], table.n
    numbered = ids.dtype.kind in "iu" and len(ids) and ids.min() >= 0 and ids.max() < n
    # Ids that are no numbers of rows are taken in their order.
    codes = ids if numbered else encode(ids, row)[1]
    return TimesTested.counted(np.bincount(codes, minlength=n))
