"""Paired results by ranks of their differences, and by their signs alone."""

from __future__ import annotations

from math import inf, nan, sqrt

import numpy as np

from probative.evidence.arrays import Floats
from probative.stats.inputs import checked, chosen, paired
from probative.stats.meaning import Alternative
from probative.stats.means import EQUAL
from probative.stats.rank_distributions import exact_p, midranks, signed_rank_shares
from probative.stats.rank_effects import of_differences
from probative.stats.registry import Test
from probative.stats.result import Details, Remarks, TestResult, beside
from probative.stats.tails import beyond, binomial_p, z_tail
from probative.stats.walsh import shift_limits

EXACT_UP_TO = 50
ONE_SIZE = "so many differences are equal that both limits are one number: no interval"
SHORT = "too few pairs for an interval at this level"


@Test(
    "wilcoxon",
    title="Wilcoxon signed-rank test",
    takes="pairs",
    models="two",
    normal=False,
    null="positive and negative differences balance",
    assumes=("differences are symmetric about their median",),
    effect="median difference",
)
def wilcoxon(
    a: object,
    b: object,
    *,
    zeros: str = "drop",
    method: str | None = None,
    alternative: str = "two-sided",
    level: float = 0.95,
) -> TestResult:
    """Wilcoxon's signed-rank test of whether positive and negative differences balance, by rank of their size.

    Ties share ranks. Zeros are dropped before ranking, or after it ("pratt"). Exact up to 50 differences, given
    the ties; the normal form has the variance of the ties and no continuity correction. The statistic is the
    smaller rank sum, or the positive one for one side; the effect is the Hodges-Lehmann shift of all differences.

    >>> result = wilcoxon([80, 82, 85, 78, 85], [81, 81, 86, 80, 88])
    >>> result.statistic, result.p, result.effect
    (2.0, 0.25, -1.0)
    """
    side = checked(alternative, level)
    chosen(zeros, ("drop", "pratt"), "zeros")
    kind = chosen(method, (None, "exact", "normal"), "method")
    _, _, d = paired(a, b)
    kept = d[d != 0] if zeros == "drop" else d
    ranks = midranks(np.abs(kept))[kept != 0]
    signs = kept[kept != 0] > 0
    plus, minus = float(ranks[signs].sum()), float(ranks[~signs].sum())
    kind = kind or ("exact" if len(ranks) <= EXACT_UP_TO else "normal")
    p = _signed_rank_p(ranks, plus, kind, side) if len(ranks) else 1.0
    effect, low, high = shift_limits(d, level, side)
    notes = [EQUAL] if not len(ranks) else []
    if np.isnan(low):
        notes.append(SHORT)
    low, high = _with_width(low, high, notes)
    zeroes = len(d) - len(ranks)
    if zeroes and len(ranks):
        how = "were left out of the ranks" if zeros == "drop" else "were ranked and then left out"
        notes.append(f"{zeroes} of {len(d)} pairs do not differ and {how}: the test is about the other {len(ranks)}")
    size = of_differences(d[d != 0], level, side)
    details: Details = {"w_plus": plus, "w_minus": minus, "zeros": zeroes, "ranked": len(ranks)}
    details |= {"ranks": ranks.tolist()} if kind == "exact" else {}
    details |= beside("rank-biserial correlation", size.value, size.low, size.high)
    words: Remarks = {"n": len(ranks) or len(d), "level": level, "alternative": side, "symbol": "W", "details": details}
    words["effect_name"] = "median difference"
    statistic = min(plus, minus) if side == "two-sided" else plus
    name = f"Wilcoxon signed-rank test ({kind})"
    return TestResult(statistic, None, p, effect, low, high, name, tuple(notes), **words)


def _with_width(low: float, high: float, notes: list[str]) -> tuple[float, float]:
    """The limits, unless both are one number."""
    if low < high:
        return low, high
    if low == high and EQUAL not in notes:
        notes.append(ONE_SIZE)
    return nan, nan


def _signed_rank_p(ranks: Floats, plus: float, kind: str, side: Alternative) -> float:
    if kind == "exact":
        return exact_p(signed_rank_shares(ranks), round(2 * plus), side)
    return z_tail((plus - float(ranks.sum()) / 2) / sqrt(float(np.square(ranks).sum()) / 4), side)


@Test(
    "sign",
    title="Sign test",
    takes="pairs",
    models="two",
    normal=False,
    prefer=2,
    null="a is above b as often as below",
    effect="median difference",
)
def sign(a: object, b: object, *, alternative: str = "two-sided", level: float = 0.95) -> TestResult:
    """Sign test: is a above b as often as below? Exact; pairs without a difference are left out.

    The effect is the median difference, with order statistics for its interval.

    >>> result = sign([80, 82, 85, 78, 85], [81, 81, 86, 80, 88])
    >>> result.statistic, result.p
    (1.0, 0.375)
    """
    side = checked(alternative, level)
    _, _, d = paired(a, b)
    above, below = int((d > 0).sum()), int((d < 0).sum())
    p = binomial_p(above, above + below, side)
    low, high = _median_limits(np.sort(d), level, side)
    notes = [EQUAL] if not above + below else []
    if np.isnan(low):
        notes.append(SHORT)
    low, high = _with_width(low, high, notes)
    ties = len(d) - above - below
    if ties and ties < len(d):
        notes.append(
            f"{ties} of {len(d)} pairs do not differ and were left out: the test is about the other {above + below}"
        )
    details = {"above": above, "below": below, "ties": ties}
    words: Remarks = {
        "n": above + below or len(d),
        "level": level,
        "alternative": side,
        "symbol": "S",
        "details": details,
    }
    words["effect_name"] = "median difference"
    return TestResult(float(above), None, p, float(np.median(d)), low, high, "sign test", tuple(notes), **words)


def _median_limits(ordered: Floats, level: float, side: Alternative) -> tuple[float, float]:
    """Order statistics that the sign test does not reject as medians."""
    from scipy.special import betainc

    n, tail = len(ordered), beyond(level, side)
    wins = np.arange(n // 2 + 1.0)
    below = np.asarray(betainc(n - wins, wins + 1, 0.5))
    out = int((below <= tail).sum())
    if not out:
        return nan, nan
    low, high = float(ordered[out - 1]), float(ordered[n - out])
    return -inf if side == "less" else low, inf if side == "greater" else high
