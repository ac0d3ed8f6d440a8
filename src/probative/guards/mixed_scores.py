"""Guards that look at scores of different fitted models, put into one order as if they were one model's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isfinite

from probative.guards.guard import Guard
from probative.guards.note import Note
from probative.predictions import Resampled

MIXED = Guard(
    "scores-of-several-models",
    "note",
    "R103",
    "scores come from several trainings, and a curve or an area pools them",
    "scores of different fitted models are not one scale: a shift between models looks like a fault of the ranking",
    "read the mean of folds and the curves of folds (the picture roc-folds), not the pooled ones",
    "002, 003",
)


FAR = 0.03
"""How far a pooled area may lie from the mean of folds before the mixture is seen to matter."""
OFF = Guard(
    "pooled-area-off",
    "warning",
    "R103",
    f"the pooled AUC differs from the mean of folds by more than {FAR:g}, and by more than that mean's interval allows",
    "the scores of the folds' models are on different scales: the pooled curve ranks models, not rows",
    "read the mean of folds and the curves of folds (the picture roc-folds); calibrate the scores if they must be "
    "pooled",
    "002",
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
    for name, gap in known.items():
        mean = areas[name].fold_mean
        if gap > max(FAR, (mean.high - mean.low) / 2):
            yield OFF(
                f"the pooled AUC is {areas[name].pooled.value:.3f}, the mean of folds {mean.value:.3f}: scores of the "
                "folds' models are not on one scale.",
                model=name,
                pooled=areas[name].pooled.value,
                mean=mean.value,
            )
