"""The score interval of an area under the ROC curve, which holds with few events and close to 1.

DeLong's interval collapses there: with five positives their placements say little of how placements vary, and the
nearer the area is to 1, the fewer rows tell anything at all. So the variance is a function of the area (Hanley and
McNeil's, for the worse of the two ways in which scores can be exponential), scaled to what DeLong's says of these
scores. Where DeLong's is the smaller one it is trusted by the number of rows that tell of it. The limits are the areas
from which the observed one lies t standard errors away, with Satterthwaite's degrees of freedom.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf

import numpy as np

from probative.evidence import Ladder
from probative.evidence.arrays import Floats
from probative.evidence.evidence import remembered
from probative.evidence.steps import steps
from probative.inference.methods import interval, preferred
from probative.inference.proportion import normal_quantile, t_quantile
from probative.inference.roots import root
from probative.inference.task import Limits, Task
from probative.measurement.ladder import auc

TRUST = 20.0
"""Rows' worth of trust in Hanley and McNeil's variance against a smaller one that was observed; by simulation."""


@dataclass(frozen=True, slots=True)
class Placed:
    """How the placements of one class vary: its (effective) rows, the variance of their mean, and their kurtosis."""

    rows: float
    variance: float
    kurtosis: float


@remembered
def placed(ladder: Ladder) -> tuple[Placed, Placed]:
    """The placements of the positives and of the negatives; variances are nan with fewer than two rows."""
    sums = np.sum(ladder.walked(placement_sums), axis=0)
    found = []
    totals = zip(ladder.totals, ladder.squared_totals, sums.tolist(), strict=True)
    for mass, all_squares, (second, fourth) in totals:
        rows = mass**2 / all_squares
        variance = second / mass**2 * rows / (rows - 1) if rows > 1 else np.nan
        found.append(Placed(rows, variance, all_squares * fourth / second**2 if second**2 else 1.0))
    return found[0], found[1]


def placement_sums(stretch: Ladder) -> Floats:
    """Second and fourth powers of how far the placements of each class lie from the area, summed over a stretch."""
    area, sums = auc(stretch), np.zeros((2, 2))
    positives, negatives = stretch.totals
    for step in steps(stretch):
        # Half of a rung's own rows count: one array for each class is moved from running counts to squared distances.
        below, above = step.fp, step.tp
        for gap, own, total, mean in ((below, step.n, negatives, 1 - area), (above, step.p, positives, area)):
            gap -= own * 0.5
            gap *= 1 / total
            gap -= mean
            np.square(gap, out=gap)
        for found, squares, gap in zip(sums, (step.p_squared, step.n_squared), (below, above), strict=True):
            weighed = squares * gap
            second = float(weighed.sum())
            weighed *= gap
            found += second, float(weighed.sum())
    return sums


def delong_variance(ladder: Ladder) -> float:
    """Variance of the AUC by the variances of the placements (DeLong, DeLong, Clarke-Pearson 1988).

    nan with fewer than two positives or negatives. With weights, squared weights take the place of
    counts and effective numbers that of n - 1.
    """
    return sum(part.variance for part in placed(ladder))


def hanley_mcneil(area: float, positives: float, negatives: float) -> float:
    """Variance of an AUC where the scores of both classes are exponential (Hanley and McNeil 1982).

    >>> round(hanley_mcneil(0.893, 51, 58) ** 0.5, 4)
    0.0325
    """
    two_positives, two_negatives = area / (2 - area), 2 * area**2 / (1 + area)
    own = area * (1 - area)
    extra = (positives - 1) * (two_positives - area**2) + (negatives - 1) * (two_negatives - area**2)
    # Fewer than one effective row varies as much as one.
    return (own + max(extra, 0.0)) / (positives * negatives)


def area_limits(ladder: Ladder, level: float) -> tuple[float, float]:
    """The areas from which the observed one is not further away than chance would have it."""
    of_positives, of_negatives = placed(ladder)
    m, n = of_positives.rows, of_negatives.rows
    area = float(auc(ladder))

    def model(theta: float) -> float:
        return max(hanley_mcneil(theta, m, n), hanley_mcneil(theta, n, m))

    scale, quantile = 1.0, normal_quantile(level)
    observed = of_positives.variance + of_negatives.variance
    if observed > 0 and 0 < area < 1:
        ratio = observed / model(area)
        told = _told(of_positives, of_negatives)
        scale = max(ratio, (told * ratio + TRUST) / (told + TRUST))
        quantile = t_quantile(level, _freedom(of_positives, of_negatives))
    return _reach(area, lambda theta: quantile**2 * scale * model(theta))


def _freedom(a: Placed, b: Placed) -> float:
    """Satterthwaite's degrees of freedom of the summed variances."""
    doubt = sum(part.variance**2 / (part.rows - 1) for part in (a, b))
    return max((a.variance + b.variance) ** 2 / doubt, 1.0) if doubt else inf


def _told(a: Placed, b: Placed) -> float:
    """How many rows tell of the variance: few where it rests on a few far placements."""
    doubt = sum(part.variance**2 * max(part.kurtosis - 1, 0.0) / part.rows for part in (a, b))
    rows = _freedom(a, b)
    return min(2 * (a.variance + b.variance) ** 2 / doubt, rows) if doubt else rows


def _reach(area: float, squared: Callable[[float], float]) -> tuple[float, float]:
    """The lowest and the highest area that lie within the root of their own `squared` distance."""

    def beyond(theta: float) -> float:
        return (area - theta) ** 2 - squared(theta)

    # An area of 0 or 1 has no variance itself; just beside it there is one.
    low = root(beyond, 0.0, area - 1e-12) if area > 1e-12 and beyond(0.0) > 0 else 0.0
    high = root(beyond, area + 1e-12, 1.0) if area < 1 - 1e-12 and beyond(1.0) > 0 else 1.0
    return float(low), float(high)


@interval("area-score", fits=preferred("area-score"))
def area_score(task: Task) -> Limits:
    """The score interval of an area."""
    assert isinstance(task.evidence, Ladder)
    return Limits(*area_limits(task.evidence, task.level))
