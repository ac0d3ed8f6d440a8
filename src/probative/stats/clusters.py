"""Bootstrap of whole groups: rows of one group are not independent, so groups are drawn and not rows."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, nan, sqrt

import numpy as np

from probative.evidence.arrays import same_length
from probative.evidence.labels import Label, encode
from probative.inference.bootstrap import percentile_limits
from probative.measurement.registry import Parameter
from probative.stats.inputs import checked
from probative.stats.meaning import Alternative
from probative.stats.means import EQUAL
from probative.stats.registry import Test
from probative.stats.resampled import MAXIMUM, NO_SPREAD, bootstrap_p, left_out, of_rows, refuse_maximum, usual
from probative.stats.result import Remarks, TestResult
from probative.stats.two_models import TwoModels

REPLICATES = 2000
METHOD = "cluster bootstrap"
FEWEST, BOUNDED = 10, 6
"""Groups below which resampled groups vary less than groups do, and below which p and percentiles contradict."""


@Test(
    "cluster-bootstrap",
    title="Cluster bootstrap",
    takes="groups",
    prefer=2,
    null="the measure has one value for both models",
    effect="difference of {measure}",
    about=lambda facts: MAXIMUM if facts.form == "maximum" else None,
    invalid=lambda facts: (
        f"{facts.groups} groups are too few to be resampled, under {FEWEST}" if (facts.groups or 0) < FEWEST else None
    ),
    because=lambda _: "rows of one group are not independent of each other: whole groups are resampled",
    run=lambda test, two: of_rows(test, two, groups=two.groups),
)
def cluster_bootstrap(
    measure: str,
    y_true: object,
    a: object,
    b: object,
    *,
    groups: object,
    level: float = 0.95,
    alternative: str = "two-sided",
    labels: Sequence[Label] | None = None,
    pos_label: Label | None = None,
    replicates: int | None = None,
    random_state: int | None = None,
    **parameters: Parameter,
) -> TestResult:
    """Bootstrap of the difference of any measure between two models on the same rows, which come in groups.

    Groups are resampled, both models together. Interval and p are those of percentiles, expanded for the number of
    groups (Hesterberg 2015). There should be ten of them; fewer than six give no interval, `cluster_jackknife` does.
    Arguments as in `paired_bootstrap`.

    >>> truth = [1] * 50 + [0] * 50
    >>> a, b = [1] * 40 + [0] * 55 + [1] * 5, [1] * 30 + [0] * 60 + [1] * 10
    >>> result = cluster_bootstrap("accuracy", truth, a, b, groups=[i % 20 for i in range(100)])
    >>> round(result.effect, 4), result.details["groups"], result.rejects()
    (0.15, 20, True)
    """
    side = checked(alternative, level)
    known, codes = encode(groups, "groups")
    same_length(a=np.asarray(a), groups=codes)
    task = TwoModels(measure, y_true, a, b, pos_label, labels, parameters, swap=False, groups=codes)
    refuse_maximum(task)
    count, size, seed = len(known), usual(replicates, REPLICATES), random_state or 0
    words: Remarks = task.words(side, level) | {"details": task.details(size, seed) | {"groups": count}}
    if task.same and not np.isnan(task.effect):
        return TestResult(0.0, None, 1.0, 0.0, method=METHOD, notes=(EQUAL,), **words)
    if count < 2 or np.isnan(task.effect):
        why = task.why() or "a single group"
        return TestResult(nan, None, nan, task.effect, method=METHOD, notes=(why,), **words)
    drawn = np.random.default_rng([seed, 104729]).multinomial(count, np.full(count, 1 / count), size)
    values = task.by_groups(codes, drawn)
    usable, notes = values[~np.isnan(values)], left_out(values)
    if not len(usable) or not np.ptp(usable):
        return TestResult(nan, None, nan, task.effect, method=METHOD, notes=(NO_SPREAD, *notes), **words)
    low, high = percentile_limits(values, _expanded(level if side == "two-sided" else 2 * level - 1, count))
    low, high = -inf if side == "less" else low, inf if side == "greater" else high
    if count < BOUNDED:
        low, high, notes = nan, nan, (f"{count} groups are too few for percentiles: cluster_jackknife", *notes)
    p, at_most = bootstrap_p(usable, side)
    p = _widened(p, side, count)
    return TestResult(task.effect, None, p, task.effect, low, high, METHOD, notes, **words, at_most=at_most)


def _expanded(level: float, groups: int) -> float:
    """The level at which percentiles of few groups hold what they promise at `level`."""
    from scipy.special import ndtr, stdtrit

    return 1 - 2 * float(ndtr(-sqrt(groups / (groups - 1)) * stdtrit(groups - 1, (1 + level) / 2)))


def _widened(p: float, side: Alternative, groups: int) -> float:
    """The significance at which the expanded interval leaves out 0, from that of the plain percentiles."""
    from scipy.special import ndtri, stdtr

    tails = 2 if side == "two-sided" else 1
    return tails * float(stdtr(groups - 1, ndtri(p / tails) / sqrt(groups / (groups - 1))))
