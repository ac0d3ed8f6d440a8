"""Prediction intervals: how often they hold the target, how wide they are, and both in one score."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import nan

import numpy as np

from probative.errors import BadParameter, BadScores, EmptyData
from probative.forecasts.averages import column, mean, mean_width, share
from probative.inference import Estimate
from probative.inference.levels import checked_level
from probative.records import Record

LEAST = 20
"""Targets outside from which on the score has an interval: what a miss costs must have been seen often enough."""


@dataclass(frozen=True, slots=True)
class PredictionIntervals(Record):
    """What was found about intervals that should hold the target with a nominal probability."""

    nominal: float
    n: int
    level: float
    coverage: Estimate
    """Share of the targets inside, ends included."""
    below: Estimate
    """Share of the targets below the lower end."""
    above: Estimate
    """Share of the targets above the upper end."""
    width: Estimate
    """Mean of upper - lower."""
    score: Estimate
    """Mean interval score (Winkler; Gneiting and Raftery 2007): width + 2/alpha times the distance of a miss."""

    def __str__(self) -> str:
        lines = [f"{self.n} prediction intervals of nominal {self.nominal * 100:g} %"]
        found = {"coverage": self.coverage, "below": self.below, "above": self.above}
        found |= {"mean width": self.width, "interval score": self.score}
        return "\n".join([*lines, *(f"  {name:<15} {estimate}" for name, estimate in found.items())])


def prediction_intervals(
    truth: object, lower: object, upper: object, *, nominal: float, weight: object = None, level: float = 0.95
) -> PredictionIntervals:
    """Coverage, width and interval score of given prediction intervals; `nominal` is the coverage they claim.

    >>> found = prediction_intervals([1, 2, 3, 9], [0, 1, 2, 3], [2, 3, 4, 5], nominal=0.8)
    >>> found.coverage.value, found.width.value, round(found.score.value, 6)
    (0.75, 2.0, 12.0)
    """
    y = column(truth, "truth")
    if not len(y):
        raise EmptyData("there are no rows.", remedy="check the filter or the file that made them")
    low, high = column(lower, "lower", len(y)), column(upper, "upper", len(y))
    if (low > high).any():
        crossed = int((low > high).sum())
        raise BadScores(
            "lower ends must not lie above upper ends.", found=f"{crossed} of {len(y)} rows", remedy="swap the columns"
        )
    if not 0 < nominal < 1:
        raise BadParameter("nominal is the coverage that is claimed, between 0 and 1.", found=nominal, remedy="0.9")
    checked_level(level)
    below, above = y < low, y > high
    missed = np.maximum(low - y, 0) + np.maximum(y - high, 0)
    score = mean(high - low + 2 / (1 - nominal) * missed, weight, level)
    if (outside := int((below | above).sum())) < LEAST:
        why = f"{outside} of {len(y)} targets lie outside: with fewer than {LEAST}, what a miss costs is hardly seen"
        score = replace(score, low=nan, high=nan, method=None, why=why)
    return PredictionIntervals(
        float(nominal),
        len(y),
        float(level),
        share(~(below | above), weight, level),
        share(below, weight, level),
        share(above, weight, level),
        mean_width(high - low, weight, level),
        score,
    )
