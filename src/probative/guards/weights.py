"""Guards about weights: numbers that look like counts of rows are asked about."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from probative.guards.note import Note
from probative.predictions import Predictions


def of_weights(predictions: Predictions) -> Iterator[Note]:
    """Weights that are whole numbers may be counts: lines that stand for several rows each."""
    weight, shelf = predictions.roles.weight, predictions.shelf
    if weight is None or predictions.fits or not shelf.near:
        return
    w = shelf.column(weight).astype(np.float64)
    if w.max() <= 1 or (w != np.floor(w)).any():
        return
    yield Note(
        "weights-look-like-counts",
        "warning",
        "R207",
        f"all weights are whole numbers, up to {w.max():,.0f}: do they count rows? As weights they leave {len(w):,} "
        f"rows, and the intervals are those of so few; as counts they would be {w.sum():,.0f} rows.",
        f"if each line stands for so many equal rows: count={weight!r} (--count {weight}) instead of weight",
    )
