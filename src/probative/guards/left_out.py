"""Guards about rows that were left out one by one: learners that react to the row that is missing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from probative.evidence.arrays import Array
from probative.evidence.labels import encode
from probative.guards.guard import Guard
from probative.guards.note import Note
from probative.measurement import find
from probative.predictions.scheme import Scheme

POOLED_ONE_OUT = Guard(
    "pooled-leave-one-out-auc",
    "warning",
    "R190",
    "an area, or whatever ranks rows, is made of scores of as many models as rows (leave-one-out)",
    "every model has seen one row less of the class that it is asked about: a learner that only knows the class shares "
    "has an AUC of 0",
    "the plan 'leave-pair-out'",
    "002",
)
REACTS = Guard(
    "leave-one-out-reacts",
    "warning",
    "R190",
    "under leave-one-out a learner says the same of all rows of a class, and not the class; or its numbers fall "
    "exactly as the targets rise",
    "such a learner knows only what is left of the targets, which the row left out has changed: a majority rule on "
    "classes of equal size is wrong every time, and its accuracy of 0, its negative correlation and its mutual "
    "information say nothing about a rule that looks at no input",
    "5 to 10 folds; as a baseline the 'baseline rule' of the table, which is not trained",
    "002",
)


def of_pooled_areas(scheme: Scheme, measures: Mapping[str, object]) -> Iterator[Note]:
    """What ranks rows, from scores of different leave-one-out models."""
    ranking = [name for name in measures if find(name).one_model]
    if scheme.kind == "leave-one-out" and ranking:
        yield POOLED_ONE_OUT(
            "the AUC pools scores of different leave-one-out models and is biased (0 for a learner that only knows "
            "the class shares).",
        )


def of_reaction(model: str, truth: Array, predicted: Array | None, *, classes: bool) -> Iterator[Note]:
    """A learner whose predictions are decided by the row that was left out."""
    if predicted is None or len(truth) < 3:
        return
    found = _swapped(truth, predicted) if classes else _mirrored(truth, predicted)
    if found:
        yield REACTS(
            f"{found}: it reacts to the row left out, and no measure of it says what the learner is worth.",
            model=model,
        )


def _swapped(truth: Array, predicted: Array) -> str:
    """Every class is always taken for the same other one: decided by the class left out, and by nothing else."""
    labels, actual = encode(truth, "the truth")
    said, guess = encode(predicted, "the predictions")
    pairs = np.unique(actual.astype(np.int64) * len(said) + guess)
    if len(pairs) != len(labels) or len(said) < 2:
        return ""
    right = np.asarray(truth, object) == np.asarray(predicted, object)
    if right.mean() > 0.5:
        return ""
    return f"left out one by one, all rows of a class are called the same, {right.mean():.0%} of them rightly"


def _mirrored(truth: Array, predicted: Array) -> str:
    """Predictions on a falling line of the targets: the mean of the others."""
    actual, said = np.asarray(truth, np.float64), np.asarray(predicted, np.float64)
    if np.ptp(actual) == 0 or np.ptp(said) == 0:
        return ""
    with np.errstate(all="ignore"):
        correlation = float(np.corrcoef(actual, said)[0, 1])
    return "left out one by one, the predictions fall exactly as the targets rise" if correlation < -1 + 1e-9 else ""
