"""Columns that measures can use: scores and predicted numbers that are numbers, and finite where they must be."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from probative.errors import BadLabels
from probative.evidence.arrays import Array
from probative.evidence.labels import Label, encode
from probative.predictions.roles import ModelColumns, Roles
from probative.predictions.shelf import Shelf
from probative.predictions.target import Target
from probative.sources.columns import missing_in
from probative.sources.number_columns import as_floats, refuse_infinite, require_numbers


def predicted_labels(shelf: Shelf, roles: Roles) -> set[Label]:
    """All labels that any model predicts, where rows are at hand."""
    columns = [shelf.column(name) for name in roles.predicted] if shelf.near else []
    return {label for column in columns for label in encode(column[~missing_in(column)], "predicted")[0]}


def require_usable(shelf: Shelf, truth: str, target: Target, models: Sequence[ModelColumns]) -> None:
    """Refuse columns that hold something else than their role says, by column and row."""
    scores = [model.score for model in models if model.score]
    finite = [name for model in models for name in model.proba]
    if target.task == "regression":
        finite += [truth, *(model.predicted for model in models if model.predicted)]
    require_numbers(shelf.source, list(dict.fromkeys([*scores, *finite])))
    if not shelf.near:
        return
    if target.task == "classification":
        for name in dict.fromkeys(model.predicted for model in models if model.predicted):
            _refuse_scores(shelf.column(name), name, target)
    for name in dict.fromkeys(finite):
        refuse_infinite(shelf.column(name), name)
    for name in dict.fromkeys(scores):
        column = as_floats(shelf.column(name), name)
        if not np.isinf(column).any():
            continue
        known = column[np.isfinite(column)]
        # An infinite log odds is the surest of scores; beside probabilities it is a mistake.
        if len(known) and known.min() >= 0 and known.max() <= 1:
            refuse_infinite(column, name, " among numbers between 0 and 1")


def _refuse_scores(column: Array, name: str, target: Target) -> None:
    """Numbers with fractions that are no labels of the truth were meant as something else."""
    if column.dtype.kind != "f":
        return
    broken = column[np.isfinite(column) & (column != np.floor(column))]
    if not len(broken) or {*broken.tolist()} & {*target.labels}:
        return
    scores = len(target.labels) <= 2
    # An array is called so; a column of a table may be, too.
    array = "an array is y_score=, not y_pred=; of a column, " if name == "y_pred" else ""
    raise BadLabels(
        f"column {name!r} holds numbers, not labels.",
        found=f"{broken[0]:g}; the labels are {', '.join(map(str, target.labels[:6]))}",
        remedy=f"these look like scores: {array}scores={name!r} (--score {name})"
        if scores
        else "name a column of labels",
    )
