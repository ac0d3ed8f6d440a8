"""How close models come: the rows within each tolerance, and those that the leader and another both keep."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from probative.answers.which import Standing
from probative.curves.tolerances import Kept, Tolerances, both_within
from probative.errors import ProbativeError
from probative.evidence import ValuePairs
from probative.evidence.arrays import Floats
from probative.findings import Findings
from probative.predictions import Predictions
from probative.sources.far import FarRows
from probative.sources.staying import staying_rows


def tolerated(predictions: Predictions, pairs: Mapping[str, ValuePairs], found: Findings) -> Tolerances | None:
    """Of a regression; models are paired where single rows vary: not with weights, counts, clusters or folds."""
    if predictions.target.task != "regression" or not pairs:
        return None
    roles, standing = predictions.roles, Standing.of(found)
    rivals = [name for name in found.rivals if name in pairs]
    alone = roles.weight or roles.groups or roles.fold or roles.count
    if alone or standing is None or len(rivals) < 2:
        return Tolerances.of(pairs)
    if predictions.far:
        return Tolerances.of(pairs, _far_rows(predictions, rivals, standing.leader), standing.leader)
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


def _far_rows(predictions: Predictions, rivals: Sequence[str], leader: str) -> Kept | None:
    """What counts, batch by batch, the rows that the leader and another model both keep within tolerances."""
    rows = staying_rows(predictions.source, predictions.names(*rivals)).require(predictions.missing)
    if not isinstance(rows, FarRows):
        return None
    said = {name: predictions.by_model[name].predicted or "" for name in rivals}

    def kept(at: Floats) -> dict[str, Floats]:
        found = {name: np.zeros(len(at)) for name in rivals if name != leader}
        for *columns, truth in rows.beside(list(said.values()), predictions.roles.truth, None):
            away = {name: np.abs(truth - column) for name, column in zip(said, columns, strict=True)}
            for name in found:
                found[name] += both_within(away[leader], away[name], at)
        return found

    return kept
