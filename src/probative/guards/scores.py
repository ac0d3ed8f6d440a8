"""Guards about scores: what they say about themselves, and what areas under their curves hide."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import isinf, isnan

from probative.curves.partial import FirstFalsePositives
from probative.evidence import Ladder
from probative.guards.below_chance import of_area
from probative.guards.classes import ONE_CLASS
from probative.guards.guard import Guard
from probative.guards.note import Note
from probative.inference import Estimate
from probative.inference.estimate import percentage

RARE = 0.05
"""A share of the rarer class below which ROC curves flatter."""

FIRST = 50
"""False positives up to which ROC50 goes."""

RARE_CLASS = Guard(
    "rare-class",
    "warning",
    "R188",
    f"less than {RARE:.0%} of the rows are of the rarer class, and there are scores",
    "a false positive rate of 1 % looks small in a ROC curve and may be more false alarms than there are positives",
    "read ROC50 (the first 50 false positives), precision-recall and average precision beside them",
    "000",
)
INFINITE_LOSS = Guard(
    "log-loss-infinite",
    "note",
    "R9",
    "a probability of exactly 0 was given to what happened",
    "one such row makes the log loss infinite, whatever the others are",
    "move probabilities of exactly 0 and 1 inwards before they are judged, or judge by the Brier score",
)


def is_rare(ladder: Ladder) -> bool:
    """Whether positives are so few that the first false positives tell more than the whole ROC curve.

    >>> is_rare(Ladder.from_counts([0.9, 0.1], [4, 0], [0, 96])), is_rare(Ladder.from_counts([0.9], [0], [9]))
    (True, False)
    """
    positives, negatives = ladder.totals
    return bool(0 < positives < RARE * (positives + negatives) and negatives >= FIRST)


def of_scores(
    model: str, ladder: Ladder, measures: Mapping[str, Estimate], first: FirstFalsePositives | None = None
) -> Iterator[Note]:
    """What the scores say about themselves; `first` is what they do up to the first false positives."""
    positives, negatives = ladder.totals
    if not (positives and negatives):
        yield ONE_CLASS(
            f"no row is {'negative' if positives else 'positive'}; whatever compares classes is undefined.",
            "evaluate on rows of both classes",
            model=model,
        )
        return
    yield from of_area(model, measures.get("auc"))
    yield from _of_rarity(model, positives / (positives + negatives), measures, first)
    loss = measures.get("log_loss")
    if loss is not None and isinf(loss.value):
        yield INFINITE_LOSS(f"{loss.why}; the log loss is infinite.", model=model)


def of_no_choice(model: str, asked: Sequence[str]) -> Iterator[Note]:
    """What was asked of scores that only rows of both classes can answer, where all are of one."""
    if asked:
        yield ONE_CLASS(
            f"without rows of both classes nothing could be done about {' and '.join(asked)}.",
            "evaluate on rows of both classes",
            model=model,
        )


def _of_rarity(
    model: str, share: float, measures: Mapping[str, Estimate], first: FirstFalsePositives | None
) -> Iterator[Note]:
    """A class so rare that ROC and AUC flatter, with what does not."""
    rarer = min(share, 1 - share)
    if not rarer < RARE:
        return
    beside = []
    if first is not None and not isnan(first.all.area):
        beside.append(f"ROC{first.n} {first.all.area:.3f} (chance {first.all.chance:.3g})")
    if "average_precision" in measures and measures["average_precision"].defined:
        beside.append(f"average precision {measures['average_precision'].value:.3f} (chance {share:.3g})")
    yield RARE_CLASS(
        f"only {percentage(rarer)} of the rows are of the rarer class: ROC and AUC can flatter here.",
        model=model,
        each=", ".join(beside),
        share=rarer,
    )
