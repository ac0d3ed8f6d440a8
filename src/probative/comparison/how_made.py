"""How predictions were made, as far as comparisons depend on it: splits, and rows left out one by one."""

from __future__ import annotations

from probative.errors import NotPaired
from probative.evidence import Ladder
from probative.guards import Note
from probative.guards.labels_as_scores import of_labels
from probative.guards.left_out import of_reaction
from probative.guards.pairing import SPLITS_DIFFER
from probative.measurement import find
from probative.predictions import Predictions
from probative.predictions.same_splits import split_apart


def require_same_splits(predictions: Predictions, *, force: bool = False) -> tuple[Note, ...]:
    """Refuse as pairs what was tested in different folds; what was forced is an error among the warnings."""
    apart = split_apart(predictions)
    if apart is None:
        return ()
    a, b = apart
    told = f"{a} and {b} were tested on the same rows in different folds: they are no pairs."
    if not force:
        raise NotPaired(
            told,
            found="other folds of the same rows",
            remedy=f"{SPLITS_DIFFER.remedy}; or force=True (--force), and the verdict is marked",
        )
    return (SPLITS_DIFFER(told),)


def require_graded_scores(predictions: Predictions, measure: str, *, force: bool | None = False) -> list[Note]:
    """Refuse labels in the place of scores where an area decides; what was forced is an error among the warnings.

    `force` is None where nothing can be forced.
    """
    p = predictions
    if p.fits or p.kind(measure) is not Ladder or not find(measure).one_model:
        return []
    ladders = {name: p.evidence(Ladder, name).total() for name in p.spoke if p.by_model[name].score}
    return [note for name, one in ladders.items() for note in of_labels(name, one, trained=False, force=force)]


def reactions(predictions: Predictions) -> list[Note]:
    """Models that react to the row that was left out, the baseline too: nobody may measure himself by it."""
    p = predictions
    if p.scheme.kind != "leave-one-out" or p.target.task == "graded":
        return []
    told = {name: p.model(name) for name in p.spoke}
    classes = p.target.task == "classification"
    return [n for name, one in told.items() for n in of_reaction(name, one.truth, one.predicted, classes=classes)]
