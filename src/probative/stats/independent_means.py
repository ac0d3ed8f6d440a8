"""Two independent samples: the difference of their means."""

from __future__ import annotations

from probative.stats.inputs import checked
from probative.stats.means import of_samples, t_result
from probative.stats.result import TestResult


def student_t(a: object, b: object, *, alternative: str = "two-sided", level: float = 0.95) -> TestResult:
    """Student's t of two independent samples with one common variance, n + m - 2 degrees of freedom.

    >>> result = student_t([80, 82, 85, 78, 85], [81, 81, 86, 80, 88])
    >>> round(result.statistic, 4), result.df, round(result.p, 4)
    (-0.5695, 8.0, 0.5847)
    """
    side = checked(alternative, level)
    return t_result(of_samples(a, b, pooled=True), "Student's t-test", side, level)


def welch_t(a: object, b: object, *, alternative: str = "two-sided", level: float = 0.95) -> TestResult:
    """Welch's t of two independent samples, each with its own variance.

    >>> result = welch_t([80, 82, 85, 78, 85], [81, 81, 86, 80, 88])
    >>> round(result.statistic, 4), round(result.df, 4)
    (-0.5695, 7.8372)
    """
    side = checked(alternative, level)
    return t_result(of_samples(a, b, pooled=False), "Welch's t-test", side, level)
