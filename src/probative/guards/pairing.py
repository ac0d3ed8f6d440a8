"""Guards about pairing: what is compared as pairs must have been tested on the same parts of the rows."""

from __future__ import annotations

from probative.guards.guard import Guard

SPLITS_DIFFER = Guard(
    "splits-differ",
    "error",
    "R186",
    "models of one table, or of two runs, were tested on the same rows in different folds; refused as pairs unless "
    "forced",
    "the models learned from different rows, so that a difference between them is partly one between training sets, "
    "which a paired test takes for a difference between learners",
    "train both under one plan with one seed (probative run), or test both on one set of rows that neither was trained "
    "on",
    "003",
)
