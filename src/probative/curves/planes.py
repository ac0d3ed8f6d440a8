"""The planes that curves lie in: two axes, and what a curve there is compared with."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from probative.evidence.arrays import Array, Floats
from probative.pictures import Axis, Chart, Guide, Shape

TOP_COST = 0.5
"""The height of the plane of costs: no better trivial rule costs more."""


def roc_plane(title: str, *shapes: Shape) -> Chart:
    """True against false positive rate; on the diagonal the scores say nothing."""
    axes = Axis.unit("False positive rate"), Axis.unit("True positive rate")
    return Chart(title, *axes, (Guide([0, 1], [0, 1]), *shapes), square=True)


def precision_recall_plane(title: str, *shapes: Shape) -> Chart:
    """Precision against recall."""
    return Chart(title, Axis.unit("Recall"), Axis.unit("Precision"), shapes, square=True)


def calibration_plane(title: str, *shapes: Shape) -> Chart:
    """What happened against what was predicted; on the diagonal they agree."""
    axes = Axis.unit("Mean predicted probability"), Axis.unit("Observed frequency")
    return Chart(title, *axes, (Guide([0, 1], [0, 1]), *shapes), square=True)


def cost_plane(title: str, *shapes: Shape) -> Chart:
    """Cost, as a share of the worst, against PC(+); a tent over what the better trivial rule costs."""
    across = Axis.unit("PC(+): share of the worst cost due to misses")
    up = Axis("Expected cost / worst", 0.0, TOP_COST, (0.0, 0.1, 0.2, 0.3, 0.4, 0.5))
    tent = Guide([0, 0.5, 1], [0, TOP_COST, 0], hint="better trivial rule")
    return Chart(title, across, up, (tent, *shapes))


def decision_plane(title: str, threshold: Floats, treat_all: Floats, drawn: Sequence[Floats], *shapes: Shape) -> Chart:
    """Net benefit against threshold probability; acting on none has 0, and on all what its line says."""
    ends = [end for values in drawn for end in finite_ends(values)]
    top = max([*ends, *finite_ends(treat_all)])
    top = top if top > 0 else 0.01
    # As far below as the best is above: there, a model does harm, and how much has no end.
    low = max(min([*ends, -0.1 * top]), -top)
    across, up = Axis.unit("Threshold probability"), Axis.over("Net benefit", [low, top], include=[0])
    some = treat_all >= up.low
    all_rows = Guide(threshold[some], treat_all[some], hint="act on all, or on none (0)")
    return Chart(title, across, up, (Guide([0, 1], [0, 0]), all_rows, *shapes))


def threshold_axis(low: float, high: float, name: str = "Threshold") -> Axis:
    """Thresholds, or the scores that they cut: from 0 to 1 where these are the ends."""
    return Axis.unit(name) if (low, high) == (0.0, 1.0) else Axis.over(name, [low, high])


def finite_ends(values: Array) -> list[float]:
    """The least and the largest finite value, which an axis must reach.

    >>> finite_ends(np.array([3.0, np.nan, 1.0, np.inf]))
    [1.0, 3.0]
    """
    some = values[np.isfinite(values)]
    return [float(some.min()), float(some.max())] if len(some) else []


def steps(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Corners of a line that keeps each y until the next x.

    >>> [corners.tolist() for corners in steps(np.array([1.0, 2.0]), np.array([5.0, 6.0]))]
    [[1.0, 2.0, 2.0], [5.0, 5.0, 6.0]]
    """
    return np.repeat(x, 2)[1:], np.repeat(y, 2)[:-1]
