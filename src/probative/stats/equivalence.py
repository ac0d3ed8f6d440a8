"""Is the difference small enough not to matter? Equivalence and non-inferiority by t-tests against a margin."""

from __future__ import annotations

from math import inf, nan

import numpy as np

from probative.errors import BadParameter
from probative.evidence.arrays import Floats
from probative.stats.inputs import checked, chosen
from probative.stats.means import EQUAL, Contrast, of_pairs, of_samples
from probative.stats.registry import Aside
from probative.stats.result import Details, Remarks, TestResult
from probative.stats.tails import t_tail

DESIGNS = ("paired", "student", "welch")
NO_SPREAD = "the two never differ: without spread no t exists, and how small the difference is stays open"


@Aside(
    "tost",
    title="Two one-sided t-tests",
    question="is the difference small enough not to matter?",
    null="the mean difference lies outside the margin",
    assumes=("pairs (or values) are independent of each other, or their overlap is given", "differences are normal"),
)
def tost(
    a: object,
    b: object,
    *,
    margin: float | tuple[float, float],
    design: str = "paired",
    n_train: float | None = None,
    n_test: float | None = None,
    level: float = 0.95,
) -> TestResult:
    """Two one-sided tests of whether the mean difference lies inside (-margin, margin), or (low, high).

    p is the larger of the two; a small one shows equivalence. The interval has level 2 * level - 1 and lies inside
    the margin exactly when p <= 1 - level. With `n_train` and `n_test` the variance allows for overlapping
    training sets, as in `corrected_t`.

    >>> result = tost([80, 82, 85, 78, 85], [81, 81, 86, 80, 88], margin=4)
    >>> round(result.p, 4), round(result.low, 3), round(result.high, 3)
    (0.0067, -2.614, 0.214)
    """
    checked("greater", level)
    lower, upper = _margins(margin)
    contrast = _contrast(a, b, design, n_train, n_test)
    low, high = contrast.limits(2 * level - 1, "two-sided")
    above, below = contrast.t(lower), contrast.t(upper)
    details: Details = {"margin": (lower, upper)} | contrast.details
    words: Remarks = {"n": contrast.n, "level": 2 * level - 1, "details": details}
    if contrast.why:
        return TestResult(
            nan, contrast.df, nan, contrast.effect, low, high, "two one-sided t-tests", _why(contrast), **words
        )
    tails = (t_tail(above, contrast.df, "greater"), t_tail(below, contrast.df, "less"))
    details |= {"t_low": above, "p_low": tails[0], "t_high": below, "p_high": tails[1]}
    statistic = above if tails[0] >= tails[1] else below
    return TestResult(statistic, contrast.df, max(tails), contrast.effect, low, high, "two one-sided t-tests", **words)


@Aside(
    "non-inferiority",
    title="Non-inferiority t-test",
    question="is the candidate worse by less than a margin?",
    null="the candidate is worse by the margin or more",
    assumes=("pairs (or values) are independent of each other, or their overlap is given", "differences are normal"),
)
def non_inferiority(
    a: object,
    b: object,
    *,
    margin: float,
    better: str = "higher",
    design: str = "paired",
    n_train: float | None = None,
    n_test: float | None = None,
    level: float = 0.95,
) -> TestResult:
    """Test of whether `a` (the candidate) is worse than `b` (the baseline) by less than the margin.

    A small p shows that it is; the one-sided interval then ends inside the margin.

    >>> result = non_inferiority([80, 82, 85, 78, 85], [81, 81, 86, 80, 88], margin=3)
    >>> round(result.statistic, 4), round(result.p, 4), round(result.low, 3), result.high
    (2.7136, 0.0267, -2.614, inf)
    """
    side = checked("greater" if chosen(better, ("higher", "lower"), "better") == "higher" else "less", level)
    _, size = _margins(margin)
    contrast = _contrast(a, b, design, n_train, n_test)
    limit = -size if side == "greater" else size
    t, p = contrast.t(limit), nan
    if not contrast.why:
        p = t_tail(t, contrast.df, side)
    low, high = contrast.limits(level, side)
    words: Remarks = {
        "n": contrast.n,
        "level": level,
        "alternative": side,
        "details": {"margin": size} | contrast.details,
    }
    return TestResult(t, contrast.df, p, contrast.effect, low, high, "non-inferiority t-test", _why(contrast), **words)


def _margins(margin: float | tuple[float, float]) -> tuple[float, float]:
    ends: Floats = np.multiply(margin, (-1.0, 1.0)) if np.ndim(margin) == 0 else np.asarray(margin, np.float64)
    if len(ends) != 2 or not (-inf < ends[0] < ends[1] < inf):
        raise BadParameter("a margin is a number above 0, or (low, high).", found=margin)
    return float(ends[0]), float(ends[1])


def _contrast(a: object, b: object, design: str, n_train: float | None, n_test: float | None) -> Contrast:
    chosen(design, DESIGNS, "design")
    if design == "paired":
        return of_pairs(a, b, n_train=n_train, n_test=n_test)
    if n_train is not None or n_test is not None:
        raise BadParameter("sizes of training and test sets belong to paired results.", found=f"design={design!r}")
    return of_samples(a, b, pooled=design == "student")


def _why(contrast: Contrast) -> tuple[str, ...]:
    if not contrast.why:
        return ()
    return (NO_SPREAD if contrast.why == EQUAL else contrast.why,)
