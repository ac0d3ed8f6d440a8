"""Calibration error by bins: the mean distance of what was predicted from what happened, and what of it is noise.

By mass, bins hold equal shares of the rows, counted from the highest score, and tied scores are never split. By width,
a bin holds the scores of [a, b), the last one also 1; scikit-learn bins (a, b].
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import pi, sqrt

import numpy as np

from probative.errors import BadParameter
from probative.evidence import Ladder
from probative.evidence.arrays import Floats, Number
from probative.evidence.evidence import remembered
from probative.evidence.steps import steps
from probative.measurement.declaring import measure
from probative.measurement.probabilities import no_rows
from probative.measurement.registry import Slopes
from probative.measurement.score_bins import bin_sums, score_bins

_measure = partial(measure, needs=Ladder, probabilities=True, better="lower", reason=no_rows, method="folded-normal")


@dataclass(frozen=True, slots=True, eq=False)
class Gaps:
    """Bin by bin: positives minus expected ones, as a share of all rows, and the standard error of that."""

    values: Floats
    errors: Floats

    @property
    def distance(self) -> float:
        """The expected calibration error."""
        return float(np.abs(self.values).sum())

    @property
    def noise(self) -> float:
        """What the distance would be on average if there were nothing but noise."""
        return sqrt(2 / pi) * float(self.errors.sum())

    @property
    def bias(self) -> float:
        """How much noise adds to the distance on average, given the gaps seen (the mean of folded normals)."""
        from scipy.special import ndtr

        some = self.errors > 0
        gap, error = np.abs(self.values[some]), self.errors[some]
        z = gap / error
        return float((error * sqrt(2 / pi) * np.exp(-z * z / 2) - 2 * gap * ndtr(-z)).sum())


def calibration_gaps(ladder: Ladder, bins: int = 10, strategy: str = "mass") -> Gaps:
    """The gaps of all bins.

    A bin's variance is that of its observed share, drawn towards the prediction by one row, or that of its predictions
    if that is larger: a bin of two rows shows no spread as often as not.
    """
    if bins < 1 or strategy not in ("mass", "width"):
        raise BadParameter("bins must be at least 1, strategy 'mass' or 'width'.", found=f"{bins}, {strategy!r}")
    return _gaps(ladder, bins, strategy)


@remembered
def _gaps(ladder: Ladder, bins: int, strategy: str) -> Gaps:
    mass, expected, p, _, squares, spread = bin_sums(ladder, bins, strategy)
    some = mass > 0
    mass, p, expected, squares, spread = (column[some] for column in (mass, p, expected, squares, spread))
    one = squares / mass
    share = (p + one * expected / mass) / (mass + one)
    errors = np.sqrt(np.maximum(squares * share * (1 - share), spread))
    return Gaps((p - expected) / ladder.n, errors / ladder.n)


def _slopes(ladder: Ladder, bins: int = 10, strategy: str = "mass") -> Slopes:
    signs, n, binned = np.zeros(bins), ladder.n, score_bins(ladder, bins, strategy)
    for step in steps(ladder):
        binned.add(signs, step.p - (step.p + step.n) * step.scores, step)
    error = float(np.abs(signs).sum()) / n
    for step in steps(ladder):
        sign = binned.spread(np.sign(signs), step)
        yield step, (sign * (1 - step.scores) - error) / n, (-sign * step.scores - error) / n


@_measure(
    formula="sum over bins of |positives - sum of scores| / n",
    slopes=_slopes,
    aka=("ece",),
    caution="too large on average in small samples, and it depends on the bins; its interval allows for that",
)
def expected_calibration_error(ladder: Ladder, bins: int = 10, strategy: str = "mass") -> Number:
    """Mean distance between predicted probability and observed frequency, bin by bin."""
    return calibration_gaps(ladder, bins, strategy).distance if ladder.n else np.nan


@_measure(
    formula="ECE - what noise adds to it (at least 0)",
    slopes=_slopes,
    aka=("ece_debiased", "debiased_ece"),
    caution="it depends on the bins; what noise adds is removed on average, not in each sample",
)
def debiased_calibration_error(ladder: Ladder, bins: int = 10, strategy: str = "mass") -> Number:
    """Expected calibration error less what chance alone adds to it (as Kumar, Liang and Ma 2019)."""
    if not ladder.n:
        return np.nan
    gaps = calibration_gaps(ladder, bins, strategy)
    return max(gaps.distance - gaps.bias, 0.0)
