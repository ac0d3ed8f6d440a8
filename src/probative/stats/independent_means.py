"""Two independent samples: the difference of their means."""

from __future__ import annotations

from probative.stats.inputs import checked
from probative.stats.means import of_samples, t_result
from probative.stats.registry import Test
from probative.stats.result import TestResult
from probative.stats.standardised import with_hedges_g


@Test(
    "student-t",
    title="Student's t-test",
    takes="samples",
    models="two",
    normal=True,
    prefer=2,
    null="both means are equal",
    assumes=("values are normal with equal variances",),
    effect="mean difference",
)
def student_t(a: object, b: object, *, alternative: str = "two-sided", level: float = 0.95) -> TestResult:
    """Student's t of two independent samples with one common variance, n + m - 2 degrees of freedom.

    >>> result = student_t([80, 82, 85, 78, 85], [81, 81, 86, 80, 88])
    >>> round(result.statistic, 4), result.df, round(result.p, 4)
    (-0.5695, 8.0, 0.5847)
    """
    side = checked(alternative, level)
    contrast = of_samples(a, b, pooled=True)
    return with_hedges_g(t_result(contrast, "Student's t-test", side, level), contrast)


@Test(
    "welch-t",
    title="Welch's t-test",
    takes="samples",
    models="two",
    normal=True,
    null="both means are equal",
    assumes=("values are normal; their variances may differ",),
    effect="mean difference",
)
def welch_t(a: object, b: object, *, alternative: str = "two-sided", level: float = 0.95) -> TestResult:
    """Welch's t of two independent samples, each with its own variance.

    >>> result = welch_t([80, 82, 85, 78, 85], [81, 81, 86, 80, 88])
    >>> round(result.statistic, 4), round(result.df, 4)
    (-0.5695, 7.8372)
    """
    side = checked(alternative, level)
    contrast = of_samples(a, b, pooled=False)
    return with_hedges_g(t_result(contrast, "Welch's t-test", side, level), contrast)
