"""Intervals of the distance of a smooth calibration curve from the diagonal, by drawing the curve's coefficients."""

from __future__ import annotations

from math import nan
from typing import Any

import numpy as np

from probative.evidence import Ladder
from probative.evidence.thinning import thinned
from probative.inference.methods import interval, preferred
from probative.inference.proportion import normal_quantile
from probative.inference.task import Limits, Task
from probative.measurement.logistic import common_weight, log_odds
from probative.measurement.smooth_calibration import FUNCTIONALS, basis, smooth_fit

RUNGS = 500
"""Longer ladders are thinned before their curve is drawn again and again."""


@interval("curve-draws", fits=preferred("curve-draws"), resamples=True, alone=True)
def curve_draws(task: Task) -> Limits:
    """Down by the distance that curves of noise alone would seldom have; up by that, or drawn curves' spread."""
    from scipy.special import expit

    assert isinstance(task.evidence, Ladder)
    small = thinned(task.evidence, RUNGS)
    options: dict[str, Any] = dict(task.parameters)
    fit = smooth_fit(task.evidence, **options)
    if fit is None or not np.isfinite(fit.covariance).all():
        return Limits(nan, nan, "the curve has no known spread")
    mass = (small.positives + small.negatives).astype(np.float64)
    scores, mass = small.scores[mass > 0], mass[mass > 0] / (common_weight(task.evidence) or 1.0)
    columns = basis(log_odds(scores), fit.knots)
    rng = np.random.default_rng(task.seed)
    noise = rng.multivariate_normal(np.zeros(len(fit.fit.beta)), fit.covariance, task.replicates, method="svd")
    drawn, curve = expit((fit.fit.beta + noise) @ columns), fit.rates(scores)
    of = FUNCTIONALS[task.measure.name]
    seen = np.array([of(np.abs(rates - scores), mass) for rates in drawn])
    alone = np.array([of(np.abs(rates - curve), mass) for rates in drawn])
    noisy = float(np.quantile(alone, (1 + task.level) / 2))
    # A median of distances also falls short: where curves cross the diagonal, noise hides some of them.
    above = max(normal_quantile(task.level) * float(seen.std()), noisy)
    return Limits(max(task.value - noisy, 0.0), task.value + above)
