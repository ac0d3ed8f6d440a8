"""Families of lines of equal accuracy or equal cost over a ROC curve, and the best one, which touches its hull."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any, Literal

import numpy as np

from probative.curves.curve import Curve
from probative.curves.hull import Hull, Touch
from probative.curves.isolines import IsoLine, accuracy_line, chord, cost_line
from probative.curves.planes import roc_plane
from probative.curves.points import RocPoints
from probative.curves.roc import RocCurve, roc
from probative.errors import BadParameter
from probative.evidence import Ladder
from probative.evidence.arrays import Array, Floats
from probative.pictures import Axis, Chart, Line, Marks, Shape, Words, draw

LINES = 8
"""Lines of a family, about."""
FROM_END = 0.07
"""How far from its upper end a line bears its value."""


@dataclass(frozen=True, slots=True, eq=False)
class LineFamily(Curve):
    """Parallel lines of equal accuracy (or cost), and where the best of them touches the hull.

    Where the touching line runs along an edge of the hull, both of its ends are given: all between them is as good.
    """

    by: Literal["accuracy", "cost"]
    lines: tuple[IsoLine, ...]
    best: IsoLine
    touch: Touch
    fpr: Floats
    """The points that the lines are drawn over."""
    tpr: Floats
    points: bool = False
    """Whether these are classifiers, and not a curve."""

    @property
    def slope(self) -> float:
        """TPR that is worth one unit of FPR: neg / pos, times the ratio of the costs."""
        return self.best.slope

    def columns(self) -> dict[str, Array]:
        """Value, slope and intercept of each line, the best one last."""
        every = (*self.lines, self.best)
        return {
            self.by: np.array([line.value for line in every]),
            "slope": np.array([line.slope for line in every]),
            "intercept": np.array([line.intercept for line in every]),
        }

    def picture(self, name: str = "") -> Chart:
        """The family in thin lines with their values, the touching line, and the touching point."""
        return family_picture(self, name)

    def plot(self, ax: Any = None, *, label: str = "", **style: Any) -> Any:
        """Draw it with matplotlib (extra `plots`), the legend below as lines are everywhere, and return the axes."""
        return draw(self.picture(str(label)), ax, below=ax is None, **style)


def accuracy_lines(
    evidence: Any, *, prevalence: float | None = None, values: Sequence[float] | None = None
) -> LineFamily:
    """Lines TPR = (neg / pos) FPR + (accuracy - neg) / pos over a ladder, a ROC curve or points; the best one touches.

    >>> ladder = Ladder.from_scores([1, 1, 0, 1, 0, 0], [0.9, 0.8, 0.7, 0.6, 0.4, 0.2])
    >>> found = accuracy_lines(ladder)
    >>> found.slope, round(found.best.value, 6), found.touch.thresholds.tolist()
    (1.0, 0.833333, [0.8, 0.6])
    """
    curve, hull, share = _view(evidence, prevalence)
    touch = hull.touch(accuracy_line(share, 0.5).slope)
    best = share * float(touch.tpr[0]) + (1 - share) * (1 - float(touch.fpr[0]))
    shown = _values(0.0, 1.0, values)
    lines = tuple(accuracy_line(share, value) for value in shown)
    return LineFamily("accuracy", lines, accuracy_line(share, best), touch, *curve, isinstance(evidence, RocPoints))


def cost_lines(
    evidence: Any, *, fp: float, fn: float, prevalence: float | None = None, values: Sequence[float] | None = None
) -> LineFamily:
    """Lines of equal expected cost, of slope fp neg / (fn pos), over a ladder, a ROC curve or points; the best touches.

    >>> from probative.curves import roc_points
    >>> three = roc_points({"C1": (0.5, 0.8), "C2": (0.2, 0.6), "C3": (0.3, 0.4)})
    >>> found = cost_lines(three, fp=1, fn=5, prevalence=0.5)
    >>> found.slope, round(found.best.value, 6), found.touch.fpr.tolist()
    (0.2, 0.5, [1.0])
    """
    curve, hull, share = _view(evidence, prevalence)
    touch = hull.touch(cost_line(share, 0.0, fp=fp, fn=fn).slope)
    best = fp * (1 - share) * float(touch.fpr[0]) + fn * share * (1 - float(touch.tpr[0]))
    shown = _values(0.0, fp * (1 - share) + fn * share, values)
    lines = tuple(cost_line(share, value, fp=fp, fn=fn) for value in shown)
    return LineFamily(
        "cost", lines, cost_line(share, best, fp=fp, fn=fn), touch, *curve, isinstance(evidence, RocPoints)
    )


def family_picture(family: LineFamily, name: str = "") -> Chart:
    """A family over its curve."""
    drawn: list[Shape] = drawn_lines(family.lines)
    if family.points:
        drawn.append(Marks(family.fpr, family.tpr, series=0, name=name or "classifiers"))
    else:
        drawn.append(Line(family.fpr, family.tpr, series=0, name=name or "ROC", fine=True))
    x, y = _inside(family.best)
    best = f"{family.by} {family.best.value:.4g}, slope {family.slope:.4g}"
    drawn.append(Line(x, y, series=1, name="touching line", detail=best))
    drawn += written_values(family.lines)
    drawn.append(Marks(family.touch.fpr, family.touch.tpr, series=1, large=True, name="touching point"))
    return roc_plane(f"Lines of equal {family.by}", *drawn)


def drawn_lines(lines: Sequence[IsoLine], series: int | None = None) -> list[Shape]:
    """Lines inside the unit square: thin, or in the look of a series."""
    drawn: list[Shape] = []
    for line in lines:
        x, y = _inside(line)
        if series is not None:
            drawn.append(Line(x, y, series=series, thin=True, role="tangent", hint="touching line"))
        elif x[1] - x[0] > 1e-9 or abs(y[1] - y[0]) > 1e-9:
            drawn.append(Line(x, y, weight=0.5, role="iso"))
    return drawn


def written_values(lines: Sequence[IsoLine]) -> list[Shape]:
    """The value of every line, on the line and near its upper end, over whatever else is drawn there."""
    drawn: list[Shape] = []
    for line in lines:
        (left, right), (low, high) = _inside(line)
        length = hypot(right - left, high - low)
        if length > 1e-9:
            back = min(FROM_END / length, 0.5)
            x, y = right - back * (right - left), high - back * (high - low)
            drawn.append(Words(x, y, f"{line.value:.3g}", "middle", role="on-line"))
    return drawn


def spaced(low: float, high: float) -> list[float]:
    """Round values between two ends.

    >>> spaced(0.0, 1.0)[:3]
    [0.1, 0.2, 0.3]
    """
    return [tick for tick in Axis.over("", [low, high], ticks=LINES).ticks if low < tick < high]


def _view(evidence: Any, prevalence: float | None) -> tuple[tuple[Floats, Floats], Hull, float]:
    if isinstance(evidence, RocPoints):
        if prevalence is None:
            raise BadParameter("points need a share of positives.", remedy="prevalence=0.3")
        return (evidence.fpr, evidence.tpr), evidence.hull(), prevalence
    curve: RocCurve = roc(evidence) if isinstance(evidence, Ladder) else evidence
    if not isinstance(curve, RocCurve):
        raise BadParameter(
            "lines are drawn over a ladder, a ROC curve or points.",
            found=type(evidence).__name__,
            remedy="pv.Ladder.from_scores(y, scores), pv.roc(...), pv.roc_points({...})",
        )
    positives, negatives = curve.ladder.totals
    shown = curve.thinned()
    share = float(positives / (positives + negatives)) if prevalence is None else prevalence
    return (shown.fpr, shown.tpr), curve.hull(), share


def _values(low: float, high: float, wanted: Sequence[float] | None) -> list[float]:
    return spaced(low, high) if wanted is None else [float(value) for value in wanted]


def _inside(line: IsoLine) -> tuple[list[float], list[float]]:
    """The part of a line inside the unit square; a point at a corner where there is none."""
    x = 0.0 if line.intercept >= 0 else -line.intercept / line.slope
    if line.intercept > 1 or x > 1:
        return [0.0, 0.0], [1.0, 1.0]
    return chord(line.slope, x, line.intercept + line.slope * x)
