"""Two independent samples by ranks."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

import numpy as np

from probative.evidence import Ladder
from probative.evidence.arrays import Floats
from probative.inference.estimation import estimate
from probative.stats.inputs import checked, chosen, sample
from probative.stats.meaning import Alternative
from probative.stats.rank_distributions import exact_p, midranks, rank_sum_shares
from probative.stats.registry import Function, Test
from probative.stats.result import Remarks, TestResult, beside
from probative.stats.tails import z_tail
from probative.stats.taken import Two

EXACT_UP_TO = 2500
"""Pairs of values up to which the exact distribution is taken: two samples of 50."""
LISTED = 60
"""Values whose ranks are kept, so that the distribution of their sum can be drawn."""


def _centred(test: Function, two: Two) -> TestResult:
    """A chance of a to be higher, as its difference from that of b, which is 0 where neither is ahead."""
    result = test(two.a, two.b, **two.asked)
    effect, low, high = (2 * value - 1 for value in (result.effect, result.low, result.high))
    return replace(result, effect=effect, low=low, high=high, effect_name="P(a > b) - P(a < b)")


@Test(
    "mann-whitney",
    title="Mann-Whitney test",
    takes="samples",
    normal=False,
    prefer=2,
    null="values of a are as often above those of b as below",
    assumes=("if neither is ahead, both samples have one distribution",),
    effect="P(a > b) - P(a < b)",
    unit="chance",
    run=_centred,
)
def mann_whitney(
    a: object, b: object, *, method: str | None = None, alternative: str = "two-sided", level: float = 0.95
) -> TestResult:
    """Mann-Whitney (Wilcoxon rank-sum) test of whether values of `a` are as often above those of `b` as below.

    Ties share ranks. Exact for small samples, given the ties; else normal, with the variance of the ties and a
    continuity correction. The effect is P(a > b) + P(a = b) / 2, the statistic U that times the number of pairs.

    >>> result = mann_whitney([80, 82, 85, 78, 85], [81, 81, 86, 80, 88])
    >>> result.statistic, round(result.p, 6), result.effect
    (9.5, 0.595238, 0.38)
    """
    side = checked(alternative, level)
    kind = chosen(method, (None, "exact", "normal"), "method")
    x, y = sample(a, "a"), sample(b, "b")
    n, m = len(x), len(y)
    ranks = midranks(np.concatenate([x, y]))
    rank_sum = float(ranks[:n].sum())
    u = rank_sum - n * (n + 1) / 2
    kind = kind or ("exact" if n * m <= EXACT_UP_TO else "normal")
    p = _exact(ranks, n, m, rank_sum, side) if kind == "exact" else _normal(ranks, n, m, u, side)
    low, high, notes = _limits(x, y, level, side)
    if not np.ptp(ranks):
        notes = ("all values are equal", *notes)
    words: Remarks = {"n": n + m, "level": level, "alternative": side, "symbol": "U", "effect_name": "P(a > b)"}
    delta = (2 * value - 1 for value in (u / (n * m), low, high))
    words["details"] = {"u_a": u, "u_b": n * m - u, "rank_sum": rank_sum} | beside("Cliff's delta", *delta)
    if kind == "exact" and n + m <= LISTED:
        words["details"] |= {"ranks": ranks.tolist(), "size": n}
    name = f"Mann-Whitney test ({kind})"
    return TestResult(u, None, p, u / (n * m), low, high, name, notes, **words)


def _exact(ranks: Floats, n: int, m: int, rank_sum: float, side: Alternative) -> float:
    """Counted on the smaller sample; the two rank sums add up to a constant."""
    if n <= m:
        return exact_p(rank_sum_shares(ranks, n), round(2 * rank_sum), side)
    other = {"two-sided": "two-sided", "greater": "less", "less": "greater"}[side]
    return exact_p(rank_sum_shares(ranks, m), round(2 * (float(ranks.sum()) - rank_sum)), other)


def _normal(ranks: Floats, n: int, m: int, u: float, side: Alternative) -> float:
    variance = n * m / (n + m) * float(np.square(ranks - ranks.mean()).sum()) / max(n + m - 1, 1)
    if not variance:
        return 1.0
    gap = u - n * m / 2
    # The correction moves half a step towards the mean, and never beyond it.
    gap = np.sign(gap) * max(abs(gap) - 0.5, 0.0) if side == "two-sided" else gap - (0.5 if side == "greater" else -0.5)
    return z_tail(float(gap) / sqrt(variance), side)


def _limits(x: Floats, y: Floats, level: float, side: Alternative) -> tuple[float, float, tuple[str, ...]]:
    """P(a > b) is the area under the ROC curve of telling a from b; DeLong's interval is its interval."""
    ladder = Ladder.from_scores(np.repeat([True, False], [len(x), len(y)]), np.concatenate([x, y]))
    area = estimate("auc", ladder, level=level if side == "two-sided" else 2 * level - 1)
    low = 0.0 if side == "less" else area.low
    high = 1.0 if side == "greater" else area.high
    return low, high, (f"no interval: {area.why}",) if area.why and np.isnan(area.low) else ()
