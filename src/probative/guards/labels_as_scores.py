"""Guards about labels in the place of scores: one threshold is one point, and no ROC curve."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from probative.errors import BadScores
from probative.evidence import Ladder
from probative.guards.guard import Guard
from probative.guards.note import Note

LABELS = ({0.0, 1.0}, {-1.0, 1.0})
"""Pairs of scores that are labels as a rule; two tied probabilities are others."""
WHAT = "the scores are only 0 and 1 (or -1 and 1), which is what labels are: one threshold is one point, no ROC curve"
INSTEAD = "name labels as such, predicted= (--predicted); for curves give probabilities or other graded scores"

AS_SCORES = Guard(
    "labels-as-scores",
    "error",
    "R191",
    "all scores are 0 or 1 (or -1 or 1); refused unless forced, where predictions are evaluated or compared by an area",
    "a curve through one point is two straight lines: its area is the balanced accuracy at that point, not an AUC",
    INSTEAD,
    "003",
)
ALL_OR_NOTHING = Guard(
    "probabilities-all-or-nothing",
    "warning",
    "R191",
    "a model of a run gives no probabilities but 0 and 1, as a tree does that is grown to the end",
    "its ROC curve has one point, its AUC is the balanced accuracy there, and its log loss is infinite or 0",
    "a model with graded scores (pruned, averaged, calibrated), or labels alone",
    "003",
)


def are_labels(ladder: Ladder) -> bool:
    """Whether scores take two values only, and those of labels.

    >>> are_labels(Ladder.from_scores([1, 0, 1], [1, 0, 0])), are_labels(Ladder.from_scores([1, 0, 1], [0.7, 0.2, 0.2]))
    (True, False)
    """
    return len(ladder.scores) == 2 and set(np.asarray(ladder.scores[:], np.float64).tolist()) in LABELS


def of_labels(model: str, ladder: Ladder, *, trained: bool, force: bool | None) -> Iterator[Note]:
    """Labels in the place of scores: refused unless forced; of a learner that was trained here, only said.

    `force` is None where nothing can be forced.
    """
    if not are_labels(ladder):
        return
    if trained:
        yield ALL_OR_NOTHING("all probabilities are 0 or 1: its ROC curve has one point.", model=model)
        return
    if not force:
        raise BadScores(
            f"{WHAT}.",
            found=f"model {model!r}, two distinct values in {sum(ladder.totals):,g} rows",
            remedy=INSTEAD if force is None else f"{INSTEAD}; or force=True (--force), and the findings are marked",
        )
    yield AS_SCORES(f"{WHAT}.", model=model)
