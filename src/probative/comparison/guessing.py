"""What a comparison took for granted because nobody said it."""

from __future__ import annotations

from probative.evidence import ConfusionMatrix, Outcomes
from probative.guards.thresholds import of_thresholds
from probative.predictions import Predictions


def guessed(said: Predictions, *measures: str) -> tuple[str, ...]:
    """The columns and classes that were guessed, and where scores were cut unasked, for measures that count.

    >>> import probative as pv
    >>> table = {"y": [1, 0, 1, 0], "score_A": [0.9, 0.2, 0.4, 0.6], "score_B": [0.8, 0.3, 0.6, 0.1]}
    >>> guessed(pv.read(table, truth="y", scores=["score_A", "score_B"]), "accuracy")
    ('a row is called positive if its score is at least 0.5 (all scores lie between 0 and 1)',)
    """
    if said.task != "classification" or not any(said.kind(name) in (Outcomes, ConfusionMatrix) for name in measures):
        return said.guesses
    # One that was named, or follows from costs that were, is no guess.
    cuts = {model: cut for model in said.spoke if (cut := said.threshold(model)).origin in ("probabilities", "signed")}
    told = (f"{note.model}: {note.text}" if note.model else note.text for note in of_thresholds(cuts)) if cuts else ()
    return (*said.guesses, *(text.rstrip(".") for text in told))
