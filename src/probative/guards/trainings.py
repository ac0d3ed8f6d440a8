"""Guards about trainings: those that failed, warned, lacked a class, or could not take the weights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from probative.guards.guard import Guard
from probative.guards.note import Note
from probative.predictions import Predictions

FAILED = Guard(
    "fits-failed",
    "error",
    "R9",
    "a model could not be trained, or not asked, in some of its trainings",
    "its numbers rest on the trainings that worked, which may be the easy ones; they are kept, not refused, because "
    "the trainings are done",
    "mend the model; its numbers rest on the other trainings only, and may flatter it",
)
WARNED = Guard(
    "fit-warnings",
    "warning",
    "R8",
    "a learner warned while it was trained (it did not converge, say)",
    "what was evaluated may not be the model that was meant",
    "read the learner's documentation about this warning",
)
CLASS_MISSING = Guard(
    "class-missing-in-training",
    "error",
    "R179",
    "a training part lacks a class that there is; refused before anything is trained unless forced, noted where the "
    "trainings were done elsewhere",
    "a model cannot predict a class that it has never seen, so the estimate is of another problem",
    "stratify the plan, use fewer folds, or collect more of the rare classes",
    "003",
)
REDRAWN = Guard(
    "draws-repeated",
    "note",
    "R124",
    "bootstrap draws were thrown away and drawn again",
    "draws that leave nothing to test, or lack a class, cannot be used, and leaving them out is a choice",
    "more rows of the rarest class",
)
WEIGHTS_IGNORED = Guard(
    "weights-ignored",
    "warning",
    "R164",
    "a learner that takes no row weights was forced to be trained without them",
    "it answers another question than the learners that heard the weights",
    "take learners that accept sample_weight, or leave the training weights out",
    "004",
)


def of_trainings(predictions: Predictions) -> Iterator[Note]:
    """What went wrong in the trainings, model by model."""
    for model in predictions.models:
        yield from _of_model(predictions, model)
    redrawn = sum(fit.redrawn for fit in predictions.fits) // max(len(predictions.models), 1)
    if redrawn:
        yield REDRAWN(
            f"{redrawn} bootstrap draws were thrown away: no row left to test, or a class missing.", redrawn=redrawn
        )
    ignored = predictions.about.weights_ignored
    if ignored:
        yield WEIGHTS_IGNORED(f"{', '.join(ignored)} cannot take row weights: trained without them, unlike the others.")


def _of_model(predictions: Predictions, model: str) -> Iterator[Note]:
    fits = [fit for fit in predictions.fits if fit.model == model]
    failed = [fit for fit in fits if fit.error is not None]
    if failed:
        yield FAILED(
            f"{len(failed)} of {len(fits)} trainings failed, first with {failed[0].error}.",
            model=model,
            failed=len(failed),
            trainings=len(fits),
        )
    heard = Counter(text for fit in fits for text in fit.warnings)
    for text, count in heard.most_common(3):
        yield WARNED(f"in {count} of {len(fits)} trainings: {text}", model=model, warned=count, trainings=len(fits))
    missing = [fit for fit in fits if fit.missing_classes]
    if missing:
        yield CLASS_MISSING(
            f"{len(missing)} of {len(fits)} training parts lack a class "
            f"(such as {missing[0].missing_classes[0]!r}), which their models cannot predict.",
            model=model,
            parts=len(missing),
            trainings=len(fits),
        )
