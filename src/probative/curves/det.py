"""The DET curve: misses against false alarms, on axes of normal deviates, where normal scores give straight lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self, cast

import numpy as np

from probative.curves.curve import Curve
from probative.curves.from_rows import FromRows
from probative.curves.roc import roc
from probative.evidence import Ladder
from probative.evidence.arrays import Array, Floats
from probative.pictures import Axis, Chart, Line

TICKS = (0.001, 0.01, 0.05, 0.2, 0.5, 0.8, 0.95, 0.99, 0.999)


@dataclass(frozen=True, slots=True)
class DetCurve(FromRows, Curve):
    """False positive and false negative rate at every threshold, from +inf down."""

    fpr: Floats
    fnr: Floats
    thresholds: Floats

    @classmethod
    def of_ladder(cls, ladder: Ladder) -> Self:
        """The curve of a ladder."""
        return cast("Self", det(ladder))

    def columns(self) -> dict[str, Array]:
        """Rates with their thresholds."""
        return {"fpr": self.fpr, "fnr": self.fnr, "threshold": self.thresholds}

    def deviates(self) -> tuple[Floats, Floats]:
        """Both rates as normal deviates, without the points at which one is 0 or 1 and has none."""
        from scipy.special import ndtri

        inside = (self.fpr > 0) & (self.fpr < 1) & (self.fnr > 0) & (self.fnr < 1)
        return np.asarray(ndtri(self.fpr[inside])), np.asarray(ndtri(self.fnr[inside]))

    def picture(self, name: str = "") -> Chart:
        """The curve on axes of normal deviates; the ticks are the rates."""
        x, y = self.deviates()
        return det_plane("DET curve", Line(x, y, series=0, name=name or "DET"))


def det_plane(title: str, *lines: Line) -> Chart:
    """Misses against false alarms, both as normal deviates with the rates at the ticks."""
    x, y = (
        np.concatenate([np.asarray(values) for values in column])
        for column in zip(*((a.x, a.y) for a in lines), strict=True)
    )
    axes = (_axis("False positive rate", x), _axis("False negative rate", y))
    return Chart(title, *axes, lines, square=True)


def _axis(name: str, values: Floats) -> Axis:
    """Rates at the places of their deviates, from the least that is drawn to the largest."""
    from scipy.special import ndtri

    places = [float(ndtri(tick)) for tick in TICKS]
    ends = (float(values.min()), float(values.max())) if len(values) else (-1.0, 1.0)
    low = max([p for p in places if p <= ends[0]], default=places[0])
    high = min([p for p in places if p >= ends[1]], default=places[-1])
    kept = [(p, f"{tick:g}") for p, tick in zip(places, TICKS, strict=True) if low <= p <= high]
    low, high = min(low, ends[0]), max(high, ends[1])
    return Axis(f"{name} (normal deviates)", low, high, tuple(p for p, _ in kept), tuple(word for _, word in kept))


def det(ladder: Ladder) -> DetCurve:
    """The detection error trade-off: how many positives are missed at how many false alarms.

    >>> import probative as pv
    >>> curve = pv.det(pv.Ladder.from_scores([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]))
    >>> curve.fpr.tolist(), curve.fnr.tolist()
    ([0.0, 0.0, 0.5, 0.5, 1.0], [1.0, 0.5, 0.5, 0.0, 0.0])
    """
    curve = roc(ladder)
    return DetCurve(curve.fpr, 1 - curve.tpr, curve.thresholds)
