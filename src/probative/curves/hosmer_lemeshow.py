"""Hosmer and Lemeshow's test: observed against expected positives by bins, with a p that also holds in thin ones."""

from __future__ import annotations

from math import inf, nan

import numpy as np

from probative.curves.calibration_bins import Bins, binned
from probative.curves.calibration_tests import CalibrationTest, chi2_tail, impossible, said
from probative.evidence import Ladder, Ledger
from probative.evidence.arrays import Floats
from probative.evidence.steps import steps
from probative.measurement.calibration_error import bin_of
from probative.measurement.logistic import common_weight

THIN = 5.0
"""Expected positives or negatives of a bin below which its distance is not chi-square (Cochran's rule)."""


def hosmer_lemeshow(evidence: Ladder | Ledger, bins: int = 10, *, fitted: bool = False) -> CalibrationTest:
    """Chi-square of observed against expected counts by bins of equal mass.

    Degrees of freedom are the number of bins for predictions of other rows than the model was fitted to; `fitted`:
    two fewer, for those it was fitted to. Where a bin expects under five positives or negatives, the chi-square
    distribution rejects up to three times too often: p then comes from the first three moments that the statistic has
    if the scores are true, which are known exactly.
    """
    name = "Hosmer-Lemeshow"
    if isinstance(evidence, Ledger):
        why = "clustered rows have no chi-square distribution here; the joint test has one"
        return CalibrationTest(name, nan, None, nan, why)
    weight = common_weight(evidence)
    if weight is None:
        return CalibrationTest(name, nan, None, nan, "rows of different weights have no chi-square distribution here")
    found = binned(evidence, bins, "mass")
    if len(found.mass) < 3:
        return CalibrationTest(name, nan, None, nan, f"only {len(found.mass)} bins hold rows; three are needed")
    gaps, variance = found.mass * (found.observed - found.predicted), _variance(found)
    # A bin of certain scores refutes them, or happened as foretold and adds neither distance nor freedom.
    inside = variance > 0
    if gaps[~inside].any():
        return CalibrationTest(name, inf, len(found.mass), 0.0, words=impossible(evidence))
    df = int(inside.sum()) - (2 if fitted else 0)
    if df < 1:
        return CalibrationTest(name, nan, None, nan, "too few bins predict anything between 0 and 1")
    parts = np.divide(np.square(gaps), variance, out=np.zeros_like(gaps), where=inside)
    worst = int(np.argmax(parts))
    side = "more" if gaps[worst] > 0 else "fewer"
    words = f"farthest off near {found.predicted[worst]:.2g}: {side} positives than predicted"
    statistic = float(parts.sum()) / weight
    p = chi2_tail(df, statistic)
    if not fitted and _thinnest(found)[inside].min() < THIN * weight:
        p = _by_moments(evidence, bins, weight, variance[inside] / weight, statistic)
    return CalibrationTest(name, statistic, df, p, words=said(p, words))


def _variance(found: Bins) -> Floats:
    return found.mass * found.predicted * (1 - found.predicted)


def _thinnest(found: Bins) -> Floats:
    """Of each bin, the positives or negatives that are expected, whichever are fewer."""
    return found.mass * np.minimum(found.predicted, 1 - found.predicted)


def _by_moments(ladder: Ladder, bins: int, weight: float, variance: Floats, statistic: float) -> float:
    """The tail of a shifted and stretched chi-square with the statistic's mean, variance and skewness (Pearson III).

    If scores are true, positives of a bin are a sum of independent draws whose cumulants add up; those of a square
    follow from the moments up to the sixth.
    """
    k2, k3, k4, k6 = _cumulants(ladder, bins) / weight
    fourth = k4 + 3 * k2**2
    sixth = k6 + 15 * k4 * k2 + 10 * k3**2 + 15 * k2**3
    mean = float((k2 / variance).sum())
    spread = float(((fourth - k2**2) / variance**2).sum())
    third = float(((sixth - 3 * fourth * k2 + 2 * k2**3) / variance**3).sum())
    if not third > 0:
        return chi2_tail(len(variance), statistic)
    df = 8 * spread**3 / third**2
    scale = (spread / (2 * df)) ** 0.5
    return chi2_tail(df, max((statistic - mean) / scale + df, 0.0))


def _cumulants(ladder: Ladder, bins: int) -> Floats:
    """Second, third, fourth and sixth cumulant of the positives of every bin that could go either way."""
    sums = np.zeros((4, bins))
    for step in steps(ladder):
        s, mass = step.scores, step.p + step.n
        q, lean = s * (1 - s), 1 - 2 * s
        place = bin_of(step, ladder.n, bins, "mass")
        for total, each in zip(sums, (q, q * lean, q * (1 - 6 * q), q * (1 - 30 * q + 120 * q**2)), strict=True):
            total += np.bincount(place, mass * each, bins)
    # Bins are counted from the top, and listed from low scores to high.
    return sums[:, sums[0] > 0][:, ::-1]
