"""Forecasts that are distributions: their CRPS, and how often targets fall below their quantiles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from probative.errors import BadParameter, BadScores, EmptyData
from probative.evidence.arrays import Floats
from probative.forecasts import crps
from probative.forecasts.averages import column, mean, share, table
from probative.inference import Estimate
from probative.inference.levels import checked_level
from probative.records import Record

TENTHS = tuple(k / 10 for k in range(1, 10))
Kind = Literal["normal", "ensemble", "quantiles"]


@dataclass(frozen=True, slots=True)
class QuantileShare(Record):
    """How often targets fell at or below the quantile of a level, and the quantile's mean pinball loss."""

    quantile: float
    below: Estimate
    pinball: Estimate


@dataclass(frozen=True, slots=True)
class PredictiveDistribution(Record):
    """What was found about forecasts that are distributions.

    `quantiles` is the distribution function of the probability integral transform (PIT) at the levels: of calibrated
    forecasts a share of q falls below the q-quantile.
    """

    kind: Kind
    n: int
    level: float
    crps: Estimate
    quantiles: tuple[QuantileShare, ...]

    def __str__(self) -> str:
        lines = [f"{self.n} forecasts ({self.kind})", f"  CRPS {self.crps}"]
        return "\n".join([*lines, *(f"  below the {q.quantile:g}-quantile {q.below}" for q in self.quantiles)])


def predictive_distribution(
    truth: object,
    *,
    mean: object = None,
    sd: object = None,
    ensemble: object = None,
    quantiles: object = None,
    levels: ArrayLike | None = None,
    weight: object = None,
    level: float = 0.95,
) -> PredictiveDistribution:
    """CRPS and calibration of normal forecasts (mean, sd), of an ensemble, or of quantiles at their levels.

    >>> found = predictive_distribution([0.1, -0.4, 1.2], mean=[0, 0, 1], sd=[1, 1, 1])
    >>> round(found.crps.value, 4), found.quantiles[4].below.value
    (0.2613, 0.3333333333333333)
    """
    y = column(truth, "truth")
    if not len(y):
        raise EmptyData("there are no rows.", remedy="check the filter or the file that made them")
    checked_level(level)
    forms = {"mean": mean, "ensemble": ensemble, "quantiles": quantiles}
    given = [name for name, value in forms.items() if value is not None]
    if len(given) != 1 or (sd is None) != (mean is None) or (levels is None) != (quantiles is None):
        raise BadParameter(
            "a forecast is mean and sd, or an ensemble, or quantiles and their levels.",
            found=", ".join(given) or "none of them",
            remedy="mean= and sd=, ensemble=, or quantiles= and levels=",
        )
    if given[0] == "mean":
        return _of_normal(y, column(mean, "mean", len(y)), _spread(sd, len(y)), weight, level)
    if given[0] == "ensemble":
        members = table(ensemble, "ensemble", len(y))
        at = np.quantile(members, TENTHS, axis=1).T
        return _found("ensemble", y, crps.of_ensemble(y, members), at, np.array(TENTHS), weight, level)
    at = table(quantiles, "quantiles", len(y))
    known = _levels(levels, at)
    return _found("quantiles", y, crps.of_quantiles(y, at, known), at, known, weight, level)


def _of_normal(y: Floats, centre: Floats, sd: Floats, weight: object, level: float) -> PredictiveDistribution:
    from scipy.special import ndtri

    at = centre[:, None] + sd[:, None] * ndtri(np.array(TENTHS))
    return _found("normal", y, crps.of_normal(y, centre, sd), at, np.array(TENTHS), weight, level)


def _spread(sd: object, rows: int) -> Floats:
    found = column(sd, "sd", rows)
    if not (found > 0).all():
        raise BadScores("standard deviations must be above 0.", found=f"{int((found <= 0).sum())} that are not")
    return found


def _levels(levels: ArrayLike | None, quantiles: Floats) -> Floats:
    found = np.asarray(levels, np.float64).ravel()
    if len(found) != quantiles.shape[1] or not ((found > 0) & (found < 1)).all() or not (np.diff(found) > 0).all():
        raise BadParameter(
            "levels rise between 0 and 1, one for each column of quantiles.",
            found=f"{found.tolist()} for {quantiles.shape[1]} columns",
        )
    return found


def _found(
    kind: Kind, y: Floats, scores: Floats, at: Floats, levels: Floats, weight: object, level: float
) -> PredictiveDistribution:
    shares = tuple(
        QuantileShare(
            float(q), share(y <= at[:, i], weight, level), mean(crps.pinball(y, at[:, i], float(q)), weight, level)
        )
        for i, q in enumerate(levels)
    )
    return PredictiveDistribution(kind, len(y), float(level), mean(scores, weight, level), shares)
