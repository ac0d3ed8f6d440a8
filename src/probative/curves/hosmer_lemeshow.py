"""Hosmer and Lemeshow's test: observed against expected positives by bins, with a p that also holds in thin ones."""

from __future__ import annotations

from math import inf, nan

import numpy as np

from probative.curves.calibration_bins import Bins, binned
from probative.curves.calibration_tests import CalibrationTest, chi2_tail, impossible, said
from probative.evidence import Ladder, Ledger
from probative.evidence.arrays import Array, Floats
from probative.evidence.steps import steps
from probative.measurement.logistic import common_weight
from probative.measurement.score_bins import score_bins

THIN = 5.0
"""Expected positives or negatives of a bin below which its distance is not chi-square (Cochran's rule)."""
MOST = 32
"""Positives that a thin bin may have: more than a Poisson count of mean five ever reaches (1e-15)."""
GRID = 4096
"""Parts of the statistic up to which the distances of thin bins are added up, rounded up: p errs upwards."""


def hosmer_lemeshow(evidence: Ladder | Ledger, bins: int = 10, *, fitted: bool = False) -> CalibrationTest:
    """Chi-square of observed against expected counts by bins of equal mass.

    Degrees of freedom are the number of bins for predictions of other rows than the model was fitted to; `fitted`:
    two fewer, for those it was fitted to. Where a bin expects under five positives or negatives, the chi-square
    distribution rejects up to three times too often: p then comes from the exact distribution of such bins.
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
    thin = inside & (found.mass * np.minimum(found.predicted, 1 - found.predicted) < THIN * weight)
    # How a model was fitted to its own rows is not known, and neither is the exact distribution there.
    exact = thin.any() and not fitted
    p = _exact_tail(evidence, bins, found, thin, weight, statistic) if exact else chi2_tail(df, statistic)
    return CalibrationTest(name, statistic, df, p, words=said(p, words))


def _variance(found: Bins) -> Floats:
    return found.mass * found.predicted * (1 - found.predicted)


def _exact_tail(ladder: Ladder, bins: int, found: Bins, thin: Array, weight: float, statistic: float) -> float:
    """The chance of such a distance if scores are true: thin bins exactly, the others as chi-square.

    >>> ladder = Ladder.from_counts([0.3, 0.2, 0.1], [0, 1, 1], [2, 1, 1])
    >>> round(hosmer_lemeshow(ladder, 3).p, 3)  # all outcomes, enumerated
    0.117
    """
    unit = statistic / GRID or 1.0
    chances = np.zeros(GRID + 1)
    chances[0] = 1.0
    mass, variance = found.mass / weight, _variance(found) / weight
    counted = _chances_of_counts(ladder, bins, weight)[thin]
    rarely = np.where(found.predicted < 0.5, found.predicted, 1 - found.predicted)
    for row, expected, spread in zip(counted, (mass * rarely)[thin], variance[thin], strict=True):
        # What lies beyond the statistic is left out; whatever is left at the end falls short of it.
        places = np.ceil(np.square(np.arange(MOST) - expected) / spread / unit - 1e-6).astype(np.int64)
        near = places < GRID
        added = np.zeros(GRID + 1)
        for place, chance in zip(places[near], row[near], strict=True):
            added[place:] += chance * chances[: GRID + 1 - place]
        chances = added
    thick = len(mass) - int(thin.sum()) - int((_variance(found) == 0).sum())
    rest = statistic - unit * np.arange(GRID)
    below = 1.0 - np.array([chi2_tail(thick, value) for value in rest]) if thick else 1.0
    return float(np.clip(1 - (chances[:GRID] * below).sum(), 0.0, 1.0))


def _chances_of_counts(ladder: Ladder, bins: int, weight: float) -> Floats:
    """The chance of 0, 1, ... rows of the rarer class in every bin that holds rows, from low scores to high.

    Counts of independent rows: their generating function, at the roots of unity, is a product over rows.
    """
    roots = np.exp(-2j * np.pi * np.arange(MOST) / MOST)
    logs, rows, scores = np.zeros((2, MOST, 2, bins)), np.zeros(bins), np.zeros(bins)
    places = score_bins(ladder, bins, "mass")
    for step in steps(ladder):
        mass = (step.p + step.n) / weight
        places.add(rows, mass, step)
        places.add(scores, mass * step.scores, step)
        for side, chance in enumerate((step.scores, 1 - step.scores)):
            for k, root in enumerate(roots):
                with np.errstate(divide="ignore"):
                    term = mass * np.log(1 - chance + chance * root)
                places.add(logs[side, k, 0], term.real, step)
                places.add(logs[side, k, 1], term.imag, step)
    some = rows > 0
    negatives = scores[some] > rows[some] / 2
    real, imaginary = np.where(negatives, logs[1][:, :, some], logs[0][:, :, some]).swapaxes(0, 1)
    transformed = np.exp(real + 1j * imaginary)
    # Bins are counted from the top, and listed from low scores to high.
    return np.clip(np.fft.ifft(transformed, axis=0).real, 0.0, 1.0).T[::-1]
