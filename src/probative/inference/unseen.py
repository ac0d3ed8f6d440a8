"""What few rows cannot show: rare large errors, which a sample without any of them says nothing about.

Of 149 rows 1 in 20 samples holds no row of a kind that 1 row in 50 is of, of 235 rows less than two; of 50 rows every
third holds none. Such a sample looks like any other, its mean squared error is too low, and no method can make an
interval of it that holds: it can only be said. From two such rows on long tails show in the skewness of the squared
errors. In simulations with t, log-normal and contaminated errors (20 to 1,000 rows) at least 0.92 of the intervals then
held or were doubted, and a model with rare large errors won in at most 6 of 100 samples without a word; of samples of
normal errors 2 in 100 at 240 rows were doubted, and none from 500 rows on.
"""

from __future__ import annotations

import numpy as np

from probative.evidence import Moments, Residuals, ValuePairs
from probative.inference.delta import acceleration
from probative.inference.doubting import LONG_TAILS, UNSEEN
from probative.inference.task import Task
from probative.measurement.registry import Measure
from probative.measurement.residuals import mse

FEW_ROWS = 236
"""Rows below which less than two may be of a kind that 1 in 50 is of, in more than 1 of 20 samples."""
FEW_SKEWED, SKEWED = 100, 1.0
"""Numbers below which skewed ones are doubted; and the skewness that 20 normal numbers show in 3 of 100 samples."""
ORDINARY, SHARE = 4.2, 0.2
"""The skewness that squares of normal errors hardly ever show, and its share of the root of many rows."""
OF_MEANS = ("t-skewed", "root-t-skewed", "t", "jackknife")


def rare_errors(n: float) -> str:
    """What is to be said of so few rows.

    >>> rare_errors(40)[:46]
    '40 rows are too few to show what is rare and l'
    """
    return f"{n:.3g} rows are {UNSEEN}: where 1 row in 50 has a large error, this interval does not hold; medians do"


def moved_by_rare(measure: Measure) -> bool:
    """Whether single errors without an upper end can move a measure far.

    >>> from probative.measurement import find
    >>> [moved_by_rare(find(name)) for name in ("mse", "pearson", "spearman", "median_absolute_error", "brier")]
    [True, True, False, False, False]
    """
    return (
        measure.needs in (Residuals, ValuePairs) and (measure.method or "t") in OF_MEANS and measure.pull != "bounded"
    )


def unseen(task: Task, method: str) -> str | None:
    """What must be said of a mean of errors that have no upper end, or of anything made of such means."""
    evidence, measure = task.evidence, task.measure
    n = float(evidence.effective_n)
    if isinstance(evidence, Moments):
        lean = abs(float(evidence.skewness)) if n < FEW_SKEWED and method in OF_MEANS else 0.0
        return f"{n:.3g} numbers with a skewness of {lean:.2g} are {UNSEEN}" if lean > SKEWED else None
    if not isinstance(evidence, Residuals | ValuePairs) or method not in OF_MEANS or not moved_by_rare(measure):
        return None
    if n < FEW_ROWS * (1 - 1e-9):
        return rare_errors(n)
    lean = _skewness(evidence) if measure.pull == "square" else 0.0
    if not lean > max(ORDINARY, SHARE * n**0.5):
        return None
    return f"{LONG_TAILS} (squares with a skewness of {lean:.2g}): other samples may show far larger ones; medians hold"


def _skewness(evidence: Residuals | ValuePairs) -> float:
    """Of the squared errors."""
    if isinstance(evidence, Residuals):
        return float(acceleration(mse, evidence, {}) * 6 * float(evidence.effective_n) ** 0.5)
    parts = [
        Moments.from_groups(np.square(evidence.truth[rows] - evidence.predicted[rows]), evidence.mass[rows], None, 3)
        for rows in evidence.stretches()
    ]
    whole = sum(parts[1:], parts[0])
    return float(whole.skewness) if whole.powers[2] > 0 else 0.0
