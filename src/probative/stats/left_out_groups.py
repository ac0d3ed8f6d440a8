"""Rows in groups: the difference of any measure when one group after the other is left out."""

from __future__ import annotations

from collections.abc import Sequence
from math import nan, sqrt

import numpy as np

from probative.evidence.arrays import Array, same_length
from probative.evidence.labels import Label, encode
from probative.measurement.registry import Parameter
from probative.stats.inputs import checked
from probative.stats.means import EQUAL, Contrast, t_result
from probative.stats.registry import Test
from probative.stats.resampled import MAXIMUM, of_rows, refuse_maximum
from probative.stats.result import Remarks, TestResult
from probative.stats.two_models import TwoModels

METHOD = "cluster jackknife"
FEWEST = 4
"""Groups below which Student's t does not hold for differences of ratios."""
STEADY = "whichever group is left out, the difference stays the same: no spread can be seen"


@Test(
    "cluster-jackknife",
    title="Cluster jackknife",
    takes="groups",
    null="the measure has one value for both models",
    assumes=("no few groups decide the measure alone",),
    effect="difference of {measure}",
    about=lambda facts: MAXIMUM if facts.form == "maximum" else None,
    because=lambda _: "rows of one group are not independent of each other: whole groups are left out in turn",
    run=lambda test, two: of_rows(test, two, groups=two.groups),
)
def cluster_jackknife(
    measure: str,
    y_true: object,
    a: object,
    b: object,
    *,
    alternative: str = "two-sided",
    groups: object,
    level: float = 0.95,
    pos_label: Label | None = None,
    labels: Sequence[Label] | None = None,
    random_state: int | None = None,
    **parameters: Parameter,
) -> TestResult:
    """Difference of any measure between two models on the same rows, which come in groups; one group left out in turn.

    The standard error is the jackknife's (CR3), p and interval are those of Student's t. Its degrees of freedom are
    one less than the number of equally large groups that would vary as much (Kish), counted in the class where that is
    smaller: with groups of very unequal sizes, few of them decide. Fewer than four groups give no p and no interval.
    Arguments as in `paired_bootstrap`; nothing is drawn at random.

    >>> truth = [1] * 50 + [0] * 50
    >>> a, b = [1] * 40 + [0] * 55 + [1] * 5, [1] * 30 + [0] * 60 + [1] * 10
    >>> result = cluster_jackknife("accuracy", truth, a, b, groups=[i % 20 for i in range(100)])
    >>> round(result.effect, 4), round(result.df, 1), round(result.p, 4)
    (0.15, 18.2, 0.0009)
    """
    side = checked(alternative, level)
    known, codes = encode(groups, "groups")
    same_length(a=np.asarray(a), groups=codes)
    task = TwoModels(measure, y_true, a, b, pos_label, labels, parameters, swap=False, groups=codes)
    refuse_maximum(task)
    words: Remarks = task.words(side, level) | {"symbol": "t"}
    contrast = _contrast(task, codes, len(known))
    details = task.both_values() | {"groups": len(known)} | contrast.details
    found = t_result(contrast, METHOD, side, level)
    low, high = task.reached(found.low, found.high)
    words["details"] = details | found.details
    df = None if contrast.why else found.df
    return TestResult(found.statistic, df, found.p, found.effect, low, high, METHOD, found.notes, **words)


def _contrast(task: TwoModels, codes: Array, count: int) -> Contrast:
    """The difference with its standard error, or why there is none."""
    if np.isnan(task.effect):
        return Contrast(nan, nan, nan, task.n, task.why())
    if task.same:
        return Contrast(0.0, 0.0, nan, task.n, EQUAL)
    if count < FEWEST:
        few = f"{count} groups" if count > 1 else "a single group"
        return Contrast(task.effect, nan, nan, task.n, f"{few}: fewer than {FEWEST} do not show how groups vary")
    left = task.without_each(codes)
    if np.isnan(left).any():
        return Contrast(task.effect, nan, nan, task.n, f"{task.measure.name} is undefined without one of the groups")
    left = left - left.mean()
    error = sqrt((len(left) - 1) / len(left) * float(np.square(left).sum()))
    if error <= 1e-12 * task.size:
        return Contrast(task.effect, 0.0, nan, task.n, STEADY)
    return Contrast(task.effect, error, max(task.effective_groups(codes) - 1, 0.5), task.n)
