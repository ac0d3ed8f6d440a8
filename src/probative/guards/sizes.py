"""Guards about the size of training and test parts: what a plan trades for what."""

from __future__ import annotations

from collections.abc import Iterator

from probative.guards.guard import Guard
from probative.guards.note import Note
from probative.predictions.scheme import Scheme
from probative.resampling.base import SHARES

LITTLE_DATA = 200
"""Rows below which a hold-out leaves little on either side."""

TRADE_OFF = Guard(
    "hold-out-trade-off",
    "note",
    "R174",
    "rows are split into shares for training and testing (hold-out, Monte Carlo, training/validation/test)",
    SHARES,
    "cross-validation uses every row for both",
    "000",
)
LITTLE = Guard(
    "hold-out-little-data",
    "warning",
    "R183",
    f"a hold-out of fewer than {LITTLE_DATA} rows",
    "a hold-out needs much data: little is left to train on and little to test on",
    "cross-validation ('10x10 stratified') or the bootstrap",
    "002, 003",
)
SINGLE = Guard(
    "single-split",
    "note",
    "R196",
    "models were trained once, on one split",
    "a single split does not show how much the learner varies with its training rows",
    "repeat it: '10x10 stratified', 'monte-carlo 100'",
    "002",
)
LEAVE_ONE_OUT = Guard(
    "leave-one-out",
    "warning",
    "R182",
    "every row is left out by itself",
    "as many trainings as rows, on nearly identical training sets, which hide how much the learner varies",
    "5 to 10 folds, repeated",
    "002",
)
FEW_FOLDS = Guard(
    "few-folds",
    "note",
    "R181",
    "fewer than 5 folds",
    "models are trained on much less than all rows: they are weaker, and the risk is over-estimated",
    "5 to 10 folds are recommended",
    "002",
)
MANY_FOLDS = Guard(
    "many-folds",
    "note",
    "R182",
    "more than 10 folds",
    "training sets are nearly identical and hide how much the learner varies with its rows",
    "5 to 10 folds are recommended",
    "002",
)


def of_parts(scheme: Scheme, n: int) -> Iterator[Note]:
    """What the sizes of training and test parts mean for the numbers."""
    if scheme.kind in ("hold-out", "monte-carlo"):
        yield TRADE_OFF(f"{SHARES}.")
    if scheme.kind == "hold-out":
        if n < LITTLE_DATA:
            yield LITTLE(f"a hold-out of {n} rows leaves little to train and little to test on.", n=n)
        yield SINGLE("a single split does not show how much the learner varies with its training rows.")
    if scheme.kind == "leave-one-out":
        yield LEAVE_ONE_OUT(
            f"{scheme.splits:,} nearly identical training sets hide how much the learner varies with its rows.",
            trainings=scheme.splits,
        )
    if scheme.kind == "k-fold" and scheme.k:
        yield from _of_folds(scheme.k)


def _of_folds(k: int) -> Iterator[Note]:
    """Fewer folds than 5, or more than 10."""
    if k < 5:
        yield FEW_FOLDS(
            f"{k} folds: weaker models, whose risk is systematically over-estimated; but training sets that share "
            "less, so that their variability becomes visible.",
            folds=k,
        )
    elif k > 10:
        yield MANY_FOLDS(f"{k} folds: nearly identical training sets.", folds=k)
