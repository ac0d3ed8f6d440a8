"""Scores cut at a threshold: a ladder, or one for each cluster, to outcomes."""

from __future__ import annotations

from probative.evidence.ladder import Ladder
from probative.evidence.ledger import Ledger
from probative.evidence.outcomes import Outcomes


def cut(evidence: Ladder | Ledger, threshold: float) -> Outcomes | Ledger:
    """Outcomes at a threshold, of all rows or by cluster.

    >>> cut(Ladder.from_scores([1, 0, 1], [0.9, 0.6, 0.2]), 0.5).fp
    1
    """
    if isinstance(evidence, Ledger):
        return evidence.map(lambda ladder: ladder.at(threshold))
    return evidence.at(threshold)
