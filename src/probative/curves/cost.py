"""Cost curves: what a model costs at every threshold, and at every mixture of costs and class shares."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from probative.curves.curve import Curve
from probative.curves.hull import ladder_hull
from probative.curves.planes import cost_plane, finite_ends, steps, threshold_axis
from probative.curves.roc import require_both_classes
from probative.errors import BadParameter
from probative.evidence import Ladder
from probative.evidence.arrays import Array, Floats
from probative.evidence.needed import need
from probative.inference.estimate import percentage
from probative.measurement.binary_cost import expected_cost, require_costs
from probative.pictures import Axis, Chart, Line


@dataclass(frozen=True, slots=True)
class CostByThreshold(Curve):
    """Expected cost per prediction at every threshold, from +inf (nothing is positive) down."""

    thresholds: Floats
    cost: Floats
    prior: float

    def columns(self) -> dict[str, Array]:
        """Thresholds and costs."""
        return {"threshold": self.thresholds, "cost": self.cost}

    def picture(self, name: str = "") -> Chart:
        """Every threshold keeps its cost down to the next score."""
        finite = np.isfinite(self.thresholds)
        at, cost = steps(self.thresholds[finite], self.cost[finite])
        low, high = finite_ends(at) or [0.0, 1.0]
        y = Axis.over("Expected cost per row", finite_ends(cost), include=[0])
        line = Line(at, cost, series=0, name=name or f"at {percentage(self.prior)} positives")
        return Chart("Expected cost by threshold", threshold_axis(low, high), y, (line,))

    @property
    def least(self) -> float:
        """The least cost of any threshold."""
        return float(self.cost.min())


def cost_by_threshold(
    ladder: Ladder, *, fp: float = 1.0, fn: float = 1.0, prior: float | None = None
) -> CostByThreshold:
    """Expected cost at every threshold.

    >>> import probative as pv
    >>> pv.cost_by_threshold(pv.Ladder.from_scores([1, 0], [0.9, 0.1]), fn=5).cost.tolist()
    [2.5, 0.0, 0.5]
    """
    need(ladder, Ladder)
    share = _prior(ladder, prior)
    require_both_classes(ladder)
    cost = np.asarray(expected_cost(ladder.outcomes(), fp=fp, fn=fn, prior=share))
    return CostByThreshold(np.concatenate([[np.inf], ladder.scores]), cost, share)


def _prior(ladder: Ladder, prior: float | None) -> float:
    if prior is None:
        positives, negatives = ladder.totals
        return positives / (positives + negatives)
    if not 0 < prior < 1:
        raise BadParameter("a prior lies between 0 and 1.", found=prior)
    return prior


@dataclass(frozen=True, slots=True)
class CostCurve(Curve):
    """Drummond and Holte's cost curve: normalised expected cost by PC(+), the share of cost that positives can cause.

    Every threshold is a straight line from its FPR at 0 to its FNR at 1; the curve is the lowest of them. The two
    trivial rules, all positive and all negative, are the lines from (0, 1) to (1, 0) and from (0, 0) to (1, 1).
    """

    pc: Floats
    cost: Floats
    thresholds: Floats
    """The best threshold at each PC(+)."""

    def columns(self) -> dict[str, Array]:
        """Corners of the envelope with the threshold that is best from there on."""
        return {"pc": self.pc, "cost": self.cost, "threshold": self.thresholds}

    def picture(self, name: str = "") -> Chart:
        """The envelope under the better trivial rule."""
        return cost_plane("Cost curve", Line(self.pc, self.cost, series=0, name=name or "lower envelope"))

    def at(self, pc: object) -> Floats:
        """Least normalised cost at given PC(+)."""
        return np.asarray(np.interp(np.asarray(pc, np.float64), self.pc, self.cost))

    @property
    def area(self) -> float:
        """Mean cost if every PC(+) were equally likely."""
        return float(np.trapezoid(self.cost, self.pc))


def cost_curve(ladder: Ladder) -> CostCurve:
    """The lower envelope of all thresholds' cost lines; its corners are the edges of the ROC hull.

    >>> import probative as pv
    >>> curve = pv.cost_curve(pv.Ladder.from_scores([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]))
    >>> curve.pc.tolist(), curve.cost.tolist()
    ([0.0, 0.5, 1.0], [0.0, 0.25, 0.0])
    """
    require_both_classes(ladder)
    hull = ladder_hull(ladder)
    corners, cost = lower_envelope(hull.fpr, hull.tpr)
    pc, first = np.unique(corners, return_index=True)
    last = np.searchsorted(corners, pc, side="right") - 1
    return CostCurve(pc, cost[first], hull.thresholds[np.minimum(last, len(hull.fpr) - 1)])


def lower_envelope(fpr: Floats, tpr: Floats) -> tuple[Floats, Floats]:
    """PC(+) and cost where the cost lines of a hull's vertices meet, and at both ends.

    >>> pc, cost = lower_envelope(np.array([0.0, 0.0, 1.0]), np.array([0.0, 0.5, 1.0]))
    >>> pc.round(4).tolist(), cost.round(4).tolist()
    ([0.0, 0.0, 0.6667, 1.0], [0.0, 0.0, 0.3333, 0.0])
    """
    across, up = np.diff(fpr), np.diff(tpr)
    # Neighbouring vertices cost the same where PC(+) / (1 - PC(+)) is one over the slope of the edge between them.
    pc = np.concatenate([[0.0], across / (across + up), [1.0]])
    vertex = np.minimum(np.arange(len(pc)), len(fpr) - 1)
    return pc, fpr[vertex] * (1 - pc) + (1 - tpr[vertex]) * pc


def probability_cost(fp: float, fn: float, prior: float) -> float:
    """PC(+): the share of the worst cost that missed positives make up.

    >>> probability_cost(fp=1, fn=4, prior=0.2)
    0.5
    """
    require_costs(fp, fn)
    if not 0 <= prior <= 1:
        raise BadParameter("the prior lies between 0 and 1.", found=prior)
    return fn * prior / (fn * prior + fp * (1 - prior))
