"""The cheapest cut of one model on some rows: the threshold as it can be written, its counts and its cost."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from probative.curves.decimals import shortest
from probative.curves.outline import Outline
from probative.decisions.costs import Costs
from probative.decisions.optimum import cheapest
from probative.evidence import Ladder, Ledger, Outcomes
from probative.evidence.cutting import cut
from probative.inference import Estimate
from probative.records import Record


@dataclass(frozen=True, slots=True)
class CheapestCut(Record):
    """Where a model costs least on the rows at hand; `text` is the shortest number that gives the same counts."""

    threshold: float
    text: str
    outcomes: Outcomes
    cost: Estimate
    """Per row, as if the cut had been fixed beforehand."""
    trivial: dict[str, float]
    """Per row, of calling all rows positive, and none."""

    @property
    def useless(self) -> bool:
        """Whether a rule without a model costs no more."""
        return self.cost.value >= min(self.trivial.values())

    @classmethod
    def of(cls, evidence: Ladder | Ledger, outline: Outline, costs: Costs, level: float = 0.95) -> CheapestCut:
        """The vertex of the hull with the least cost.

        >>> ladder = Ladder.from_scores([1, 0, 1, 0], [0.912345, 0.8, 0.71234, 0.1])
        >>> best = CheapestCut.of(ladder, Outline.of(ladder), Costs(fp=1, fn=5))
        >>> best.text, best.outcomes.fp, best.cost.value
        ('0.7', 1, 0.25)
        """
        ladder: Ladder = evidence.total() if isinstance(evidence, Ledger) else evidence
        best = cheapest(outline, costs)
        share = ladder.totals[0] / sum(ladder.totals)
        prior = costs.share(share)
        trivial = {"all positive": (1 - prior) * costs.fp, "all negative": prior * costs.fn}
        text = shortest(_below(ladder, best.threshold), best.threshold)
        cost = costs.expected(cut(evidence, best.threshold), level)
        return cls(best.threshold, text, ladder.at(best.threshold), cost, trivial)


def _below(ladder: Ladder, threshold: float) -> float:
    """The next lower score."""
    place = int(ladder.rungs_above(threshold))
    return float(ladder.scores[place]) if place < len(ladder.scores) else -np.inf
