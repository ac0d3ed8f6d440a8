"""Guards about values of folds: those that do not exist, and those of rows that were left out one by one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from probative.guards.guard import Guard
from probative.guards.note import Note
from probative.predictions import Resampled
from probative.predictions.scheme import Scheme

UNDEFINED = Guard(
    "folds-undefined",
    "warning",
    "R9",
    "a measure does not exist on some test sets",
    "means of folds leave these folds out, and so are of the other folds only",
    "larger or stratified folds, or the pooled value",
)
POOLED_ONE_OUT = Guard(
    "pooled-leave-one-out-auc",
    "warning",
    "R190",
    "an AUC is made of scores of as many models as rows (leave-one-out)",
    "every model has seen one row less of the class that it is asked about: a learner that only knows the class shares "
    "has an AUC of 0",
    "the plan 'leave-pair-out'",
    "002",
)


def of_folds(models: Mapping[str, Mapping[str, Resampled]]) -> Iterator[Note]:
    """Folds without a value, of the measures of every model."""
    for name, found in models.items():
        gaps = {measure: part.undefined for measure, part in found.items() if part.undefined}
        if gaps:
            measure = max(gaps, key=gaps.__getitem__)
            yield UNDEFINED(
                f"{', '.join(f'{m} in {k} folds' for m, k in gaps.items())} undefined; "
                f"their means leave these folds out.",
                f"larger or stratified folds, or the pooled {measure}",
                model=name,
                folds=max(gaps.values()),
            )


def of_pooled_auc(scheme: Scheme, measures: Mapping[str, object]) -> Iterator[Note]:
    """AUC from scores of different leave-one-out models."""
    if scheme.kind == "leave-one-out" and "auc" in measures:
        yield POOLED_ONE_OUT(
            "the AUC pools scores of different leave-one-out models and is biased (0 for a learner that only knows "
            "the class shares)."
        )
