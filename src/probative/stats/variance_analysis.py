"""More than two independent groups: one-way analysis of variance."""

from __future__ import annotations

from collections.abc import Sequence
from math import nan

import numpy as np

from probative.errors import BadInput
from probative.evidence.arrays import Floats
from probative.inference.roots import root
from probative.stats.inputs import checked, sample
from probative.stats.registry import Test
from probative.stats.result import Details, Remarks, TestResult
from probative.stats.tails import f_tail

EQUAL_MEANS = "the means are equal to the last digit, from which no interval of a share that they explain could be made"


@Test(
    "anova",
    title="One-way analysis of variance",
    takes="samples",
    models="more",
    normal=True,
    prefer=2,
    null="all means are equal",
    assumes=("values are normal with equal variances",),
    effect="eta squared",
    together=lambda test, many: test(*many.models.values(), level=many.level),
    post_hoc="tukey",
)
def anova(*groups: object, level: float = 0.95) -> TestResult:
    """One-way analysis of variance: F = (variance between the groups) / (variance within), df (k - 1, n - k).

    The effect is eta squared, the share of the variance that lies between the groups; its interval comes from the
    non-central F distribution.

    >>> result = anova([80, 82, 85, 78, 85], [81, 81, 86, 80, 88], [79, 84, 83, 77, 84])
    >>> round(result.statistic, 4), result.df, round(result.p, 4)
    (0.3877, (2, 12), 0.6868)
    """
    checked("two-sided", level)
    samples = columns(groups)
    n, k = sum(map(len, samples)), len(samples)
    # Means of large numbers round: all are taken from a value nearby.
    samples = [x - samples[0][0] for x in samples]
    centre = float(np.concatenate(samples).mean())
    between = sum(len(x) * (float(x.mean()) - centre) ** 2 for x in samples)
    within = sum(float(np.square(x - x.mean()).sum()) for x in samples if np.ptp(x))
    df = (k - 1, n - k)
    details = {"between": between, "within": within}
    if not np.ptp(np.concatenate(samples)):
        return f_result("one-way analysis of variance", 0.0, df, n, level, "all values are equal", details)
    why = "no group has two values" if n == k else "no group varies, and the groups differ" if not within else ""
    f = nan if why else between / df[0] / (within / df[1])
    return f_result("one-way analysis of variance", f, df, n, level, why, details)


def columns(groups: tuple[object, ...]) -> list[Floats]:
    """Two groups of numbers or more."""
    if len(groups) < 2:
        raise BadInput("comparing groups takes two of them.", found=f"{len(groups)} group", remedy="anova(x, y, z)")
    return [sample(group, f"group {i + 1}") for i, group in enumerate(groups)]


def names_of(names: Sequence[str] | None, k: int) -> tuple[str, ...]:
    """The names of k groups: given, or group 1, group 2, ..."""
    known = tuple(f"group {i + 1}" for i in range(k)) if names is None else tuple(map(str, names))
    if len(known) != k or len(set(known)) != k:
        raise BadInput(f"{k} different names are needed.", found=f"{len(known)}: {', '.join(known)}")
    return known


def f_result(
    method: str,
    f: float,
    df: tuple[float, float],
    n: int,
    level: float,
    why: str,
    details: Details,
    p: float | None = None,
) -> TestResult:
    """The F-test with (partial) eta squared; an F of 0 with a reason stands for "nothing differs"."""
    effect = f * df[0] / (f * df[0] + df[1]) if df[1] else nan
    tail = (1.0 if f == 0 and why else nan) if why else f_tail(f, df)
    low, high = (nan, nan) if why else eta_squared_limits(f, df, level)
    if high < effect:
        # Noise alone explains a share: of an F that is smaller than noise makes it, the upper limit lies below the
        # share that was observed, and mostly at 0. To reach up to that share can only hold the truth more often.
        high = effect
    notes = (why,) if why else ()
    if not why and not f:
        low, high, notes = nan, nan, (EQUAL_MEANS,)
    words: Remarks = {"n": n, "level": level, "symbol": "F", "effect_name": "eta squared", "details": details}
    return TestResult(f, df, tail if p is None else p, effect, low, high, method, notes, **words)


def eta_squared_limits(f: float, df: tuple[float, float], level: float) -> tuple[float, float]:
    """Limits of the share of variance explained, from those of the non-centrality of F (Steiger 2004).

    >>> [round(limit, 4) for limit in eta_squared_limits(4.0, (2, 27), 0.95)]
    [0.0, 0.4316]
    """
    low, high = (_noncentrality(f, df, tail) for tail in ((1 + level) / 2, (1 - level) / 2))
    n = df[0] + df[1] + 1
    return low / (low + n), high / (high + n)


def _noncentrality(f: float, df: tuple[float, float], tail: float) -> float:
    """The non-centrality under which an F of at most this size has probability `tail`; 0 if none has."""
    from scipy.special import ncfdtr

    def excess(noncentrality: float) -> float:
        return float(ncfdtr(*df, noncentrality, f)) - tail

    if excess(0.0) <= 0:
        return 0.0
    high = 10.0 + 2 * f * df[0]
    while excess(high) > 0:
        high *= 2
    return root(excess, 0.0, high, within=1e-10)
