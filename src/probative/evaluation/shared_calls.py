"""What the leading model calls positive together with each of the others."""

from __future__ import annotations

import numpy as np

from probative.answers.which import Standing
from probative.curves.outline import Outline
from probative.curves.shared_calls import SharedCalls
from probative.errors import ProbativeError
from probative.evidence.arrays import Array
from probative.evidence.labels import positives
from probative.findings import Findings
from probative.predictions import Predictions
from probative.predictions.same_rows import SameRows


def calls_together(predictions: Predictions, found: Findings) -> tuple[SharedCalls, ...]:
    """The leader with each rival; nothing where intervals of single rows would not hold: weights, clusters, folds."""
    roles, standing = predictions.roles, Standing.of(found)
    if (
        standing is None
        or predictions.far
        or not predictions.binary
        or roles.weight
        or roles.groups
        or roles.fold
        or roles.count
    ):
        return ()
    names = [name for name in standing.values if found.models[name].outline]
    if len(names) < 2 or names[0] != standing.leader:
        return ()
    try:
        rows = predictions.paired(*names)
    except ProbativeError:
        return ()
    truth = positives(rows.truth, predictions.target.positive)
    return tuple(_pair(rows, found, truth, names[0], other) for other in names[1:])


def _pair(rows: SameRows, found: Findings, truth: Array, first: str, other: str) -> SharedCalls:
    outlines, called = [], []
    for name in (first, other):
        outline = found.models[name].outline
        assert outline is not None
        outlines.append(Outline.from_dict(outline))
        called.append(_called(rows, found, name))
    a, b = called
    both = None if a is None or b is None else (a, b)
    return SharedCalls.of((first, other), (outlines[0], outlines[1]), rows.placed(truth, (first, other)), both)


def _called(rows: SameRows, found: Findings, name: str) -> Array | None:
    """The rows that a model calls positive as evaluated: by its labels where there are any, else at its threshold."""
    said, cut = rows.models[name], found.models[name].threshold
    if said.predicted is not None:
        return np.asarray(said.predicted == rows.target.positive)
    return None if cut is None or said.score is None else np.asarray(said.score >= cut)
