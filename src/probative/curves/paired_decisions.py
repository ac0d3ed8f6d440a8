"""Differences of net benefit between two models on the same rows, at every threshold probability."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

import numpy as np

from probative.curves.curve import Curve
from probative.curves.decision import checked_thresholds
from probative.curves.planes import finite_ends
from probative.errors import BadInput, BadParameter
from probative.evidence.arrays import Array, Floats, numbers, same_length
from probative.evidence.labels import Label, positives
from probative.inference.levels import checked_level
from probative.inference.proportion import normal_quantile
from probative.measurement.net_benefit import odds
from probative.pictures import Axis, Band, Chart, Guide, Line
from probative.stats.paired_shares import score_limits


@dataclass(frozen=True, slots=True)
class DecisionDifference(Curve):
    """Net benefit of A minus that of B by threshold probability, with pointwise limits of paired rows."""

    threshold: Floats
    difference: Floats
    low: Floats
    high: Floats
    level: float
    prior: float | None = None

    def columns(self) -> dict[str, Array]:
        """The differences and their limits."""
        return {"threshold": self.threshold, "difference": self.difference, "low": self.low, "high": self.high}

    def picture(self, name: str = "") -> Chart:
        """The differences in their limits."""
        ends = [*finite_ends(self.low), *finite_ends(self.high)]
        x, y = Axis.unit("Threshold probability"), Axis.over("Difference of net benefit", ends, include=[0])
        band = Band(self.threshold, self.low, self.high, series=0, hint=f"{self.level:.0%} pointwise limits")
        line = Line(self.threshold, self.difference, series=0, name=name or "A - B")
        return Chart("Difference of decision curves", x, y, (Guide([0, 1], [0, 0]), band, line))


def decision_difference(
    y_true: object,
    a: object,
    b: object,
    thresholds: Sequence[float] | None = None,
    *,
    prior: float | None = None,
    pos_label: Label | None = None,
    groups: object = None,
    level: float = 0.95,
) -> DecisionDifference:
    """Net benefit of A minus that of B on the same rows, from probabilities, with paired pointwise intervals.

    Tango's score limits of the difference of true positives, and of false positives, are squared and added. With
    `groups`, Student's interval of the clusters' sums.

    >>> found = decision_difference([1, 1, 0, 0], [0.9, 0.4, 0.2, 0.1], [0.9, 0.1, 0.6, 0.1], [0.3])
    >>> round(float(found.difference[0]), 6), bool(found.low[0] < 0 < found.high[0])
    (0.357143, True)
    """
    checked_level(level)
    truth = positives(y_true, pos_label)
    first, second = numbers(a, "a"), numbers(b, "b")
    same_length(y_true=truth, a=first, b=second)
    for name, scores in (("a", first), ("b", second)):
        if len(scores) and not (scores.min() >= 0 and scores.max() <= 1):
            raise BadInput(f"{name} must be probabilities.", found=f"{scores.min():g} to {scores.max():g}")
    if prior is not None and not (0 < prior < 1 and truth.any() and not truth.all()):
        raise BadParameter("a prior lies between 0 and 1, and needs rows of both classes.", found=prior)
    at = checked_thresholds(thresholds)
    one = _clustered if groups is not None else _paired
    rows = [one(truth, first >= t, second >= t, odds(float(t)), prior, level, groups) for t in at]
    difference, low, high = np.array(rows).T
    return DecisionDifference(at, difference, low, high, level, prior)


def _shares(truth: Array, prior: float | None) -> tuple[float, float, int, int]:
    """What a row of each class counts, and the rows behind: all of them, or with a prior those of the class."""
    n, p = len(truth), int(truth.sum())
    return (1.0, 1.0, n, n) if prior is None else (prior, 1 - prior, p, n - p)


def _paired(
    truth: Array, a: Array, b: Array, cost: float, prior: float | None, level: float, _: object
) -> tuple[float, float, float]:
    of_p, of_n, p, n = _shares(truth, prior)
    found = [int(x.sum()) for x in (truth & a & ~b, truth & ~a & b)]
    alarms = [int(x.sum()) for x in (~truth & a & ~b, ~truth & ~a & b)]
    more, alarm = of_p * (found[0] - found[1]) / p, of_n * cost * (alarms[0] - alarms[1]) / n
    l1, u1 = (of_p * end for end in score_limits(found[0], found[1], p, z=normal_quantile(level)))
    l2, u2 = (of_n * cost * end for end in score_limits(alarms[0], alarms[1], n, z=normal_quantile(level)))
    value = more - alarm
    return value, value - hypot(more - l1, u2 - alarm), value + hypot(u1 - more, alarm - l2)


def _clustered(
    truth: Array, a: Array, b: Array, cost: float, prior: float | None, level: float, groups: object
) -> tuple[float, float, float]:
    from scipy.special import stdtrit

    of_p, of_n, p, n = _shares(truth, prior)
    gap = a.astype(np.float64) - b
    row = np.where(truth, of_p * gap / p, -of_n * cost * gap / n)
    names, owner = np.unique(np.asarray(groups), return_inverse=True)
    if len(names) < 2 or len(owner) != len(truth):
        raise BadParameter("groups name at least two clusters, one for each row.", found=f"{len(names)} clusters")
    value, size = float(row.sum()), len(names)
    # What a cluster adds, beyond its share of the rows of each class that the difference is divided by.
    parts = []
    for mask, rows in ((truth, p), (~truth, n)) if prior is not None else ((np.ones(len(truth), bool), p),):
        whole, sizes = float(row[mask].sum()), np.bincount(owner[mask], minlength=size)
        parts.append(np.bincount(owner[mask], row[mask], size) - whole * sizes / rows)
    influence = np.sum(parts, axis=0)
    error = float(np.sqrt((influence**2).sum() * size / (size - 1)))
    half = float(stdtrit(size - 1, (1 + level) / 2)) * error if error > 0 else float("nan")
    return value, value - half, value + half
