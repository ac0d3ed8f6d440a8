"""How close models come: the rows within each tolerance, and those that the leader and another both keep."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from probative.answers.which import Standing
from probative.curves.tolerances import Tolerances
from probative.errors import ProbativeError
from probative.evidence import ValuePairs
from probative.evidence.arrays import Floats
from probative.findings import Findings
from probative.predictions import Predictions


def tolerated(predictions: Predictions, pairs: Mapping[str, ValuePairs], found: Findings) -> Tolerances | None:
    """Of a regression; models are paired where single rows vary: not with weights, counts, clusters or folds."""
    if predictions.target.task != "regression" or not pairs:
        return None
    roles, standing = predictions.roles, Standing.of(found)
    rivals = [name for name in found.rivals if name in pairs]
    alone = roles.weight or roles.groups or roles.fold or roles.count
    if alone or standing is None or len(rivals) < 2:
        return Tolerances.of(pairs)
    try:
        rows = predictions.paired(*rivals)
    except ProbativeError:
        return Tolerances.of(pairs)
    truth = np.asarray(rows.truth, np.float64)
    said: dict[str, Floats] = {
        name: np.asarray(truth - np.asarray(one.predicted, np.float64))
        for name, one in rows.models.items()
        if one.predicted is not None
    }
    return Tolerances.of(pairs, said, standing.leader)
