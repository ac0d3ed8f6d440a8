"""Five times two-fold cross-validation: ten differences, of which each half was trained on the other."""

from __future__ import annotations

from math import nan, sqrt

import numpy as np

from probative.errors import BadParameter, LengthMismatch
from probative.evidence.arrays import Array, Floats, rectangular
from probative.inference.doubting import NOISY
from probative.stats.facts import Facts
from probative.stats.inputs import checked, finite, settled
from probative.stats.meaning import Alternative
from probative.stats.means import EQUAL
from probative.stats.registry import Test
from probative.stats.result import Remarks, TestResult
from probative.stats.tails import around, beyond, f_tail, t_tail

STEADY = "the two folds agree in every repetition: their spread cannot be estimated"


def _five_by_two(values: Array) -> Array:
    if values.size != 10:
        raise BadParameter("a 5x2 test needs five repeats of two folds.", found=f"{values.size} results")
    return values.reshape(5, 2)


def _not_two_fold(facts: Facts) -> str | None:
    return (
        None
        if facts.two_fold
        else (
            f"it needs five repeats of two folds (of a table: numbered in columns repeat and fold), not {facts.n} folds"
        )
    )


@Test(
    "5x2-t",
    title="5x2cv t-test",
    takes="folds",
    prefer=3,
    null="the mean difference is 0",
    assumes=("differences of folds are nearly normal",),
    effect="mean difference",
    invalid=_not_two_fold,
    because=lambda _: "the variance comes from differences within a repeat",
    run=lambda test, two: test(_five_by_two(two.a), _five_by_two(two.b), **two.asked),
)
def five_by_two_t(a: object, b: object, *, alternative: str = "two-sided", level: float = 0.95) -> TestResult:
    """Dietterich's 5x2cv t (1998): the first difference over the root of the mean variance of the repetitions.

    `a` and `b` hold a row per repetition and a column per fold. The statistic uses one difference of the ten, and
    so does the interval; `five_by_two_f` uses all.

    >>> d = [[0.02, 0.03], [0.01, 0.04], [0.03, 0.02], [0.0, 0.03], [0.02, 0.05]]
    >>> result = five_by_two_t(d, np.zeros((5, 2)))
    >>> round(result.statistic, 4), result.df, round(result.p, 4)
    (1.1744, 5, 0.2931)
    """
    side = checked(alternative, level)
    d, variances = _differences(a, b)
    error = sqrt(float(variances.mean()))
    if not error:
        return _without_spread(d, 5, "5x2cv t-test", side, level)
    from scipy.special import stdtrit

    t = float(d[0, 0]) / error
    low, high = around(float(d[0, 0]), -float(stdtrit(5, beyond(level, side))) * error, side)
    notes = ("the interval is about the first difference, the only one that this t uses",)
    details = {"variances": variances.tolist(), "first_difference": float(d[0, 0])}
    kept: Remarks = {"n": 10, "level": level, "alternative": side, "details": details}
    return TestResult(t, 5, t_tail(t, 5, side), float(d.mean()), low, high, "5x2cv t-test", notes, **kept)


@Test(
    "5x2-f",
    title="5x2cv F-test",
    takes="folds",
    prefer=2,
    null="the mean difference is 0",
    assumes=("differences of folds are nearly normal", "learners do not change much with their training rows"),
    effect="mean difference",
    invalid=_not_two_fold,
    because=lambda _: "the combined F is steadier than t",
    run=lambda test, two: test(_five_by_two(two.a), _five_by_two(two.b), **two.asked),
)
def five_by_two_f(a: object, b: object, *, level: float = 0.95) -> TestResult:
    """Alpaydin's combined 5x2cv F (1999): all squared differences over twice the summed variances.

    It knows no direction. The interval holds the shifts of all differences that it would not reject.

    >>> d = [[0.02, 0.03], [0.01, 0.04], [0.03, 0.02], [0.0, 0.03], [0.02, 0.05]]
    >>> result = five_by_two_f(d, np.zeros((5, 2)))
    >>> round(result.statistic, 4), result.df, round(result.p, 4)
    (2.7931, (10, 5), 0.1342)
    """
    side = checked("two-sided", level)
    d, variances = _differences(a, b)
    spread = 2 * float(variances.sum())
    if not spread:
        return _without_spread(d, (10, 5), "5x2cv F-test", side, level)
    from scipy.special import fdtri

    f, mean = float(np.square(d).sum()) / spread, float(d.mean())
    room = float(fdtri(10, 5, level)) * spread / 10 - float(np.square(d - mean).mean())
    low, high = (mean - sqrt(room), mean + sqrt(room)) if room >= 0 else (nan, nan)
    notes = (NOISY,) if room >= 0 else (NOISY, "no shift of the differences fits their spread: there is no interval")
    kept: Remarks = {"n": 10, "level": level, "symbol": "F", "details": {"variances": variances.tolist()}}
    return TestResult(f, (10, 5), f_tail(f, (10, 5)), mean, low, high, "5x2cv F-test", notes, **kept)


def _differences(a: object, b: object) -> tuple[Floats, Floats]:
    """Ten differences, and the summed squared deviations within each repetition."""
    first, second = (finite(np.atleast_2d(rectangular(x, name)), name) for x, name in ((a, "a"), (b, "b")))
    if first.shape != (5, 2) or second.shape != (5, 2):
        raise LengthMismatch(
            "five times two folds need five rows of two results.", found=f"shapes {first.shape} and {second.shape}"
        )
    d = settled(first - second, np.abs(first) + np.abs(second))
    return d, np.square(d - d.mean(axis=1, keepdims=True)).sum(axis=1)


def _without_spread(
    d: Floats, df: float | tuple[float, float], method: str, side: Alternative, level: float
) -> TestResult:
    equal = not d.any()
    statistic, p = (0.0, 1.0) if equal else (nan, nan)
    symbol = "F" if isinstance(df, tuple) else "t"
    kept: Remarks = {"n": 10, "level": level, "alternative": side, "symbol": symbol}
    return TestResult(statistic, df, p, float(d.mean()), nan, nan, method, (EQUAL if equal else STEADY,), **kept)
