"""What few rows leave open of two models' errors: a rare large one, which may not be among them, turns the verdict."""

from __future__ import annotations

from math import isfinite, isnan

from probative.errors import ProbativeError
from probative.inference.doubting import UNSEEN
from probative.inference.unseen import FEW_ROWS, moved_by_rare
from probative.measurement import find
from probative.stats.result import TestResult
from probative.stats.taken import Two


def of_rare_errors(two: Two, found: TestResult) -> tuple[str, ...]:
    """What is to be said of a difference of errors on fewer rows than show what 1 row in 50 has; nothing elsewhere.

    With 30 rows a model that is right but for rare large errors, and no better than the other, won in 60 of 100
    samples: those that had no such error. How large one would have to be is known, and whether there may be one the
    reader knows better than the rows.
    """
    n = len(two.a)
    if isnan(found.p) or n >= FEW_ROWS:
        return ()
    try:
        measure = find(two.measure)
    except ProbativeError:
        return ()
    if not moved_by_rare(measure):
        return ()
    if measure.losses is None or not isfinite(found.effect) or not found.effect:
        return (f"{n} rows are {UNSEEN}: where 1 row in 50 has a large error, neither p nor the interval holds",)
    turning = f"{n * abs(found.effect):.3g}"
    return (f"{n} rows are {UNSEEN}: one more, with a loss larger by {turning} for the better model, would level both",)
