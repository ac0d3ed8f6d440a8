"""Scores of two classes with known distributions: what a threshold makes of them, and how well they separate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from probative.curves.curve import Curve
from probative.errors import BadParameter
from probative.evidence.arrays import Array
from probative.pictures import Axis, Band, Chart, Line, Shape, Words, draw, draw_panels
from probative.theory.computed import Computed
from probative.theory.quadrature import piecewise_integral

TAIL = 1e-12
MARKS = (TAIL, 1e-6, 1e-3, 0.05, 0.25, 0.5, 0.75, 0.95, 0.999, 1 - 1e-6, 1 - TAIL)
POINTS = 400
EXPLAINED = "Densities of the scores of both classes; shaded by what the threshold makes of them"
SEPARATIONS = ("separate", "partial", "full", "swapped", "reversed")
"""From no overlap with the positives on top to no overlap with the positives below: AUC 1, .9214, .5, .0786, 0."""


@dataclass(frozen=True, slots=True, eq=False)
class ScoreDemonstration(Curve):
    """Distributions of the scores of both classes, cut at a threshold: positive is what scores at least that.

    >>> from scipy import stats
    >>> found = ScoreDemonstration(stats.norm(0.6, 0.1), stats.norm(0.4, 0.1), 0.5)
    >>> round(found.auc, 8), round(found.tpr, 6), round(found.fpr, 6)
    (0.9213504, 0.841345, 0.158655)
    """

    positive: Any
    negative: Any
    threshold: float = 0.5
    name: str = ""

    def __post_init__(self) -> None:
        for one in (self.positive, self.negative):
            if not (hasattr(one, "pdf") and hasattr(one, "sf")):
                raise BadParameter(
                    "scores need a continuous distribution.", found=repr(one), remedy="scipy.stats.norm(0.6, 0.1)"
                )

    @property
    def auc(self) -> Computed:
        """P(a positive scores above a negative)."""
        ends = np.unique([one.ppf(share) for one in (self.positive, self.negative) for share in MARKS])
        found = piecewise_integral(lambda s: self.negative.pdf(s) * self.positive.sf(s), ends)
        # What lies beyond the ends is all below, or all above.
        outside = float(self.negative.cdf(ends[0]) * self.positive.sf(ends[0]))
        return Computed(min(max(found + outside, 0.0), 1.0), "quadrature", digits=8)

    @property
    def tpr(self) -> float:
        """The share of positives at or above the threshold."""
        return float(self.positive.sf(self.threshold))

    @property
    def fpr(self) -> float:
        """The share of negatives at or above the threshold."""
        return float(self.negative.sf(self.threshold))

    @property
    def shares(self) -> dict[str, float]:
        """Of the positives TP and FN, of the negatives FP and TN."""
        return {"TP": self.tpr, "FN": 1 - self.tpr, "FP": self.fpr, "TN": 1 - self.fpr}

    def at(self, threshold: float) -> ScoreDemonstration:
        """The same scores, cut elsewhere."""
        return ScoreDemonstration(self.positive, self.negative, threshold, self.name)

    def columns(self) -> dict[str, Array]:
        """Densities of both classes, and the ROC curve, by score."""
        s = self._scores()
        made = {"score": s, "positive": self.positive.pdf(s), "negative": self.negative.pdf(s)}
        return made | {"tpr": self.positive.sf(s), "fpr": self.negative.sf(s)}

    def picture(self, name: str = "") -> Chart:
        """Both densities, shaded by what the threshold makes of the rows: TP, FN, FP, TN."""
        s = self._scores()
        up, down = self.positive.pdf(s), self.negative.pdf(s)
        above = s >= self.threshold
        top = 1.1 * float(max(up.max(), down.max()))
        high = Axis.over("Density", [0.0, top])
        drawn: list[Shape] = []
        for cell, density, side, series in (
            ("TN", down, ~above, 1),
            ("TP", up, above, 0),
            ("FN", up, ~above, 0),
            ("FP", down, above, 1),
        ):
            words = f"{100 * self.shares[cell]:.1f} % of the {'positives' if cell in ('TP', 'FN') else 'negatives'}"
            at, height = s[side], density[side]
            # The colour is that of the actual class; what is wrong stands out.
            role = "rejected" if cell[0] == "F" else ""
            drawn.append(Band(at, np.zeros(len(at)), height, series=series, name=cell, detail=words, role=role))
        drawn.append(Line(s, up, series=0, name="positive scores"))
        drawn.append(Line(s, down, series=1, name="negative scores"))
        drawn.append(Line([self.threshold] * 2, [0.0, high.high], weight=1.2, role="cut"))
        drawn.append(Words(self.threshold, 0.97 * high.high, f"\u2002threshold {self.threshold:g}"))
        title = f"Scores{f', {name or self.name}' if name or self.name else ''}: AUC {self.auc:.4f}"
        return Chart(title, Axis.over("Score", [s[0], s[-1]]), high, tuple(drawn), title, width=380)

    def plot(self, ax: Any = None, *, label: str = "", **style: Any) -> Any:
        """Draw it with matplotlib (extra `plots`), the legend below, and return the axes."""
        return draw(self.picture(str(label)), ax, below=ax is None, **style)

    def _scores(self) -> Array:
        ends = [float(one.ppf(share)) for one in (self.positive, self.negative) for share in (1e-5, 1 - 1e-5)]
        return np.unique([*np.linspace(min(ends), max(ends), POINTS), self.threshold])


def panels(found: Sequence[ScoreDemonstration]) -> list[Any]:
    """Draw demonstrations side by side with matplotlib, under them what lines and shadings are; their axes."""
    return draw_panels([one.picture() for one in found], side=4.2, columns=3, below=EXPLAINED)


def score_demonstration(kind: str = "partial", *, threshold: float = 0.5) -> ScoreDemonstration:
    """Scores that separate the classes, overlap in part, say nothing, or are the wrong way round.

    >>> [round(score_demonstration(kind).auc, 4) for kind in SEPARATIONS]
    [1.0, 0.9214, 0.5, 0.0786, 0.0]
    """
    from scipy import stats

    top, bottom = stats.beta(4, 4, 0.5, 0.5), stats.beta(4, 4, 0.0, 0.5)
    high, low, middle = stats.norm(0.6, 0.1), stats.norm(0.4, 0.1), stats.norm(0.5, 0.1)
    kinds = {
        "separate": (top, bottom),
        "partial": (high, low),
        "full": (middle, middle),
        "swapped": (low, high),
        "reversed": (bottom, top),
    }
    if kind not in kinds:
        raise BadParameter(f"there is no demonstration {kind!r}.", found=", ".join(SEPARATIONS))
    return ScoreDemonstration(*kinds[kind], threshold, kind)
