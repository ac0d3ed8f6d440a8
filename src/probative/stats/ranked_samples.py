"""More than two independent samples by ranks: Kruskal and Wallis' test, and Dunn's test of the pairs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import nan, sqrt

import numpy as np

from probative.evidence.arrays import Floats
from probative.stats.inputs import checked, chosen
from probative.stats.multiplicity import adjust
from probative.stats.rank_distributions import midranks
from probative.stats.registry import PostHoc, Test
from probative.stats.result import Pair, Pairwise, Remarks, TestResult
from probative.stats.tails import chi2_tail, z_tail
from probative.stats.variance_analysis import columns, names_of

METHOD = "Kruskal-Wallis test"
NO_INTERVAL = "average ranks among all values depend on the other samples: their difference has no interval"
FEW = 5
"""Values of each sample below which the chi-squared distribution is a rough guide."""


@Test(
    "kruskal-wallis",
    title=METHOD,
    takes="samples",
    models="more",
    normal=False,
    null="no sample tends to higher values than another",
    assumes=("if none is ahead, all samples have one distribution",),
    effect="epsilon squared of the ranks",
    interval=False,
    together=lambda test, many: test(*many.models.values(), better=many.better, names=list(many.models)),
    post_hoc="dunn",
)
def kruskal_wallis(*groups: object, better: str = "lower", names: Sequence[str] | None = None) -> TestResult:
    """Kruskal and Wallis' test, corrected for ties: do average ranks of samples differ? chi-squared with k - 1.

    The effect is H / (n - 1), the share of the variance of the ranks that lies between the samples. `details` hold
    the average ranks, which ascend with the values unless `better="higher"`.

    >>> result = kruskal_wallis([80, 82, 85, 78, 85], [81, 81, 86, 80, 88], [79, 84, 83, 77, 84])
    >>> round(result.statistic, 4), result.df, round(result.p, 4)
    (0.7906, 2, 0.6735)
    """
    ranks = _ranked(columns(groups), better)
    n, k = sum(map(len, ranks)), len(ranks)
    average = [float(x.mean()) for x in ranks]
    spread = _spread(ranks)
    words: Remarks = {"n": n, "symbol": "chi2", "effect_name": "epsilon squared of the ranks"}
    words["details"] = {"average_ranks": dict(zip(names_of(names, k), average, strict=True))}
    if not spread:
        return TestResult(0.0, k - 1, 1.0, nan, nan, nan, METHOD, ("all values are equal",), **words)
    if n == k:
        why = "no sample has two values: any order of the ranks is as probable"
        return TestResult(nan, k - 1, nan, nan, nan, nan, METHOD, (why,), **words)
    h = sum(len(x) * (rank - (n + 1) / 2) ** 2 for x, rank in zip(ranks, average, strict=True)) / spread
    notes = (f"a sample of fewer than {FEW} values: the chi-squared distribution is a rough guide",)
    few = min(map(len, ranks)) < FEW
    p = chi2_tail(h, k - 1)
    return TestResult(h, k - 1, p, min(h / (n - 1), 1.0), nan, nan, METHOD, notes if few else (), **words)


@PostHoc(
    "dunn",
    title="Dunn's test",
    takes="samples",
    null="no two samples differ in average rank",
    assumes=("if none is ahead, all samples have one distribution",),
    effect="difference of average ranks",
    unit="ranks",
    symbol="z",
    run=lambda test, many: test(
        *many.models.values(),
        better=many.better,
        adjustment=many.adjustment,
        level=many.level,
        names=list(many.models),
    ),
)
def dunn(
    *groups: object,
    better: str = "lower",
    adjustment: str = "holm",
    level: float = 0.95,
    names: Sequence[str] | None = None,
) -> Pairwise:
    """Dunn's test of all pairs after Kruskal and Wallis': z of average ranks among all values, corrected for ties.

    The ranks are those of the Kruskal-Wallis test, over all samples, and so is their variance (Dunn 1964). By default
    they ascend, as in R's dunn.test; with `better="higher"` the highest value has rank 1. p-values are two-sided.

    >>> found = dunn([80, 82, 85, 78, 85], [81, 81, 86, 80, 88], [79, 84, 83, 77, 84])
    >>> [round(pair.statistic, 4) for pair in found.pairs], [round(pair.p, 4) for pair in found.pairs]
    ([-0.4968, 0.3903, 0.8871], [0.6194, 0.6963, 0.375])
    """
    checked("two-sided", level)
    ranks = _ranked(columns(groups), better)
    known = names_of(names, len(ranks))
    average, spread = [float(x.mean()) for x in ranks], _spread(ranks)

    def compare(i: int, j: int) -> tuple[float, float, float]:
        apart = average[i] - average[j]
        if not spread:
            return 0.0, 0.0, 1.0
        z = apart / sqrt(spread * (1 / len(ranks[i]) + 1 / len(ranks[j])))
        return apart, z, z_tail(z)

    found = {(i, j): compare(i, j) for i, j in combinations(range(len(known)), 2)}
    adjusted = adjust([p for _, _, p in found.values()], adjustment).tolist()
    pairs = tuple(
        Pair(known[i], known[j], *numbers, p) for ((i, j), numbers), p in zip(found.items(), adjusted, strict=True)
    )
    notes = (NO_INTERVAL if spread else "all values are equal",)
    return Pairwise(pairs, known, "Dunn's test", adjustment, tuple(average), None, level, notes)


def _ranked(samples: list[Floats], better: str) -> list[Floats]:
    """The ranks of all values together, the best first, sample by sample."""
    turn = 1.0 if chosen(better, ("higher", "lower"), "better") == "lower" else -1.0
    ends = np.cumsum([len(x) for x in samples])[:-1]
    return np.split(midranks(turn * np.concatenate(samples)), ends)


def _spread(ranks: list[Floats]) -> float:
    """The variance of the ranks: n (n + 1) / 12 without ties, less with them, and 0 if all are tied."""
    pooled = np.concatenate(ranks)
    return float(np.square(pooled - pooled.mean()).sum()) / max(len(pooled) - 1, 1)
