"""Guards about columns that are copies: two models that say the same, and a model that says the truth."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from probative.errors import ProbativeError
from probative.evidence import ClassScores, ConfusionMatrix, Ladder, ValuePairs
from probative.evidence.arrays import Array
from probative.guards.guard import Guard
from probative.guards.note import Note
from probative.predictions import Predictions

DISTINCT = 10
"""Distinct values above which equal columns are no coincidence."""
MOST = 20
"""Models that are looked at pair by pair."""

SAME_SCORES = Guard(
    "models-say-the-same",
    "warning",
    "",
    f"two models have equal scores, probabilities or predicted numbers in every row, more than {DISTINCT} distinct "
    "ones, and no labels that differ",
    "one column was copied, or one model was saved twice: a comparison of the two is of one with itself",
    "check where the columns come from",
)
TRUTH = Guard(
    "truth-among-predictions",
    "warning",
    "",
    f"predicted numbers equal the true ones in every row, more than {DISTINCT} distinct ones",
    "no model of numbers is right to the last digit: the column of the truth was taken for predictions",
    "name the column of predictions: predicted= (--predicted)",
)


def of_copies(predictions: Predictions) -> Iterator[Note]:
    """Models that are copies of each other or of the truth."""
    p = predictions
    if not p.shelf.near or p.target.task == "graded":
        return
    kept = {model: said for model in p.spoke[:MOST] if (said := _said(p, model)) is not None}
    if p.target.task == "regression":
        for model, (truth, numbers) in kept.items():
            if len(truth) > DISTINCT and np.array_equal(truth, numbers):
                yield TRUTH("the predictions equal the true values in every row.", model=model)
    for a, b in combinations(kept, 2):
        same = len(kept[a][0]) > DISTINCT and all(map(np.array_equal, kept[a], kept[b]))
        if same and _row_by_row(p, a, b):
            yield SAME_SCORES("both say exactly the same of every row.", models=(a, b))


def _row_by_row(p: Predictions, a: str, b: str) -> bool:
    """Whether two models with equal counts say the same of each row, and not of other rows of the same class.

    Rows that cannot be put side by side, as in repeats of folds, are taken for the same.
    """
    try:
        one, other = p.paired(a, b).models.values()
    except ProbativeError:
        return True
    columns = [(one.score, other.score), (one.proba, other.proba), (one.predicted, other.predicted)]
    said = [(x, y) for x, y in columns if x is not None and y is not None]
    return all(np.array_equal(x, y) for x, y in said)


def _said(p: Predictions, model: str) -> tuple[Array, ...] | None:
    """What a model said, counted by distinct row, so that the order of rows leaves no trace; None of labels alone."""
    columns = p.by_model[model]
    if p.target.task == "regression":
        pairs = p.evidence(ValuePairs, model).total()
        return pairs.truth, pairs.predicted
    if columns.score:
        ladder = p.evidence(Ladder, model).total()
        return ladder.scores, ladder.positives, ladder.negatives, *_called(p, model)
    if columns.proba:
        scores = p.evidence(ClassScores, model).total()
        return scores.truth, scores.scores, *_called(p, model)
    return None


def _called(p: Predictions, model: str) -> tuple[Array, ...]:
    """How a model's own labels fell: a threshold that was moved leaves the scores as they are."""
    return (p.evidence(ConfusionMatrix, model).total().counts,) if p.by_model[model].predicted else ()
