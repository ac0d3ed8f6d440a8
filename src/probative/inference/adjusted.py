"""Measures of several classes: a few rows are added, right and wrong, before errors are propagated.

A class with three rows that were all right shows no spread, and one with a single row no error; a standard error taken
from such a table is far too small. Price and Bonett (2004) add two right and two wrong rows to a linear combination of
shares, divided among its classes, as Agresti and Coull do for a single share. Here the same rows are added to the whole
matrix, so that precisions, F measures and correlations have them too; the delta method does the rest. Where few rows of
one class carry most of the variance, its degrees of freedom (Satterthwaite) are few, and Student's t allows for them.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite, nan

import numpy as np

from probative.evidence import ConfusionMatrix
from probative.evidence.arrays import Floats
from probative.inference.delta import gradient
from probative.inference.methods import interval
from probative.inference.task import Limits, Task

NOTHING_VARIES = "fewer than two classes occur: how far the value varies does not show"
ADDED = 2.0
"""Right rows added to the table, and as many wrong ones."""


@dataclass(frozen=True, slots=True)
class Adjusted:
    """The value on the table with the added rows, and so many standard errors as the level asks for."""

    value: float
    half: float


def effective_table(cm: ConfusionMatrix) -> tuple[Floats, Floats]:
    """Counts and squared weights in units of the mean row: unequal weights leave fewer rows, equal ones all of them."""
    counts, squares = np.asarray(cm.counts, np.float64), np.asarray(cm.squared, np.float64)
    unit = float(squares.sum() / counts.sum())
    return counts / unit, squares / unit**2


def added_rows(counts: Floats, *, keep_empty: bool = False) -> Floats:
    """The rows to add: a share for every class that occurs, half of it right, the rest spread over wrong predictions.

    `keep_empty` adds none to classes that are never actual or never predicted, where these are left out on purpose.

    >>> added_rows(np.array([[8.0, 0.0], [1.0, 3.0]])).tolist()
    [[1.0, 1.0], [1.0, 1.0]]
    """
    actual, predicted = counts.sum(axis=1) > 0, counts.sum(axis=0) > 0
    occurs = actual & predicted if keep_empty else actual | predicted
    k = int(occurs.sum())
    rows = np.zeros_like(counts)
    if k > 1:
        rows[np.ix_(occurs, occurs)] = ADDED / k / (k - 1)
        rows[occurs, occurs] = ADDED / k
    return rows


def adjusted(task: Task) -> Adjusted:
    """The adjusted value and the half width of its interval; nan where a single class leaves nothing to vary."""
    from scipy.special import stdtrit

    assert isinstance(task.evidence, ConfusionMatrix)
    if not task.evidence.n:
        return Adjusted(nan, nan)
    counts, squares = effective_table(task.evidence)
    rows = added_rows(counts, keep_empty=task.parameters.get("undefined", "propagate") != "propagate")
    table = task.evidence.with_cells((counts + rows).ravel())
    slopes = gradient(task.measure, table, task.parameters).reshape(counts.shape)
    spread = (squares + rows) * slopes**2
    variance = float(spread.sum())
    if not variance > 0:
        return Adjusted(nan, nan)
    freedom = min(_freedom(spread.sum(axis), counts.sum(axis), squares.sum(axis)) for axis in (0, 1))
    half = float(stdtrit(max(freedom, 1.0), (1 + task.level) / 2)) * variance**0.5
    return Adjusted(float(task.measure(table, **task.parameters)), half)


def _freedom(spread: Floats, counts: Floats, squares: Floats) -> float:
    """Satterthwaite's degrees of freedom of a variance to which each class adds its part."""
    rows = np.divide(counts**2, squares, out=np.zeros_like(counts), where=squares > 0) + 2.0
    return float(spread.sum() ** 2 / (spread**2 / rows).sum())


@interval(
    "adjusted-t",
    fits=lambda measure, clustered: measure.needs is ConfusionMatrix and measure.trials is None and not clustered,
)
def adjusted_t(task: Task) -> Limits:
    """The adjusted value -/+ t standard errors, widened to hold the value itself."""
    found = adjusted(task)
    if not isfinite(found.half):
        return Limits(nan, nan, NOTHING_VARIES)
    return Limits(min(found.value - found.half, task.value), max(found.value + found.half, task.value))
