"""Guards about scores: what they say about themselves, and what areas under their curves hide."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isinf, isnan

from probative.evidence import Ladder
from probative.guards.classes import ONE_CLASS
from probative.guards.guard import Guard
from probative.guards.note import Note
from probative.inference import Estimate

RARE = 0.05
"""A share of the rarer class below which ROC curves flatter."""

BELOW_HALF = Guard(
    "auc-below-half",
    "warning",
    "R192",
    "the interval of an AUC lies below 0.5",
    "the model ranks worse than chance, which is what a good model with its labels turned round does",
    "check that larger scores mean more positive, and which label is positive",
    "000, 004",
)
RARE_CLASS = Guard(
    "rare-class",
    "warning",
    "R188",
    f"less than {RARE:.0%} of the rows are of the rarer class, and there are scores",
    "a false positive rate of 1 % looks small in a ROC curve and may be more false alarms than there are positives",
    "read precision-recall and average precision beside them",
    "000",
)
INFINITE_LOSS = Guard(
    "log-loss-infinite",
    "warning",
    "R9",
    "a probability of exactly 0 was given to what happened",
    "one such row makes the log loss infinite, whatever the others are",
    "move probabilities of exactly 0 and 1 inwards before they are judged, or judge by the Brier score",
)


def of_scores(model: str, ladder: Ladder, measures: Mapping[str, Estimate]) -> Iterator[Note]:
    """What the scores say about themselves."""
    positives, negatives = ladder.totals
    if not (positives and negatives):
        yield ONE_CLASS(
            f"there are {positives:g} positives and {negatives:g} negatives; whatever compares classes is undefined.",
            "evaluate on rows of both classes",
            model=model,
        )
        return
    auc = measures.get("auc")
    if auc is not None and (auc.high < 0.5 or (auc.value < 0.5 and isnan(auc.high))):
        yield BELOW_HALF(f"an AUC of {auc.value:.3f} ranks worse than chance.", model=model, auc=auc.value)
    share = positives / (positives + negatives)
    if min(share, 1 - share) < RARE:
        yield RARE_CLASS(
            f"only {min(share, 1 - share):.1%} of the rows are of the rarer class: ROC and AUC can flatter here.",
            share=min(share, 1 - share),
        )
    loss = measures.get("log_loss")
    if loss is not None and isinf(loss.value):
        yield INFINITE_LOSS(f"{loss.why}; the log loss is infinite.", model=model)
