"""Tweedie's deviances: losses for counts, amounts and other targets that spread more the larger they are."""

from __future__ import annotations

from functools import partial
from math import inf, nan

import numpy as np

from probative.errors import BadParameter
from probative.evidence import Moments, ValuePairs
from probative.evidence.arrays import Array, Floats
from probative.measurement.declaring import measure
from probative.measurement.growing_losses import mean_of_rows, told_of

_deviance = partial(
    measure, needs=ValuePairs, kind="mean", better="lower", high=inf, scale="log", method="jackknife", on_request=True
)


def _inside(y: Floats, h: Floats, power: float) -> Array:
    """The rows that a power is for."""
    if 0 < power < 1:
        raise BadParameter("there is no distribution with a power between 0 and 1.", found=power, remedy="0, or 1 to 3")
    if power == 0:
        return np.ones(np.shape(y), bool)
    targets = np.ones(np.shape(y), bool) if power < 0 else y >= 0 if power < 2 else y > 0
    return targets & (h > 0)


def unit_deviance(y: Floats, h: Floats, power: float = 1.5) -> Floats:
    """Twice the log-likelihood that a prediction loses against the target itself; nan outside the power's targets."""
    inside = _inside(y, h, power)
    y, h = np.where(inside, y, 1.0), np.where(inside, h, 1.0)
    if power == 0:
        found = (y - h) ** 2
    elif power == 1:
        found = 2 * (np.where(y > 0, y * np.log(np.where(y > 0, y, 1.0) / h), 0.0) - y + h)
    elif power == 2:
        found = 2 * (np.log(h / y) + y / h - 1)
    else:
        a, b = 1 - power, 2 - power
        found = 2 * (np.maximum(y, 0) ** b / (a * b) - y * h**a / a + h**b / b)
    # Rounding may take a perfect prediction a hair below 0.
    return np.where(inside, np.maximum(found, 0.0), nan)


def outside(pairs: ValuePairs, power: float) -> str:
    """The reason why a deviance does not exist, if so."""
    least = "" if power < 0 else "targets below 0 or " if power < 2 else "targets or "
    what = f"rows have {least}predictions that are not above 0"
    return told_of(pairs, lambda y, h: ~_inside(y, h, power), what)


def _mean_deviance(pairs: ValuePairs, power: float) -> Moments:
    return mean_of_rows(pairs, unit_deviance, power=power)


@_deviance(
    formula="mean of 2 (y ln(y / h) - y + h)",
    reason=lambda pairs, **_: outside(pairs, 1),
    aka=("mean_poisson_deviance",),
    row_loss=partial(unit_deviance, power=1),
)
def poisson_deviance(pairs: ValuePairs) -> Moments:
    """Mean Poisson deviance, for counts: targets at least 0, predictions above 0."""
    return _mean_deviance(pairs, 1)


@_deviance(
    formula="mean of 2 (ln(h / y) + y / h - 1)",
    reason=lambda pairs, **_: outside(pairs, 2),
    aka=("mean_gamma_deviance",),
    row_loss=partial(unit_deviance, power=2),
)
def gamma_deviance(pairs: ValuePairs) -> Moments:
    """Mean gamma deviance, for amounts: sees ratios only; targets and predictions above 0."""
    return _mean_deviance(pairs, 2)


@_deviance(
    formula="mean of 2 (y^(2-p) / ((1-p)(2-p)) - y h^(1-p) / (1-p) + h^(2-p) / (2-p))",
    reason=lambda pairs, power=1.5: outside(pairs, power),
    aka=("mean_tweedie_deviance",),
    row_loss=unit_deviance,
)
def tweedie_deviance(pairs: ValuePairs, power: float = 1.5) -> Moments:
    """Mean Tweedie deviance; power 0 is the squared error, 1 Poisson, 2 gamma, 3 inverse Gaussian."""
    return _mean_deviance(pairs, power)
