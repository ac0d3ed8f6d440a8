"""The least cost that a threshold reaches on some rows, and what another costs more."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace

import numpy as np

from probative.curves.outline import Outline
from probative.decisions.costs import Costs
from probative.evidence import Outcomes


@dataclass(frozen=True, slots=True)
class Optimum:
    """The vertex of the hull with the least expected cost; among equals the one with the highest threshold."""

    vertex: int
    fpr: float
    tpr: float
    threshold: float
    cost: float
    lowest: float
    """The lowest threshold that costs as little: another one where a whole edge of the hull is optimal."""

    def regret(self, cost: float) -> float:
        """What is paid beyond the least cost; a rounding error is not paid."""
        return max(cost - self.cost, 0.0)


TINY, EPSILON = sys.float_info.min, sys.float_info.epsilon


def cheapest(outline: Outline, costs: Costs) -> Optimum:
    """The best vertex of an outline's hull, at the prior or else at the sample's share of positives.

    >>> from probative.evidence import Ladder
    >>> outline = Outline.of(Ladder.from_scores([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]))
    >>> best = cheapest(outline, Costs(fp=1, fn=5))
    >>> best.threshold, best.cost, best.regret(at_prevalence(costs=Costs(), share=0.5).cost(outline.at_vertex(0)))
    (0.7, 0.25, 0.25)
    """
    priced = at_prevalence(costs, outline.prevalence)
    # From the missed rows themselves: 1 - TPR would round away what makes two vertices equal.
    cost = np.asarray(priced.cost(outline.at_vertices()))
    good = np.flatnonzero(cost <= cost.min() + 1e-12 * abs(cost.min()))
    best, at = int(good[0]), outline.hull_thresholds
    fpr, tpr = (float(rate[best]) for rate in outline.hull_rates)
    return Optimum(best, fpr, tpr, float(at[best]), float(cost[best]), float(at[good[-1]]))


def at_prevalence(costs: Costs, share: float) -> Costs:
    """The costs where that share of the rows is positive, unless they have a prior of their own."""
    # A share so close to 1 that it rounds to it is still below: there are rows of both classes.
    return replace(costs, prior=costs.share(min(max(share, TINY), 1 - EPSILON)))


def rates(outcomes: Outcomes) -> tuple[float, float]:
    """False and true positive rate."""
    return float(outcomes.fp / outcomes.negatives), float(outcomes.tp / outcomes.positives)
