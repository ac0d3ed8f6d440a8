"""AUC: what equal scores count, and which end of the scores is the positive one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from probative.evidence.arrays import Array, Floats
from probative.explanation.convention import Convention, Rule
from probative.explanation.rows import Scored
from probative.explanation.topics import Found, topic
from probative.explanation.words import count
from probative.measurement.ladder import auc, one_class

HALF = Rule(
    "half credit",
    "P(score+ > score-) + P(score+ = score-) / 2; higher scores mean more positive",
    (
        "scikit-learn (roc_auc_score)",
        'pROC (direction = "<")',
        "ROCR (auc)",
        "PRROC (roc.curve)",
        "Weka (ROC Area)",
    ),
)
MEDIANS = Rule(
    "direction by medians",
    "as half credit, but turned round where the median score of the negatives is the higher one",
    ("pROC (by default)",),
)
LARGER = Rule("the larger side", "the larger of AUC and 1 - AUC", ("caTools (colAUC)",))
WON = Rule("ties won", "equal scores count as ordered rightly (optimistic)")
LOST = Rule("ties lost", "equal scores count as ordered wrongly (pessimistic)")
DRAWN = Rule("row order", "one step per row; equal scores in the order of the rows")


@dataclass(frozen=True, slots=True)
class Duels:
    """Pairs of a positive and a negative: those that the scores order rightly, the tied ones, and all."""

    won: int
    tied: int
    pairs: int
    shared: int
    """Distinct scores that both classes have."""

    @property
    def cause(self) -> str:
        """The ties in words."""
        if not self.tied:
            return "no score is shared by a positive and a negative"
        verb = "is" if self.tied == 1 else "are"
        return (
            f"{self.tied} of the {count(self.pairs, 'pair')} of a positive and a negative {verb} tied "
            f"({count(self.shared, 'tied score')} across classes)"
        )


def duels(positive: Array, score: Floats) -> Duels:
    """Count the pairs that are won and tied.

    >>> duels(np.array([True, False, True, False]), np.array([0.9, 0.4, 0.4, 0.1]))
    Duels(won=3, tied=1, pairs=4, shared=1)
    """
    high, low = score[positive], np.sort(score[~positive])
    below, upto = np.searchsorted(low, high), np.searchsorted(low, high, side="right")
    won, tied = int(below.sum()), int((upto - below).sum())
    return Duels(won, tied, len(high) * len(low), len(np.intersect1d(high, low)))


def in_row_order(positive: Array, score: Floats) -> Array:
    """Classes by falling score, equal scores in the order of the rows.

    >>> in_row_order(np.array([False, True, True]), np.array([0.4, 0.9, 0.4])).tolist()
    [True, False, True]
    """
    return positive[np.argsort(-score, kind="stable")]


@topic("scores", "auc")
def explain_auc(rows: Scored) -> Found:
    """Half credit for ties, all or none of it, or what the order of the rows makes of them; automatic direction.

    >>> from probative.explanation import explain
    >>> explain("auc", truth=[1, 0], scores=[0.2, 0.4])["direction by medians"].value
    1.0
    """
    why = one_class(rows.ladder)
    if why:
        return [HALF.gives(np.nan, why=why)], [why]
    found = duels(rows.positive, rows.score)
    ranked = in_row_order(rows.positive, rows.score)
    conventions = [
        HALF.gives(auc(rows.ladder)),
        *_directed(rows),
        WON.gives((found.won + found.tied) / found.pairs, cause=found.cause),
        LOST.gives(found.won / found.pairs, cause=found.cause),
        DRAWN.gives(np.cumsum(ranked)[~ranked].sum() / found.pairs, cause=found.cause),
    ]
    return conventions, [found.cause, _medians(rows)]


def _directed(rows: Scored) -> list[Convention]:
    """The area after the direction was guessed from the data."""
    area = float(auc(rows.ladder))
    infinite = "" if np.isfinite(rows.score).all() else "some scores are infinite"
    turned = not infinite and _median(rows, False) > _median(rows, True)
    by_medians = np.nan if infinite else 1 - area if turned else area
    return [
        MEDIANS.gives(by_medians, why=infinite, cause=infinite or _medians(rows)),
        LARGER.gives(max(area, 1 - area), cause="the AUC is below 0.5"),
    ]


def _median(rows: Scored, positive: bool) -> float:
    return float(np.median(rows.score[rows.positive == positive]))


def _medians(rows: Scored) -> str:
    if not np.isfinite(rows.score).all():
        return "some scores are infinite"
    return (
        f"the median score is {_median(rows, True):.6g} of the positives and "
        f"{_median(rows, False):.6g} of the negatives"
    )
