"""The ROC curve: true against false positive rate at every threshold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self, cast

import numpy as np

from probative.curves.curve import Curve
from probative.curves.from_rows import FromRows
from probative.curves.hull import Hull, ladder_hull
from probative.curves.partial import RocN, first_negatives
from probative.curves.planes import roc_plane
from probative.errors import BadInput, WrongEvidence
from probative.evidence import ClassScores, ConfusionMatrix, Ladder, Outcomes
from probative.evidence.arrays import Array, Floats
from probative.evidence.thinning import thinned
from probative.measurement.isotonic import isotonic_pools
from probative.measurement.ladder import auc
from probative.measurement.partial_areas import RateRange, corrected_area, crossing, rates
from probative.pictures import Chart, Line


@dataclass(frozen=True, slots=True)
class RocCurve(FromRows, Curve):
    """Points from (0, 0) to (1, 1), one per distinct score; the first threshold is +inf."""

    fpr: Floats
    tpr: Floats
    thresholds: Floats
    ladder: Ladder

    @classmethod
    def of_ladder(cls, ladder: Ladder) -> Self:
        """The curve of a ladder."""
        return cast("Self", roc(ladder))

    @property
    def auc(self) -> float:
        """Area under the curve: the probability that a positive scores above a negative, ties counted half."""
        return float(auc(self.ladder))

    @property
    def eer(self) -> float:
        """Equal error rate: where the curve crosses FPR = 1 - TPR."""
        return crossing(self.ladder)[2]

    def eer_point(self) -> tuple[float, float, float]:
        """The achievable point nearest to equal errors: FPR, FNR and threshold."""
        i = int(np.argmin(np.abs(self.fpr + self.tpr - 1)))
        return float(self.fpr[i]), float(1 - self.tpr[i]), float(self.thresholds[i])

    def auc_n(self, n: int = 50, normalise: str = "all") -> float:
        """Area up to the n-th false positive (ROC50 for n = 50); see `roc_n` for its chance level."""
        return self.roc_n(n, normalise).area

    def roc_n(self, n: int = 50, normalise: str = "all") -> RocN:
        """The curve up to the n-th false positive, with its area and what chance would give."""
        return first_negatives(self.ladder, n, normalise)

    def partial_auc(
        self, *, fpr: tuple[float, float] | None = None, tpr: tuple[float, float] | None = None, corrected: bool = False
    ) -> float:
        """Area over a range of false (or true) positive rates; corrected after McClish: 1 at best, 0.5 for chance.

        For a range of true positive rates it is the area to the right of the curve, as specificity over sensitivity.
        """
        over = RateRange.of(fpr, tpr)
        area = over.area(self.ladder)
        return corrected_area(area, over.chance, over.width) if corrected else area

    def hull(self) -> Hull:
        """The convex hull: the thresholds that are best for some costs."""
        return ladder_hull(self.ladder)

    def at(self, fpr: object) -> Floats:
        """True positive rate at given false positive rates, straight between the points."""
        return np.asarray(np.interp(np.asarray(fpr, np.float64), self.fpr, self.tpr))

    def likelihood_ratios(self) -> Floats:
        """LR+ at every point: the slope of the line from (0, 0)."""
        with np.errstate(divide="ignore", invalid="ignore"):
            return self.tpr / self.fpr

    def drawing(self) -> dict[str, Array]:
        """How to draw the curve by hand: for each score the move from the point before (up, right or slanted)."""
        p, n = self.ladder.positives, self.ladder.negatives
        moves = np.where(n == 0, "up", np.where(p == 0, "right", "slanted"))
        return {
            "score": self.ladder.scores,
            "positives": p,
            "negatives": n,
            "move": moves,
            "fpr": self.fpr[1:],
            "tpr": self.tpr[1:],
        }

    def columns(self) -> dict[str, Array]:
        """Points with their thresholds."""
        return {"fpr": self.fpr, "tpr": self.tpr, "threshold": self.thresholds}

    def picture(self, name: str = "") -> Chart:
        """The thinned curve, with its area and both counts in the legend."""
        shown, (positives, negatives) = self.thinned(), self.ladder.totals
        detail = f"AUC {self.auc:.3f} ({positives:g} positives, {negatives:g} negatives)"
        return roc_plane("ROC curve", Line(shown.fpr, shown.tpr, series=0, name=name or "ROC", detail=detail))

    def thinned(self, points: int = 500) -> RocCurve:
        """Fewer points for display: both ends and all hull vertices stay, every point is one of the curve's."""
        curve: RocCurve = roc(thinned_ladder(self.ladder, points))
        return curve


def require_both_classes(ladder: Ladder) -> None:
    """Refuse what is no ladder, and a ladder that holds one class only."""
    if not isinstance(ladder, Ladder):
        decided = isinstance(ladder, Outcomes | ConfusionMatrix)
        raise WrongEvidence(
            "a ROC curve is made of scores.",
            found=f"{type(ladder).__name__}{', which holds decisions at one threshold only' if decided else ''}",
            remedy="pv.Ladder.from_scores(y, scores), or pv.ClassScores for several classes",
        )
    positives, negatives = ladder.totals
    if not (positives and negatives):
        raise BadInput(
            "a ROC curve needs both classes.",
            found=f"{positives:g} positives and {negatives:g} negatives",
            remedy="check the positive label, or evaluate on rows of both classes",
        )


def thinned_ladder(ladder: Ladder, points: int = 500) -> Ladder:
    """A ladder for display: about that many rungs, the ends and all vertices of the ROC hull among them."""
    return thinned(ladder, points, keep=isotonic_pools(ladder).ends)


def roc(evidence: Any) -> Any:
    """The ROC curve of a ladder; of class scores, one curve per class against the rest.

    >>> import probative as pv
    >>> curve = pv.roc(pv.Ladder.from_scores([1, 0, 1, 0], [0.9, 0.4, 0.4, 0.1]))
    >>> curve.fpr.tolist(), curve.tpr.tolist(), curve.thresholds.tolist()
    ([0.0, 0.0, 0.5, 1.0], [0.0, 0.5, 1.0, 1.0], [inf, 0.9, 0.4, 0.1])
    >>> curve.auc, curve.eer
    (0.875, 0.25)
    """
    if isinstance(evidence, ClassScores):
        return {label: roc(evidence.ladder(label)) for label in evidence.labels}
    ladder: Ladder = evidence
    require_both_classes(ladder)
    fpr, tpr = rates(ladder)
    return RocCurve(fpr, tpr, np.concatenate([[np.inf], ladder.scores]), ladder)
