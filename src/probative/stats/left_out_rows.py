"""Two models' labels on the same rows: differences of measures of counts, with one row after the other left out."""

from __future__ import annotations

from collections.abc import Sequence
from math import nan, sqrt

import numpy as np

from probative.errors import InvalidMethod
from probative.evidence import Outcomes
from probative.evidence.arrays import Floats
from probative.evidence.labels import Label
from probative.inference.doubting import TOO_NORMAL
from probative.measurement.registry import Parameter
from probative.stats.inputs import checked
from probative.stats.joint import Joint
from probative.stats.joint_resampling import blocks, differences
from probative.stats.means import EQUAL, Contrast, t_result
from probative.stats.registry import Test
from probative.stats.resampled import FEW_APART, FEWEST, of_rows
from probative.stats.result import Remarks, TestResult
from probative.stats.two_models import TwoModels

METHOD = "paired jackknife"
FEWEST_OF_SEVERAL = 10
"""Rows of the rarest of several classes below which 0.88 to 0.93 of the intervals held the difference."""
STEADY = "whichever row is left out, the difference stays the same: no spread can be seen"


@Test(
    "paired-jackknife",
    title="Paired jackknife",
    takes="rows",
    prefer=2,
    null="the measure has one value for both models",
    assumes=("every class has so many rows that no single one decides",),
    effect="difference of {measure}",
    about=lambda facts: None if facts.counted else f"it is about measures of counts, not {facts.measure}",
    because=lambda facts: (
        f"{facts.measure} follows from counts: how it changes when a row is left out tells how its difference varies"
    ),
    run=of_rows,
)
def paired_jackknife(
    measure: str,
    y_true: object,
    a: object,
    b: object,
    *,
    alternative: str = "two-sided",
    level: float = 0.95,
    pos_label: Label | None = None,
    labels: Sequence[Label] | None = None,
    random_state: int | None = None,
    **parameters: Parameter,
) -> TestResult:
    """Difference of a measure of counts between two models on the same rows; Student's t with the jackknife's error.

    All rows of one truth and one pair of labels change the difference alike, so it is computed once for each such
    triple. p and interval are one family. Arguments as in `paired_bootstrap`; nothing is drawn at random.

    >>> truth = [0] * 30 + [1] * 20 + [2] * 10
    >>> a, b = [0] * 28 + [1] * 20 + [2] * 12, [0] * 34 + [1] * 11 + [2] * 5 + [0] * 10
    >>> result = paired_jackknife("macro_f1", truth, a, b)
    >>> round(result.effect, 4), result.rejects(), result.low > 0
    (0.418, True, True)
    """
    side = checked(alternative, level)
    task = TwoModels(measure, y_true, a, b, pos_label, labels, parameters, swap=False)
    if task.joint is None:
        raise InvalidMethod(f"{METHOD} is about measures of counts.", found=measure, remedy="paired_bootstrap")
    words: Remarks = task.words(side, level) | {"symbol": "t"}
    contrast = _contrast(task, task.joint)
    found = t_result(contrast, METHOD, side, level)
    low, high = task.reached(found.low, found.high)
    words["details"] = task.both_values() | found.details
    notes = (*found.notes, *_rough(task, task.joint)) if found.defined else found.notes
    return TestResult(found.statistic, found.df, found.p, found.effect, low, high, METHOD, notes, **words)


def _rough(task: TwoModels, joint: Joint) -> tuple[str, ...]:
    """What is to be known of decisions between classes of which one is rare, or of two which hardly ever differ."""
    rows = np.bincount(joint.truth, joint.counts)
    least, binary = int(rows[rows > 0].min()), task.measure.needs is Outcomes
    rare = least < (FEWEST if binary else FEWEST_OF_SEVERAL)
    if not (rare or (binary and joint.apart < FEW_APART)):
        return ()
    few = f"a class has {least} rows" if rare else f"the models differ on {joint.apart} rows"
    return (f"{few}: Student's t is too narrow, so {TOO_NORMAL}",)


def _contrast(task: TwoModels, joint: Joint) -> Contrast:
    """The difference with its standard error, or why there is none."""
    n = joint.n
    if np.isnan(task.effect):
        return Contrast(nan, nan, n - 1, n, task.why())
    if task.same:
        return Contrast(0.0, 0.0, n - 1, n, EQUAL)
    left = _without_one(task, joint)
    if np.isnan(left).any():
        return Contrast(task.effect, nan, n - 1, n, f"{task.measure.name} is undefined without one of the rows")
    share = joint.counts / n
    error = sqrt((n - 1) * float(share @ np.square(left - share @ left)))
    return Contrast(task.effect, error, n - 1, n, "" if error > 1e-12 * task.size else STEADY)


def _without_one(task: TwoModels, joint: Joint) -> Floats:
    """The difference without one row of each triple."""
    kinds, start, parts = len(joint.counts), 0, []
    for size in blocks(kinds, max(kinds, len(joint.labels) ** 2)):
        counts = np.tile(joint.counts, (size, 1))
        counts[np.arange(size), np.arange(start, start + size)] -= 1
        parts.append(differences(joint, task.measure, counts, task.parameters))
        start += size
    return np.concatenate(parts)
