"""The ROC convex hull: the best that can be reached by choosing and mixing thresholds or classifiers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from probative.curves.curve import Curve
from probative.curves.planes import roc_plane
from probative.errors import BadParameter
from probative.evidence import Ladder
from probative.evidence.arrays import Array, Floats
from probative.evidence.mapped import picked
from probative.measurement.isotonic import isotonic_pools
from probative.pictures import Chart, Line


@dataclass(frozen=True, slots=True)
class Touch:
    """Where a line of a given slope touches the hull: one vertex, or both ends of a whole optimal segment."""

    slope: float
    intercept: float
    fpr: Floats
    tpr: Floats
    thresholds: Floats


@dataclass(frozen=True, slots=True)
class ThresholdMixture:
    """A randomised threshold: the lower one with this probability, else the higher."""

    high: float
    low: float
    probability: float
    fpr: float
    tpr: float

    def predict(self, y_score: object, random_state: int = 0) -> Array:
        """Whether each row is called positive.

        >>> ThresholdMixture(0.9, 0.2, 1.0, 0.5, 0.8).predict([0.5, 0.1]).tolist()
        [True, False]
        """
        scores = np.asarray(y_score, np.float64)
        lower = np.random.default_rng(random_state).random(len(scores)) < self.probability
        return np.asarray(scores >= np.where(lower, self.low, self.high))


@dataclass(frozen=True, slots=True)
class Hull(Curve):
    """Vertices from (0, 0) to (1, 1); points inside its edges are left out.

    >>> import probative as pv
    >>> hull = pv.roc(pv.Ladder.from_scores([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])).hull()
    >>> hull.fpr.tolist(), hull.tpr.tolist(), hull.auc
    ([0.0, 0.0, 0.5, 1.0], [0.0, 0.5, 1.0, 1.0], 0.875)
    """

    fpr: Floats
    tpr: Floats
    thresholds: Floats

    @property
    def auc(self) -> float:
        """Area under the hull."""
        return float(np.trapezoid(self.tpr, self.fpr))

    @property
    def slopes(self) -> Floats:
        """Slope of each edge: the likelihood ratio of the scores on it (infinite where only positives are)."""
        with np.errstate(divide="ignore"):
            return np.diff(self.tpr) / np.diff(self.fpr)

    def columns(self) -> dict[str, Array]:
        """Vertices with the slope of the edge that leads to them."""
        slopes = np.concatenate([[np.nan], self.slopes])
        return {"fpr": self.fpr, "tpr": self.tpr, "threshold": self.thresholds, "slope": slopes}

    def picture(self, name: str = "") -> Chart:
        """The vertices, joined."""
        return roc_plane("ROC hull", Line(self.fpr, self.tpr, marked=True, series=0, name=name or "hull"))

    def height(self, fpr: object) -> Floats:
        """The highest true positive rate reachable at these false positive rates."""
        return np.asarray(np.interp(np.asarray(fpr, np.float64), self.fpr, self.tpr))

    def touch(self, slope: float) -> Touch:
        """Where a line of this slope touches: the vertices that are best when misses and alarms weigh in that ratio."""
        if slope == np.inf:
            # A vertical line touches the left wall, along all points without false alarms.
            chosen = np.flatnonzero(self.fpr <= 1e-12)
            top = float(self.tpr[chosen].max())
            return Touch(slope, top, self.fpr[chosen], self.tpr[chosen], self.thresholds[chosen])
        intercepts = self.tpr - slope * self.fpr
        best = float(intercepts.max())
        chosen = np.flatnonzero(intercepts >= best - 1e-12)
        return Touch(slope, best, self.fpr[chosen], self.tpr[chosen], self.thresholds[chosen])

    def mix(self, *, fpr: float | None = None, tpr: float | None = None) -> ThresholdMixture:
        """The two thresholds, and how often to take the lower, that reach a rate on the hull."""
        if (fpr is None) == (tpr is None):
            raise BadParameter("name the rate to reach, fpr or tpr.", remedy="mix(fpr=0.1)")
        values, wanted = (self.fpr, fpr) if fpr is not None else (self.tpr, tpr)
        assert wanted is not None
        if not 0 <= wanted <= 1:
            raise BadParameter("a rate lies between 0 and 1.", found=wanted)
        k = min(max(int(np.searchsorted(values, wanted)), 1), len(values) - 1)
        rise = values[k] - values[k - 1]
        share = float((wanted - values[k - 1]) / rise) if rise else 1.0
        x, y = (float(c[k - 1] + share * (c[k] - c[k - 1])) for c in (self.fpr, self.tpr))
        return ThresholdMixture(float(self.thresholds[k - 1]), float(self.thresholds[k]), share, x, y)

    def place(self, fpr: object, tpr: object) -> Array:
        """For each point: "vertex", "on" an edge, or "below" (never optimal, whatever the costs)."""
        across, up = np.asarray(fpr, np.float64), np.asarray(tpr, np.float64)
        vertex = np.zeros(across.shape, bool)
        for x, y in zip(self.fpr, self.tpr, strict=True):
            vertex |= (np.abs(across - x) <= 1e-12) & (np.abs(up - y) <= 1e-12)
        on = self.height(across) - up <= 1e-12
        on |= (across <= 1e-12) & (up <= self.tpr[self.fpr <= 1e-12].max() + 1e-12)
        return np.where(vertex, "vertex", np.where(on, "on", "below"))


def ladder_hull(ladder: Ladder) -> Hull:
    """The hull of a ladder's ROC curve: its vertices are the ends of the isotonic pools."""
    pools = isotonic_pools(ladder)
    positives, negatives = ladder.totals
    return Hull(
        np.concatenate([[0.0], np.cumsum(pools.n)]) / negatives,
        np.concatenate([[0.0], np.cumsum(pools.p)]) / positives,
        np.concatenate([[np.inf], picked(ladder.scores, pools.ends)]),
    )


def points_hull(fpr: Floats, tpr: Floats) -> tuple[Floats, Floats]:
    """Vertices of the hull of some points with (0, 0) and (1, 1)."""
    x, y = np.concatenate([[0.0, 1.0], fpr]), np.concatenate([[0.0, 1.0], tpr])
    kept: list[tuple[float, float]] = []
    for point in sorted(set(zip(x.tolist(), y.tolist(), strict=True))):
        while len(kept) > 1 and _turns_left(kept[-2], kept[-1], point):
            kept.pop()
        kept.append(point)
    # The chain runs over the top from the leftmost lowest point; points left of a higher one at x = 0 stay.
    top = [kept[0]]
    for point in kept[1:]:
        if point[1] >= top[-1][1] or point[0] > top[-1][0]:
            top.append(point)
    return np.array([p[0] for p in top]), np.array([p[1] for p in top])


def _turns_left(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> bool:
    """Whether b lies on or below the line from a to c."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) >= -1e-15
