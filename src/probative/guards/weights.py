"""Guards about weights and counts: whole weights are asked about, and counts by model have lost their pairs."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from probative.guards.guard import Guard
from probative.guards.note import Note
from probative.predictions import Predictions

NO_PAIRS = "every model has counts of its own: they are compared as independent samples"
SAME_ROWS = (
    "if the models saw the same rows, give one table with the labels of all of them and a count of each combination: "
    "paired tests tell more"
)
LOST_PAIRS = Guard(
    "counts-not-paired",
    "note",
    "R207",
    "models are known by counts of their own only, not row by row",
    "which rows both models got wrong is lost, so they are compared as independent samples, which tells less",
    SAME_ROWS,
)
LIKE_COUNTS = Guard(
    "weights-look-like-counts",
    "warning",
    "R207",
    "all weights are whole numbers, not all equal, and some are above 1",
    "a line that stands for many rows is many rows: as a weight it leaves intervals those of the lines",
    "if each line stands for so many equal rows: count= (--count) instead of weight",
)


def of_lost_pairs() -> Note:
    """That models whose rows are only counted are compared without pairs."""
    return LOST_PAIRS(f"{NO_PAIRS}.")


def of_weights(predictions: Predictions) -> Iterator[Note]:
    """Weights that are whole numbers may be counts: lines that stand for several rows each."""
    weight, shelf = predictions.roles.weight, predictions.shelf
    if weight is None or predictions.fits or not shelf.near:
        return
    w = shelf.column(weight).astype(np.float64)
    if w.max() <= 1 or w.min() == w.max() or (w != np.floor(w)).any():
        return
    yield LIKE_COUNTS(
        f"all weights are whole numbers, up to {w.max():,.0f}: do they count rows? As weights they leave {len(w):,} "
        f"rows, and the intervals are those of so few; as counts they would be {w.sum():,.0f} rows.",
        f"if each line stands for so many equal rows: count={weight!r} (--count {weight}) instead of weight",
        columns=(weight,),
        lines=len(w),
        counted=float(w.sum()),
    )
