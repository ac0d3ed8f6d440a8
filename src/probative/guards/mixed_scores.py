"""Guards that look at scores of different fitted models, put into one order as if they were one model's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isfinite

from probative.guards.guard import Guard
from probative.guards.note import Note
from probative.predictions import Resampled

MIXED = Guard(
    "scores-of-several-models",
    "warning",
    "R103",
    "scores come from several trainings, and a curve or an area pools them",
    "scores of different fitted models are not one scale: a shift between models looks like a fault of the ranking",
    "read the mean of folds and the curves of folds (the picture roc-folds), not the pooled ones",
    "002, 003",
)


def of_mixed_scores(models: Mapping[str, Mapping[str, Resampled]]) -> Iterator[Note]:
    """A pooled curve of several models' scores: said once, by the model whose pooled area is the farthest off."""
    areas = {name: found["auc"] for name, found in models.items() if "auc" in found and len(found["auc"].folds) > 1}
    gaps = {name: abs(found.pooled.value - found.fold_mean.value) for name, found in areas.items()}
    known = {name: gap for name, gap in gaps.items() if isfinite(gap)}
    if not areas:
        return
    folds = max(len(found.folds) for found in areas.values())
    example = ""
    if known:
        worst = max(known, key=known.__getitem__)
        mean, pooled = areas[worst].fold_mean.value, areas[worst].pooled.value
        example = f" {worst}: mean of folds {mean:.3f}, pooled {pooled:.3f}."
    yield MIXED(
        f"scores of {folds} fitted models, one for each test set, are not one scale. AUC and its kin are means of "
        f"folds; pooled curves, slices, and what a threshold gives, mix the models.{example}",
        folds=folds,
    )
