"""Means of independent samples of which only means and standard errors are known: may they all be the same."""

from __future__ import annotations

from math import nan

import numpy as np

from probative.errors import BadParameter
from probative.evidence.arrays import numbers, same_length
from probative.stats.registry import Aside
from probative.stats.result import TestResult
from probative.stats.tails import f_tail

METHOD = "Welch's test of equal means"


@Aside(
    "equal-means",
    title=METHOD,
    question="is a mean the same in all slices (or other independent samples), of rows or of whole clusters?",
    null="all samples have the same mean",
    assumes=("samples are independent of each other", "the mean of each is nearly normal"),
)
def equal_means(means: object, errors: object, df: object) -> TestResult:
    """Welch's test of whether independent samples have one mean, from means, standard errors and degrees of freedom.

    With s / sqrt(n) and n - 1 it is Welch's analysis of variance (1951), which R calls oneway.test; with those of
    clusters it is the same test of clusters (James 1951). Two samples give the square of Welch's t.

    >>> result = equal_means([5.0, 5.6, 4.9], [0.2, 0.25, 0.15], [19, 24, 29])
    >>> round(result.statistic, 4), [round(df, 4) for df in result.df], round(result.p, 4)
    (2.9018, [2, 43.1491], 0.0657)
    """
    mean, error, freedom = numbers(means, "means"), numbers(errors, "errors"), numbers(df, "df")
    k = same_length(means=mean, errors=error, df=freedom)
    if k < 2:
        raise BadParameter("there must be two samples at least.", found=k)
    if not (error > 0).all() or not (freedom > 0).all():
        why = "a sample shows no spread, so that its mean has no standard error"
        return TestResult(nan, None, nan, method=METHOD, notes=(why,), symbol="F")
    # Weights and means in units of the largest standard error: squares of very small numbers would vanish.
    unit = float(error.max())
    weights = 1 / np.square(error / unit)
    share, away = weights / weights.sum(), (mean - mean[0]) / unit
    between = float((weights * np.square(away - float((share * away).sum()))).sum()) / (k - 1)
    loss = float((np.square(1 - share) / freedom).sum())
    f, second = between / (1 + 2 * (k - 2) / (k**2 - 1) * loss), (k**2 - 1) / (3 * loss)
    return TestResult(f, (k - 1, second), f_tail(f, (k - 1, second)), method=METHOD, symbol="F")
