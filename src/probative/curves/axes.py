"""Any two measures against each other over all thresholds, unless one is a function of the other."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from probative.curves.curve import Curve
from probative.curves.planes import finite_ends
from probative.errors import BadParameter
from probative.evidence import Ladder, Outcomes
from probative.evidence.arrays import Array, Floats
from probative.evidence.needed import need
from probative.measurement.registry import Measure, find
from probative.pictures import Axis, Chart, Line


@dataclass(frozen=True, slots=True)
class TradeOff(Curve):
    """Two measures at every threshold, from +inf down."""

    x_name: str
    y_name: str
    x: Floats
    y: Floats
    thresholds: Floats

    def columns(self) -> dict[str, Array]:
        """Both measures with their thresholds."""
        return {self.x_name: self.x, self.y_name: self.y, "threshold": self.thresholds}

    def picture(self, name: str = "") -> Chart:
        """One measure against the other."""
        x, y = (Axis.over(word, finite_ends(v)) for word, v in ((self.x_name, self.x), (self.y_name, self.y)))
        return Chart(f"{self.y_name} against {self.x_name}", x, y, (Line(self.x, self.y, series=0, name=name),))


def trade_off(ladder: Ladder, x: str, y: str) -> TradeOff:
    """One binary measure against another; refused where knowing one is knowing the other.

    >>> import probative as pv
    >>> pv.trade_off(pv.Ladder.from_scores([1, 0], [0.9, 0.1]), "specificity", "recall").y.tolist()
    [0.0, 1.0, 1.0]
    """
    need(ladder, Ladder)
    probe = Outcomes(tp=1, fn=1, fp=1, tn=1)
    first, second = find(x, probe), find(y, probe)
    if _dependent(first, second):
        raise BadParameter(
            f"{first.name} and {second.name} are functions of one another.",
            remedy="choose two that can move apart, such as recall and false_positive_rate",
        )
    cells = ladder.outcomes()
    thresholds = np.concatenate([[np.inf], ladder.scores])
    return TradeOff(first.name, second.name, np.asarray(first(cells)), np.asarray(second(cells)), thresholds)


def _dependent(a: Measure, b: Measure) -> bool:
    """Whether the values of two measures rise and fall together over many random tables."""
    rng = np.random.default_rng(0)
    # On one ladder the class sizes are fixed; what determines one another there is refused.
    tp, fp = (rng.integers(1, size, 400).astype(np.float64) for size in (59, 83))
    cells = Outcomes.trusted(tp, 59 - tp, fp, 83 - fp)
    x, y = np.round(np.asarray(a(cells)), 12), np.round(np.asarray(b(cells)), 12)
    by_x, by_y = np.unique(x, return_inverse=True)[1], np.unique(y, return_inverse=True)[1]
    return bool(np.array_equal(by_x, by_y) or np.array_equal(by_x, by_y.max() - by_y))
