"""Paired results of two models: their mean difference."""

from __future__ import annotations

from dataclasses import replace
from math import nan

import numpy as np

from probative.errors import BadParameter
from probative.evidence.arrays import Floats
from probative.inference.doubting import NORMAL_ONLY
from probative.stats.facts import Facts
from probative.stats.inputs import checked, positive
from probative.stats.means import Contrast, of_pairs, t_result
from probative.stats.registry import Function, Test
from probative.stats.result import TestResult
from probative.stats.standardised import with_d_z
from probative.stats.summed_losses import SummedLosses
from probative.stats.taken import Two

FEW = 30
"""Pairs below which normality of their differences matters and cannot be taken for granted."""
FEW_PAIRS = f"fewer than {FEW} pairs: {NORMAL_ONLY}"
FEWEST = 8
"""Losses of two models on one row are compared from here on: if both are as good, their differences lean to neither
side, and t gave 1 to 7 % false alarms with 12 and 20 rows where the percentiles of resampled rows gave 5 to 16 %."""
ONE_FIFTH = 0.2
"""Share of the variance of the differences above which one row decides; 4/sqrt(n) where rows are fewer than 400, since
differences of squared normal errors have rows of nearly such a share (1 sample of 50 at 50 to 200 rows)."""
AVERAGED = ("right or wrong", "mean")
"""Forms of measures to which every row adds a number."""


def _of_losses(test: Function, two: Two) -> TestResult:
    name, summed = f"difference of {two.measure}", two.joint if isinstance(two.joint, SummedLosses) else None
    endless = summed.endless if summed else tuple(not np.isfinite(column).all() for column in (two.a, two.b))
    if any(endless):
        why = f"{two.measure} has no finite value for {'a' if endless[0] else 'b'}"
        return TestResult(
            nan, None, nan, method="paired t-test", notes=(why,), n=len(two.a), level=two.level, effect_name=name
        )
    found = replace(
        _tested(summed.contrast, **two.asked) if summed else test(two.a, two.b, **two.asked), effect_name=name
    )
    share = summed.heaviest if summed else _heaviest(np.asarray(two.a, np.float64) - np.asarray(two.b, np.float64))
    if not share > max(ONE_FIFTH, 4 / len(two.a) ** 0.5):
        return found
    # Rare large losses decide such a mean, and a sample that missed them would say the opposite: t calls no winner.
    said = f"one row carries {share:.0%} of the variance of the differences, so that no t-test of their mean holds"
    return replace(
        found,
        p=nan,
        low=nan,
        high=nan,
        notes=(f"{said}: compare medians (median_absolute_error), which it cannot move", *found.notes),
    )


def _heaviest(differences: Floats) -> float:
    """The largest share of the sum of squared deviations that a single row has; nan where nothing varies."""
    squares = (differences - differences.mean()) ** 2
    return float(squares.max() / squares.sum()) if squares.any() else nan


def _not_of_losses(facts: Facts) -> str | None:
    if facts.form == "right or wrong":
        return "right or wrong is not a normal number: McNemar's test is exact"
    return f"{facts.n} rows are too few for it, under {FEWEST}" if facts.n < FEWEST else None


def _few_pairs(facts: Facts) -> str:
    matters = facts.of == "paired" and facts.n < FEW
    return facts.normality + (f"; with {facts.n} < {FEW} pairs normality matters" if matters else "")


@Test(
    "paired-t",
    title="Paired t-test",
    takes="rows",
    column="losses",
    null="the means over all rows are equal for both models",
    assumes=("the mean difference is nearly normal",),
    effect="difference of {measure}",
    about=lambda facts: (
        None if facts.form in AVERAGED else f"every row must add a number to it, and {facts.measure} is no such mean"
    ),
    invalid=_not_of_losses,
    because=lambda facts: (
        f"{facts.measure} is a mean over {facts.n} rows, whose differences are nearly normal in their mean"
    ),
    run=_of_losses,
)
@Test(
    "paired-t",
    title="Paired t-test",
    takes="pairs",
    models="two",
    normal=True,
    null="the mean difference is 0",
    assumes=("differences are normal",),
    effect="mean difference",
    because=_few_pairs,
)
def paired_t(a: object, b: object, *, alternative: str = "two-sided", level: float = 0.95) -> TestResult:
    """Student's t of the paired differences: sqrt(n) mean / sd, with n - 1 degrees of freedom.

    The pairs must be independent of each other: results on many data sets, or losses of single rows. Results of
    the folds of a cross-validation are not; `corrected_t` is for those.

    >>> print(paired_t([80, 82, 85, 78, 85], [81, 81, 86, 80, 88]).line)
    paired t-test: t(4) = -1.81, p = 0.145; mean difference -1.2 (95 % interval -3.0 to 0.6), \
Cohen's d_z -0.81 (-1.81 to 0.25), n = 5
    """
    checked(alternative, level)
    return _tested(of_pairs(a, b), level=level, alternative=alternative)


def _tested(contrast: Contrast, *, level: float, alternative: str = "two-sided") -> TestResult:
    """Student's t of a mean difference, with the effect in standard deviations beside it."""
    notes = (FEW_PAIRS,) if contrast.n < FEW else ()
    return with_d_z(t_result(contrast, "paired t-test", checked(alternative, level), level, notes), contrast)


def _of_folds(test: Function, two: Two) -> TestResult:
    if two.n_train is None or two.n_test is None:
        raise BadParameter(
            "the corrected t needs the sizes of training and test parts.",
            remedy="n_train= and n_test= (--n-train, --n-test)",
        )
    return test(two.a, two.b, n_train=two.n_train, n_test=two.n_test, **two.asked)


@Test(
    "corrected-t",
    title="Corrected resampled t-test",
    takes="folds",
    null="the mean difference is 0",
    assumes=("differences of folds are nearly normal",),
    effect="mean difference",
    invalid=lambda facts: "five times two folds have tests of their own" if facts.two_fold else None,
    because=lambda _: "the corrected resampled t widens the variance by n_test/n_train (Nadeau and Bengio)",
    run=_of_folds,
)
def corrected_t(
    a: object, b: object, *, n_train: float, n_test: float, alternative: str = "two-sided", level: float = 0.95
) -> TestResult:
    """Corrected resampled t (Nadeau and Bengio 2003): the variance of the mean is (1/n + n_test/n_train) sd^2.

    For fold results of (repeated) cross-validation or random splits, whose training sets overlap: the plain
    paired t takes them as independent, and finds differences that are not there.

    >>> round(corrected_t([80, 82, 85, 78, 85], [81, 81, 86, 80, 88], n_train=4, n_test=1).statistic, 4)
    -1.206
    """
    side = checked(alternative, level)
    contrast = of_pairs(a, b, n_train=positive(n_train, "n_train"), n_test=positive(n_test, "n_test"))
    result = t_result(contrast, "corrected resampled t-test", side, level)
    result.details["variance_factor"] = 1 / contrast.n + n_test / n_train
    return result
