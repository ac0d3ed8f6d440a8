"""One value in several independent samples, such as slices of the rows: may it be the same in all of them."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite, nan

import numpy as np

from probative.errors import BadParameter, LengthMismatch
from probative.evidence.arrays import Floats, numbers
from probative.inference import Estimate
from probative.inference.proportion import normal_quantile
from probative.stats.inputs import generator
from probative.stats.registry import Aside
from probative.stats.result import TestResult
from probative.stats.tails import chi2_tail

EXPECTED = 5.0
"""Successes and failures expected in every sample from which the chi-squared distribution is near enough."""
DRAWS, FEWEST, FIGURES = 10_000, 1_000, 20_000_000
"""Random tables, at least so many, and numbers in all of them: of 10,000 samples 10,000 tables took ten seconds."""
CELLS = 4_000_000
"""Numbers worked on at a time."""
FEW = "fewer than two samples with rows to compare"
ALIKE = "all rows are successes, or none is: nothing can differ"
SILENT = "fewer than two samples have a value with an interval"


@Aside(
    "equal-shares",
    title="Chi-squared test of equal shares",
    question="is a share the same in all slices (or other independent samples)?",
    null="all samples have the same share",
    assumes=("rows are independent of each other",),
)
def equal_shares(
    successes: object, trials: object, *, draws: int | None = None, random_state: int | np.random.Generator | None = 0
) -> TestResult:
    """Pearson's chi-squared test of whether independent samples have one share, as R's prop.test(correct = FALSE).

    Where fewer than 5 successes or failures are expected in a sample, p is the share of random tables with the same
    sums that are as uneven (at most: it cannot be smaller than 1 / (draws + 1)). There are 10,000, of more than 2,000
    samples fewer, but 1,000. Samples without rows are left out.

    >>> result = equal_shares([83, 90, 129, 70], [86, 93, 136, 82])
    >>> round(result.statistic, 4), result.df, round(result.p, 6)
    (12.6004, 3, 0.005585)
    """
    part, whole = numbers(successes, "successes"), numbers(trials, "trials")
    if len(part) != len(whole):
        raise LengthMismatch("every sample needs its successes and trials.", found=f"{len(part)} and {len(whole)}")
    if ((part < 0) | (part > whole)).any():
        raise BadParameter("successes lie between 0 and the number of trials.", found=f"{part.min():g} at least")
    part, whole = part[whole > 0], whole[whole > 0]
    n, rate, method = float(whole.sum()), float(part.sum() / max(whole.sum(), 1)), "chi-squared test of equal shares"
    if len(whole) < 2 or not 0 < rate < 1:
        why = FEW if len(whole) < 2 else ALIKE
        return TestResult(nan, None, nan if len(whole) < 2 else 1.0, method=method, notes=(why,), n=n, symbol="chi2")
    statistic, df = float(_uneven(part, whole, rate)), len(whole) - 1
    notes: tuple[str, ...] = ()
    p = chi2_tail(statistic, df)
    if whole.min() * min(rate, 1 - rate) < EXPECTED and np.equal(part, np.round(part)).all():
        draws = max(min(DRAWS, FIGURES // len(whole)), FEWEST) if draws is None else draws
        p = _drawn(statistic, part, whole, rate, draws, generator(random_state))
        floor = ", none of them as uneven: p is at most this" if p <= 1 / (draws + 1) else ""
        method, notes = f"{method} (random tables)", (f"p from {draws:,} random tables with the same sums{floor}",)
    return TestResult(statistic, df, p, method=method, notes=notes, n=n, symbol="chi2")


def _uneven(part: Floats, whole: Floats, rate: float) -> Floats:
    """Pearson's statistic, for samples along the last axis."""
    return np.asarray((np.square(part - whole * rate) / (whole * rate * (1 - rate))).sum(axis=-1))


def _drawn(seen: float, part: Floats, whole: Floats, rate: float, draws: int, rng: np.random.Generator) -> float:
    """The share of tables with the same sums that are as uneven, the one seen among them."""
    sizes, total, extreme = whole.astype(np.int64), int(part.sum()), 0
    most = max(CELLS // len(sizes), 1)
    for start in range(0, draws, most):
        tables = rng.multivariate_hypergeometric(sizes, total, min(most, draws - start), method="marginals")
        extreme += int((_uneven(tables.astype(np.float64), whole, rate) >= seen * (1 - 1e-9)).sum())
    return (extreme + 1) / (draws + 1)


@Aside(
    "heterogeneity",
    title="Heterogeneity test",
    question="is a measure the same in all slices (or other independent samples)?",
    null="the measure has one value in all samples",
    assumes=("samples are independent of each other", "the interval of each holds"),
)
def heterogeneity(estimates: Sequence[Estimate]) -> TestResult:
    """Cochran's Q of independent estimates, with the spread of each taken from the side of its interval that matters.

    An interval is longer on one side near the end of a measure's range, and has no width of 0; so Q is the least sum
    over common values of squared distances, each in the half widths of the interval towards it. For symmetric intervals
    it is the usual Q. Estimates without an interval are left out.

    >>> given = [Estimate(0.8, 0.7, 0.9), Estimate(0.6, 0.5, 0.7), Estimate(0.7, 0.6, 0.8)]
    >>> result = heterogeneity(given)
    >>> round(result.statistic, 3), result.df, round(result.p, 4)
    (7.683, 2, 0.0215)
    """
    kept = [e for e in estimates if isfinite(e.value) and isfinite(e.low) and isfinite(e.high) and e.low < e.high]
    if len(kept) < 2:
        return TestResult(nan, None, nan, method="heterogeneity test", notes=(SILENT,), symbol="Q")
    left = len(estimates) - len(kept)
    notes = (f"{left} without an interval were left out",) if left else ()
    statistic, df = _least_distance(kept), len(kept) - 1
    n = sum(e.n or 0 for e in kept)
    return TestResult(
        statistic, df, chi2_tail(statistic, df), method="heterogeneity test", notes=notes, n=n, symbol="Q"
    )


def _least_distance(kept: Sequence[Estimate]) -> float:
    """The least sum of squared distances from one common value, in standard errors towards it."""
    from scipy.optimize import minimize_scalar

    values, low, high = (np.array([getattr(e, name) for e in kept]) for name in ("value", "low", "high"))
    z = np.array([normal_quantile(e.level) for e in kept])
    # A limit that touches its value (at the end of the range) says nothing of that side: the other one is taken.
    down, up = (values - low) / z, (high - values) / z
    down, up = np.where(down > 0, down, up), np.where(up > 0, up, down)

    def distance(common: float) -> float:
        return float(np.square((common - values) / np.where(common < values, down, up)).sum())

    ends = (float(values.min()), float(values.max()))
    if ends[0] == ends[1]:
        return 0.0
    # The sum is convex: each square is, and its halves meet with the same slope.
    return float(
        minimize_scalar(distance, bounds=ends, method="bounded", options={"xatol": 1e-12 * (1 + abs(ends[1]))}).fun
    )
