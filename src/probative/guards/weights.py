"""Guards about weights and counts: whole weights are asked about, and counts by model have lost their pairs."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from probative.guards.note import Note
from probative.predictions import Predictions

NO_PAIRS = "every model has counts of its own: they are compared as independent samples"
SAME_ROWS = (
    "if the models saw the same rows, give one table with the labels of all of them and a count of each combination: "
    "paired tests tell more"
)


def of_lost_pairs() -> Note:
    """That models whose rows are only counted are compared without pairs."""
    return Note("counts-not-paired", "note", "R207", f"{NO_PAIRS}.", SAME_ROWS)


def of_weights(predictions: Predictions) -> Iterator[Note]:
    """Weights that are whole numbers may be counts: lines that stand for several rows each."""
    weight, shelf = predictions.roles.weight, predictions.shelf
    if weight is None or predictions.fits or not shelf.near:
        return
    w = shelf.column(weight).astype(np.float64)
    if w.max() <= 1 or w.min() == w.max() or (w != np.floor(w)).any():
        return
    yield Note(
        "weights-look-like-counts",
        "warning",
        "R207",
        f"all weights are whole numbers, up to {w.max():,.0f}: do they count rows? As weights they leave {len(w):,} "
        f"rows, and the intervals are those of so few; as counts they would be {w.sum():,.0f} rows.",
        f"if each line stands for so many equal rows: count={weight!r} (--count {weight}) instead of weight",
    )
