"""Lines of equal accuracy and equal cost in the ROC diagram."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from probative.errors import BadParameter
from probative.evidence.arrays import Floats
from probative.evidence.needed import a_number
from probative.measurement.binary_cost import require_costs


@dataclass(frozen=True, slots=True)
class IsoLine:
    """TPR = slope * FPR + intercept: all points of the same accuracy, or of the same cost."""

    slope: float
    intercept: float
    value: float

    def tpr(self, fpr: object) -> Floats:
        """Height of the line at given false positive rates."""
        return np.asarray(self.slope * np.asarray(fpr, np.float64) + self.intercept)


def _share(prevalence: float) -> float:
    prevalence = a_number(prevalence, "a share of positives")
    if not 0 < prevalence < 1:
        raise BadParameter("a share of positives lies between 0 and 1.", found=prevalence)
    return prevalence


def accuracy_line(prevalence: float, accuracy: float) -> IsoLine:
    """The points whose accuracy is the one given: slope neg / pos, intercept (accuracy - neg) / pos.

    >>> accuracy_line(0.2, 0.8).slope, accuracy_line(0.2, 0.8).intercept
    (4.0, 0.0)
    """
    pos = _share(prevalence)
    neg = 1 - pos
    accuracy = a_number(accuracy, "an accuracy")
    return IsoLine(neg / pos, (accuracy - neg) / pos, accuracy)


def cost_line(prevalence: float, cost: float, *, fp: float = 1.0, fn: float = 1.0) -> IsoLine:
    """The points whose expected cost is the one given: slope C_FP neg / (C_FN pos).

    >>> cost_line(0.1, 0.19, fp=1, fn=5).slope
    1.8
    """
    require_costs(fp, fn)
    pos = _share(prevalence)
    worth = fn * pos
    cost = a_number(cost, "a cost")
    return IsoLine(fp * (1 - pos) / worth, 1 - cost / worth, cost)


def chord(slope: float, x: float, y: float) -> tuple[list[float], list[float]]:
    """The part of the line through (x, y) that lies inside the unit square.

    >>> chord(1.0, 0.25, 0.5)
    ([0.0, 0.75], [0.25, 1.0])
    """
    left, right = (max(0.0, x - y / slope), min(1.0, x + (1 - y) / slope)) if slope > 0 else (0.0, 1.0)
    return [left, right], [min(max(y + slope * (u - x), 0.0), 1.0) for u in (left, right)]


def below(left: float, right: float, top: float) -> tuple[list[float], list[float]]:
    """The part below `top` of the line from (0, left) to (1, right); nothing where there is none.

    >>> below(0.25, 0.75, 0.5)
    ([0.0, 0.5], [0.25, 0.5])
    """
    if left > top and right > top:
        return [], []
    cross = (top - left) / (right - left) if right != left else 0.0
    ends = [cross if left > top else 0.0, cross if right > top else 1.0]
    return ends, [min(left + x * (right - left), top) for x in ends]
