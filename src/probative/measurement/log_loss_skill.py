"""The log-loss of a binary model against that of always predicting the prevalence."""

from __future__ import annotations

from math import inf, nan

import numpy as np

from probative.evidence import Ladder
from probative.evidence.arrays import Number
from probative.measurement.declaring import measure
from probative.measurement.ladder import one_class
from probative.measurement.probabilities import certain_and_wrong, log_loss, logarithmic
from probative.measurement.registry import Slopes


def _entropy(ladder: Ladder) -> tuple[float, float, float]:
    """Losses of a positive and of a negative if the prevalence is predicted, and their mean."""
    positives, negatives = ladder.totals
    of_p, of_n = -np.log(positives / ladder.n), -np.log(negatives / ladder.n)
    return float(of_p), float(of_n), float((positives * of_p + negatives * of_n) / ladder.n)


def _slopes(ladder: Ladder, clip: float = 0.0) -> Slopes:
    """The prevalence is the best constant prediction, so moving it changes nothing to first order."""
    base_p, base_n, base = _entropy(ladder)
    left = float(log_loss(ladder, clip=clip)) / base
    for step, of_p, of_n in logarithmic(ladder, clip):
        # The loss of a class that is not on the rung may be infinite; it has no weight.
        gain_p = np.where(step.p > 0, left * base_p - np.where(step.p > 0, of_p, 0.0), 0.0)
        gain_n = np.where(step.n > 0, left * base_n - np.where(step.n > 0, of_n, 0.0), 0.0)
        yield step, gain_p / base / ladder.n, gain_n / base / ladder.n


@measure(
    needs=Ladder,
    formula="1 - log-loss / entropy of the prevalence",
    low=-inf,
    scale="log-complement",
    method="jackknife",
    reason=lambda ladder, **_: one_class(ladder) or certain_and_wrong(ladder),
    slopes=_slopes,
    probabilities=True,
    aka=("mcfadden_r2",),
    title="Log-loss skill",
    on_request=True,
)
def log_loss_skill(ladder: Ladder, clip: float = 0.0) -> Number:
    """How much of the log-loss of always predicting the prevalence is removed (McFadden's R2 of given scores)."""
    return nan if one_class(ladder) else 1 - float(log_loss(ladder, clip=clip)) / _entropy(ladder)[2]
