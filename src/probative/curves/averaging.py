"""ROC curves of several folds or classes: side by side, averaged, or pooled, and always named as such."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from probative.curves.curve import Curve
from probative.curves.planes import roc_plane
from probative.curves.roc import RocCurve, roc
from probative.errors import BadParameter, EmptyData
from probative.evidence import ClassScores, Ladder
from probative.evidence.arrays import Array, Floats
from probative.evidence.needed import need, need_each
from probative.pictures import Band, Chart, Line, Shape


@dataclass(frozen=True, slots=True)
class AverageRoc(Curve):
    """A mean curve with the spread between the curves it was made of (standard deviation, n - 1)."""

    fpr: Floats
    tpr: Floats
    fpr_spread: Floats
    tpr_spread: Floats
    aucs: Floats
    how: str

    @property
    def auc(self) -> float:
        """Mean of the single areas."""
        return float(self.aucs.mean())

    @property
    def auc_spread(self) -> float:
        """Standard deviation of the single areas."""
        return float(self.aucs.std(ddof=1)) if len(self.aucs) > 1 else float("nan")

    def columns(self) -> dict[str, Array]:
        """The mean curve and its spread."""
        return {"fpr": self.fpr, "tpr": self.tpr, "fpr_spread": self.fpr_spread, "tpr_spread": self.tpr_spread}

    def picture(self, name: str = "") -> Chart:
        """The mean curve; where TPR was averaged, one standard deviation on both sides."""
        several = len(self.aucs) > 1
        detail = f"AUC {self.auc:.3f}" + (f" ± {self.auc_spread:.3f} SD" if several else "")
        words = name or f"{self.how} average of {len(self.aucs)}"
        drawn: list[Shape] = [Line(self.fpr, self.tpr, series=0, name=words, detail=detail)]
        if self.how != "threshold" and several:
            low, high = (np.clip(self.tpr + sign * self.tpr_spread, 0, 1) for sign in (-1, 1))
            drawn.append(Band(self.fpr, low, high, series=0, hint="± 1 SD"))
        return roc_plane("Average ROC curve", *drawn)


def average_roc(ladders: Sequence[Ladder], how: str = "vertical", points: int = 201) -> AverageRoc:
    """The mean of several ROC curves: TPR at equal FPR ("vertical"), or both rates at equal thresholds ("threshold").

    >>> import probative as pv
    >>> a, b = pv.Ladder.from_scores([1, 0], [0.9, 0.1]), pv.Ladder.from_scores([1, 0], [0.2, 0.8])
    >>> pv.average_roc([a, b]).auc
    0.5
    """
    need_each(ladders, Ladder)
    curves = [roc(ladder) for ladder in ladders]
    if not curves:
        raise EmptyData("there are no curves to average.")
    if how == "vertical":
        grid = np.linspace(0.0, 1.0, points)
        fpr, tpr = np.tile(grid, (len(curves), 1)), np.stack([_upper(curve, grid) for curve in curves])
    elif how == "threshold":
        levels = _levels(ladders, points)
        found = [_at_thresholds(ladder, levels) for ladder in ladders]
        fpr, tpr = np.stack([f for f, _ in found]), np.stack([t for _, t in found])
    else:
        raise BadParameter("how must be 'vertical' or 'threshold'.", found=how)
    several = len(curves) > 1
    none = np.full(fpr.shape[1], np.nan)
    return AverageRoc(
        fpr.mean(axis=0),
        tpr.mean(axis=0),
        fpr.std(axis=0, ddof=1) if several else none,
        tpr.std(axis=0, ddof=1) if several else none,
        np.array([curve.auc for curve in curves]),
        how,
    )


def _upper(curve: RocCurve, grid: Floats) -> Floats:
    """TPR on a grid, the curve starting in the origin even where its first step is vertical."""
    heights = curve.at(grid)
    heights[0] = 0.0
    return heights


def _levels(ladders: Sequence[Ladder], points: int) -> Floats:
    """Thresholds spread evenly over all scores, from +inf to the lowest."""
    scores = np.sort(np.concatenate([ladder.scores for ladder in ladders]))[::-1]
    picked = np.unique(np.linspace(0, len(scores) - 1, points - 1).astype(int))
    return np.concatenate([[np.inf], np.unique(scores[picked])[::-1]])


def _at_thresholds(ladder: Ladder, levels: Floats) -> tuple[Floats, Floats]:
    cells = ladder.outcomes()
    above = ladder.rungs_above(levels)
    positives, negatives = ladder.totals
    return np.asarray(cells.fp)[above] / negatives, np.asarray(cells.tp)[above] / positives


@dataclass(frozen=True, slots=True)
class PooledRoc:
    """One curve of all rows together, and the reason to distrust it."""

    curve: RocCurve
    caution: str = (
        "scores of different models are mixed: where these are not on one scale, the pooled curve is lower than any"
    )


def pooled_roc(ladders: Sequence[Ladder]) -> PooledRoc:
    """The curve of all rows of several folds."""
    need_each(ladders, Ladder)
    if not ladders:
        raise EmptyData("there are no ladders to pool.")
    total = ladders[0]
    for ladder in ladders[1:]:
        total = total + ladder
    return PooledRoc(roc(total))


def macro_roc(scores: ClassScores, points: int = 201) -> AverageRoc:
    """The vertical average of the classes' curves against the rest (macro)."""
    need(scores, ClassScores)
    found = average_roc([scores.ladder(label) for label in scores.labels], points=points)
    return AverageRoc(found.fpr, found.tpr, found.fpr_spread, found.tpr_spread, found.aucs, "macro")


def micro_roc(scores: ClassScores) -> RocCurve:
    """The curve of all (row, class) decisions taken together (micro)."""
    need(scores, ClassScores)
    total = scores.ladder(scores.labels[0])
    for label in scores.labels[1:]:
        total = total + scores.ladder(label)
    curve: RocCurve = roc(total)
    return curve
