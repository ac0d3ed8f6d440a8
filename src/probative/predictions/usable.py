"""Columns that measures can use: scores and predicted numbers that are numbers, and finite where they must be."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from probative.predictions.roles import ModelColumns
from probative.predictions.shelf import Shelf
from probative.predictions.target import Target
from probative.sources.number_columns import refuse_infinite, require_numbers


def require_usable(shelf: Shelf, truth: str, target: Target, models: Sequence[ModelColumns]) -> None:
    """Refuse columns that hold something else than their role says, by column and row."""
    scores = [model.score for model in models if model.score]
    finite = [name for model in models for name in model.proba]
    if target.task == "regression":
        finite += [truth, *(model.predicted for model in models if model.predicted)]
    require_numbers(shelf.source, list(dict.fromkeys([*scores, *finite])))
    if not shelf.near:
        return
    for name in dict.fromkeys(finite):
        refuse_infinite(shelf.column(name), name)
    for name in dict.fromkeys(scores):
        column = shelf.column(name).astype(np.float64)
        known = column[np.isfinite(column)]
        # An infinite log odds is the surest of scores; beside probabilities it is a mistake.
        if len(known) and known.min() >= 0 and known.max() <= 1:
            refuse_infinite(column, name, " among numbers between 0 and 1")
