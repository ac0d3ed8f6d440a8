"""Effect sizes by ranks: how often values of one sample exceed those of the other, and how far signed ranks lean."""

from __future__ import annotations

from math import nan

import numpy as np

from probative.evidence import Ladder
from probative.evidence.arrays import Floats
from probative.inference.estimate import Estimate
from probative.inference.estimation import estimate
from probative.inference.proportion import wilson
from probative.stats.exports import public
from probative.stats.inputs import checked, paired, sample
from probative.stats.meaning import Alternative
from probative.stats.means import EQUAL


@public
def common_language(a: object, b: object, *, level: float = 0.95) -> Estimate:
    """Common-language effect of two independent samples: P(a > b) + P(a = b) / 2, by counting pairs.

    It is the area under the ROC curve of telling `a` from `b`, and has its interval.

    >>> common_language([80, 82, 85, 78, 85], [81, 81, 86, 80, 88]).value
    0.38
    """
    checked("two-sided", level)
    x, y = sample(a, "a"), sample(b, "b")
    ladder = Ladder.from_scores(np.repeat([True, False], [len(x), len(y)]), np.concatenate([x, y]))
    return estimate("auc", ladder, level=level)


@public
def cliffs_delta(a: object, b: object, *, level: float = 0.95) -> Estimate:
    """Cliff's delta of two independent samples: P(a > b) - P(a < b), which is also the rank-biserial correlation.

    >>> round(cliffs_delta([80, 82, 85, 78, 85], [81, 81, 86, 80, 88]).value, 4)
    -0.24
    """
    chance = common_language(a, b, level=level)
    value, low, high = (2 * part - 1 for part in (chance.value, chance.low, chance.high))
    return Estimate(value, low, high, level, chance.method, chance.n, chance.why)


@public
def rank_biserial(a: object, b: object, *, level: float = 0.95) -> Estimate:
    """Matched-pairs rank-biserial correlation: (W+ - W-) / (W+ + W-) of Wilcoxon's signed ranks, zeros dropped.

    1 if every difference is positive, 0 if they balance (Kerby 2014). It is 2 P - 1 for the chance P that a mean of
    two differences is positive; Wilson's interval of that chance, for as many pairs as would vary as much.

    >>> round(rank_biserial([80, 82, 85, 78, 85], [81, 81, 86, 80, 88]).value, 4)
    -0.7333
    """
    checked("two-sided", level)
    _, _, d = paired(a, b)
    return of_differences(d[d != 0], level)


def of_differences(d: Floats, level: float, side: Alternative = "two-sided") -> Estimate:
    """The rank-biserial correlation of differences without zeros."""
    n = len(d)
    if not n:
        return Estimate(nan, nan, nan, level, None, 0, EQUAL)
    chances, with_itself = _positive_means(d)
    share = float(chances.sum() + with_itself) / (n + 1) / n
    effective = _effective(chances, share, n)
    inner = level if side == "two-sided" else 2 * level - 1
    low, high = (2 * limit - 1 for limit in wilson(share * effective, effective, _student(inner, n)))
    low, high = -1.0 if side == "less" else low, 1.0 if side == "greater" else high
    return Estimate(2 * share - 1, low, high, level, "wilson of signed ranks", n)


def _positive_means(d: Floats) -> tuple[Floats, float]:
    """For each difference, with how many of all its mean is positive (0 counts half); and how many are by themselves.

    Every mean of two counts twice in the sum, and each with itself once: so it is counted once more.
    """
    ordered = np.sort(d)
    above = len(d) - np.searchsorted(ordered, -d, side="right")
    level = np.searchsorted(ordered, -d, side="right") - np.searchsorted(ordered, -d, side="left")
    return np.asarray(above + level / 2, np.float64), float((d > 0).sum())


def _effective(chances: Floats, share: float, n: int) -> float:
    """The independent trials whose share would vary as much, by the variance of a U-statistic; at most the pairs."""
    if n < 2 or not 0 < share < 1:
        return float(n)
    # Hoeffding's two terms: what one difference does to all its means, and what is left of a single mean.
    variance = (4 * (n - 2) * float((chances / n).var(ddof=1)) + 2 * share * (1 - share)) / (n * (n - 1))
    return min(share * (1 - share) / variance, float(n))


def _student(level: float, n: int) -> float:
    """The level at which a normal quantile is Student's with n - 1 degrees of freedom: the variance is estimated."""
    from scipy.special import ndtr, stdtrit

    return 2 * float(ndtr(stdtrit(n - 1, (1 + level) / 2))) - 1 if n > 1 else level
