"""The precision-recall curve, at the sample's or any other share of positives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self, cast

import numpy as np

from probative.curves.curve import Curve
from probative.curves.from_rows import FromRows
from probative.curves.planes import precision_recall_plane
from probative.errors import BadInput, BadParameter
from probative.evidence import ClassScores, Ladder
from probative.evidence.arrays import Array, Floats, inner
from probative.evidence.needed import need
from probative.evidence.steps import Step, in_steps
from probative.evidence.thinning import thinned
from probative.inference.estimate import percentage
from probative.pictures import Chart, Guide, Line


@dataclass(frozen=True, slots=True)
class PrecisionRecallCurve(FromRows, Curve):
    """Points by falling threshold, one per distinct score; where nothing is called positive there is no precision."""

    recall: Floats
    precision: Floats
    thresholds: Floats
    prevalence: float
    ladder: Ladder

    @classmethod
    def of_ladder(cls, ladder: Ladder) -> Self:
        """The curve of a ladder."""
        return cast("Self", precision_recall(ladder))

    @property
    def average_precision(self) -> float:
        """Precision averaged over the positives, each at its own threshold."""
        steps = np.diff(self.recall, prepend=0.0)
        some = steps > 0
        return inner(steps[some], self.precision[some])

    @property
    def area(self) -> float:
        """Area under the rightly interpolated curve: between two points, false positives grow evenly with true ones.

        In precision and recall that is no straight line, and trapezoids would be too large.
        """
        tp, fp = self._counts()
        a, b = tp[:-1], tp[1:]
        rising = b > a
        a, b, start = a[rising], b[rising], fp[:-1][rising]
        rate = (fp[1:][rising] - start) / (b - a)
        offset = start - rate * a
        # The integral of t / ((1 + rate) t + offset) from a to b; a logarithm where the offset is not 0.
        slope = 1 + rate
        with np.errstate(divide="ignore", invalid="ignore"):
            bend = offset / slope**2 * np.log((slope * b + offset) / (slope * a + offset))
        bend = np.where(np.abs(offset) > 1e-12 * (1 + np.abs(start)), bend, 0.0)
        return float(((b - a) / slope - bend).sum() / tp[-1])

    def at(self, recall: object) -> Floats:
        """Precision at given recalls, rightly interpolated; nan at recall 0."""
        tp, fp = self._counts()
        wanted = np.asarray(recall, np.float64) * tp[-1]
        # The first point that reaches the recall: beyond it false positives only grow.
        k = np.clip(np.searchsorted(tp, wanted - 1e-9 * tp[-1]), 1, len(tp) - 1)
        rise = tp[k] - tp[k - 1]
        share = np.where(rise > 0, (wanted - tp[k - 1]) / np.where(rise > 0, rise, 1.0), 1.0)
        false = fp[k - 1] + share * (fp[k] - fp[k - 1])
        with np.errstate(invalid="ignore"):
            return np.where(wanted > 0, wanted / (wanted + false), np.nan)

    def _counts(self) -> tuple[Floats, Floats]:
        """True and false positives at every threshold, the latter as if positives were as common as `prevalence`."""
        cells = self.ladder.outcomes()
        tp, fp = np.asarray(cells.tp), np.asarray(cells.fp)
        positives, negatives = self.ladder.totals
        if not negatives:
            return tp, fp
        return tp, fp * ((1 - self.prevalence) / self.prevalence * positives / negatives)

    def columns(self) -> dict[str, Array]:
        """Points with their thresholds."""
        return {"recall": self.recall, "precision": self.precision, "threshold": self.thresholds}

    def picture(self, name: str = "") -> Chart:
        """The rightly interpolated curve, with average precision and the share of positives in the legend."""
        grid = np.linspace(0.0, 1.0, 1001)[1:]
        detail = f"AP {self.average_precision:.3f} ({percentage(self.prevalence)} positives)"
        line = Line(grid, self.at(grid), series=0, name=name or "PR", detail=detail)
        return precision_recall_plane("Precision-recall curve", line, Guide([0, 1], [self.prevalence] * 2))

    def thinned(self, points: int = 500) -> PrecisionRecallCurve:
        """Fewer points for display; every point is one of the curve's, the last is kept."""
        return _curve(thinned(self.ladder, points), self.prevalence)


