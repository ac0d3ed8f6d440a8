"""The ROC curve of the log odds of two known classes: what an empirical one is an estimate of."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from probative.curves.curve import Curve
from probative.curves.planes import roc_plane
from probative.evidence.arrays import Array, Floats
from probative.inference.roots import root
from probative.pictures import Chart, Line
from probative.theory.computed import Computed

FAR = 35.0
"""Log likelihood ratios beyond which less than 1e-15 of one of the classes is left."""
ROUNDING = 1e-9
Share = Callable[[float], float]
"""How much of a class has log odds of at least a threshold."""
STEPS, AROUND, SDS = 351, 101, 8.0
"""Thresholds between the ends, and as many again around the mean of each class, up to that many deviations."""


@dataclass(frozen=True, slots=True, eq=False)
class TheoreticalRoc(Curve):
    """True and false positive rates of a known task by threshold of the log odds, from (0, 0) to (1, 1)."""

    fpr: Floats
    tpr: Floats
    thresholds: Floats
    auc: Computed
    """P(a positive has larger log odds than a negative)."""
    shares: tuple[Share, Share] | None = field(default=None, repr=False)
    """Of positives and of negatives, how many lie at or above a threshold; None where the curve was drawn."""

    def at(self, fpr: object) -> Floats:
        """True positive rate at given false positive rates, by their thresholds; of a drawn curve, on its lines.

        >>> import probative as pv
        >>> task = pv.GaussianTask(mean_pos=1.0, cov_pos=1.0, mean_neg=-1.0, cov_neg=1.0)
        >>> round(float(task.roc().at(task.fpr)), 10) == round(1 - float(task.fpr), 10)
        True
        """
        asked = np.asarray(fpr, np.float64)
        found = np.asarray(np.interp(asked, self.fpr, self.tpr))
        if self.shares is None:
            return found
        return np.array([self._exact(*pair) for pair in zip(asked.flat, found.flat, strict=True)]).reshape(asked.shape)

    def _exact(self, fpr: float, near: float) -> float:
        """The rate at the threshold with that false positive rate, which lies between two known ones."""
        after = int(np.searchsorted(self.fpr, fpr, "right"))
        if self.shares is None or not 0 < after < len(self.fpr):
            return near
        high, low = self.thresholds[after - 1], self.thresholds[after]
        if self.fpr[after - 1] == fpr or not (math.isfinite(high) and math.isfinite(low)):
            return near
        positive, negative = self.shares
        ends = negative(high) - fpr, negative(low) - fpr
        if not ends[0] < 0 < ends[1]:
            return near
        return float(positive(root(lambda t: negative(t) - fpr, low, high, within=1e-14)))

    def columns(self) -> dict[str, Array]:
        """Points with their thresholds of the log odds."""
        return {"fpr": self.fpr, "tpr": self.tpr, "threshold": self.thresholds}

    def picture(self, name: str = "") -> Chart:
        """The curve, with its area in the legend."""
        shown = f"{self.auc:.6f}" if not self.auc.standard_error else str(self.auc)
        line = Line(self.fpr, self.tpr, series=0, name=name or "Bayes rule", detail=f"AUC {shown}", fine=True)
        return replace(roc_plane("Theoretical ROC curve", line), caption="Theoretical ROC curve")


def thresholds_for(centres: list[tuple[float, float]], log_prior_odds: float, turning: Floats, dense: int) -> Floats:
    """Thresholds of the log odds, descending, that leave no part of the curve out: means and deviations by class.

    Around the values at which the log odds turn (where they are largest, least or a saddle), the curve bends most.
    """
    near = np.concatenate([[0.0], np.geomspace(1e-6, 1.0, 25), -np.geomspace(1e-6, 1.0, 25)])
    grids = [np.add.outer(turning, near).ravel()]
    grids += [np.linspace(-FAR, FAR, dense * (STEPS - 1) + 1) + log_prior_odds]
    grids += [mean + sd * np.linspace(-SDS, SDS, dense * (AROUND - 1) + 1) for mean, sd in centres if sd > 0]
    return np.unique(np.concatenate(grids))[::-1]


def computed_roc(positive: Share, negative: Share, thresholds: Floats, log_prior_odds: float) -> TheoreticalRoc:
    """The curve from the shares of both classes at or above each threshold, and the area below it.

    At a threshold t of the log odds the curve has the slope exp(t - ln prior odds), exactly: between two points it is
    known with its slopes, which makes the area good to many more digits than the points are apart.
    """
    tpr, fpr = (np.array([share(float(t)) for t in thresholds]) for share in (positive, negative))
    # Rounding must not make the curve turn back.
    tpr, fpr = np.maximum.accumulate(tpr), np.maximum.accumulate(fpr)
    x, y = np.concatenate([[0.0], fpr, [1.0]]), np.concatenate([[0.0], tpr, [1.0]])
    logs = np.concatenate([[math.inf], thresholds - log_prior_odds, [-math.inf]])
    ends = np.concatenate([[math.inf], thresholds, [-math.inf]])
    return TheoreticalRoc(x, y, ends, Computed(_area(x, y, logs), "quadrature", digits=7), (positive, negative))


def _area(x: Floats, y: Floats, logs: Floats) -> float:
    """The area below a curve of known slopes: trapezia, corrected by the slopes at their ends."""
    across, up = np.diff(x), np.diff(y)
    before, after = np.clip(logs[:-1], -700, 700), np.clip(logs[1:], -700, 700)
    plain = across * (y[1:] + y[:-1]) / 2
    below = plain + across**2 * (np.exp(np.minimum(before, 0)) - np.exp(np.minimum(after, 0))) / 12
    # Where it is steep, the same with the axes exchanged: the area on the left instead of that below.
    left = up * (x[1:] + x[:-1]) / 2 - up**2 * (np.exp(-np.maximum(after, 0)) - np.exp(-np.maximum(before, 0))) / 12
    turned = x[1:] * y[1:] - x[:-1] * y[:-1] - left
    known = np.isfinite(logs[:-1]) & np.isfinite(logs[1:])
    parts = [known & (after >= -ROUNDING), known & (before <= ROUNDING)]
    return float(np.select(parts, [turned, below], plain).sum())


def no_information(log_odds: float) -> TheoreticalRoc:
    """The diagonal: both classes are the same, and the log odds are those of the priors everywhere.

    >>> float(no_information(0.0).auc)
    0.5
    """
    ends = np.array([0.0, 1.0])
    return TheoreticalRoc(ends, ends, np.array([math.inf, log_odds]), Computed(0.5))


def drawn_roc(positive: Floats, negative: Floats, seed: int) -> TheoreticalRoc:
    """The curve of log odds drawn from both classes, with the standard error of its area (DeLong)."""
    up, down = np.sort(positive), np.sort(negative)
    above, below = _won(up, down), 1 - _won(down, up)
    error = math.sqrt(float(above.var(ddof=1)) / len(up) + float(below.var(ddof=1)) / len(down))
    area = Computed(float(above.mean()), "Monte Carlo", error, draws=len(up) + len(down), seed=seed)
    # Draws as they are: where only one class can be, log odds are infinite, and nothing lies between two of those.
    every = np.sort(np.concatenate([up, down]))
    cuts = every[np.linspace(len(every) - 1, 0, STEPS).round().astype(int)]
    shares = [1 - np.searchsorted(drawn, cuts) / len(drawn) for drawn in (down, up)]
    x, y = (np.concatenate([[0.0], share, [1.0]]) for share in shares)
    return TheoreticalRoc(x, y, np.concatenate([[math.inf], cuts, [-math.inf]]), area)


def _won(ones: Floats, others: Floats) -> Floats:
    """Of each, the share of the others that it surpasses; equal ones are half surpassed."""
    return (np.searchsorted(others, ones) + np.searchsorted(others, ones, "right")) / (2 * len(others))
