"""More than two independent samples whose variances may differ: Welch's analysis, and Games and Howell's pairs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import nan, sqrt

import numpy as np

from probative.evidence.arrays import Floats
from probative.stats.inputs import checked
from probative.stats.means import EQUAL, Contrast, deviation, of_samples
from probative.stats.registry import PostHoc, Test
from probative.stats.result import Details, Pair, Pairwise, TestResult
from probative.stats.studentised_range import range_quantile, range_tail
from probative.stats.tails import t_tail
from probative.stats.variance_analysis import columns, f_result, names_of

METHOD = "Welch's analysis of variance"


@Test(
    "welch-anova",
    title=METHOD,
    takes="samples",
    models="more",
    normal=True,
    null="all means are equal",
    assumes=("values are normal; their variances may differ",),
    effect="eta squared",
    together=lambda test, many: test(*many.models.values(), level=many.level),
    post_hoc="games-howell",
)
def welch_anova(*groups: object, level: float = 0.95) -> TestResult:
    """Welch's analysis of variance: F of means weighted by n / variance, with his degrees of freedom (Welch 1951).

    Where sizes differ and variances too, the classical analysis finds differences that are not there, or misses
    those that are. R calls it oneway.test. The effect is eta squared as from any F, F df / (F df + error df), with
    the limits of the non-central F distribution.

    >>> result = welch_anova([80, 82, 85, 78, 85], [81, 81, 86, 80, 88], [79, 84, 83, 77, 84])
    >>> round(result.statistic, 4), [round(df, 4) for df in result.df], round(result.p, 4)
    (0.3314, [2, 7.9721], 0.7273)
    """
    checked("two-sided", level)
    samples = columns(groups)
    n, k = sum(map(len, samples)), len(samples)
    if not np.ptp(np.concatenate(samples)):
        return f_result(METHOD, 0.0, (k - 1, nan), n, level, "all values are equal", {})
    spreads = [deviation(x) for x in samples]
    details: Details = {"means": [float(x.mean()) for x in samples], "sds": spreads}
    why = next((_why(i, sd) for i, sd in enumerate(spreads) if not sd > 0), "")
    if why:
        return f_result(METHOD, nan, (k - 1, nan), n, level, why, details)
    f, freedom = _welch(samples, spreads)
    return f_result(METHOD, f, (k - 1, freedom), n, level, "", details)


def _why(place: int, sd: float) -> str:
    found = "a single value" if np.isnan(sd) else "values that do not vary"
    return f"group {place + 1} has {found}: its variance cannot be estimated"


def _welch(samples: list[Floats], spreads: list[float]) -> tuple[float, float]:
    """Welch's F and its second degrees of freedom."""
    k = len(samples)
    sizes = np.array([len(x) for x in samples], np.float64)
    # Squares of very small or large numbers would vanish or overflow: weights and means in units of the largest spread.
    unit = max(spreads)
    weights = sizes / np.square(np.array(spreads) / unit)
    means = np.array([float((x - samples[0][0]).mean()) for x in samples]) / unit
    shares = weights / weights.sum()
    between = float((weights * np.square(means - float((shares * means).sum()))).sum()) / (k - 1)
    loss = float((np.square(1 - shares) / (sizes - 1)).sum())
    return between / (1 + 2 * (k - 2) / (k**2 - 1) * loss), (k**2 - 1) / (3 * loss)


@PostHoc(
    "games-howell",
    title="Games-Howell test",
    takes="samples",
    null="no two means differ",
    assumes=("values are normal; their variances may differ",),
    effect="difference of means",
    symbol="t",
    run=lambda test, many: test(*many.models.values(), level=many.level, names=list(many.models)),
)
def games_howell(*groups: object, level: float = 0.95, names: Sequence[str] | None = None) -> Pairwise:
    """Games and Howell's test of all pairs: Welch's t by the studentised range, with joint intervals.

    `p` is that of Welch's t of the pair alone, `p_adjusted` allows for all pairs (Games and Howell 1976).

    >>> found = games_howell([80, 82, 85, 78, 85], [81, 81, 86, 80, 88], [79, 84, 83, 77, 84])
    >>> [round(pair.p_adjusted, 4) for pair in found.pairs]
    [0.8397, 0.9514, 0.6908]
    """
    checked("two-sided", level)
    samples = columns(groups)
    known = names_of(names, len(samples))
    pairs, notes = [], []
    for i, j in combinations(range(len(known)), 2):
        contrast = of_samples(samples[i], samples[j], pooled=False)
        pairs.append(Pair(known[i], known[j], *_compared(contrast, len(known), level)))
        if contrast.why:
            notes.append(f"{known[i]} and {known[j]}: {contrast.why}")
    means = tuple(float(x.mean()) for x in samples)
    words = ("Games-Howell test", "studentised range", means, None, level)
    return Pairwise(tuple(pairs), known, *words, tuple(notes))


def _compared(contrast: Contrast, k: int, level: float) -> tuple[float, float, float, float, float, float]:
    """Difference, t, p of the pair alone and among all pairs, and joint limits."""
    if contrast.why:
        t, p = (0.0, 1.0) if contrast.why == EQUAL else (nan, nan)
        return contrast.effect, t, p, p, nan, nan
    t = contrast.t()
    joint = range_tail(abs(t) * sqrt(2), k, contrast.df)
    half = range_quantile(level, k, contrast.df) / sqrt(2) * contrast.error
    alone = t_tail(t, contrast.df)
    # The numerical integral of the range may end a little below the p of a single pair, which cannot be.
    return contrast.effect, t, alone, max(joint, alone), contrast.effect - half, contrast.effect + half