def precision_recall(evidence: Any, *, prevalence: float | None = None) -> Any:
    """The precision-recall curve of a ladder; of class scores, one per class against the rest.

    `prevalence` is the share of positives where the model will work; None means the sample's.

    >>> import probative as pv
    >>> curve = pv.precision_recall(pv.Ladder.from_scores([1, 0, 1, 0], [0.9, 0.4, 0.4, 0.1]))
    >>> curve.recall.tolist(), curve.precision.tolist()
    ([0.5, 1.0, 1.0], [1.0, 0.6666666666666666, 0.5])
    """
    if isinstance(evidence, ClassScores):
        return {label: precision_recall(evidence.ladder(label), prevalence=prevalence) for label in evidence.labels}
    need(evidence, Ladder)
    positives, negatives = evidence.totals
    if not positives:
        raise BadInput("a precision-recall curve needs positives.", remedy="check the positive label")
    if prevalence is None:
        return _curve(evidence, positives / (positives + negatives))
    if not 0 < prevalence < 1:
        raise BadParameter("a prevalence lies between 0 and 1.", found=prevalence)
    if not negatives:
        raise BadInput("another prevalence needs negatives to weigh against.", remedy="evaluate on both classes")
    return _curve(evidence, prevalence)


def _curve(ladder: Ladder, prevalence: float) -> PrecisionRecallCurve:
    positives, negatives = ladder.totals
    recall, precision = np.empty(len(ladder.scores)), np.empty(len(ladder.scores))
    weight = (1 - prevalence) / prevalence * positives / negatives if negatives else 1.0

    def fill(step: Step) -> None:
        tp, called = step.tp, step.fp
        called *= weight
        called += tp
        with np.errstate(invalid="ignore"):
            np.divide(tp, called, out=precision[step.part])
        np.divide(tp, positives, out=recall[step.part])

    in_steps(ladder, fill)
    return PrecisionRecallCurve(recall, precision, ladder.scores, prevalence, ladder)


def precision_at(fpr: object, tpr: object, prevalence: float) -> Floats:
    """Precision of given rates where this share of the rows is positive; nan where nothing is called positive.

    >>> precision_at([0.1, 0.0], [0.8, 0.0], 0.2).tolist()
    [0.6666666666666666, nan]
    """
    alarms, found = (1 - prevalence) * np.asarray(fpr, np.float64), prevalence * np.asarray(tpr, np.float64)
    with np.errstate(invalid="ignore"):
        return np.asarray(found / (found + alarms))


def precision_path(fpr: Floats, tpr: Floats, prevalence: float, pieces: Array | None = None) -> tuple[Floats, Floats]:
    """Recall and precision along a line of the ROC plane; straight there is curved here, so its steps are cut.

    `pieces` says into how many; by default none is longer than a 64th of the plane.

    >>> recall, precision = precision_path(np.array([0.0, 0.0, 1.0]), np.array([0.0, 0.5, 1.0]), 0.5, np.array([1, 2]))
    >>> recall.round(6).tolist(), precision.round(6).tolist()
    ([0.0, 0.5, 0.75, 1.0], [1.0, 1.0, 0.6, 0.5])
    """
    if pieces is None:
        pieces = 1 + (64 * np.maximum(np.diff(fpr), np.diff(tpr))).astype(np.intp)
    before = np.repeat(np.arange(len(pieces)), pieces)
    way = (1 + np.arange(len(before)) - np.repeat(np.cumsum(pieces) - pieces, pieces)) / pieces[before]
    # At no alarm at all precision is undefined; its limit is what the first step has.
    before, way = np.concatenate([[0], before]), np.concatenate([[1e-9], way])
    x, y = (column[before] + way * (column[before + 1] - column[before]) for column in (fpr, tpr))
    return y, precision_at(x, y, prevalence)
