"""The record of one training, which goes with the predictions that came of it."""

from __future__ import annotations

from dataclasses import dataclass

from probative.records import Document, Record


@dataclass(frozen=True, slots=True)
class Fit(Record):
    """The record of one training: where, how long, what was chosen, and what went wrong."""

    model: str
    repeat: int
    fold: int
    n_train: int
    n_test: int
    seed: int
    fit_seconds: float = 0.0
    predict_seconds: float = 0.0
    how: str = "trained"
    chosen: Document | None = None
    selection_score: float | None = None
    """The value that won the choice inside the training rows: optimistic, and no estimate of the risk."""
    corrected_score: float | None = None
    """The same less its estimated optimism, where the choice was made over folds."""
    criterion: str | None = None
    """What the choice went by."""
    training_guess: float | int | bool | str | None = None
    """What a rule would say that knows the training targets only: their mean, or their largest class."""
    missing_classes: tuple[str, ...] = ()
    redrawn: int = 0
    warnings: tuple[str, ...] = ()
    error: str | None = None
