"""After a test of several models: the pairs that differ."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from math import inf, nan, sqrt

import numpy as np

from probative.errors import BadParameter
from probative.evidence.arrays import Floats
from probative.inference.doubting import STANDS_APART
from probative.stats.exports import public
from probative.stats.inputs import checked, count
from probative.stats.meaning import rejected
from probative.stats.multiplicity import adjust
from probative.stats.ranked_blocks import ONE_ROW, ORDERED
from probative.stats.registry import PostHoc
from probative.stats.result import Pair, Pairwise
from probative.stats.signed_ranks import wilcoxon
from probative.stats.studentised_range import range_quantile, range_tail
from probative.stats.tables import row_ranks, table_of
from probative.stats.tails import t_tail, z_tail
from probative.stats.variance_analysis import columns, names_of

OF_ALL = (
    "average ranks, and so the verdict on two models, depend on which others were compared; Wilcoxon's test of every "
    "pair (wilcoxon_holm) does not"
)


@public
def critical_difference(k: int, n: int, level: float = 0.95) -> float:
    """How far the average ranks of two of k models over n data sets must be apart to differ (Nemenyi).

    >>> round(critical_difference(4, 14), 2), round(critical_difference(4, 14, 0.9), 2)
    (1.25, 1.12)
    """
    checked("two-sided", level)
    if count(k, "k") < 2 or count(n, "n") < 1:
        raise BadParameter("a difference takes two models and a data set.", found=f"k = {k}, n = {n}")
    return range_quantile(level, k, inf) / sqrt(2) * sqrt(k * (k + 1) / (6 * n))


@PostHoc(
    "nemenyi",
    title="Nemenyi's test",
    takes="pairs",
    null="no two models differ in average rank",
    effect="difference of average ranks",
    unit="ranks",
    symbol="z",
    run=lambda test, many: test(many.models, better=many.better, level=many.level),
)
def nemenyi(
    table: object, *, better: str = "higher", level: float = 0.95, names: Sequence[str] | None = None
) -> Pairwise:
    """Nemenyi's test of all pairs after Friedman's: differences of average ranks by the studentised range.

    `p` is that of a single pair by the normal distribution, `p_adjusted` allows for all pairs.

    >>> found = nemenyi({"A": [80, 82, 85, 78, 85], "B": [81, 81, 86, 80, 88], "C": [79, 84, 83, 77, 84]})
    >>> [round(pair.p_adjusted, 4) for pair in found.pairs], round(found.critical_difference, 4)
    ([0.6094, 0.6094, 0.1394], 1.4823)
    """
    values, known = table_of(table, names)
    n, k = values.shape
    average = row_ranks(values, better).mean(axis=0)
    unit = sqrt(k * (k + 1) / (6 * n))

    def compare(i: int, j: int) -> tuple[float, float]:
        z = (average[i] - average[j]) / unit
        return float(z), z_tail(float(z))

    pairs = _pairs(average, known, compare)
    adjusted = [range_tail(abs(pair.statistic) * sqrt(2), k, inf) for pair in pairs]
    apart = critical_difference(k, n, level)
    words = ("Nemenyi's test", "studentised range", apart, level)
    return _pairwise(pairs, adjusted, known, average, *words, (OF_ALL,), [apart] * len(pairs))


@PostHoc(
    "conover",
    title="Conover's test",
    takes="pairs",
    null="no two models differ in average rank",
    effect="difference of average ranks",
    unit="ranks",
    symbol="t",
    run=lambda test, many: test(many.models, better=many.better, level=many.level),
)
def conover(
    table: object,
    *,
    better: str = "higher",
    adjustment: str = "holm",
    level: float = 0.95,
    names: Sequence[str] | None = None,
) -> Pairwise:
    """Conover's test of all pairs after Friedman's: Student's t on rank sums, adjusted (Conover 1999).

    More powerful than Nemenyi's, since it uses the spread of the ranks that was seen; but that is the spread of all
    models together: where one model stands clearly apart, its ranks hardly vary, and the others are told apart too
    often (docs/trust.md). wilcoxon_holm holds there.

    >>> found = conover({"A": [80, 82, 85, 78, 85], "B": [81, 81, 86, 80, 88], "C": [79, 84, 83, 77, 84]})
    >>> [round(pair.p, 4) for pair in found.pairs], [round(pair.p_adjusted, 4) for pair in found.pairs]
    ([0.3198, 0.3198, 0.0667], [0.6396, 0.6396, 0.2001])
    """
    checked("two-sided", level)
    values, known = table_of(table, names)
    n, k = values.shape
    ranks = row_ranks(values, better)
    average, df = ranks.mean(axis=0), (n - 1) * (k - 1)
    left = float(np.square(ranks).sum()) - n * float(np.square(average).sum())
    noise = 1e-9 * n * k**3
    error = sqrt(2 * left / df / n) if df and left > noise else 0.0

    def compare(i: int, j: int) -> tuple[float, float]:
        apart = float(average[i] - average[j])
        if abs(apart) < 1e-12:
            return 0.0, 1.0
        return (apart / error, t_tail(apart / error, df)) if error else (nan, nan)

    pairs = _pairs(average, known, compare)
    notes = () if error else (ONE_ROW if n < 2 else ORDERED.split(":")[0] + ": no spread to compare with",)
    adjusted = adjust([pair.p for pair in pairs], adjustment).tolist()
    if k > 2 and any(rejected(p, 1 - level) for p in adjusted):
        notes = (*notes, f"{STANDS_APART} (in 12 of 100 studies): wilcoxon_holm does not depend on the other models")
    return _pairwise(pairs, adjusted, known, average, "Conover's test", adjustment, None, level, notes)


@PostHoc(
    "wilcoxon-holm",
    title="Wilcoxon signed-rank tests",
    takes="pairs",
    null="positive and negative differences of any two models balance",
    assumes=("differences are symmetric about their median",),
    effect="median difference",
    symbol="W",
)
def wilcoxon_holm(
    table: object,
    *,
    zeros: str = "drop",
    adjustment: str = "holm",
    level: float = 0.95,
    names: Sequence[str] | None = None,
) -> Pairwise:
    """Wilcoxon's signed-rank test of every pair, adjusted (Benavoli, Corani, Mangili 2016).

    Unlike with average ranks, the verdict on two models does not depend on which others were compared.

    >>> found = wilcoxon_holm({"A": [80, 82, 85, 78, 85], "B": [81, 81, 86, 80, 88], "C": [79, 84, 83, 77, 84]})
    >>> [pair.p for pair in found.pairs]
    [0.25, 0.5625, 0.3125]
    """
    values, known = table_of(table, names)
    results = {
        (i, j): wilcoxon(values[:, i], values[:, j], zeros=zeros, level=level)
        for i, j in combinations(range(len(known)), 2)
    }
    adjusted = adjust([result.p for result in results.values()], adjustment)
    pairs = [
        Pair(known[i], known[j], found.effect, found.statistic, found.p, float(p), found.low, found.high)
        for ((i, j), found), p in zip(results.items(), adjusted, strict=True)
    ]
    means = tuple(values.mean(axis=0).tolist())
    return Pairwise(tuple(pairs), known, "Wilcoxon signed-rank tests", adjustment, means, None, level)


@PostHoc(
    "tukey",
    title="Tukey's test",
    takes="samples",
    null="no two means differ",
    assumes=("values are normal with equal variances",),
    effect="difference of means",
    symbol="t",
    run=lambda test, many: test(*many.models.values(), level=many.level, names=list(many.models)),
)
def tukey(*groups: object, level: float = 0.95, names: Sequence[str] | None = None) -> Pairwise:
    """Tukey's test of all pairs of independent groups (Tukey-Kramer where sizes differ), with joint intervals.

    >>> found = tukey([80, 82, 85, 78, 85], [81, 81, 86, 80, 88], [79, 84, 83, 77, 84])
    >>> [round(pair.p_adjusted, 4) for pair in found.pairs], round(found.critical_difference, 4)
    ([0.835, 0.9554, 0.6716], 5.5536)
    """
    checked("two-sided", level)
    samples = columns(groups)
    sizes, k = np.array([len(x) for x in samples]), len(samples)
    known = names_of(names, k)
    means, df = np.array([x.mean() for x in samples]), int(sizes.sum()) - k
    within = sum(float(np.square(x - x.mean()).sum()) for x in samples if np.ptp(x))
    variance = within / df if df else nan

    def compare(i: int, j: int) -> tuple[float, float]:
        if means[i] == means[j] and not variance:
            return 0.0, 1.0
        error = sqrt(variance * (1 / sizes[i] + 1 / sizes[j])) if variance > 0 else nan
        t = float(means[i] - means[j]) / error
        return t, t_tail(t, df)

    pairs = _pairs(means, known, compare)
    adjusted = [range_tail(abs(pair.statistic) * sqrt(2), k, df) for pair in pairs]
    quantile = range_quantile(level, k, df) if variance > 0 else nan
    halves = [
        quantile * sqrt(variance / 2 * (1 / sizes[i] + 1 / sizes[j])) if variance > 0 else nan
        for i, j in combinations(range(k), 2)
    ]
    single = halves[0] if len(set(sizes.tolist())) == 1 and variance > 0 else None
    notes = () if variance > 0 else ("no group varies: there is no spread to compare with",)
    return _pairwise(pairs, adjusted, known, means, "Tukey's test", "studentised range", single, level, notes, halves)


def _pairs(averages: Floats, names: tuple[str, ...], compare: Callable[[int, int], tuple[float, float]]) -> list[Pair]:
    pairs = []
    for i, j in combinations(range(len(names)), 2):
        statistic, p = compare(i, j)
        pairs.append(Pair(names[i], names[j], float(averages[i] - averages[j]), statistic, p, p))
    return pairs


def _pairwise(
    pairs: list[Pair],
    adjusted: Sequence[float],
    names: tuple[str, ...],
    averages: Floats,
    method: str,
    adjustment: str,
    critical: float | None,
    level: float,
    notes: tuple[str, ...] = (),
    halves: Sequence[float] | None = None,
) -> Pairwise:
    """The pairs with their adjusted p, and intervals where half widths are given."""
    done = []
    for i, (pair, p) in enumerate(zip(pairs, adjusted, strict=True)):
        half = nan if halves is None else halves[i]
        low, high = pair.difference - half, pair.difference + half
        done.append(Pair(pair.a, pair.b, pair.difference, pair.statistic, pair.p, p, low, high))
    return Pairwise(tuple(done), names, method, adjustment, tuple(averages.tolist()), critical, level, notes)
