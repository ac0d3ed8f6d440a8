"""Paired results of two models: their mean difference."""

from __future__ import annotations

from probative.stats.inputs import checked, positive
from probative.stats.means import of_pairs, t_result
from probative.stats.result import TestResult

FEW = 30


def paired_t(a: object, b: object, *, alternative: str = "two-sided", level: float = 0.95) -> TestResult:
    """Student's t of the paired differences: sqrt(n) mean / sd, with n - 1 degrees of freedom.

    The pairs must be independent of each other: results on many data sets, or losses of single rows. Results of
    the folds of a cross-validation are not; `corrected_t` is for those.

    >>> print(paired_t([80, 82, 85, 78, 85], [81, 81, 86, 80, 88]))
    paired t-test: t(4) = -1.81, p = 0.145; mean difference -1.2 (95 % interval -3.0 to 0.6), n = 5
    """
    side = checked(alternative, level)
    contrast = of_pairs(a, b)
    few = contrast.n < FEW
    notes = (f"fewer than {FEW} pairs: this holds only if the differences are normal",) if few else ()
    return t_result(contrast, "paired t-test", side, level, notes)


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
